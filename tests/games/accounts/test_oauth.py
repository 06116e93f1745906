"""Log-in for apps: what a person allows and nothing else, for the app that was asked about, and each code and refresh
token once."""

import base64
import datetime
import hashlib
import json
import re
import threading
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import limits
from games.accounts.models import ApiToken, User
from games.accounts.oauth import apps
from games.accounts.oauth.models import App, AuthorizationCode, Connection, DeviceRequest, RefreshToken
from games.accounts.oauth.server import DEVICE
from games.engine.errors import RuleError
from games.limits import Limit
from tests.cast import PASSWORD, make_user
from tests.tournaments.pages.browsing import certain, differences, form, log_in, text_of, world
from tournaments.privacy.forgetting import forget_old

pytestmark = pytest.mark.django_db

VERIFIER = "a" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
BACK = "https://board.example/callback"
AUTHORIZE, TOKEN, REVOKE, DEVICES = "/oauth/authorize/", "/oauth/token/", "/oauth/revoke/", "/oauth/device/"


@pytest.fixture
def sam() -> User:
    """Who made the app."""
    return make_user("Sam")


@pytest.fixture
def app(sam: User) -> App:
    return apps.register_app(sam, "Scoreboard", [BACK, "http://127.0.0.1/cb"], key=uuid4())


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def browser(olga: User) -> Client:
    return certain(log_in(olga))


def send(address: str, **fields: Any) -> Any:
    """As programs do: no cookies, and a form."""
    body = urlencode({name: value for name, value in fields.items() if value is not None})
    return Client().post(address, body, content_type="application/x-www-form-urlencoded")


def asked(app: App, **changed: Any) -> dict[str, Any]:
    """What the app puts into the address; None leaves something out."""
    usual = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": BACK,
        "scope": "report organize",
        "state": "xyz",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return {name: value for name, value in (usual | changed).items() if value is not None}


def address_of(app: App) -> str:
    return f"{AUTHORIZE}?{urlencode(asked(app))}"


def answer(browser: Client, app: App, *, says: str = "allow", **changed: Any) -> Any:
    """What the page leads to, once the person has answered it."""
    page = browser.get(AUTHORIZE, asked(app, **changed))
    assert page.status_code == 200, page.content
    [there] = re.findall(r'<form class="form" method="post" action="([^"]*)"', page.content.decode())
    [sent] = re.findall(r'name="asked" value="([^"]*)"', page.content.decode())
    return browser.post(there, {"asked": sent.replace("&amp;", "&"), says: "yes"})


def led_to(page: Any) -> tuple[str, dict[str, str]]:
    """The address that the page leads back to, and what it says."""
    assert page.status_code == 200
    [address] = set(re.findall(r'href="((?:https://board|http://127|com\.)[^"]*)"', page.content.decode()))
    parts = urlsplit(address.replace("&amp;", "&"))
    return parts._replace(query="").geturl(), {name: value for name, [value] in parse_qs(parts.query).items()}


def code_for(browser: Client, app: App, **changed: Any) -> str:
    return led_to(answer(browser, app, **changed))[1]["code"]


def trade(app: App, code: str, **changed: Any) -> Any:
    sent = {
        "grant_type": "authorization_code",
        "client_id": app.client_id,
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
    } | changed
    return send(TOKEN, **sent)


def refresh(app: App, token: str, **more: Any) -> Any:
    return send(TOKEN, grant_type="refresh_token", client_id=app.client_id, refresh_token=token, **more)


def me(token: str) -> Any:
    return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def got(browser: Client, app: App) -> dict[str, Any]:
    """The tokens of an app that Olga let in."""
    return trade(app, code_for(browser, app)).json()  # type: ignore[no-any-return]


def is_over(got: dict[str, Any], app: App) -> bool:
    refused = refresh(app, got["refresh_token"])
    return me(got["access_token"]).status_code == 401 and "access_token" not in refused.json()


