"""The live channel: numbers only, after commit, to those who may hear, and nothing that matters is lost."""

import asyncio
import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from games import live
from games.live.bus import MemoryBus, bus
from tests.games.live.streams import SSE


class TestPoll:
    def test_answers_versions_and_what_is_gone(self, client: Client, versions: dict[str, int]) -> None:
        response = client.get("/live/", {"topic": ["night:7", "night:99"], "poll": "1"})
        assert response.status_code == 200
        assert response.json() == {"versions": {"night:7": 41}, "gone": ["night:99"]}
        assert response["Cache-Control"] == "no-store"

    def test_wsgi_polls_even_when_a_stream_is_asked_for(self, client: Client, versions: dict[str, int]) -> None:
        assert client.get("/live/", {"topic": "night:7"}, headers=SSE).json()["versions"] == {"night:7": 41}

    @pytest.mark.parametrize("topic", ["night:99", "nobody:7"])
    def test_unknown_and_forbidden_look_alike(self, client: Client, versions: dict[str, int], topic: str) -> None:
        assert client.get("/live/", {"topic": topic}).status_code == 404

    @pytest.mark.parametrize(
        "topics",
        [
            [],
            ["night"],
            ["night:"],
            ["night:" + "7" * 65],
            ["night:7\n"],
            ["night:٧"],
            [f"night:{i}" for i in range(9)],
        ],
    )
    def test_refuses_what_is_no_topic(self, client: Client, topics: list[str]) -> None:
        refused = client.get("/live/", {"topic": topics})
        words = "This address sends live updates. Add 1 to 8 topics to it."
        assert (refused.status_code, refused.content.decode()) == (400, f"{words} For example: /live/?topic=event:12")

    def test_only_reads(self, client: Client) -> None:
        assert client.post("/live/?topic=night:7").status_code == 405


class Ear:
    """A listener that only writes down what the bus is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[tuple[str, int]] = []
        monkeypatch.setattr(bus(), "publish", lambda topic, version: self.heard.append((topic, version)))


@pytest.mark.django_db(transaction=True)
class TestPublish:
    def test_waits_for_the_commit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ear = Ear(monkeypatch)
        with transaction.atomic():
            live.publish("night:7", 42)
            assert ear.heard == []
        assert ear.heard == [("night:7", 42)]

    def test_says_nothing_of_what_was_rolled_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ear = Ear(monkeypatch)
        with transaction.atomic():
            live.publish("night:7", 42)
            transaction.set_rollback(True)
        assert ear.heard == []

    def test_never_raises_into_the_request(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bus(), "publish", lambda topic, version: 1 // 0)
        with transaction.atomic():
            live.publish("night:7", 42)
        assert not connection.in_atomic_block

    def test_carries_no_text(self) -> None:
        with pytest.raises(AssertionError):
            live.publish("night:7 JH", 42)


def read_events(answer: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    while line := answer.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


class TestRealServer:
    def test_streams_and_notices_who_left(self, site: str, versions: dict[str, int], wait_until: Any) -> None:
        web = http.client.HTTPConnection(site.removeprefix("http://"), timeout=5)
        web.request("GET", "/live/?topic=night:7", headers=SSE)
        events = read_events(web.getresponse())
        assert next(events) == {"topic": "night:7", "version": 41}
        wait_until(lambda: len(bus().subscriptions()) == 1)
        with transaction.atomic():
            live.publish("night:7", 42)
        assert next(events) == {"topic": "night:7", "version": 42}
        web.close()
        events.close()  # type: ignore[attr-defined]
        wait_until(lambda: not bus().subscriptions())


def test_who_was_called_and_has_not_come_yet_is_not_called_again() -> None:
    """With hundreds of streams and a hall's scores that saves the loop most of its wakings; none is lost."""

    async def play() -> tuple[int, list[dict[str, int]]]:
        wire, calls, heard = MemoryBus(), 0, []
        with wire.subscribe(["night:7"]) as subscription:
            await subscription.wait(1)
            wake = subscription._wake

            def count() -> None:
                nonlocal calls
                calls += 1
                wake()

            subscription._wake = count  # type: ignore[method-assign]
            for versions in ([1, 2, 3], [4], [5, 6]):
                for version in versions:
                    wire.publish("night:7", version)
                heard.append((await subscription.wait(1)).versions)
        return calls, heard

    assert asyncio.run(play()) == (3, [{"night:7": 3}, {"night:7": 4}, {"night:7": 6}])
