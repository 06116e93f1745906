"""Every page that anybody may read, and every refusal, once over HTTPS: its headers and cookies are those of a site
that can stand on the internet. Who may read what is asked elsewhere (test_permissions)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from euchre_site import settings as site_settings
from games.accounts.models import User
from games.accounts.openid.configured import read_providers
from tests.cast import PASSWORD, make_user
from tests.euchre_site.second_factors import give_second_factor
from tests.euchre_site.test_settings import PRODUCTION, read_settings
from tests.games.tables import test_permissions as online
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.walking import paths
from tests.tournaments.pages.browsing import certain, log_in
from tests.tournaments.pages.requests import REQUESTS
from tests.tournaments.pages.scene import Scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.heavy]

NAMES = tuple(
    name
    for name in dir(site_settings)
    if name.startswith(("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "X_FRAME")) or name == "COOKIE_PREFIX"
)
"""What HTTPS=true changes, and what it does not."""
FRAMED = re.compile(r"^/embed/")
"""The only pages that may stand in frames of other sites."""
FOR_ALL = re.compile(r"^/(embed|oembed|static)/|\.(ics|atom|py|png)$|^/(worker\.js|app\.webmanifest)$")
"""The same for everyone, no matter who asks."""


@pytest.fixture(scope="module")
def production() -> dict[str, Any]:
    return read_settings(*NAMES, **PRODUCTION)


@pytest.fixture
def https(settings: Any, production: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings that docs/settings.md names for the internet, in this process."""
    from euchre_site.messages_storage import OwnCookie

    assert production["SESSION_COOKIE_NAME"] == "__Host-session"
    for name, value in production.items():
        setattr(settings, name, value)
    monkeypatch.setattr(OwnCookie, "cookie_name", f"{production['COOKIE_PREFIX']}messages")


def over_https(browser: Client, settings: Any) -> Client:
    """The same browser, whose session began over HTTPS."""
    found = Client()
    if "session" in browser.cookies:
        found.cookies[settings.SESSION_COOKIE_NAME] = browser.cookies["session"].value
    return found


def complaints(path: str, response: Any, *, is_known: bool) -> Iterator[str]:
    """is_known: whether the browser carries a session."""
    policy = response.get("Content-Security-Policy", "")
    directives = {name: set(words) for name, *words in (part.split() for part in policy.split(";") if part.strip())}
    is_pdf = response.get("Content-Type") == "application/pdf"
    scripts = directives.get("script-src", directives.get("default-src", {"'none'" if is_pdf else "*"}))
    yield from (f"script-src {word}" for word in scripts - {"'self'", "'none'", "'unsafe-eval'"})
    if "'unsafe-eval'" in scripts and not path.startswith("/admin/"):
        yield "compiles scripts"
    for name in ("object-src", "base-uri"):
        if (
            directives.get(name, directives.get("default-src")) not in ({"'none'"}, None)
            and "sandbox" not in directives
        ):
            yield f"{name} {directives.get(name)}"
    if not FRAMED.match(path):
        if response.get("X-Frame-Options") != "DENY":
            yield "may be framed"
        if directives.get("frame-ancestors") != {"'none'"} and "sandbox" not in directives:
            yield "may be framed by policy"
    wanted = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    }
    yield from (f"{name}: {response.get(name)}" for name, value in wanted.items() if response.get(name) != value)
    kept = response.get("Cache-Control", "")
    if is_known and not FOR_ALL.search(path) and not {"private", "no-store"} & set(re.split(r", *", kept)):
        yield f"may be kept on the way: {kept!r}"
    yield from cookie_complaints(response)


def cookie_complaints(response: Any) -> Iterator[str]:
    for name, cookie in response.cookies.items():
        if not name.startswith("__Host-"):
            yield f"cookie {name} is not bound to the host"
        lacking = [word for word in ("secure", "httponly", "samesite") if not cookie[word]]
        if lacking or cookie["path"] != "/" or cookie["domain"]:
            yield f"cookie {name}: {lacking}, path {cookie['path']}, domain {cookie['domain']}"


def look_at(browser: Client, path: str, **asked: Any) -> tuple[int, list[str]]:
    response: Any = browser.get(path, secure=True, **asked)
    if response.streaming:
        list(response.streaming_content)
    is_known = any(name.endswith("session") for name in browser.cookies)
    return response.status_code, [f"{path}: {one}" for one in complaints(path, response, is_known=is_known)]


def scan(scene: Any, requests: Any, roles: tuple[str, ...], settings: Any) -> tuple[list[str], set[int]]:
    found, statuses = [], set()
    for row in requests:
        with transaction.atomic():
            path, _ = requests[row](scene)
            for role in roles:
                with transaction.atomic():
                    status, said = look_at(over_https(scene.browser(role), settings), path)
                    transaction.set_rollback(True)
                statuses.add(status)
                found += said
            transaction.set_rollback(True)
    return found, statuses


