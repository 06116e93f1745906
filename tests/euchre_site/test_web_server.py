"""The web server of `manage.py serve`: requests that never arrive whole, and headers that only a proxy may send."""

import asyncio
import contextlib
import http.client
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.urls import reverse

from euchre_site import web_server
from euchre_site.web_server import Connection, Server
from games import limits
from games.limits import Limit
from games.tables.models import Table
from tests.flows.browserless import Browser, Tally

HALF = b"GET /healthz/live HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = HALF + b"\r\n"
BODY = b"POST /healthz/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
MOST = 8


class TestUnfinished:
    @pytest.fixture
    def hurried(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(web_server, "PATIENCE_SECONDS", 0.2)

    @pytest.fixture
    def crowded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(web_server, "most_unfinished", lambda: MOST)

    @pytest.fixture
    def wires(self) -> Iterator[ExitStack]:
        with ExitStack() as found:
            yield found

    @pytest.mark.parametrize("said", [b"", HALF, HALF + b"A: ", BODY, BODY + b"x" * 99])
    def test_an_incomplete_request_is_given_up(self, hurried: None, site: str, said: bytes) -> None:
        with closing(connect(site)) as wire:
            wire.sendall(said)
            assert is_over(wire)

    def test_an_incomplete_second_request_is_given_up_too(self, hurried: None, site: str) -> None:
        with closing(connect(site)) as wire:
            wire.sendall(WHOLE)
            assert is_answered(wire)
            wire.sendall(HALF)
            assert is_over(wire)

    def test_who_listens_is_not_given_up(self, hurried: None, site: str) -> None:
        with closing(http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)) as web:
            web.request("GET", "/live/?topic=unlocks:1", headers={"Accept": "text/event-stream"})
            stream = web.getresponse()
            with closing(connect(site)) as half:
                half.sendall(HALF)
                assert is_over(half), "the patience is over"
            assert web.sock is not None
            web.sock.settimeout(0.2)
            with contextlib.suppress(TimeoutError):
                lines = list(stream)
                pytest.fail(f"the stream has ended after {lines}")
            stream.close()

    def test_however_many_there_are_pages_come_and_the_latest_stay(
        self, site: str, crowded: None, wires: ExitStack
    ) -> None:
        held = [wires.enter_context(closing(connect(site))) for _ in range(5 * MOST)]
        for wire in held:
            wire.sendall(HALF)
        for _ in range(2 * MOST):
            with closing(connect(site)) as wire:
                wire.sendall(WHOLE)
                assert is_answered(wire)
        still = [wire for wire in held if not is_over(wire, 0.01)]
        assert 0 < len(still) <= MOST
        assert still == held[-len(still) :]
        still[-1].sendall(b"\r\n")
        assert is_answered(still[-1]), "a slow one is answered as soon as it is whole"

    def test_a_quarter_of_the_files_and_never_more_than_a_thousand(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for files, most in ((1024, 256), (65_536, 1000), (resource.RLIM_INFINITY, 1000)):
            monkeypatch.setattr(resource, "getrlimit", lambda what, files=files: (files, files))
            assert web_server.most_unfinished() == most
        monkeypatch.setitem(sys.modules, "resource", None)
        assert web_server.most_unfinished() == 1000, "Windows has no such limit"

    def test_a_head_has_one_time_limit_and_each_piece_of_a_body_its_own(self) -> None:
        """With a clock of its own: what lasts how long is counted, not waited for."""
        clock = Clock()
        wire = Connection(Server().config, web_server.State(), {}, clock)  # type: ignore[arg-type]
        wire.connection_made(Transport())
        for letter in (BODY[:1], BODY[1:20], BODY[20:-1]):
            wire.data_received(letter)
        assert (clock.begun, clock.running) == (1, 1)
        for piece in (BODY[-1:], b"x" * 50, b"x" * 49):
            wire.data_received(piece)
        assert (clock.begun, clock.running) == (4, 1)
        wire.data_received(b"x")
        assert (clock.running, wire.server_state.unfinished) == (0, {})


def connect(site: str) -> socket.socket:
    host, _, port = site.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=10)