class TestAllowing:
    def test_the_page_says_what_the_app_may_do_and_the_app_gets_it(self, browser: Client, app: App) -> None:
        page = text_of(browser.get(AUTHORIZE, asked(app)))
        assert "Scoreboard would like to use your account olga@example.org" in page
        assert "Report, confirm and dispute scores as a player" in page
        assert "Do everything you can do in your clubs" in page
        assert "Play at online tables" not in page
        assert "You’ll go back to board.example." in page
        back, said = led_to(answer(browser, app))
        assert (back, said["state"]) == (BACK, "xyz")
        traded = trade(app, said["code"])
        tokens = traded.json()
        assert (traded.status_code, tokens["token_type"], tokens["expires_in"]) == (200, "Bearer", 3600)
        assert set(tokens["scope"].split()) == {"report", "organize"}
        assert "no-store" in traded["Cache-Control"]
        known = me(tokens["access_token"]).json()
        assert (known["email"], known["scopes"]) == ("olga@example.org", ["report", "organize"])

    def test_without_scopes_it_may_read(self, browser: Client, app: App) -> None:
        tokens = trade(app, code_for(browser, app, scope=None)).json()
        assert me(tokens["access_token"]).json()["scopes"] == []

    def test_no_tells_the_app_so_and_nothing_is_kept(self, browser: Client, app: App) -> None:
        back, said = led_to(answer(browser, app, says="deny"))
        assert (back, said["error"], said["state"]) == (BACK, "access_denied", "xyz")
        assert not Connection.objects.exists()

    def test_looking_at_the_page_changes_nothing(self, browser: Client, app: App) -> None:
        before = world()
        browser.get(AUTHORIZE, asked(app))
        assert differences(before, world()) == set()

    def test_a_form_of_another_site_allows_nothing(self, olga: User, app: App) -> None:
        careful = Client(enforce_csrf_checks=True)
        careful.force_login(olga)
        sent = "&".join(f"{name}={value}" for name, value in asked(app).items())
        assert careful.post(AUTHORIZE, {"asked": sent, "allow": "yes"}).status_code == 403
        assert not Connection.objects.exists()

    def test_the_page_is_shown_in_no_frame_and_kept_nowhere(self, browser: Client, app: App) -> None:
        page = browser.get(AUTHORIZE, asked(app))
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
        assert "no-store" in page["Cache-Control"]

    def test_yes_asks_for_the_password_and_goes_on_where_it_was(self, olga: User, app: App) -> None:
        browser = log_in(olga)
        asking = answer(browser, app)
        assert asking["Location"].startswith(reverse("account_reauthenticate"))
        assert not Connection.objects.exists()
        _, said = led_to(browser.post(asking["Location"], {"password": PASSWORD}))
        assert trade(app, said["code"]).status_code == 200

    def test_strangers_log_in_first(self, app: App) -> None:
        page = Client().get(AUTHORIZE, asked(app))
        assert page["Location"].startswith(reverse("account_login"))
        assert "client_id" in page["Location"]

    def test_a_name_is_text(self, browser: Client, sam: User) -> None:
        hostile = apps.register_app(sam, "<script>alert(1)</script>", [BACK], key=uuid4())
        assert "<script>alert" not in browser.get(AUTHORIZE, asked(hostile)).content.decode()

    def test_tokens_and_codes_are_kept_as_hashes(self, browser: Client, app: App) -> None:
        code = code_for(browser, app)
        tokens = trade(app, code).json()
        kept = str(world())
        assert [text for text in (code, tokens["access_token"], tokens["refresh_token"]) if text in kept] == []


WRONG_ADDRESSES = [
    "https://evil.example/callback",
    f"{BACK}/",
    f"{BACK}?more=1",
    f"{BACK}#x",
    "http://board.example/callback",
    "https://board.example/callback/../evil",
    "https://board.example.evil.example/callback",
    "https://board.example@evil.example/callback",
    "https://BOARD.example/callback",
    "//board.example/callback",
    "javascript:alert(1)",
    "http://127.0.0.1:8080/other",
    "http://127.0.0.1:80@evil.example/cb",
    "http://127.0.0.2:8080/cb",
    "",
]


