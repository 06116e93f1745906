"""A browser in which an account has logged in before counts its own wrong passwords: others' never lock it out.

The cookie opens nothing. It stands for the browser and the accounts that logged in there; without it, one shares the
account's count with the whole internet (docs/decisions/0043-known-browsers-count-for-themselves.md).
"""

import secrets
from typing import Any

from allauth.account.signals import user_logged_in
from allauth.account.utils import filter_users_by_email
from django.conf import settings
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from games.accounts.models import User

SALT = "known device"
KEPT_SECONDS = 365 * 86_400
MAX_ACCOUNTS = 5
"""Of one browser, the latest: a family's or a club's laptop."""


@receiver(user_logged_in)
def know(request: HttpRequest, response: HttpResponse, user: User, **about: Any) -> None:
    """Sent when the log-in is complete, its second step too."""
    device, accounts = _read(request)
    others = [number for number in accounts if number != user.pk]
    value = signing.dumps([device or secrets.token_urlsafe(16), [user.pk, *others][:MAX_ACCOUNTS]], salt=SALT)
    response.set_cookie(
        _cookie(), value, max_age=KEPT_SECONDS, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )


def known_device(request: HttpRequest, email: str) -> str:
    """ "" unless the account with this address has logged in in this browser."""
    device, accounts = _read(request)
    is_known = device and any(user.pk in accounts for user in filter_users_by_email(email))
    return device if is_known else ""


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    try:
        device, accounts = signing.loads(request.COOKIES.get(_cookie(), ""), salt=SALT, max_age=KEPT_SECONDS)
    except signing.BadSignature:
        return "", []
    return device, accounts


def _cookie() -> str:
    return f"{settings.COOKIE_PREFIX}device"
