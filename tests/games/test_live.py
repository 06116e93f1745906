"""The live stream: numbers only, after commit, to those who may hear, and nothing that matters is lost."""

import asyncio
import http.client
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import redis
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test import AsyncClient, Client

from games import live
from games.live_bus import MemoryBus, RedisBus, bus

SSE = {"Accept": "text/event-stream"}


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the resolver of the topic `night` knows."""
    known = {"7": 41, "8": 1}
    monkeypatch.setitem(live._resolvers, "night", lambda user, ident: known.get(ident))
    return known


class Stream:
    """An open stream, read message by message."""

    def __init__(self, parts: AsyncIterator[bytes]) -> None:
        self.parts = parts

    async def next(self) -> dict[str, Any] | str:
        text = (await asyncio.wait_for(anext(self.parts), 5)).decode()
        assert text.endswith("\n\n")
        name, has_data, data = text.strip().rpartition("data: ")
        if not has_data:
            return text
        message: dict[str, Any] = json.loads(data)
        return message | ({"event": name.strip()} if name else {})


async def open_stream(*topics: str) -> Stream:
    response: Any = await AsyncClient().get("/live/", {"topic": topics}, headers=SSE)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/event-stream"
    assert response["X-Accel-Buffering"] == "no"
    assert "no-cache" in response["Cache-Control"]
    stream = Stream(aiter(response.streaming_content))
    assert (await anext(stream.parts)).startswith(b"retry: ")
    return stream


async def settle() -> None:
    """Let the stream take its place on the bus and do its first re-reading."""
    await asyncio.sleep(0.05)


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
        assert client.get("/live/", {"topic": topics}).status_code == 400

    def test_only_reads(self, client: Client) -> None:
        assert client.post("/live/?topic=night:7").status_code == 405


class TestStream:
    def test_says_the_present_first_and_then_each_change(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7", "night:8")
            assert await stream.next() == {"topic": "night:7", "version": 41}
            assert await stream.next() == {"topic": "night:8", "version": 1}
            waiting = asyncio.create_task(stream.next())
            await settle()
            threading.Thread(target=bus().publish, args=("night:7", 42)).start()
            assert await waiting == {"topic": "night:7", "version": 42}

        night()

    def test_slow_reader_gets_the_newest_only_and_never_an_older(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            await stream.next()
            waiting = asyncio.create_task(stream.next())
            await settle()
            for version in (*range(42, 400), 50):
                bus().publish("night:7", version)
            assert await waiting == {"topic": "night:7", "version": 399}
            assert all(len(subscription._news.versions) <= 1 for subscription in bus().subscriptions())

        night()

    def test_finds_what_changed_while_it_was_opened(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            assert await stream.next() == {"topic": "night:7", "version": 41}
            versions["7"] = 43  # and nobody is told: the stream had not subscribed yet
            assert await stream.next() == {"topic": "night:7", "version": 43}

        night()

    def test_beats_in_silence_and_reads_again(
        self, db: None, versions: dict[str, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.05)

        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            await stream.next()
            assert await stream.next() == ":\n\n"
            versions["7"] = 77  # the message about it was lost
            heard = [await stream.next() for _ in range(live.BEATS_PER_RECHECK)]
            assert {"topic": "night:7", "version": 77} in heard

        night()

    def test_ends_when_the_last_topic_is_taken_away(
        self, db: None, versions: dict[str, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            await stream.next()
            del versions["7"]
            assert await stream.next() == {"event": "event: gone", "topic": "night:7"}
            with pytest.raises(StopAsyncIteration):
                await stream.next()

        night()

    def test_unknown_among_known_is_gone_at_once(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:99", "night:7")
            assert await stream.next() == {"event": "event: gone", "topic": "night:99"}
            assert await stream.next() == {"topic": "night:7", "version": 41}

        night()

    def test_nothing_known_is_404(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> int:
            return (await AsyncClient().get("/live/", {"topic": "night:99"}, headers=SSE)).status_code

        assert night() == 404

    def test_leaves_nothing_behind(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            parts = live._tell(AnonymousUser(), ["night:7"], {"night:7": 41})
            await anext(parts)
            await anext(parts)
            waiting = asyncio.ensure_future(anext(parts))
            await settle()
            assert len(bus().subscriptions()) == 1
            waiting.cancel()  # as the server does when the browser leaves
            await asyncio.wait([waiting])
            assert not bus().subscriptions()

        night()

    def test_hangs_up(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            await stream.next()
            waiting = asyncio.create_task(stream.next())
            await settle()
            bus().hang_up()
            with pytest.raises(StopAsyncIteration):
                await waiting

        night()


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


class Listener:
    """One process of several: its own bus, in its own thread with its own loop."""

    def __init__(self, wire: MemoryBus) -> None:
        self.wire = wire
        self.versions: list[int] = []
        self.rechecks = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()))

    async def _listen(self) -> None:
        with self.wire.subscribe(["night:7"]) as subscription:
            while not self._stop.is_set():
                news = await subscription.wait(0.05)
                self.versions += news.versions.values()
                self.rechecks += news.recheck

    def __enter__(self) -> "Listener":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop.set()
        self._thread.join(5)


@pytest.mark.redis
class TestRedis:
    @pytest.fixture
    def channel(self) -> str:
        return f"{settings.REDIS_NAMESPACE}:live-test-{time.monotonic_ns()}"

    @pytest.fixture
    def server(self) -> Iterator[redis.Redis]:
        with redis.Redis.from_url(settings.REDIS_URL) as server:
            yield server

    def test_reaches_other_processes(self, channel: str, server: Any, wait_until: Any) -> None:
        here, there = RedisBus(settings.REDIS_URL, channel), RedisBus(settings.REDIS_URL, channel)
        with Listener(here) as near, Listener(there) as far:
            wait_until(lambda: server.pubsub_numsub(channel)[0][1] == 2)
            here.publish("night:7", 42)
            wait_until(lambda: far.versions == [42])
            wait_until(lambda: 42 in near.versions)
        assert here._listeners == there._listeners == {}
        wait_until(lambda: server.pubsub_numsub(channel)[0][1] == 0)

    def test_reads_again_after_the_connection_was_lost(self, channel: str, server: Any, wait_until: Any) -> None:
        wire = RedisBus(settings.REDIS_URL, channel)
        with Listener(wire) as listener:
            wait_until(lambda: server.pubsub_numsub(channel)[0][1] == 1)
            wait_until(lambda: listener.rechecks)
            time.sleep(0.2)
            before = listener.rechecks
            [ours] = [client["id"] for client in server.client_list(_type="pubsub") if client["name"] == channel]
            server.client_kill_filter(_id=ours)
            wait_until(lambda: listener.rechecks > before)
            RedisBus(settings.REDIS_URL, channel).publish("night:7", 43)
            wait_until(lambda: listener.versions == [43])


def test_publishes_to_itself_and_loses_little_time_with_redis_away() -> None:
    wire = RedisBus("redis://127.0.0.1:1/0", "nobody")
    with Listener(wire) as listener:
        time.sleep(0.1)
        began = time.monotonic()
        for version in range(20):
            wire.publish("night:7", version)
        assert time.monotonic() - began < 1
        time.sleep(0.2)
    assert listener.versions[-1] == 19