class TestAddresses:
    @pytest.mark.parametrize("address", [*WRONG_ADDRESSES, None])
    def test_no_one_is_led_to_one_that_is_not_registered(self, browser: Client, app: App, address: Any) -> None:
        """Not with a code, and not with an error either."""
        for more in ({}, {"scope": "everything"}, {"code_challenge": None}, {"response_type": "token"}):
            page = browser.get(AUTHORIZE, asked(app, redirect_uri=address, **more))
            assert page.status_code == 400
            assert "Location" not in page
            assert "http-equiv" not in page.content.decode()
            assert not address or f'href="{address}' not in page.content.decode()

    def test_answering_with_another_address_than_the_page_showed_gains_nothing(self, browser: Client, app: App) -> None:
        sent = "&".join(f"{name}={value}" for name, value in asked(app, redirect_uri="https://evil.example/").items())
        page = browser.post(AUTHORIZE, {"asked": sent, "allow": "yes"})
        assert (page.status_code, Connection.objects.count()) == (400, 0)

    def test_a_program_on_this_machine_listens_where_it_can(self, browser: Client, app: App) -> None:
        there = "http://127.0.0.1:51004/cb"
        back, said = led_to(answer(browser, app, redirect_uri=there))
        assert back == there
        assert trade(app, said["code"], redirect_uri="http://127.0.0.1:51005/cb").json()["error"]
        assert trade(app, said["code"], redirect_uri=there).status_code == 200

    @pytest.mark.parametrize(
        "address",
        [
            "http://board.example/cb",
            "javascript:alert(1)",
            "data:text/html,x",
            "myapp:/cb",
            "https://",
            "https://user:secret@board.example/cb",
            "https://board.example/cb#part",
            "https://*.example/cb",
            "https://board.example/a b",
            "https://board.example/;x",
            "/cb",
            "https://board.example/" + "x" * 400,
            "https://bröd.example/",
        ],
    )
    def test_what_cannot_be_registered(self, sam: User, address: str) -> None:
        with pytest.raises(RuleError, match="lead people back"):
            apps.register_app(sam, "App", [address], key=uuid4())

    def test_a_scheme_of_its_own_leads_back_by_a_link(self, browser: Client, sam: User) -> None:
        own = apps.register_app(sam, "Phone", ["com.example.app:/cb"], key=uuid4())
        back, said = led_to(answer(browser, own, redirect_uri="com.example.app:/cb"))
        assert back == "com.example.app:/cb"
        assert said["code"]

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"code_challenge": None}, "invalid_request"),
            ({"code_challenge": "x"}, "invalid_request"),
            ({"code_challenge": "x" * 200}, "invalid_request"),
            ({"code_challenge_method": "plain"}, "invalid_request"),
            ({"code_challenge_method": None}, "invalid_request"),
            ({"scope": "report everything"}, "invalid_scope"),
            ({"response_type": "token"}, "unsupported_response_type"),
        ],
    )
    def test_what_an_app_asks_wrongly_it_is_told(
        self, browser: Client, app: App, wrong: dict[str, Any], error: str
    ) -> None:
        page = browser.get(AUTHORIZE, asked(app, **wrong))
        back, said = led_to(page)
        assert (back, said["error"], said["state"]) == (BACK, error, "xyz")
        assert not Connection.objects.exists()

    def test_an_app_that_there_is_not(self, browser: Client, app: App, sam: User) -> None:
        for client_id in ("nothing", "\0", "x" * 1000, "\ud800".encode("utf-8", "replace").decode()):
            assert browser.get(AUTHORIZE, asked(app, client_id=client_id)).status_code == 400
            assert "error" in trade(app, "made-up", client_id=client_id).json()
        apps.end_app(sam, app.pk)
        assert browser.get(AUTHORIZE, asked(app)).status_code == 400


