"""The browser that asks, known by a cookie of its own that outlasts logging out and handing a name back."""

import datetime
import secrets
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from games import counters
from tournaments.context import Device

LASTS = datetime.timedelta(days=180)
NEW = "new_phone_cookie"
"""Attribute of a request whose answer sets the cookie."""


def device_of(request: HttpRequest) -> Device:
    """The device behind the cookie; one without gets its own with the answer of a `keeps_device` view."""
    held = getattr(request, NEW, None) or _read(request.COOKIES.get(cookie_name(), ""))
    if held is None:
        held = f"{secrets.token_urlsafe(16)}.{int(time.time())}"
        setattr(request, NEW, held)
    ident, since = held.rsplit(".", 1)
    then = datetime.datetime.fromtimestamp(int(since), datetime.UTC)
    return Device(ident, then, counters.address_of(request), request.headers.get("User-Agent", ""))


def keeps_device(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that asks for the device: a new one's cookie goes out with the answer."""

    @wraps(view)
    def keeping(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if held := getattr(request, NEW, None):
            name, value, is_secure = cookie_name(), _signer().sign(held), settings.SESSION_COOKIE_SECURE
            response.set_cookie(name, value, LASTS, secure=is_secure, httponly=True, samesite="Lax")
        return response

    return keeping


def cookie_name() -> str:
    return f"{settings.COOKIE_PREFIX}phone"


def _read(cookie: str) -> str | None:
    try:
        return _signer().unsign(cookie)
    except BadSignature:
        return None


def _signer() -> Signer:
    return Signer(salt="tournaments.phone")
