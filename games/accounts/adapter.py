"""Where our log-in differs from allauth's: its words, which wrong passwords are counted together, and what proves
“Confirm it’s you”.
"""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import ratelimit
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.accounts.known_devices import known_device
from games.accounts.models import User
from games.accounts.openid.links import was_confirmed_at_provider, working_links


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
        """An account with a second factor answers with that, a passkey first: the password is no proof there. One that
        only a provider opens answers by logging in there."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        by_id = {method["id"]: method for method in methods}
        names = ["mfa_reauthenticate"]
        if "webauthn" in settings.MFA_SUPPORTED_TYPES:
            names.insert(0, "mfa_reauthenticate:webauthn")
        if any(name.startswith("mfa_") for name in by_id):
            return [by_id[name] for name in names if name in by_id]
        if methods or not user.is_authenticated or not working_links(user).exists():
            return methods
        return [{"id": "at_provider", "description": "", "url": reverse("confirm_at_provider")}]

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """allauth asks nothing of an account that only a provider opens. Here it is asked like any other."""
        is_required: bool = super().is_reauthentication_required(app=app, **more)
        if is_required and not was_confirmed_at_provider(self.request):
            methods = self.get_reauthentication_methods(self.request.user)
            if [method["id"] for method in methods] == ["at_provider"]:
                raise ReauthenticationRequired
        return is_required