def is_answered(wire: socket.socket) -> bool:
    answer = b""
    while not answer.endswith(b"}") and (piece := wire.recv(4096)):
        answer += piece
    return answer.startswith(b"HTTP/1.1 200") and answer.endswith(b"}")


def is_over(wire: socket.socket, seconds: float = 10) -> bool:
    """Whether the other side closes it within that time."""
    wire.settimeout(seconds)
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        try:
            return wire.recv(1) == b""
        except TimeoutError:
            return False
        finally:
            wire.settimeout(10)
    return True


class Clock:
    """Of an event loop: how many waits have begun, and how many go on. Tasks are left lying."""

    def __init__(self) -> None:
        self.begun = self.running = 0

    def call_later(self, seconds: float, act: Callable[[], None]) -> Any:
        self.begun, self.running = self.begun + 1, self.running + 1
        return self

    def cancel(self) -> None:
        self.running -= 1

    def create_task(self, work: Any) -> Any:
        work.close()
        return Mock()


class Transport(asyncio.Transport):
    def is_closing(self) -> bool:
        return False


class TestForwarded:
    """TRUSTED_PROXIES is 0: what a request says about where it comes from is not believed."""

    @pytest.fixture(autouse=True)
    def counted(self, settings: Any) -> Iterator[None]:
        settings.FLOOD_LIMITS = True
        cache.clear()
        yield
        cache.clear()

    @pytest.fixture
    def come(self, site: str) -> Callable[..., "Claiming"]:
        return partial(Claiming, int(site.rpartition(":")[2]))

    def test_who_guesses_passwords_is_one_address_whatever_it_claims(self, come: Callable[..., "Claiming"]) -> None:
        refused = [come(f"203.0.113.{number}").guesses_a_password(number) for number in range(11)]
        assert refused == [False] * 10 + [True]

    def test_who_opens_tables_is_one_address_whatever_it_claims(
        self, come: Callable[..., "Claiming"], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "NEW_GUESTS", Limit("new-guest", 3, 300))
        assert [come(f"203.0.113.{number}").opens_a_table() for number in range(5)] == [200] * 3 + [429] * 2
        assert Table.objects.count() == 3

    def test_a_scheme_is_not_believed(self, come: Callable[..., "Claiming"]) -> None:
        page = come("https", "X-Forwarded-Proto").get("/accounts/login/").text
        assert 'content="http://' in page
        assert 'content="https://' not in page

    def test_a_proxy_of_ours_is_believed_about_the_address_that_it_adds(
        self, come: Callable[..., "Claiming"], settings: Any
    ) -> None:
        """The positive control: claims are read where a proxy is configured, and of these the last one."""
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        refused = [come(f"203.0.113.{number}").guesses_a_password(number) for number in range(11)]
        assert refused == [False] * 11
        refused = [come(f"203.0.113.{number}, 203.0.113.99").guesses_a_password(20 + number) for number in range(11)]
        assert refused == [False] * 10 + [True]


class Claiming(Browser):
    """Says about itself from where it comes, as only a proxy may."""

    def __init__(self, port: int, claim: str, header: str = "X-Forwarded-For") -> None:
        super().__init__(port, Tally(), Random(1))
        self.claim = {header: claim}

    def _headers(self) -> dict[str, str]:
        return super()._headers() | self.claim

    def guesses_a_password(self, number: int) -> bool:
        """Of another account each time. Whether it is told that these are too many."""
        path = "/accounts/login/"
        form = self.get(path).form(path)
        answer = self.submit(form, login=f"pam{number}@example.org", password="guessed")
        assert answer.status == 200
        return "Too many failed attempts" in answer.text

    def opens_a_table(self) -> int:
        path = reverse("play_now")
        return self.submit(self.get(reverse("lobby")).form(path)).status
