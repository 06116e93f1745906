"""Where our log-in differs from allauth's: which wrong passwords are counted together, and what proves “Is it you?”."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import ratelimit
from django.http import HttpRequest

from games.accounts.known_devices import known_device
from games.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
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
        return [one for one in methods if one["id"] == "mfa_reauthenticate"] or methods
