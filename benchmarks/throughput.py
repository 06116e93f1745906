"""Does the throughput of a core stay when processes are added? Needs DATABASE_URL (PostgreSQL) and REDIS_URL.

    python -m benchmarks throughput [--web 4] [--workers 2] [--seconds 60] [--clients 32] [--clubs 8] [--tables 16]
                                    [--turns 1]

The site is served with one web process and one worker, and then with `--web` and `--workers`. Both times a night begins
in each of the clubs, on a database of its own. The clients wait for each answer before they ask again. Of 108 requests,
100 are for pages and answers that phones and visitors look at, as in scene c of `load`. The other eight report and
confirm two scores. A run ends after its seconds, or earlier when every table has reported: then take more clubs. Web
processes are warm before counting begins. With `--turns` the figures are medians.

- `requests per second` is on the clock. The clients use the same cores, so it grows only where some are idle.
- `requests per CPU second` divides by the CPU time of the web processes alone. Goal: with more processes at least 0.85
  times as many as with one.
- `workers` is their CPU time until all that follows from the scores is computed. `computed after` is how many seconds
  that took after the last request.
- `Redis commands` and `transactions` are what the two servers counted for the requests and for all work after them. No
  one else may use this Redis at the same time. PostgreSQL counts with a delay of up to some seconds.
- `connections` are the most that the site had at a time. The next line divides them by PostgreSQL's max_connections.

Ends with 1 if a request failed.
"""

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, cycle, zip_longest
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.load.phones import Phone, Record
from benchmarks.load.scenes import WHOLE_WAY, Hall, report_and_confirm, ways_of
from benchmarks.load.servers import Site, serving
from benchmarks.load.stage import STAGE

GOAL = 0.85
SCORE, SCORES = "score", 2
PAST_NIGHTS, VISITORS, WARM = 40, 8, 2
PATIENCE_SECONDS = 120.0
WAITING = """
SELECT (SELECT count(*) FROM tournaments_match WHERE unsettled_since IS NOT NULL)
     + (SELECT count(*) FROM tournaments_due WHERE parked_at IS NULL)
"""
PER_CPU_SECOND = "requests per CPU second of web"
Figures = dict[str, float]
Table = tuple[Hall, int, list[tuple[int, Phone]]]


def main() -> None:
    asked = parser().parse_args(sys.argv[1:])
    if not (os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL")):
        print("DATABASE_URL names no PostgreSQL, or REDIS_URL no Redis")
        return
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    shapes = ((1, 1), (asked.web, asked.workers))
    turns = [tuple(_run(webs, workers, asked) for webs, workers in shapes) for _ in range(asked.turns)]
    _report(shapes, turns)
    if any(figures["failed requests"] for turn in turns for figures in turn):
        sys.exit(1)


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog="python -m benchmarks throughput")
    words.add_argument("--web", type=int, default=4, help="web processes that are compared with one")
    words.add_argument("--workers", type=int, default=2, help="that run beside them")
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--clients", type=int, default=32, help="who ask at the same time")
    words.add_argument("--clubs", type=int, default=8)
    words.add_argument("--tables", type=int, default=16, help="of each club, each with one score to report")
    words.add_argument("--turns", type=int, default=1)
    return words


def _run(webs: int, workers: int, asked: argparse.Namespace) -> Figures:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), webs, workers) as site:
        staged = site.run("-c", STAGE, str(asked.tables), str(PAST_NIGHTS), str(asked.clubs))
        crowd = Crowd(site.ports, [json.loads(line) for line in staged.splitlines()])
        return asyncio.run(_measure(site, crowd, asked.clients, asked.seconds))


class Crowd:
    """Everyone's phones, the browsers of visitors, and the tables that have a score to report."""

    def __init__(self, ports: list[int], nights: list[dict[str, Any]]) -> None:
        self.record, self.chance, self.scores = Record(), Random(7), 0
        self._ports = ports
        self._ways: dict[Hall, dict[str, tuple[int, str]]] = {}
        self._lookers: list[tuple[Hall, Phone, int]] = []
        rooms = [list(self._enter(Hall(ports, staged))) for staged in nights]
        in_turns = chain.from_iterable(zip_longest(*rooms))
        self._tables = iter([table for table in in_turns if table])
        kinds = [kind for kind, (weight, _) in next(iter(self._ways.values())).items() for _ in range(weight)]
        self._kinds = cycle(self.chance.sample([*kinds, *[SCORE] * SCORES], len(kinds) + SCORES))

    def _enter(self, hall: Hall) -> Iterator[Table]:
        """Phones of one table are at several web processes, by dice."""
        hall.record, self._ways[hall] = self.record, ways_of(hall)
        tables: dict[int, list[tuple[int, Phone]]] = {}
        people = hall.staged["phones"]
        for one in self.chance.sample(people, len(people)):
            phone = hall.phone(one["session"])
            self._lookers.append((hall, phone, one["player"]))
            tables.setdefault(one["match"], []).append((one["side"], phone))
        self._lookers += [(hall, hall.phone(), one["player"]) for one in people[:VISITORS]]
        return ((hall, match, four) for match, four in tables.items())

    async def warm_up(self) -> None:
        """Every web process makes each kind of page."""
        hall, ways = next(iter(self._ways.items()))
        one = hall.staged["phones"][0]

        async def look(phone: Phone) -> None:
            for kind, (_, path) in [*ways.items()] * WARM:
                await phone.get(kind, path.format(player=one["player"]))
            phone.close()

        warming = Record()
        await asyncio.gather(*(look(Phone(port, warming, one["session"])) for port in self._ports))
        self.record.errors += warming.errors

    async def ask(self, clients: int, seconds: float) -> None:
        self._until = time.perf_counter() + seconds
        await asyncio.gather(*(self._client() for _ in range(clients)))

    async def _client(self) -> None:
        while time.perf_counter() < self._until:
            kind = next(self._kinds)
            if kind != SCORE:
                await self._look(kind)
            elif table := next(self._tables, None):
                hall, match, four = table
                await report_and_confirm(hall, match, four, 0.0)
                self.scores += 1
            else:
                self._until = 0.0

    async def _look(self, kind: str) -> None:
        hall, phone, player = self.chance.choice(self._lookers)
        await phone.get(kind, self._ways[hall][kind][1].format(player=player))

    @property
    def requests(self) -> int:
        return sum(len(seconds) for kind, seconds in self.record.seconds.items() if kind != WHOLE_WAY)

    def close(self) -> None:
        for _, phone, _ in self._lookers:
            phone.close()


