"""Accounts with a second factor, and the app on a phone that shows its codes."""

import uuid
from typing import Any

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.cast import PASSWORD

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


class App:
    """The app, with a clock that stands until it is moved: no test waits for the end of half a minute."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000
        monkeypatch.setattr(auth, "yield_hotp_counters_from_time", lambda: iter([self.now]))

    def code(self, secret: str = SECRET) -> str:
        return auth.format_hotp_value(auth.hotp_value(secret, self.now))

    def wrong(self, secret: str = SECRET) -> str:
        return f"{(int(self.code(secret)) + 1) % 1_000_000:06}"


def give_second_factor(user: User) -> list[str]:
    """Switched on, by the app's secret. The recovery codes."""
    auth.TOTP.activate(user, SECRET)
    return RecoveryCodes.activate(user).get_unused_codes()


def with_password(user: User, client: Client | None = None) -> Any:
    """The answer to the first step, from an address of its own."""
    client = client or Client()
    client.defaults["REMOTE_ADDR"] = f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"
    return client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})


def stored_secret(user: User) -> str:
    return str(Authenticator.objects.get(user=user, type="totp").data["secret"])


def opened(sealed: str) -> str:
    return get_adapter().decrypt(sealed)
