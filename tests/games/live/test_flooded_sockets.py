"""Floods that only a real server sees: bodies without end, and streams without number."""

import http.client
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from euchre_site import body_limit
from games import live
from games.tables.models import Table
from tests.games.tables.cast import table_for

Connect = Callable[[], http.client.HTTPConnection]


@pytest.fixture
def table(site: str) -> Table:
    return table_for()[0]


@pytest.fixture
def wires() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


@pytest.fixture
def connect(site: str, wires: ExitStack) -> Connect:
    return lambda: wires.enter_context(closing(http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)))


def stream(connect: Connect, table: Table) -> http.client.HTTPResponse:
    web = connect()
    web.request("GET", f"/live/?topic={table.topic}", headers={"Accept": "text/event-stream"})
    return web.getresponse()


def test_a_body_that_says_it_is_too_long_is_not_waited_for(connect: Connect, table: Table) -> None:
    web = connect()
    web.putrequest("POST", f"/tables/{table.code}/act/")
    web.putheader("Content-Length", str(10**12))
    web.endheaders()
    answer = web.getresponse()
    assert (answer.status, answer.read()) == (413, body_limit.SENTENCE.encode())


def test_a_body_that_goes_on_too_long_is_cut_off(
    connect: Connect, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_limit, "MAX_BYTES", 200_000)
    web = connect()
    web.putrequest("POST", f"/tables/{table.code}/act/")
    web.putheader("Transfer-Encoding", "chunked")
    web.endheaders()
    for _ in range(4):
        web.send(b"10000\r\n" + b"x" * 65536 + b"\r\n")
    assert web.getresponse().status == 413
    web = connect()
    web.request("GET", table.get_absolute_url())
    assert web.getresponse().status == 200


def test_streams_of_one_address_are_counted_and_given_back(
    connect: Connect, wires: ExitStack, table: Table, settings: Any, monkeypatch: pytest.MonkeyPatch, wait_until: Any
) -> None:
    settings.FLOOD_LIMITS = True
    monkeypatch.setattr(live, "MAX_STREAMS", 3)
    wait_until(lambda: "127.0.0.1" not in live._streams)
    held = [stream(connect, table) for _ in range(3)]
    assert [answer.status for answer in held] == [200] * 3
    for answer in held:
        answer.readline()
    refused = stream(connect, table)
    assert (refused.status, refused.getheader("Retry-After")) == (429, "30")
    poll = connect()
    poll.request("GET", f"/live/?topic={table.topic}&poll=1")
    assert poll.getresponse().status == 200, "a page that is refused a stream asks in the plain way"
    for answer in held:
        answer.close()
    wires.close()
    wait_until(lambda: "127.0.0.1" not in live._streams)
    assert stream(connect, table).status == 200
