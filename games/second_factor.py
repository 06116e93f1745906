"""The second factor at log-in: who has one, who must, and how its secrets are kept. Who takes one away that was lost is
asked in `tournaments.services.entrance.second_factor`."""

import logging
from collections.abc import Callable

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from games.engine.language import mark, say
from games.locks import locked
from games.models import User
from games.qr import qr_svg
from games.sealing import box

log = logging.getLogger(__name__)

Rule = Callable[[User], bool]
_rules: list[Rule] = []
MISSING = mark(
    "Switch on “Two-step log-in” first: this site asks it of those who act for a club or look after the site."
)
UNREADABLE = mark(
    "Your second factor cannot be read any more, as the site's secret key has changed. Ask an administrator."
)
SECRETS = ("secret", "seed")


def register_rule(rule: Rule) -> None:
    """Call from AppConfig.ready(). rule: whether the account holds an office for which a second factor is asked."""
    _rules.append(rule)


def has_one(user: User) -> bool:
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


def is_missing(user: User) -> bool:
    """Whether the account must have one, and has none."""
    return bool(settings.REQUIRE_MFA) and not has_one(user) and _is_asked_of(user)


def _is_asked_of(user: User) -> bool:
    return user.is_staff or user.is_superuser or user.manages_tables or any(rule(user) for rule in _rules)


class Adapter(DefaultMFAAdapter):
    """How allauth keeps the secrets: encrypted, by a key that is not in the database."""

    def get_totp_issuer(self) -> str:
        return str(settings.SITE_NAME)

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url)

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Never a guess: an empty secret would have codes that anybody can compute."""
        try:
            return _box().decrypt(encrypted_text).decode()
        except InvalidToken as error:
            log.error("a second factor cannot be read: was SECRET_KEY changed without SECRET_KEY_FALLBACKS?")
            raise ValidationError(say(UNREADABLE)) from error


def seal_anew() -> int:
    """Encrypt every secret by the present SECRET_KEY, so that the former ones can go. How many accounts have one."""
    with transaction.atomic():
        rows = list(locked(Authenticator.objects).order_by("pk"))
        for row in rows:
            row.data |= {name: _box().rotate(row.data[name]).decode() for name in SECRETS if name in row.data}
            row.save(update_fields=["data"])
    return len({row.user_id for row in rows})


def _box() -> MultiFernet:
    return box("games.second_factor")
