"""Whole halls against a served site over real HTTP, beside a trivial view that is asked at the same time.

    python -m benchmarks load [--tables 64] [--viewers 500] [--changes 5] [--minutes 10] [--rate 20] [--web 2]
                              [--scenes dabc]

With DATABASE_URL (PostgreSQL) and REDIS_URL the site is web servers, a worker and beat; without them `manage.py serve`
on SQLite. a: the end of a round; b: many viewers of one board; c: mixed traffic; d: one score and
all phones. Ends with 1 if anything went wrong.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
from pathlib import Path
from statistics import quantiles

from benchmarks.load.scenes import TRIVIAL, Hall, end_of_round, mixed, one_board, one_score
from benchmarks.load.servers import Site, serving
from benchmarks.load.stage import STAGE

MEMORY_EVERY = 10.0


def main() -> None:
    asked = parser().parse_args(sys.argv[1:])
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), asked.web) as site:
        staged = json.loads(site.run("-c", STAGE, str(asked.tables), "40"))
        is_well = asyncio.run(_play(site, staged, asked))
    if not is_well:
        sys.exit(1)


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog="python -m benchmarks load")
    words.add_argument("--tables", type=int, default=64)
    words.add_argument("--within", type=float, default=5.0, help="seconds in which all tables begin to report")
    words.add_argument("--viewers", type=int, default=500)
    words.add_argument("--changes", type=int, default=5)
    words.add_argument("--minutes", type=float, default=10.0)
    words.add_argument("--rate", type=float, default=20.0, help="questions a second of the mixed traffic")
    words.add_argument("--web", type=int, default=2, help="web servers, where they are processes of their own")
    words.add_argument("--scenes", default="dabc", help="in this order: after a, no table has a score to report")
    return words


async def _play(site: Site, staged: dict[str, object], asked: argparse.Namespace) -> bool:
    scenes = {
        "a": lambda hall: end_of_round(hall, asked.within),
        "b": lambda hall: one_board(hall, asked.viewers, asked.changes, 1.0),
        "c": lambda hall: mixed(hall, asked.minutes, asked.rate),
        "d": lambda hall: one_score(hall, site.cpu_seconds),
    }
    memory, errors = [site.memory()], 0
    watching = asyncio.create_task(_watch(site, memory))
    for name in asked.scenes:
        hall = Hall(site.ports, staged)
        print(f"\n{name}: {await scenes[name](hall)}")
        _table(hall)
        errors += hall.record.errors.total()
        memory.append(site.memory())
    watching.cancel()
    print(f"\n{'megabytes in memory':28} {'start':>7} {'most':>7} {'end':>7}   every {MEMORY_EVERY:g} s")
    for process in memory[0]:
        sizes = [sample[process] for sample in memory]
        shown = " ".join(f"{size:.0f}" for size in sizes[:: max(1, len(sizes) // 12)])
        print(f"{process:28} {sizes[0]:7.0f} {max(sizes):7.0f} {sizes[-1]:7.0f}   {shown}")
    return not errors


async def _watch(site: Site, memory: list[dict[str, float]]) -> None:
    while True:
        await asyncio.sleep(MEMORY_EVERY)
        memory.append(site.memory())


def _table(hall: Hall) -> None:
    trivial = _parts(hall.record.seconds.get(TRIVIAL, [0.0]))[1]
    print(f"{'milliseconds':32} {'times':>6} {'p50':>8} {'p95':>8} {'p99':>8} {'most':>8}   p95 beside trivial")
    for kind, seconds in sorted(hall.record.seconds.items()):
        p50, p95, p99 = _parts(seconds)
        ratio = f"{p95 / trivial:8.1f}" if trivial else ""
        print(f"{kind:32} {len(seconds):6} {p50:8.0f} {p95:8.0f} {p99:8.0f} {1000 * max(seconds):8.0f}   {ratio}")
    print(f"errors: {hall.record.errors.total()}", *hall.record.errors.most_common(8))


def _parts(seconds: list[float]) -> tuple[float, float, float]:
    """Milliseconds that half, 95 and 99 in a hundred stayed below."""
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
    return 1000 * cuts[49], 1000 * cuts[94], 1000 * cuts[98]
