"""Leaderboards over 10,000 and 1,000,000 results on PostgreSQL, beside a page of the same server that asks nothing.

Goals: at least 0.5 of the plain page's requests per second, the same with few results and with many, no plan that
reads all results, and one more result that costs the same. Needs DATABASE_URL; `--results 10000,1000000` takes other
sizes. Results are made by the database.
"""

import argparse
import http.client
import os
import statistics
import sys
import threading
import time
from typing import Any

from benchmarks.settling import database

REQUESTS = 120
MORE = 15
PAGES = {
    "a plain page": "/privacy/",
    "winners, everywhere, all times": "/leaderboards/",
    "winners, everywhere, page 20": "/leaderboards/?page=20",
    "best share of wins, this month": "/leaderboards/?by=rate&span=month",
    "a club's points, all times": "/clubs/club-1/leaderboards/?by=points",
    "a club's rating": "/clubs/club-1/leaderboards/?by=rating",
    "a club's latest night": "/clubs/club-1/leaderboards/?by=winners&span=night",
    "a club's table 3, a year": "/clubs/club-1/leaderboards/?by=winners&table=3",
    "a player": "/players/7/",
}
HEAD = "requests/s  beside plain  p50 ms  p95 ms"
RESULTS = ("countedgame", "outing", "ratingchange", "daycard", "spantotals", "playerrating")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--results", default="10000,1000000")
    sizes = [int(size) for size in asked.parse_args(sys.argv[1:]).results.split(",")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    from django.db import connection

    if connection.vendor != "postgresql":
        print("DATABASE_URL names no PostgreSQL server")
        return
    with database():
        for size in sizes:
            _measure(size)


def _measure(size: int) -> None:
    from benchmarks._many_results import fill

    start = time.perf_counter()
    counts = fill(size)
    print(f"{size} results ({counts}), made in {time.perf_counter() - start:.0f} s")
    print("one more result, all its honours worked off: {:.0f} ms, {} questions (medians)".format(*_one_more(size)))
    with Server() as port:
        anew = {name: _rate(port, path, is_new=True) for name, path in PAGES.items()}
        kept = {name: _rate(port, path, is_new=False) for name, path in PAGES.items()}
    print(f"{'':32}          computed anew each time             as visitors get it, kept for a minute")
    print(f"{'':32} {HEAD}   queries  {HEAD}")
    for name, path in PAGES.items():
        queries, scans = _plans(path)
        print(f"{name:32} {_figures(anew, name)}   {queries:7}  {_figures(kept, name)}")
        for scan in scans:
            print(f"    {scan}")


def _figures(rates: dict[str, tuple[float, float, float]], name: str) -> str:
    rate, half, most = rates[name]
    return f"{rate:10.1f}  {rate / rates['a plain page'][0]:12.2f}  {half:6.1f}  {most:6.1f}"


def _one_more(size: int) -> tuple[float, int]:
    """Milliseconds and questions for a game of four who have played before and are counted up to now."""
    from django.db import connection, transaction
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from benchmarks._many_results import MEMBERS
    from tournaments.honours.facts import PlayedGame
    from tournaments.rewards import counting, queue
    from tournaments.rewards.models import RewardJob

    taken, asked = [], []
    for number in range(MORE + 1):
        one = 2 * (size + 1 + number)
        sides = ((1, 2), (MEMBERS - 1, MEMBERS))
        fact = PlayedGame(one, timezone.now(), "UTC", 1, sides, (10, number % 10), (0,), rules="plain", table=1)
        start = time.perf_counter()
        with CaptureQueriesContext(connection) as questions:
            with transaction.atomic():
                counting.count(one, fact, {"club_id": 1})
            queue.run_all()
        assert not RewardJob.objects.exclude(error="").exists(), "an honour could not be computed"
        if number:  # the first one counts all that the four have ever played
            taken.append(time.perf_counter() - start)
            asked.append(len(questions))
    return 1000 * statistics.median(taken), int(statistics.median(asked))


def _rate(port: int, path: str, *, is_new: bool) -> tuple[float, float, float]:
    """Requests per second, and the median and the 95th of 100 in milliseconds, one after the other. is_new: each for an
    address that was not asked for before, so that nothing of it is kept."""
    link = http.client.HTTPConnection("127.0.0.1", port)
    taken = []
    for number in range(REQUESTS + 10):
        start = time.perf_counter()
        link.request("GET", f"{path}{'&' if '?' in path else '?'}number={number}" if is_new else path)
        answer = link.getresponse()
        answer.read()
        assert answer.status == 200, (path, answer.status)
        if number >= 10:
            taken.append(time.perf_counter() - start)
    marks = statistics.quantiles(taken, n=20)
    return len(taken) / sum(taken), 1000 * statistics.median(taken), 1000 * marks[18]


def _plans(path: str) -> tuple[int, list[str]]:
    """How many questions the page asks, and every plan of theirs that reads a whole table of results."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        Client().get(path)
    scans = []
    with connection.cursor() as cursor:
        for question in asked.captured_queries:
            cursor.execute("EXPLAIN " + question["sql"].replace("%", "%%"), ())
            scans += [line for (line,) in cursor.fetchall() if _is_whole_table(line)]
    return len(asked), scans


def _is_whole_table(line: str) -> bool:
    return any(f"Seq Scan on tournaments_{name}" in line for name in RESULTS)


class Server:
    """The site under uvicorn, in a thread of this process."""

    def __enter__(self) -> int:
        import uvicorn

        from euchre_site.listening import listen

        self.listener = listen()
        config = uvicorn.Config("euchre_site.asgi:application", lifespan="off", log_level="warning")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]})
        self.thread.start()
        while not self.server.started:
            time.sleep(0.05)
        return int(self.listener.getsockname()[1])

    def __exit__(self, *error: Any) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.listener.close()