class TestCodes:
    @pytest.mark.parametrize(
        "wrong",
        [
            pytest.param({"code_verifier": "b" * 64}, id="another verifier"),
            pytest.param({"code_verifier": CHALLENGE}, id="the challenge itself"),
            pytest.param({"code_verifier": None}, id="no verifier"),
            pytest.param({"redirect_uri": "http://127.0.0.1/cb"}, id="another address"),
            pytest.param({"redirect_uri": None}, id="no address"),
            pytest.param({"code": "made-up"}, id="no such code"),
            pytest.param({"client_id": "nothing"}, id="no such app"),
            pytest.param({"client_id": None}, id="no app"),
            pytest.param({"grant_type": "password"}, id="a password"),
            pytest.param({"grant_type": "client_credentials"}, id="the app alone"),
        ],
    )
    def test_a_stolen_one_opens_nothing(self, browser: Client, app: App, wrong: dict[str, Any]) -> None:
        code = code_for(browser, app)
        refused = trade(app, **{"code": code} | wrong)
        assert refused.status_code in (400, 401)
        assert "access_token" not in refused.json()
        assert not ApiToken.objects.exists()

    def test_another_app_cannot_use_it(self, browser: Client, app: App, sam: User) -> None:
        other = apps.register_app(sam, "Other", [BACK], key=uuid4())
        assert trade(other, code_for(browser, app)).json() == {"error": "invalid_grant"}

    def test_a_second_use_ends_what_the_first_opened(self, browser: Client, app: App) -> None:
        code = code_for(browser, app)
        tokens = trade(app, code).json()
        assert me(tokens["access_token"]).status_code == 200
        assert trade(app, code).json() == {"error": "invalid_grant"}
        assert is_over(tokens, app)

    def test_it_lasts_a_minute(self, browser: Client, app: App) -> None:
        code = code_for(browser, app)
        AuthorizationCode.objects.update(expires_at=timezone.now(), created_at=timezone.now() - apps.CODE_AGE)
        assert trade(app, code).json() == {"error": "invalid_grant"}

    def test_more_scopes_than_were_allowed_are_not_to_be_had(self, browser: Client, app: App) -> None:
        tokens = trade(app, code_for(browser, app, scope="report"), scope="report organize play").json()
        assert me(tokens["access_token"]).json()["scopes"] == ["report"]

    def test_what_is_in_the_address_counts_for_nothing(self, browser: Client, app: App) -> None:
        code = code_for(browser, app)
        address = f"{TOKEN}?grant_type=authorization_code&client_id={app.client_id}&code={code}"
        assert Client().post(address).status_code == 400
        assert Client().get(address).status_code == 405


class TestRefreshing:
    def test_each_one_gets_the_next(self, app: App, got: dict[str, Any]) -> None:
        for _ in range(3):
            next_ones = refresh(app, got["refresh_token"]).json()
            assert next_ones["refresh_token"] != got["refresh_token"]
            assert me(next_ones["access_token"]).status_code == 200
            got = next_ones
        assert RefreshToken.objects.filter(used_at=None).count() == 1

    def test_a_second_use_ends_the_whole_family(self, app: App, got: dict[str, Any]) -> None:
        later = refresh(app, refresh(app, got["refresh_token"]).json()["refresh_token"]).json()
        assert refresh(app, got["refresh_token"]).json() == {"error": "invalid_grant"}
        assert is_over(later, app)
        assert me(got["access_token"]).status_code == 401
        assert Connection.objects.get().ended_at

    def test_another_app_cannot_use_it_and_ends_nothing(self, app: App, got: dict[str, Any], sam: User) -> None:
        other = apps.register_app(sam, "Other", [BACK], key=uuid4())
        assert refresh(other, got["refresh_token"]).json() == {"error": "invalid_grant"}
        assert refresh(app, got["refresh_token"]).status_code == 200

    def test_what_may_only_read_stays_so(self, browser: Client, app: App) -> None:
        tokens = trade(app, code_for(browser, app, scope=None), scope="organize").json()
        assert me(tokens["access_token"]).json()["scopes"] == []
        assert refresh(app, tokens["refresh_token"], scope="organize").json() == {"error": "invalid_scope"}

    def test_scopes_can_become_fewer_and_never_more(self, app: App, got: dict[str, Any]) -> None:
        fewer = refresh(app, got["refresh_token"], scope="report").json()
        assert me(fewer["access_token"]).json()["scopes"] == ["report"]
        more = refresh(app, fewer["refresh_token"], scope="report organize play")
        assert (more.status_code, more.json()) == (400, {"error": "invalid_scope"})

    def test_it_ends_after_a_while(self, app: App, got: dict[str, Any]) -> None:
        RefreshToken.objects.update(expires_at=timezone.now())
        assert refresh(app, got["refresh_token"]).json() == {"error": "invalid_grant"}

    def test_an_account_that_was_closed_gets_nothing(self, app: App, got: dict[str, Any], olga: User) -> None:
        User.objects.filter(pk=olga.pk).update(is_active=False)
        assert is_over(got, app)


