"""The language in which an account reads: kept for mails, which no browser asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.utils import translation

from games.accounts.models import User


def remember(user: User, code: str) -> None:
    """Keeps the language. The caller has checked that it is one of settings.LANGUAGES."""
    User.objects.filter(pk=user.pk).exclude(language=code).update(language=code)


@receiver(user_logged_in)
def _first_choice(sender: object, user: User, **more: Any) -> None:
    """Keeps the language of the page on which a user logs in, for their mails, unless they have chosen one."""
    if not user.language:
        remember(user, translation.get_language() or settings.LANGUAGE_CODE)


@contextmanager
def spoken_to(user: User | None) -> Iterator[None]:
    """What is written in here is in the reader's language, or in the site's for those who have no account."""
    with translation.override((user and user.language) or settings.LANGUAGE_CODE):
        yield