def test_every_page_of_organized_play(request: pytest.FixtureRequest, settings: Any) -> None:
    scene = Scene()
    request.getfixturevalue("https")
    found, statuses = scan(scene, REQUESTS, ("anonymous", "owner", "phone"), settings)
    assert found == [], "\n".join(found)
    assert {200, 302, 404, 405} <= statuses


def test_every_page_of_play_online(request: pytest.FixtureRequest, settings: Any) -> None:
    scene = online.Scene()
    request.getfixturevalue("https")
    found, statuses = scan(scene, online.REQUESTS, ("anonymous", "player", "owner"), settings)
    assert found == [], "\n".join(found)
    assert {200, 404, 405} <= statuses


def test_every_address_of_the_api(request: pytest.FixtureRequest) -> None:
    from euchre_site.api import urlpatterns

    cast = Cast()
    request.getfixturevalue("https")
    browser, statuses = Client(), set()
    for row in paths(urlpatterns):
        path = "/api/v1" + row.format(**cast.parts(row))
        for token in ("", cast.programs["owner"].token):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            status, said = look_at(browser, path, headers=headers)
            assert said == []
            statuses.add(status)
    assert {200, 401, 405} <= statuses


OTHERS = (
    "/",
    "/nowhere/",
    "/?a=%00",
    "/static/css/base.css",
    "/health/",
    "/healthz/live",
    "/healthz/ready",
    "/live/?topic=lobby:all",
    "/live/",
    "/api/v1/",
    "/api/v1/schema.json",
    "/admin/",
    "/admin/login/",
    "/admin/games/user/",
    "/admin/jsi18n/",
)


ARGUMENTS = {
    "openid_connect_login": ["lodge"],
    "openid_connect_callback": ["lodge"],
    "mfa_edit_webauthn": [1],
    "mfa_remove_webauthn": [1],
}


def addresses_of_allauth() -> list[str]:
    """All that need no key of a mail."""
    [under] = [one for one in get_resolver().url_patterns if str(one.pattern) == "accounts/"]
    names = {name for name, *_ in _patterns(under)}
    return [
        reverse(name, args=ARGUMENTS.get(name))
        for name in sorted(names)
        if name not in ("account_confirm_email", "account_reset_password_from_key")
    ]


def _patterns(under: Any) -> Iterator[tuple[str]]:
    for one in under.url_patterns:
        if isinstance(one, URLPattern):
            yield (str(one.name),)
        else:
            yield from _patterns(one)


@pytest.mark.parametrize("all_ways", [False, True])
def test_every_other_address(request: pytest.FixtureRequest, settings: Any, all_ways: bool) -> None:
    """all_ways: to log in, with passkeys and an account of elsewhere too."""
    if all_ways:
        settings.OIDC_PROVIDERS = read_providers("Lodge=https://id:secret@lodge.invalid")
        settings.MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
        settings.MFA_PASSKEY_LOGIN_ENABLED = True
    ada = User.objects.create_superuser("ada@example.org", PASSWORD)
    give_second_factor(ada)
    sam = make_user("Sam")
    browsers = [Client(), certain(log_in(ada), "mfa"), certain(log_in(sam)), log_in(sam)]
    request.getfixturevalue("https")
    addresses = addresses_of_allauth()
    assert len(addresses) > 15
    found = [
        one
        for browser in browsers
        for path in (*OTHERS, *addresses)
        for one in look_at(over_https(browser, settings), path)[1]
    ]
    assert found == [], "\n".join(found)


def test_cookies_that_come_with_a_log_in(request: pytest.FixtureRequest) -> None:
    make_user("Sam")
    request.getfixturevalue("https")
    browser = Client()
    response: Any = browser.post(
        reverse("account_login"), {"login": "sam@example.org", "password": PASSWORD}, secure=True
    )
    assert set(response.cookies) == {"__Host-session", "__Host-csrf", "__Host-messages", "__Host-device"}
    assert list(cookie_complaints(response)) == []
    assert SESSION_KEY in browser.session
    assert browser.get("/", secure=True).status_code == 200


def test_the_scan_finds_what_is_wrong(https: None) -> None:
    """The positive control."""
    bare = HttpResponse()
    bare.set_cookie("session", "x")
    said = "\n".join(complaints("/", bare, is_known=True))
    for name in ("script-src", "framed", "nosniff", "Strict-Transport", "kept on the way", "not bound", "httponly"):
        assert name in said or (name == "nosniff" and "X-Content-Type-Options: None" in said), name
    inline = HttpResponse(headers={"Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'"})
    assert "script-src 'unsafe-inline'" in list(complaints("/", inline, is_known=False))
