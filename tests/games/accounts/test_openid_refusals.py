"""What a thief forges, a provider that stalls or lies, and settings that can't work: each is refused in words."""

import re
import time
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from games.accounts.models import User
from games.accounts.openid import wire
from games.accounts.openid.configured import read_providers
from tests.games.accounts.openid_flow import BACK, GO, SIGN_UP, at_provider, is_in, kept, leave, link, through
from tests.games.accounts.openid_provider import ADA, CLIENT, OTHER_KEY, TestProvider, asked_for, running_provider
from tests.tournaments.pages.browsing import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counted_afresh")]


def expired(claims: dict[str, Any]) -> dict[str, Any]:
    return claims | {"exp": int(time.time()) - 3600}


FORGED = {
    "of another log-in": lambda claims: claims | {"nonce": "another"},
    "without a nonce": lambda claims: {name: value for name, value in claims.items() if name != "nonce"},
    "for another site": lambda claims: claims | {"aud": "another"},
    "for two sites": lambda claims: claims | {"aud": [CLIENT, "another"], "azp": "another"},
    "of another provider": lambda claims: claims | {"iss": "https://accounts.google.com"},
    "expired": expired,
    "without an end": lambda claims: {name: value for name, value in claims.items() if name != "exp"},
    "about no one": lambda claims: claims | {"sub": ""},
    "without a subject": lambda claims: {name: value for name, value in claims.items() if name != "sub"},
}


class TestForged:
    @pytest.fixture(autouse=True)
    def linked(self, lodge: TestProvider, ada: User) -> None:
        link(ada, lodge)

    def refused(self, browser: Client, answer: Any, words: str) -> None:
        assert 400 <= answer.status_code < 500
        assert words in text_of(answer)
        assert not is_in(browser)

    @pytest.mark.parametrize("change", ["other", "none", "twice", "old", "other browser"])
    def test_a_state_that_is_not_this_browsers(self, lodge: TestProvider, change: str) -> None:
        browser = Client()
        back = at_provider(leave(browser))
        if change == "other":
            back = re.sub(r"state=[^&]+", "state=abcdefghijklmnop", back)
        elif change == "none":
            back = re.sub(r"&?state=[^&]+", "", back)
        elif change == "twice":
            browser.get(back)
            browser.logout()
        elif change == "old":
            session = browser.session
            for stashed in session["socialaccount_states"].values():
                stashed[1] -= 601
            session.save()
        else:
            browser = Client()
        words = "The login didn’t start in this browser, or it took longer than 10 minutes."
        self.refused(browser, browser.get(back), words)

    @pytest.mark.parametrize("kind", FORGED)
    def test_an_id_token(self, lodge: TestProvider, kind: str) -> None:
        lodge.change_claims = FORGED[kind]
        browser = Client()
        self.refused(browser, through(browser), "We couldn’t verify what Lodge sent us")

    @pytest.mark.parametrize(("key", "algorithm"), [(OTHER_KEY, "RS256"), (None, "HS256"), (None, "none")])
    def test_a_signature(self, lodge: TestProvider, key: Any, algorithm: str) -> None:
        lodge.key, lodge.algorithm = key, algorithm
        browser = Client()
        self.refused(browser, through(browser), "We couldn’t verify what Lodge sent us")

    def test_userinfo_about_someone_else(self, lodge: TestProvider) -> None:
        lodge.person = {"sub": "mallory"}
        lodge.in_userinfo = dict(ADA)
        browser = Client()
        self.refused(browser, through(browser), "We couldn’t verify what Lodge sent us")

    def test_a_code_that_the_provider_did_not_give(self, lodge: TestProvider) -> None:
        browser = Client()
        back = re.sub(r"code=[^&]+", "code=stolen", at_provider(leave(browser)))
        answer = browser.get(back)
        assert answer.status_code == 503
        assert not is_in(browser)

    def test_coming_back_without_a_code(self, lodge: TestProvider) -> None:
        browser = Client()
        state = asked_for(leave(browser))["state"]
        self.refused(browser, browser.get(BACK, {"state": state}), "We couldn’t verify")

    def test_whoever_cancels_is_told_so(self, lodge: TestProvider) -> None:
        browser = Client()
        state = asked_for(leave(browser))["state"]
        assert "You canceled the login at Lodge, so nothing changed." in text_of(
            browser.get(BACK, {"state": state, "error": "access_denied"})
        )
        assert not is_in(browser)