class TestEnding:
    def test_its_owner_disconnects_it(self, browser: Client, app: App, got: dict[str, Any]) -> None:
        page = browser.get(reverse("my_apps"))
        there = reverse("end_connection", args=[Connection.objects.get().pk])
        assert "Scoreboard" in text_of(page)
        assert there in page.content.decode()
        for _ in range(2):
            assert browser.post(there).status_code == 302
        assert is_over(got, app)
        assert there not in browser.get(reverse("my_apps")).content.decode()

    def test_the_page_says_when_it_came_last(self, browser: Client, app: App, got: dict[str, Any]) -> None:
        """Once it was asked for long ago, and again when it fetches its next token."""
        RefreshToken.objects.update(created_at=datetime.datetime(2026, 1, 5, 12, tzinfo=datetime.UTC))
        assert "last used Jan 5, 2026" in text_of(browser.get(reverse("my_apps")))
        later = refresh(app, got["refresh_token"])
        assert later.status_code == 200
        [row] = apps.connections_of(Connection.objects.get().user)
        assert row.last_used == RefreshToken.objects.get(used_at=None).created_at
        assert "last used Jan 5, 2026" not in text_of(browser.get(reverse("my_apps")))

    def test_no_one_else_does(self, app: App, got: dict[str, Any], sam: User) -> None:
        log_in(sam).post(reverse("end_connection", args=[Connection.objects.get().pk]))
        assert me(got["access_token"]).status_code == 200

    def test_removing_the_app_ends_it_for_everyone(self, app: App, got: dict[str, Any], sam: User, olga: User) -> None:
        log_in(olga).post(reverse("end_app", args=[app.pk]))
        assert me(got["access_token"]).status_code == 200, "only whoever made it"
        log_in(sam).post(reverse("end_app", args=[app.pk]))
        assert is_over(got, app)

    @pytest.mark.parametrize("which", ["access_token", "refresh_token"])
    def test_the_app_gives_it_back(self, app: App, got: dict[str, Any], which: str, sam: User) -> None:
        other = apps.register_app(sam, "Other", [BACK], key=uuid4())
        send(REVOKE, client_id=other.client_id, token=got[which])
        assert me(got["access_token"]).status_code == 200, "another app can't"
        for _ in range(2):
            assert send(REVOKE, client_id=app.client_id, token=got[which]).status_code == 200
        assert is_over(got, app)

    def test_its_tokens_are_no_ones_own_tokens(self, browser: Client, got: dict[str, Any], olga: User) -> None:
        page = browser.get(reverse("my_tokens"))
        assert "Scoreboard" not in text_of(page)
        assert browser.post(reverse("end_token", args=[ApiToken.objects.get().pk])).status_code == 302
        assert me(got["access_token"]).status_code == 200


def device_of(app: App, **more: Any) -> dict[str, Any]:
    return send(DEVICES, **{"client_id": app.client_id, "scope": "report"} | more).json()  # type: ignore[no-any-return]


def poll(app: App, device: dict[str, Any], *, waited: bool = True) -> Any:
    if waited:
        DeviceRequest.objects.update(polled_at=timezone.now() - datetime.timedelta(minutes=1))
    return send(TOKEN, grant_type=DEVICE, client_id=app.client_id, device_code=device["device_code"])


