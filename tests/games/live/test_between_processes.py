"""The live bus over Redis: from one process to the others, through a lost connection, and without Redis."""

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest
import redis
from django.conf import settings

from games.live.bus import MemoryBus, News, RedisBus

NIGHT = "night:7"


class Listener:
    """One process of several: its own bus, in its own thread with its own loop."""

    def __init__(self, wire: MemoryBus, topics: Collection[str] = (NIGHT,)) -> None:
        self.wire = wire
        self.topics = topics
        self.versions: list[int] = []
        self.rechecks = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()))

    async def _listen(self) -> None:
        with self.wire.subscribe(self.topics) as subscription:
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

    @pytest.fixture
    def listeners(self, channel: str, server: Any) -> Callable[..., int]:
        """How many connections listen to the site, or to a topic of it."""
        return lambda topic="": server.pubsub_numsub(f"{channel}:{topic}" if topic else channel)[0][1]

    def test_reaches_other_processes(self, channel: str, listeners: Any, wait_until: Any) -> None:
        here, there = RedisBus(settings.REDIS_URL, channel), RedisBus(settings.REDIS_URL, channel)
        with Listener(here) as near, Listener(there) as far:
            wait_until(lambda: listeners(NIGHT) == 2)
            here.publish(NIGHT, 42)
            wait_until(lambda: far.versions == [42])
            wait_until(lambda: 42 in near.versions)
        assert here._listeners == there._listeners == {}
        wait_until(lambda: (listeners(), listeners(NIGHT)) == (0, 0))

    def test_a_process_hears_only_topics_that_its_streams_asked_for(
        self, channel: str, listeners: Any, wait_until: Any
    ) -> None:
        here, there = RedisBus(settings.REDIS_URL, channel), RedisBus(settings.REDIS_URL, channel)
        heard: list[str] = []
        there.tell = lambda topic, version: heard.append(topic)  # type: ignore[method-assign]
        with Listener(there) as far, Listener(here, ["night:8"]):
            wait_until(lambda: listeners(NIGHT) == listeners("night:8") == 1 and far.rechecks)
            for topic in ("night:8", NIGHT, "night:8"):
                here.publish(topic, 42)
            wait_until(lambda: NIGHT in heard)
            assert heard == [NIGHT]

    def test_a_topic_is_left_with_its_last_stream_and_the_connection_stays(
        self, channel: str, listeners: Any, wait_until: Any
    ) -> None:
        wire = RedisBus(settings.REDIS_URL, channel)

        async def open_and_close() -> None:
            with wire.subscribe([NIGHT, "night:8"]) as both:
                assert (await both.wait(5)).recheck
                with wire.subscribe([NIGHT]) as one:
                    assert (await one.wait(5)).recheck, "at once: the topic is heard"
                await asyncio.sleep(0.1)
                assert (listeners(NIGHT), listeners("night:8")) == (1, 1)
                assert await both.wait(0.1) == News(), "nothing is read twice"
                with wire.subscribe(["night:9"]) as other:
                    assert (await other.wait(5)).recheck
                await asyncio.sleep(0.1)
                assert (listeners(), listeners("night:9")) == (1, 0)

        asyncio.run(open_and_close())
        wait_until(lambda: not listeners() and not listeners(NIGHT))

    @pytest.mark.heavy
    def test_what_is_said_while_a_stream_opens_is_heard_or_read(self, channel: str) -> None:
        """A version that is published before the first reading is found by it; each later one is heard."""
        here, there = RedisBus(settings.REDIS_URL, channel), RedisBus(settings.REDIS_URL, channel)
        latest = 0

        def publish(times: int) -> None:
            nonlocal latest
            for _ in range(times):
                latest += 1  # as the database has it, before anyone is told
                here.publish(NIGHT, latest)

        async def open_in_the_middle() -> None:
            for times in range(40):
                with there.subscribe([NIGHT, f"seat:{times}"]) as subscription:
                    publishing = asyncio.get_running_loop().run_in_executor(None, publish, times)
                    known, is_done = 0, False
                    while known < latest or not is_done:
                        is_done = publishing.done()
                        news = await subscription.wait(5 if is_done and known < latest else 0.05)
                        known = max(known, latest if news.recheck else 0, *news.versions.values(), 0)
                        assert known == latest or news != News() or not is_done, f"{known} of {latest}"

        asyncio.run(open_in_the_middle())

    def test_reads_again_after_the_connection_was_lost(
        self, channel: str, server: Any, listeners: Any, wait_until: Any
    ) -> None:
        wire = RedisBus(settings.REDIS_URL, channel)
        with Listener(wire) as listener:
            wait_until(lambda: listeners(NIGHT) == 1 and listener.rechecks)
            time.sleep(0.2)
            before = listener.rechecks
            [ours] = [client["id"] for client in server.client_list(_type="pubsub") if client["name"] == channel]
            server.client_kill_filter(_id=ours)
            wait_until(lambda: listener.rechecks > before)
            RedisBus(settings.REDIS_URL, channel).publish(NIGHT, 43)
            wait_until(lambda: listener.versions == [43])


def test_publishes_to_itself_and_loses_little_time_with_redis_away() -> None:
    wire = RedisBus("redis://127.0.0.1:1/0", "nobody")
    with Listener(wire) as listener:
        time.sleep(0.1)
        began = time.monotonic()
        assert listener.rechecks == 1, "what is stored is read at once"
        for version in range(20):
            wire.publish(NIGHT, version)
        assert time.monotonic() - began < 1
        time.sleep(0.2)
    assert listener.versions[-1] == 19
