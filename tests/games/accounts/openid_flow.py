"""A browser that goes to the provider and comes back, and what a log-in could change."""

import html
import http.client
import re
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from games.accounts.models import Player, User
from tests.games.accounts.openid_provider import TestProvider
from tests.tournaments.pages.browsing import certain, log_in, text_of

GO, BACK = "/accounts/oidc/lodge/login/", "/accounts/oidc/lodge/login/callback/"
LINKED, SIGN_UP, CONFIRM = "/accounts/linked/", "/accounts/oidc/sign-up/", "/accounts/linked/confirm/"


def leave(browser: Client, **fields: str) -> str:
    """Presses the button; the address at the provider that the page goes on to."""
    page = browser.post(GO, fields)
    assert page.status_code == 200, page.content.decode()
    leading = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page.content.decode())
    assert leading, text_of(page)
    return html.unescape(leading[1])


def at_provider(address: str) -> str:
    """Logs in there, which sends the browser back to this path."""
    parts = urlsplit(address)
    web = http.client.HTTPConnection(parts.netloc, timeout=10)
    web.request("GET", f"{parts.path}?{parts.query}")
    back = urlsplit(web.getresponse().headers["Location"])
    web.close()
    return f"{back.path}?{back.query}"


def through(browser: Client, **fields: str) -> Any:
    """Goes there and comes back; the answer to coming back."""
    return browser.get(at_provider(leave(browser, **fields)))


def link(user: User, lodge: TestProvider) -> SocialAccount:
    through(certain(log_in(user)), process="connect")
    return SocialAccount.objects.get(user=user)


def is_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def kept() -> Any:
    """Everything that a log-in could change."""
    return (
        sorted(User.objects.values_list("pk", "email", "password")),
        sorted(EmailAddress.objects.values_list("user", "email", "verified")),
        sorted(SocialAccount.objects.values_list("user", "provider", "uid")),
        Player.objects.count(),
    )
