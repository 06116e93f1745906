"""A log-in ends: by itself when it is old, with a new password, and what it was told ends with it."""

import http.client
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import live
from games.accounts import sessions
from games.accounts.models import User
from games.live.bus import bus
from tests.cast import PASSWORD, make_user
from tests.euchre_site.second_factors import give_second_factor
from tests.games.live.streams import SSE
from tests.tournaments.pages.browsing import log_in, writes

DAY = 86_400


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


def is_in(browser: Client) -> bool:
    return browser.get("/me/tokens/").status_code == 200


def put_back(browser: Client, **days: float) -> None:
    """As if the session had been begun, or used last, so many days ago."""
    session = browser.session
    for name, ago in days.items():
        session[name] = int(time.time() - ago * DAY)
    session.save()


class TestAge:
    def test_an_old_log_in_ends_however_much_it_is_used(self, olga: User, settings: Any) -> None:
        browser = log_in(olga)
        put_back(browser, logged_in_at=settings.SESSION_DAYS - 0.1, seen_at=0.01)
        assert is_in(browser)
        put_back(browser, logged_in_at=settings.SESSION_DAYS + 0.1, seen_at=0.01)
        assert not is_in(browser)
        assert browser.get("/").status_code == 200, "like any visitor"

    def test_one_in_use_is_written_once_an_hour_and_runs_on(self, olga: User, settings: Any) -> None:
        browser = log_in(olga)
        with writes() as sent:
            assert is_in(browser)
        assert sent == []
        put_back(browser, seen_at=0.1)
        with writes() as sent:
            assert is_in(browser)
            assert is_in(browser)
        assert len([sql for sql in sent if "django_session" in sql]) == 1
        assert browser.session.get_expiry_age() == settings.SESSION_IDLE_DAYS * DAY

    def test_a_visitor_who_is_not_logged_in_has_no_age(self, db: None) -> None:
        with writes() as sent:
            Client().get("/")
        assert sent == []


class TestPassword:
    def test_a_new_one_ends_all_other_sessions(self, olga: User) -> None:
        here, there = log_in(olga), log_in(olga)
        body = {"oldpassword": PASSWORD, "password1": "quite-another-one", "password2": "quite-another-one"}
        assert here.post(reverse("account_change_password"), body).status_code == 302
        assert is_in(here)
        assert not is_in(there)

    def test_ending_an_accounts_sessions_leaves_those_of_others(self, olga: User) -> None:
        hers, his = log_in(olga), log_in(make_user("Oscar"))
        sessions.end_sessions(olga)
        assert (is_in(hers), is_in(his)) == (False, True)


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The topic `desk` is for users who are logged in, `hall` for everyone."""
    monkeypatch.setitem(live._resolvers, "desk", lambda user, ident: 1 if user.is_authenticated else None)
    monkeypatch.setitem(live._resolvers, "hall", lambda user, ident: 1)


class Listening:
    """An open stream of a browser."""

    def __init__(self, site: str, browser: Client, topic: str = "desk:1") -> None:
        self.web = http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)
        cookies = "; ".join(f"{name}={one.value}" for name, one in browser.cookies.items())
        self.web.request("GET", f"/live/?topic={topic}", headers=SSE | {"Cookie": cookies})
        self.answer = self.web.getresponse()
        assert self.answer.status == 200
        self.lines = iter(self.answer.readline, b"")
        self.hears(1)

    def hears(self, version: int) -> None:
        for line in self.lines:
            if line.startswith(b"data:") and json.loads(line[5:])["version"] == version:
                return
        raise AssertionError("the stream has ended")

    def ends(self) -> None:
        """Nothing but comments until the end."""
        try:
            assert [line for line in self.lines if line.startswith(b"data:")] == []
        except TimeoutError:
            pytest.fail("The stream is kept.")
        self.close()

    def close(self) -> None:
        self.answer.close()
        self.web.close()


@pytest.fixture
def live_site(site: str, versions: None, wait_until: Any) -> Iterator[str]:
    yield site
    bus().hang_up()
    wait_until(lambda: not bus().subscriptions())


class TestStreams:
    """No stream is kept after logging out. A beat comes after 15 s: no test waits for one here."""

    def listening(self, site: str, user: User, wait_until: Any, topic: str = "desk:1") -> tuple[Client, Listening]:
        before = len(bus().subscriptions())
        browser = log_in(user)
        stream = Listening(site, browser, topic)
        wait_until(lambda: len(bus().subscriptions()) == before + 1)
        return browser, stream

    def test_end_with_the_log_in(self, live_site: str, olga: User, wait_until: Any) -> None:
        browser, stream = self.listening(live_site, olga, wait_until)
        oscar = self.listening(live_site, make_user("Oscar"), wait_until)[1]
        browser.post(reverse("account_logout"))
        stream.ends()
        live.publish("desk:1", 2)
        oscar.hears(2)
        oscar.close()

    @pytest.mark.slow
    def test_end_with_the_password(self, live_site: str, olga: User, wait_until: Any) -> None:
        _, stream = self.listening(live_site, olga, wait_until)
        olga.set_password("quite-another-one")
        olga.save()
        stream.ends()

    @pytest.mark.slow
    def test_end_when_a_second_factor_is_switched_on(self, live_site: str, olga: User, wait_until: Any) -> None:
        _, stream = self.listening(live_site, olga, wait_until)
        give_second_factor(olga)
        stream.ends()

    @pytest.mark.slow
    def test_end_when_the_account_is_closed(self, live_site: str, olga: User, wait_until: Any) -> None:
        _, stream = self.listening(live_site, olga, wait_until)
        olga.is_active = False
        olga.save(update_fields=["is_active"])
        stream.ends()

    @pytest.mark.slow
    def test_end_though_the_message_was_lost(
        self, live_site: str, olga: User, wait_until: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.05)
        monkeypatch.setattr(sessions, "end_streams", lambda number: None)
        browser, stream = self.listening(live_site, olga, wait_until, "hall:1")
        browser.post(reverse("account_logout"))
        stream.ends()

    def test_no_one_can_subscribe_to_who_logs_out(self, live_site: str, olga: User) -> None:
        assert log_in(olga).get(f"/live/?topic=log_ins:{olga.pk}&poll=1").status_code == 404