class TestAway:
    """A provider that doesn't answer. Waiting is cut short here; one test waits as long as people do."""

    @pytest.fixture
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(wire.Wire.__init__, "__defaults__", (0.4,))

    def away(self, answer: Any) -> None:
        assert answer.status_code == 503
        assert "We couldn’t reach Lodge, so nothing changed." in text_of(answer)

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize("drips", [False, True])
    @pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"])
    def test_a_stalled_one_is_given_up(self, lodge: TestProvider, path: str, drips: bool) -> None:
        lodge.person = {"sub": "ada-1"}
        lodge.stalling, lodge.drips = {path}, drips
        browser = Client()
        began = time.monotonic()
        self.away(browser.post(GO) if "well-known" in path else through(browser))
        assert time.monotonic() - began < 5
        assert kept() == ([], [], [], 0)
        assert browser.get(SIGN_UP).status_code == 302

    def test_one_that_is_down(self, lodge: TestProvider, settings: Any) -> None:
        settings.OIDC_PROVIDERS = read_providers(f"Lodge=http://{CLIENT}:x@127.0.0.1:9")
        self.away(Client().post(GO))

    def test_a_name_that_leads_nowhere(self, lodge: TestProvider, settings: Any) -> None:
        settings.OIDC_PROVIDERS = read_providers(f"Lodge=https://{CLIENT}:x@login.invalid")
        self.away(Client().post(GO))

    @pytest.mark.parametrize(
        "about",
        [
            {"issuer": "https://accounts.google.com"},
            {"issuer": None},
            {"authorization_endpoint": None},
            {"authorization_endpoint": "javascript:alert(1)"},
            {"authorization_endpoint": ["https://example.org"]},
        ],
    )
    def test_one_that_describes_itself_wrongly(self, lodge: TestProvider, about: dict[str, Any]) -> None:
        lodge.about = about
        self.away(Client().post(GO))

    def test_a_redirect_is_not_followed(self, lodge: TestProvider) -> None:
        with running_provider() as inside:
            lodge.redirects_to = f"{inside.issuer}/keys"
            self.away(Client().post(GO))
            assert inside.asked == []

    def test_many_who_wait_leave_threads_for_others(
        self, lodge: TestProvider, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        monkeypatch.setattr(wire, "PATIENCE", 0.05)
        places = settings.WEB_THREADS // 2
        for _ in range(places):
            wire._places.acquire()
        try:
            self.away(Client().post(GO))
            assert lodge.asked == []
        finally:
            wire._places.release(places)
        assert leave(Client())

    @pytest.mark.slow
    @pytest.mark.heavy
    def test_the_page_comes_within_ten_seconds(self, lodge: TestProvider) -> None:
        lodge.stalling = {"/.well-known/openid-configuration"}
        began = time.monotonic()
        self.away(Client().post(GO))
        assert 5 < time.monotonic() - began < 10

    def test_pressing_the_button_again_and_again_is_refused(self, lodge: TestProvider) -> None:
        browser = Client(REMOTE_ADDR="fd00:5::1")
        statuses = [browser.post(GO).status_code for _ in range(31)]
        assert statuses == [200] * 30 + [429]


class TestSettings:
    def test_a_list_of_providers(self) -> None:
        google, club = read_providers(
            "Google=https://12-ab.apps.googleusercontent.com:GOCSPX-x@accounts.google.com,"
            " St. Mary’s=https://id:p%40ss%2C@login.example.org:8443/realms/club/"
        )
        assert (google.id, google.issuer) == ("google", "https://accounts.google.com")
        assert (google.client_id, google.secret) == ("12-ab.apps.googleusercontent.com", "GOCSPX-x")
        assert (club.id, club.name, club.secret) == ("st-marys", "St. Mary’s", "p@ss,")
        assert club.issuer == "https://login.example.org:8443/realms/club/"
        assert "GOCSPX" not in repr(google)
        assert read_providers("") == ()

    @pytest.mark.parametrize(
        "text",
        [
            "https://id:secret@accounts.google.com",
            "Google=accounts.google.com",
            "Google=https://accounts.google.com",
            "Google=http://id:secret@accounts.google.com",
            "Google=ftp://id:secret@localhost",
            "Google=https://id:secret@login.example.org?tenant=1",
            "Google=https://id:secret@login.example.org:port",
            "!=https://id:secret@login.example.org",
            "A=https://id:secret@a.example.org,a=https://id:secret@b.example.org",
        ],
    )
    def test_what_cannot_work_is_refused_at_start(self, text: str) -> None:
        with pytest.raises(ImproperlyConfigured, match="OIDC_PROVIDERS"):
            read_providers(text)
