"""An open stream: the present first, then each change, the newest only, silence, and its end."""

import asyncio
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.test import AsyncClient

from games import live
from games.live.bus import MemoryBus, bus
from tests.games.live.streams import SSE, open_stream, settle


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
            versions["7"] = 399
            for version in (*range(42, 400), 50):
                bus().publish("night:7", version)
            assert await waiting == {"topic": "night:7", "version": 399}
            assert all(len(subscription._news.versions) <= 1 for subscription in bus().subscriptions())

        night()

    @pytest.mark.heavy
    def test_messages_that_follow_closely_are_sent_together(
        self, db: None, versions: dict[str, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "PAUSE_SECONDS", 2.0)

        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            await stream.next()
            waiting = asyncio.create_task(stream.next())
            await settle()
            versions["7"] = 42
            bus().publish("night:7", 42)
            assert await waiting == {"topic": "night:7", "version": 42}
            waiting = asyncio.create_task(stream.next())
            for version in (43, 44, 45):
                versions["7"] = version
                bus().publish("night:7", version)
                await asyncio.sleep(0.01)
            assert await waiting == {"topic": "night:7", "version": 45}

        night()

    def test_finds_what_changed_while_it_was_opened(self, db: None, versions: dict[str, int]) -> None:
        @async_to_sync
        async def night() -> None:
            stream = await open_stream("night:7")
            assert await stream.next() == {"topic": "night:7", "version": 41}
            versions["7"] = 43  # and no one is notified: the stream had not subscribed yet
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


def test_the_more_is_sent_the_longer_a_stream_rests_and_silent_ones_cost_nothing(
    versions: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    reads: list[dict[str, int]] = []
    read = live._read_versions

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    async def note_reading(user: Any, topics: list[str]) -> dict[str, int]:
        reads.append(await read(user, topics))
        return reads[-1]

    async def pass_time_until(is_done: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not is_done():
                await asyncio.to_thread(time.sleep, 0.01)

    async def play(others: int, messages: int) -> None:
        versions["7"], rested, known = 41, len(rests), len(reads)
        live._streams["elsewhere"] = others
        parts = live._tell(AnonymousUser(), ["night:7"], {"night:7": 41})
        for _ in range(2):
            await anext(parts)
        following = asyncio.ensure_future(anext(parts))
        await pass_time_until(lambda: len(reads) > known)  # the first reading is over: what follows is heard
        live._sent.extend([time.monotonic()] * messages)
        versions["7"] = 42
        live.bus().publish("night:7", 42)
        await following
        following = asyncio.ensure_future(anext(parts))
        await pass_time_until(lambda: len(rests) > rested)
        following.cancel()
        await asyncio.wait([following])
        live._streams.clear()
        live._sent.clear()

    monkeypatch.setattr(live, "bus", cache(MemoryBus))  # Redis has its streams read again whenever it comes back
    monkeypatch.setattr(live.asyncio, "sleep", rest)
    monkeypatch.setattr(live, "_read_versions", note_reading)
    for others, messages in ((0, 0), (1500, 0), (400, 399), (400, 199)):
        asyncio.run(play(others, messages))
    assert [round(rest - live.PAUSE_SECONDS, 3) for rest in rests] == [0, 0, 1, 0.25]