class TestDevices:
    PAGE = "/device/"

    def test_it_gets_what_was_allowed_elsewhere_once(self, browser: Client, app: App) -> None:
        device = device_of(app)
        assert (device["expires_in"], device["interval"]) == (600, 5)
        assert device["verification_uri"].endswith(self.PAGE)
        assert poll(app, device).json() == {"error": "authorization_pending"}
        page = browser.get(self.PAGE, {"code": device["user_code"].lower().replace("-", " ")})
        assert "Scoreboard would like to use your account" in text_of(page)
        assert f"Continue only if your own device shows {device['user_code']} now" in text_of(page)
        done = browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"})
        assert "Device connected" in text_of(done)
        tokens = poll(app, device).json()
        assert me(tokens["access_token"]).json()["scopes"] == ["report"]
        assert refresh(app, tokens["refresh_token"]).status_code == 200

    def test_a_second_use_ends_what_the_first_opened(self, browser: Client, app: App) -> None:
        device = device_of(app)
        browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"})
        tokens = poll(app, device).json()
        assert poll(app, device).json() == {"error": "invalid_grant"}
        assert is_over(tokens, app)

    def test_it_is_never_told_to_wait_for_long(self, app: App) -> None:
        device = device_of(app)
        DeviceRequest.objects.update(interval=58, polled_at=timezone.now())
        assert poll(app, device, waited=False).json() == {"error": "slow_down"}
        assert DeviceRequest.objects.get().interval == 60

    def test_it_is_told_to_slow_down(self, app: App) -> None:
        device = device_of(app)
        poll(app, device)
        assert [poll(app, device, waited=False).json()["error"] for _ in range(2)] == ["slow_down"] * 2
        assert DeviceRequest.objects.get().interval == 15

    @pytest.mark.parametrize("allowed", ["", "report"])
    def test_asking_for_more_than_was_allowed_gains_nothing(self, browser: Client, app: App, allowed: str) -> None:
        device = device_of(app, scope=allowed)
        browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"})
        asks = {"grant_type": DEVICE, "client_id": app.client_id, "device_code": device["device_code"]}
        tokens = send(TOKEN, **asks, scope="report organize play").json()
        assert (tokens["scope"], me(tokens["access_token"]).json()["scopes"]) == (allowed, allowed.split())

    def test_no_is_told(self, browser: Client, app: App) -> None:
        device = device_of(app)
        assert "Not connected" in text_of(browser.post(self.PAGE, {"code": device["user_code"], "deny": "yes"}))
        assert poll(app, device).json() == {"error": "access_denied"}
        late = browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"})
        assert (late.status_code, Connection.objects.count()) == (422, 0)

    def test_it_ends_after_ten_minutes(self, browser: Client, app: App) -> None:
        device = device_of(app)
        DeviceRequest.objects.update(expires_at=timezone.now())
        assert poll(app, device).json() == {"error": "expired_token"}
        assert browser.get(self.PAGE, {"code": device["user_code"]}).status_code == 422

    def test_another_app_does_not_get_it(self, browser: Client, app: App, sam: User) -> None:
        device = device_of(app)
        browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"})
        other = apps.register_app(sam, "Other", [BACK], key=uuid4())
        assert poll(other, device).json() == {"error": "invalid_grant"}
        assert "access_token" in poll(app, device).json()

    @pytest.mark.parametrize("wrong", [{"client_id": "nothing"}, {"scope": "everything"}, {"client_id": ""}])
    def test_what_cannot_be_asked_for(self, app: App, wrong: dict[str, str]) -> None:
        assert "error" in device_of(app, **wrong)
        assert not DeviceRequest.objects.exists()

    def test_codes_are_guessed_a_few_times_only(
        self, browser: Client, app: App, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.FLOOD_LIMITS = True
        monkeypatch.setattr(limits, "DEVICE_CODES", Limit(f"test-{uuid4()}", 3, 60))
        device = device_of(app)
        guesses = [browser.get(self.PAGE, {"code": f"BCDF-GHJ{letter}"}).status_code for letter in "KLMN"]
        assert guesses == [422, 422, 422, 429]
        assert browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"}).status_code == 429
        assert not Connection.objects.exists()

    def test_yes_asks_for_the_password(self, olga: User, app: App) -> None:
        browser, device = log_in(olga), device_of(app)
        asking = browser.post(self.PAGE, {"code": device["user_code"], "allow": "yes"})
        assert asking["Location"].startswith(reverse("account_reauthenticate"))
        assert not Connection.objects.exists()
        assert "Device connected" in text_of(browser.post(asking["Location"], {"password": PASSWORD}))

    def test_codes_are_kept_as_hashes(self, app: App) -> None:
        device = device_of(app)
        kept = str(world())
        assert [text for text in (device["device_code"], device["user_code"].replace("-", "")) if text in kept] == []


class TestForgetting:
    @pytest.mark.parametrize("kind", [AuthorizationCode, DeviceRequest, ApiToken])
    def test_what_has_served_goes_after_a_day(self, browser: Client, app: App, kind: Any) -> None:
        device_of(app)
        trade(app, code_for(browser, app))
        now, day = timezone.now(), datetime.timedelta(days=1)
        kind.objects.update(created_at=now - 3 * day, expires_at=now - 2 * day)
        forget_old()
        assert not kind.objects.exists()
        assert Connection.objects.exists()

    def test_a_refresh_token_that_was_used_stays_so_that_a_thief_is_found(self, app: App, got: dict[str, Any]) -> None:
        later = refresh(app, got["refresh_token"]).json()
        forget_old(timezone.now() + datetime.timedelta(days=60))
        assert refresh(app, got["refresh_token"]).json() == {"error": "invalid_grant"}
        assert refresh(app, later["refresh_token"]).json() == {"error": "invalid_grant"}

    def test_an_app_that_came_no_more_is_forgotten_with_its_connection(self, app: App, got: dict[str, Any]) -> None:
        forget_old(timezone.now() + datetime.timedelta(days=90))
        assert Connection.objects.exists()
        forget_old(timezone.now() + datetime.timedelta(days=92))
        forget_old(timezone.now() + datetime.timedelta(days=92))
        assert not Connection.objects.exists()
        assert App.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["a code", "a refresh token"])
