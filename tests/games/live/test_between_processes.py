"""The live bus over Redis: from one process to the others, through a lost connection, and without Redis."""

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.conf import settings

from games.live.bus import MemoryBus, RedisBus


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
