"""What a web process pays for messages about topics that none of its pages shows. Needs REDIS_URL.

A thousand tables of other processes publish 20,000 versions. The process has 50 streams: each of one table, as it is,
or of all of them, as if one channel carried everything.
"""

import asyncio
import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from statistics import median
from typing import Any
from uuid import uuid4

import redis

MESSAGES, TABLES, STREAMS, RUNS = 20_000, 1_000, 50, 3
END = "table:end"


def listen(url: str, channel: str, topics: int, told: Connection) -> None:
    """Sends how many seconds of CPU passed until the last message."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    from games.live.bus import RedisBus

    async def hear() -> float:
        bus = RedisBus(url, channel)
        streams = [bus.subscribe([f"table:{number}" for number in range(topics)]) for _ in range(STREAMS)]
        with bus.subscribe([END]) as end:
            for stream in streams:
                stream.__enter__()
            await end.wait(10)
            await asyncio.sleep(0.5)
            told.send(None)
            began = time.process_time()
            while not (await end.wait(60)).versions:
                pass
            return time.process_time() - began

    told.send(asyncio.run(hear()))


def cpu_seconds(url: str, topics: int) -> float:
    channel = f"bench-{uuid4().hex}"
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=listen, args=(url, channel, topics, there))
    process.start()
    here.recv()
    with redis.Redis.from_url(url) as server:
        for first in range(0, MESSAGES, 500):
            pipeline: Any = server.pipeline(transaction=False)
            for number in range(first, first + 500):
                pipeline.publish(f"{channel}:table:{number % TABLES}", number)
            pipeline.execute()
        server.publish(f"{channel}:{END}", 1)
    seconds: float = here.recv()
    process.join()
    return seconds


def main() -> None:
    url = os.environ.get("REDIS_URL", "")
    if not url:
        print("REDIS_URL names no Redis")
        return
    every = median(cpu_seconds(url, TABLES) for _ in range(RUNS))
    own = median(cpu_seconds(url, 1) for _ in range(RUNS))
    print(f"{MESSAGES:,} messages of {TABLES:,} tables, {STREAMS} streams, CPU of the process, median of {RUNS}")
    print(f"listening to every table  {every:7.2f} s")
    print(f"listening to its own      {own:7.2f} s   {every / own:.0f} times less")
