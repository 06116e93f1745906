"""Reading the API beside an endpoint of the same framework and server that asks nothing, in the same run.

First standings of a hundred, a page of a ranking of a hundred, fifty events and a hundred: as strangers, with a token,
and with If-None-Match. Then every read that a club's program has, in a club with one of everything and in one with a
hundred: how many questions it asks the database, and its speed. The pages take turns, so that whatever else the machine
does falls on all of them.
"""

import http.client
import os
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from benchmarks.leaderboards import Server
from benchmarks.settling import database

SIZE = 100
ROUNDS, REQUESTS = 10, 20
TURNS_OF_READS, REQUESTS_OF_READS = 5, 3
HEAD = "requests/s  beside plain  p50 ms  bytes  status"
PLAIN = "a plain endpoint"


def main() -> None:
    with site():
        from tests.tournaments.api.crowd import Crowd

        crowd = Crowd(SIZE)
        with Server() as port:
            _report(port, crowd)
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as alone:
        _report_reads(dict(zip((1, SIZE), alone.map(_measure_reads, (1, SIZE)), strict=True)))


@contextmanager
def site() -> Iterator[None]:
    """A database of its own, and the plain endpoint among the addresses. Once in each process."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    from django.test import override_settings

    with override_settings(ROOT_URLCONF="benchmarks._api_urls"), database():
        yield


PATHS = {
    "standings of 100": "/events/{night}/standings/",
    "a club's ranking": "/clubs/{club}/ranking/",
    "50 events": "/events/",
    "100 events": "/events/?limit=100",
}


def _report(port: int, crowd: Any) -> None:
    from tests.tournaments.api.program import ROOT

    link, own = http.client.HTTPConnection("127.0.0.1", port), crowd.program.headers
    asked: dict[str, tuple[str, dict[str, str]]] = {PLAIN: ("/plain/", {})}
    for name, pattern in PATHS.items():
        path = ROOT + pattern.format(night=crowd.event.slug, club=crowd.club.slug)
        seen = {"If-None-Match": _ask(link, path, {}).headers["ETag"]}
        asked |= {name: (path, {}), f"{name}, with a token": (path, own), f"{name}, as seen before": (path, seen)}
    taken, last = _take_turns(link, asked)
    print(f"{'':40} {HEAD}")
    for name, times in taken.items():
        rate, beside = len(times) / sum(times), sum(taken[PLAIN]) / sum(times)
        half, answer = 1000 * statistics.median(times), last[name]
        print(f"{name:40} {rate:10.1f}  {beside:12.2f}  {half:6.1f}  {answer.length_read:5}  {answer.status}")


def _measure_reads(size: int) -> dict[str, tuple[int, float]]:
    """Read → how many questions, and the time that processors take for the plain endpoint as a part of what they take
    for it: a busy machine makes long requests longer, and leaves short ones as they are."""
    with site():
        from django.core.cache import cache
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from tests.tournaments.api.crowd import Crowd
        from tests.tournaments.api.program import ROOT

        crowd = Crowd(size)
        reads, questions = crowd.paths(), {}
        for name, (path, _) in reads.items():
            cache.clear()
            with CaptureQueriesContext(connection) as asked:
                crowd.program.read(path)
            questions[name] = len(asked)
        with Server() as port:
            link = http.client.HTTPConnection("127.0.0.1", port)
            wanted = {name: (ROOT + path, crowd.program.headers) for name, (path, _) in reads.items()}
            asked_in_turns = {PLAIN: ("/plain/", {}), **wanted}
            taken, _ = _take_turns(link, asked_in_turns, TURNS_OF_READS, REQUESTS_OF_READS, time.process_time)
    plain = statistics.median(taken[PLAIN])
    return {name: (questions[name], plain / statistics.median(taken[name])) for name in reads}


def _report_reads(found: dict[int, dict[str, tuple[int, float]]]) -> None:
    one, many = found.values()
    print(f"\n{'':28} questions: 1  {SIZE} rows  beside plain: 1  {SIZE} rows")
    for name, (questions, ratio) in one.items():
        print(f"{name:28} {questions:12}  {many[name][0]:8}  {ratio:15.3f}  {many[name][1]:8.3f}")


def _take_turns(
    link: Any,
    asked: dict[str, Any],
    turns: int = ROUNDS,
    requests: int = REQUESTS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[dict[str, list[float]], dict[str, Any]]:
    taken: dict[str, list[float]] = {name: [] for name in asked}
    last = {}
    for number in range(turns + 1):
        for name, (path, headers) in asked.items():
            for _ in range(requests):
                start = clock()
                last[name] = _ask(link, path, headers)
                if number:  # the first round warms up
                    taken[name].append(clock() - start)
    return taken, last


def _ask(link: Any, path: str, headers: dict[str, str]) -> Any:
    link.request("GET", path, headers=headers)
    answer = link.getresponse()
    answer.length_read = len(answer.read())
    assert answer.status in (200, 304), (path, answer.status)
    return answer
