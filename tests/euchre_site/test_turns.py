"""A few threads make all pages: who comes first, what a request that waits costs, and who gives up while waiting."""

import asyncio
import tempfile
import threading
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from euchre_site.priority_asgi import FETCHED_ANEW, LOOKED_AT, SENT, Pages, Streams, Turns, urgency_of
from tests.processes import ROOT

GATE = threading.Event()
MADE: list[tuple[str, str]] = []
"""Address and thread of every page that was made."""
READ: list[bytes] = []


def page(request: HttpRequest, name: str) -> HttpResponse:
    MADE.append((name, threading.current_thread().name))
    if name == "slow":
        assert GATE.wait(30)
        READ.append(request.body)
    return HttpResponse(name)


async def stream(request: HttpRequest) -> HttpResponse:
    MADE.append(("stream", ""))
    await asyncio.sleep(30)
    return HttpResponse()


urlpatterns = [path("stream", stream), path("<str:name>", page)]


@pytest.fixture
def pages() -> Any:
    """One thread, and no middleware between it and the view."""
    GATE.clear()
    MADE.clear()
    READ.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        yield Pages(1)
    GATE.set()


class Request:
    """One request to an ASGI application, and what became of it."""

    def __init__(
        self, app: Any, address: str, method: str = "GET", *headers: tuple[bytes, bytes], query: bytes = b""
    ) -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "path": address,
            "raw_path": address.encode(),
            "query_string": query,
            "headers": [(b"host", b"testserver"), *headers],
            "http_version": "1.1",
            "scheme": "http",
            "client": ("127.0.0.1", 1),
        }
        self.sent: list[dict[str, Any]] = []
        self.hung_up, self._was_read = asyncio.Event(), False
        self.task = asyncio.create_task(app(self.scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._was_read:
            self._was_read = True
            return {"type": "http.request", "body": b"sent"}
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()


async def made(count: int) -> None:
    async with asyncio.timeout(30):
        while len(MADE) < count:
            await asyncio.sleep(0.005)


REFRESH = (b"x-refresh", b"yes")


def test_what_is_sent_comes_first_and_what_a_page_fetches_by_itself_last(pages: Pages) -> None:
    @async_to_sync
    async def crowd() -> list[str]:
        requests = [Request(pages, "/slow")]
        await made(1)
        requests += [Request(pages, "/refresh", "GET", REFRESH), Request(pages, "/look"), Request(pages, "/look-too")]
        requests += [Request(pages, "/send", "POST")]
        await asyncio.sleep(0.05)  # all stand in the line
        GATE.set()
        await asyncio.gather(*(request.task for request in requests))
        return [request.text for request in requests]

    assert crowd() == ["slow", "refresh", "look", "look-too", "send"]
    assert [name for name, _ in MADE] == ["slow", "send", "look", "look-too", "refresh"]


def test_hundreds_that_wait_hold_no_threads(pages: Pages) -> None:
    @async_to_sync
    async def crowd() -> int:
        requests = [Request(pages, "/slow")]
        await made(1)
        before = threading.active_count()
        requests += [Request(pages, "/look") for _ in range(300)]
        await asyncio.sleep(0.05)
        more = threading.active_count() - before
        GATE.set()
        await asyncio.gather(*(request.task for request in requests))
        return more

    assert crowd() <= 0
    assert len(MADE) == 301
    assert len({thread for _, thread in MADE}) == 1


def test_a_client_that_hangs_up_while_waiting_is_not_answered_and_holds_no_one_up(pages: Pages) -> None:
    @async_to_sync
    async def crowd() -> tuple[str, str]:
        slow = Request(pages, "/slow")
        await made(1)
        impatient, patient = Request(pages, "/impatient"), Request(pages, "/patient")
        await asyncio.sleep(0.05)
        impatient.hung_up.set()
        await impatient.task
        GATE.set()
        await asyncio.gather(slow.task, patient.task)
        return impatient.text, patient.text

    assert crowd() == ("", "patient")
    assert [name for name, _ in MADE] == ["slow", "patient"]


def test_a_page_that_is_being_made_keeps_its_turn_when_its_client_gives_up(pages: Pages) -> None:
    @async_to_sync
    async def crowd() -> None:
        slow = Request(pages, "/slow", "POST")
        await made(1)
        slow.task.cancel()
        refresh = Request(pages, "/refresh", "GET", REFRESH)
        await asyncio.sleep(0.05)
        send = Request(pages, "/send", "POST")
        await asyncio.sleep(0.05)
        GATE.set()
        await asyncio.gather(refresh.task, send.task)

    crowd()
    assert [name for name, _ in MADE] == ["slow", "send", "refresh"], "the turn was given away too early"
    assert READ == [b"sent"]


def test_a_server_that_stops_closes_what_was_sent_to_it(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    bodies: list[Any] = []

    class Kept(tempfile.SpooledTemporaryFile[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            bodies.append(self)

    @async_to_sync
    async def stop() -> None:
        slow = Request(pages, "/slow", "POST")
        await made(1)
        cut_off = [Request(pages, "/waits", "POST"), Request(Streams(), "/stream", "POST")]
        await made(2)
        for request in cut_off:
            request.task.cancel()
        GATE.set()
        await asyncio.gather(slow.task, *(request.task for request in cut_off), return_exceptions=True)

    monkeypatch.setattr("django.core.handlers.asgi.tempfile.SpooledTemporaryFile", Kept)
    stop()
    assert [body.closed for body in bodies] == [True] * 3


def test_it_knows_whether_someone_waits() -> None:
    async def play() -> list[bool]:
        turns = Turns(1)
        first, seen = turns.take(LOOKED_AT), [turns.somebody_waits()]
        second = turns.take(LOOKED_AT)
        seen.append(turns.somebody_waits())
        turns.end()
        assert first.done()
        assert second.done()
        return [*seen, turns.somebody_waits()]

    assert asyncio.run(play()) == [False, True, False]


def test_who_gave_up_does_not_wait_even_when_the_server_has_stopped() -> None:
    turns = Turns(1)

    async def stop_with_one_waiting() -> None:
        turns.take(LOOKED_AT)
        turns.give_up(turns.take(LOOKED_AT))

    asyncio.run(stop_with_one_waiting())
    assert not turns.somebody_waits()


def test_every_turn_comes_back() -> None:
    @async_to_sync
    async def crowd() -> None:
        turns = Turns(2)
        taken = [turns.take(LOOKED_AT) for _ in range(5)]
        assert [turn.done() for turn in taken] == [True, True, False, False, False]
        turns.give_up(taken[2])
        turns.end()
        assert [turn.done() for turn in taken] == [True, True, True, True, False]
        turns.give_up(taken[3])
        assert taken[4].done(), "a turn that came and was given up went to the next"
        for _ in range(2):
            turns.end()
        assert [turns.take(LOOKED_AT).done() for _ in range(3)] == [True, True, False]

    crowd()


@pytest.mark.parametrize(
    ("method", "address", "headers", "urgency"),
    [
        ("POST", "/events/1/", [], SENT),
        ("POST", "/events/1/", [REFRESH], SENT),
        ("GET", "/healthz/ready", [], SENT),
        ("GET", "/events/1/", [], LOOKED_AT),
        ("GET", "/events/1/", [REFRESH], FETCHED_ANEW),
    ],
)
def test_urgency(method: str, address: str, headers: list[tuple[bytes, bytes]], urgency: int) -> None:
    assert urgency_of({"method": method, "path": address, "headers": headers}) == urgency


def test_pages_that_fetch_themselves_say_so() -> None:
    script = (ROOT / "euchre_site/static/js/live.js").read_text()
    assert 'headers["X-Refresh"] = "yes"' in script


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_hundreds_of_live_streams_share_a_few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    from games import live

    monkeypatch.setitem(live._resolvers, "night", lambda user, ident: 41)
    accept = (b"accept", b"text/event-stream")

    async def crowd() -> tuple[int, list[bool]]:
        streams = Streams()
        before = threading.active_count()
        requests = [Request(streams, "/live/", "GET", accept) for _ in range(50)]
        for request in requests:
            request.scope["query_string"] = b"topic=night:7"
        async with asyncio.timeout(30):
            while not all("41" in request.text for request in requests):
                await asyncio.sleep(0.05)
        more = threading.active_count() - before
        for request in requests:
            request.hung_up.set()
        await asyncio.gather(*(request.task for request in requests))
        return more, [request.task.done() for request in requests]

    # Not async_to_sync: under it everything would run in this very thread.
    more, ended = asyncio.run(crowd())
    assert more <= 10
    assert all(ended)