def test_of_two_who_come_at_once_one_gets_in_and_then_none(browser: Client, app: App, kind: str) -> None:
    """Whoever is second ends what the first got."""
    code = code_for(browser, app)
    if kind == "a refresh token":
        token = trade(app, code).json()["refresh_token"]
    answers: list[Any] = []

    def come() -> None:
        answers.append(trade(app, code) if kind == "a code" else refresh(app, token))
        connection.close()

    both = [threading.Thread(target=come) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join(30)
    statuses = sorted(one.status_code for one in answers)
    assert statuses == [200, 400]
    [good] = [one.json() for one in answers if one.status_code == 200]
    assert is_over(good, app)


class TestRegistering:
    def filled(self, **changed: Any) -> dict[str, Any]:
        return form(name="Scoreboard", addresses=f"{BACK}\n\n com.example.app:/cb ") | changed

    def test_an_app_is_added_and_its_client_id_shown(self, browser: Client, olga: User) -> None:
        sent = self.filled()
        page = browser.post(reverse("my_apps"), sent)
        made = App.objects.get(owner=olga)
        assert made.redirect_uris == [BACK, "com.example.app:/cb"]
        assert made.client_id in text_of(page)
        browser.post(reverse("my_apps"), sent)
        assert App.objects.count() == 1, "the same form again"

    @pytest.mark.parametrize("wrong", [{"name": ""}, {"addresses": ""}, {"addresses": "http://board.example"}])
    def test_a_form_that_cannot_be_is_shown_again(self, browser: Client, wrong: dict[str, str]) -> None:
        assert browser.post(reverse("my_apps"), self.filled(**wrong)).status_code == 422
        assert not App.objects.exists()

    def test_it_asks_for_the_password(self, olga: User) -> None:
        asking = log_in(olga).post(reverse("my_apps"), self.filled())
        assert asking["Location"].startswith(reverse("account_reauthenticate"))

    def test_there_are_limits(self, olga: User, app: App, monkeypatch: pytest.MonkeyPatch, browser: Client) -> None:
        monkeypatch.setattr(apps, "MAX_APPS", 1)
        apps.register_app(olga, "One", [BACK], key=uuid4())
        with pytest.raises(RuleError, match="already have 1 apps"):
            apps.register_app(olga, "Two", [BACK], key=uuid4())
        monkeypatch.setattr(apps, "MAX_CONNECTIONS", 1)
        trade(app, code_for(browser, app))
        refused = answer(browser, app)
        assert (refused.status_code, Connection.objects.count()) == (422, 1)


class TestForPrograms:
    def test_libraries_find_everything(self) -> None:
        found = Client().get("/.well-known/oauth-authorization-server").json()
        assert found["code_challenge_methods_supported"] == ["S256"]
        assert found["response_types_supported"] == ["code"]
        assert found["token_endpoint"] == f"http://testserver{TOKEN}"
        assert set(found["grant_types_supported"]) == {"authorization_code", "refresh_token", DEVICE}

    def test_pages_of_other_sites_may_trade_codes(self) -> None:
        before = Client().options(TOKEN)
        assert (before.status_code, before["Access-Control-Allow-Origin"]) == (204, "*")
        assert "Access-Control-Allow-Credentials" not in before

    def test_an_address_asks_so_often(self, app: App, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.FLOOD_LIMITS = True
        monkeypatch.setattr(limits, "APP_LOG_INS", Limit(f"test-{uuid4()}", 2, 60))
        answers = [trade(app, "made-up") for _ in range(3)]
        assert [one.status_code for one in answers] == [400, 400, 429]
        assert answers[-1]["Retry-After"]

    def test_whoever_must_have_a_second_factor_has_one(
        self, app: App, got: dict[str, Any], olga: User, settings: Any
    ) -> None:
        """As with tokens: it was allowed without one."""
        settings.REQUIRE_MFA = True
        User.objects.filter(pk=olga.pk).update(is_staff=True)
        refused = me(got["access_token"])
        assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_missing")

    def test_answers_are_json(self, app: App) -> None:
        refused = trade(app, "made-up")
        assert refused["Content-Type"] == "application/json"
        assert json.loads(refused.content) == {"error": "invalid_grant"}
