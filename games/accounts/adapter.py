"""Where our log-in differs from allauth's: its words, which wrong passwords are counted together, and what proves
“Confirm it’s you”.
"""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.accounts.known_devices import known_device
from games.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is turned off. Contact the people who run this site."),
        "cannot_remove_primary_email": gettext_lazy(
            "This is your primary email address. Make another address primary first."
        ),
        "duplicate_email": gettext_lazy("You’ve already added that address."),
        "email_password_mismatch": gettext_lazy("That email address and password don’t match. Try again."),
        "email_taken": gettext_lazy("Another account already uses this email address. Use a different one."),
        "enter_current_password": gettext_lazy("That isn’t your current password. Try again."),
        "incorrect_password": gettext_lazy("That password isn’t right. Try again."),
        "invalid_password_reset": gettext_lazy("This link no longer works. Ask for a new one."),
        "too_many_login_attempts": gettext_lazy("Too many failed attempts. Wait a few minutes and try again."),
        "rate_limited": gettext_lazy("Too many attempts. Wait a minute and try again."),
    }
    """For those that people meet here; the others are about phone numbers and user names."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What wrong passwords are counted by."""
        account = super()._get_login_attempts_cache_key(request, **credentials)
        device = known_device(request, credentials.get("email", ""))
        return f"{account}:{device}" if device else account

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """After a new password: of this browser and of all the others."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        account = super()._get_login_attempts_cache_key(request, **credentials)
        ratelimit.clear(request, action="login_failed", key=account)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """An account with a second factor answers with a code: the password is no proof there."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [method for method in methods if method["id"] == "mfa_reauthenticate"] or methods