async def _measure(site: Site, crowd: Crowd, clients: int, seconds: float) -> Figures:
    servers = _Servers(site.environment["DATABASE_URL"], site.environment["REDIS_URL"])
    await crowd.warm_up()
    watching = asyncio.create_task(servers.watch())
    before, cpu_before = servers.counted(), _cpu(site)
    began = time.perf_counter()
    await crowd.ask(clients, seconds)
    taken, cpu_of_web = time.perf_counter() - began, _cpu(site).web - cpu_before.web
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    crowd.close()
    computed_after = servers.wait_until_computed()
    after, cpu_of_workers = servers.counted(), _cpu(site).workers - cpu_before.workers
    failed = crowd.record.errors
    print(f"{len(site.ports)} web: {taken:.0f} s; failed: {failed.total()}", *failed.most_common(8), file=sys.stderr)
    return {
        "requests": crowd.requests,
        "failed requests": failed.total(),
        "scores": crowd.scores,
        "requests per second": crowd.requests / taken,
        "CPU s of web": cpu_of_web,
        "CPU s of workers": cpu_of_workers,
        PER_CPU_SECOND: crowd.requests / cpu_of_web,
        "CPU ms of workers per score": 1000 * cpu_of_workers / max(1, crowd.scores),
        "computed after, s": computed_after,
        "Redis commands": after.commands - before.commands,
        "Redis commands per request": (after.commands - before.commands) / crowd.requests,
        "transactions": after.transactions - before.transactions,
        "transactions per request": (after.transactions - before.transactions) / crowd.requests,
        "connections": servers.connections,
        "of max_connections": servers.connections / servers.max_connections,
        "send a score, p50 ms": 1000 * median(crowd.record.seconds.get("slip: send", [0.0])),
    }


@dataclass(frozen=True)
class _Cpu:
    """Seconds so far, with children."""

    web: float
    workers: float


def _cpu(site: Site) -> _Cpu:
    of = site.cpu_by_process()
    web, workers = (sum(seconds for name, seconds in of.items() if name.startswith(word)) for word in ("web", "worker"))
    return _Cpu(web, workers)


@dataclass(frozen=True)
class _Counted:
    transactions: int
    commands: int


class _Servers:
    """What PostgreSQL and Redis say of the site. Asked from another database, so that asking isn't counted."""

    def __init__(self, database: str, redis_url: str) -> None:
        import psycopg
        import redis

        self._database, self._asked = database, 0
        server, _, self._name = database.rpartition("/")
        self._admin = psycopg.connect(f"{server}/postgres", autocommit=True)
        self._redis: Any = redis.Redis.from_url(redis_url)
        self.max_connections, self.connections = int(self._value("SHOW max_connections")), 0

    def counted(self) -> _Counted:
        asked = self._value("SELECT xact_commit FROM pg_stat_database WHERE datname = %s", self._name)
        return _Counted(int(asked) - self._asked, int(self._redis.info("stats")["total_commands_processed"]))

    async def watch(self) -> None:
        """Until it's cancelled: how many connections the site has."""
        while True:
            now = await asyncio.to_thread(
                self._value, "SELECT count(*) FROM pg_stat_activity WHERE datname = %s", self._name
            )
            self.connections = max(self.connections, int(now))
            await asyncio.sleep(1.0)

    def wait_until_computed(self) -> float:
        """Seconds until no score waits and nothing that follows from one."""
        import psycopg

        began = time.perf_counter()
        with psycopg.connect(self._database, autocommit=True) as connection:
            while time.perf_counter() - began < PATIENCE_SECONDS:
                self._asked += 1
                row = connection.execute(WAITING).fetchone()
                if row and not row[0]:
                    return time.perf_counter() - began
                time.sleep(0.2)
        raise TimeoutError("workers are not done")

    def _value(self, asked: str, *values: str) -> Any:
        row = self._admin.execute(asked.encode(), values or None).fetchone()
        assert row, asked
        return row[0]


def _report(shapes: tuple[tuple[int, int], ...], turns: list[tuple[Figures, ...]]) -> None:
    heads = (f"web {webs}, workers {workers}" for webs, workers in shapes)
    print(f"{'medians, turns: ' + str(len(turns)):32} {' '.join(f'{head:>18}' for head in heads)}   ratio")
    ratios = {
        name: _ratio([turn[0][name] for turn in turns], [turn[1][name] for turn in turns]) for name in turns[0][0]
    }
    for name, ratio in ratios.items():
        shown = " ".join(f"{_digits(median(turn[which][name] for turn in turns)):>18}" for which in (0, 1))
        print(f"{name:32} {shown}   {ratio:5.2f}" if ratio is not None else f"{name:32} {shown}")
    print(f"{PER_CPU_SECOND}: {ratios[PER_CPU_SECOND]:.2f} times; goal: at least {GOAL}")


def _ratio(first: list[float], second: list[float]) -> float | None:
    return median(two / one for one, two in zip(first, second, strict=True)) if all(first) else None


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"
