"""Which accounts of providers open an account of ours, and whether one of them is the last way in."""

import logging
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.signals import social_account_added, social_account_removed
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest

from games.accounts.models import User
from games.accounts.openid.configured import all_providers

log = logging.getLogger(__name__)


def links_of(user: User) -> QuerySet[SocialAccount]:
    """All of them, in the order in which they were linked."""
    links: QuerySet[SocialAccount] = SocialAccount.objects.filter(user=user).order_by("pk")
    return links


def working_links(user: User) -> QuerySet[SocialAccount]:
    """Those by which the person can log in now: the settings name their provider."""
    ids = [provider.id for provider in all_providers()]
    return links_of(user).filter(provider__in=ids) if ids else SocialAccount.objects.none()


def is_last_way_in(user: User, link: SocialAccount) -> bool:
    """Whether the person couldn't log in any more without it. A password that was forgotten can be set anew by mail;
    an account without one has only its links."""
    return not user.has_usable_password() and not working_links(user).exclude(pk=link.pk).exists()


@dataclass(frozen=True)
class ShownLink:
    """A link as its owner sees it. address: "" where the provider told none. is_last: without it no one gets in."""

    pk: int
    name: str
    address: str
    since: datetime
    is_last: bool


def shown_links(user: User) -> list[ShownLink]:
    return [
        ShownLink(
            link.pk,
            link.get_provider().name,
            link.extra_data.get("email", ""),
            link.date_joined,
            is_last_way_in(user, link),
        )
        for link in links_of(user)
    ]


def was_confirmed_at_provider(request: HttpRequest) -> bool:
    """Whether “Confirm it’s you” was answered at a provider, in this session and a few minutes ago at most."""
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    records = get_authentication_records(request, request.user)
    return any(
        record["method"] == "socialaccount" and record.get("reauthenticated") and record["at"] > since
        for record in records
    )


@receiver(social_account_added)
def note_link(sociallogin: SocialLogin, **about: Any) -> None:
    log.info("account %s linked with %s", sociallogin.user.pk, sociallogin.account.provider)


@receiver(social_account_removed)
def note_unlink(socialaccount: SocialAccount, **about: Any) -> None:
    log.info("account %s unlinked from %s", socialaccount.user_id, socialaccount.provider)
