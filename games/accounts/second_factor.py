"""The second factor at log-in: who has one, which session went through it, who must, and how its secrets are kept.
`tournaments.access.second_factor` takes a lost one away."""

import logging
from collections.abc import Callable
from typing import Any, ClassVar

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.accounts.sessions import end_sessions
from games.encryption import fernet_for
from games.engine.language import mark, say
from games.locks import locked
from games.qr import qr_svg

log = logging.getLogger(__name__)

Rule = Callable[[User], bool]
_rules: list[Rule] = []
MISSING = mark("Turn on two-step login first. This site requires it if you help run a club or the site.")
NOT_TYPED = mark("You logged in before two-step login was turned on. Open any page and enter a code.")
TOKEN_WITHOUT = mark("This token was created without two-step login, which this site requires. Create a new token.")
UNREADABLE = mark(
    "Your two-step login stopped working after a change to the site. Ask an administrator to turn it off."
)
SECRETS = ("secret", "seed")
KINDS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What makes a second factor: an app's codes, or a passkey. Recovery codes come with either."""


def register_rule(rule: Rule) -> None:
    """Call from AppConfig.ready(). rule: whether the account holds an office for which a second factor is asked."""
    _rules.append(rule)


def has_one(user: User) -> bool:
    return Authenticator.objects.filter(user=user, type__in=KINDS).exists()


def has_passkey(user: User) -> bool:
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).exists()


def was_typed(request: HttpRequest) -> bool:
    """Whether this session itself went through a second step, or began with a passkey. Another session of the account
    says nothing about it."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))


def is_missing(user: User, was_typed: bool) -> bool:
    """Whether the account must come with a second step, and did not. was_typed: of this session, or for this token."""
    return bool(settings.REQUIRE_MFA) and not (was_typed and has_one(user)) and _is_asked_of(user)


def _is_asked_of(user: User) -> bool:
    return user.is_staff or user.is_superuser or user.manages_tables or any(rule(user) for rule in _rules)


@receiver(post_save, sender=Authenticator)
def end_other_sessions(instance: Authenticator, created: bool, **about: Any) -> None:
    """In the transaction that switches it on: a session that the password alone opened does not outlive it. The one in
    which a code was just typed, or a passkey made, goes on, and has been through the second step."""
    if not created or instance.type not in KINDS:
        return
    request = context.request
    if request is None or request.user != instance.user:
        end_sessions(instance.user)
        return
    end_sessions(instance.user, but=request.session.session_key)
    record_authentication(request, instance.user, "mfa", id=instance.pk, type=instance.type, reauthenticated=True)


class Adapter(DefaultMFAAdapter):
    """How allauth keeps the secrets, encrypted by a key that isn't in the database, and what it says."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("That code isn’t right. Codes change every 30 seconds."),
        "unverified_email": gettext_lazy("Confirm your email address first. Then turn on two-step login."),
    }

    def get_totp_issuer(self) -> str:
        return str(settings.SITE_NAME)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """What a passkey is called until its owner names it."""
        return say("Passkey {number}", number=1 + Authenticator.objects.filter(user=user, type=type).count())

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """What a device calls the site when it asks for a passkey. A passkey belongs to the host's name for good."""
        return super().get_public_key_credential_rp_entity() | {"name": str(settings.SITE_NAME)}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """How a device lists the account."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": user.get_short_name()}

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url)

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Never guesses: an empty secret would have codes that anyone can compute."""
        try:
            return _box().decrypt(encrypted_text).decode()
        except InvalidToken as error:
            log.error("a second factor cannot be read: was SECRET_KEY changed without SECRET_KEY_FALLBACKS?")
            raise ValidationError(say(UNREADABLE)) from error


def seal_anew() -> int:
    """Encrypt every secret by the present SECRET_KEY, so that the former ones can go. How many accounts have one."""
    with transaction.atomic():
        authenticators = list(locked(Authenticator.objects).order_by("pk"))
        for authenticator in authenticators:
            authenticator.data |= {
                name: _box().rotate(authenticator.data[name]).decode() for name in SECRETS if name in authenticator.data
            }
            authenticator.save(update_fields=["data"])
    return len({sealed.user_id for sealed in authenticators})


def _box() -> MultiFernet:
    return fernet_for("games.accounts.second_factor")
