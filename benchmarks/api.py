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
from uuid import uuid4

from benchmarks.leaderboards import Server
from benchmarks.settling import database

SIZE = 100
ROUNDS, REQUESTS = 10, 20
TURNS_OF_READS, REQUESTS_OF_READS = 5, 3
HEAD = "requests/s  beside plain  p50 ms  bytes  status"
PLAIN = "a plain endpoint"


def main() -> None:
    with site():
        token = fill()
        with Server() as port:
            _report(port, token)
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


def fill() -> str:
    """Makes a club with a hundred events, one of them with a hundred ranked entries, and everyone's rating.

    Returns the token of its owner.
    """
    from django.utils import timezone

    from games.accounts.models import Player, User
    from games.accounts.tokens import make_token
    from tournaments.checkin.models import Entry, EntryPlayer
    from tournaments.clubs.models import Club, Membership, Role
    from tournaments.context import SITE
    from tournaments.events.commands import create_event, player_of
    from tournaments.events.models import Event
    from tournaments.results.models import Standing
    from tournaments.rewards.models import PlayerRating, RatingPool

    now, olga = timezone.now(), User.objects.create_user("olga@example.org")
    club = Club.objects.create(name="Club", slug="club", zone="UTC")
    Membership.objects.create(club=club, player=player_of(olga), role=Role.OWNER)
    night = create_event(club, "Night", now, "progressive", {}, context=SITE)
    Event.objects.bulk_create(Event(club=club, name="More", slug=f"more-{n}", starts_at=now) for n in range(1, SIZE))
    people = Player.objects.bulk_create(Player(name=f"Player {n}") for n in range(SIZE))
    status = Entry.Status.CHECKED_IN
    entries = Entry.objects.bulk_create(Entry(event=night, number=n, status=status) for n in range(1, SIZE + 1))
    pairs = zip(entries, people, strict=True)
    EntryPlayer.objects.bulk_create(EntryPlayer(event=night, entry=entry, player=player) for entry, player in pairs)
    stage = night.stages.get()
    Standing.objects.bulk_create(
        Standing(stage=stage, entry=entry, place=place, points_over=9, values=["9"] * len(stage.criteria))
        for place, entry in enumerate(entries, 1)
    )
    pool = RatingPool.objects.create(key=f"{club.pk}:classic:0", club=club, variant="classic")
    text = f"26.5 2.0 90 {now.date()}T00:00:00+00:00#1"
    PlayerRating.objects.bulk_create(
        PlayerRating(
            pool=pool,
            player=one,
            text=text,
            mu=26.5,
            sigma=2.0,
            games=9,
            last_at=now,
            number=1500 + place,
            give_or_take=80,
            is_provisional=False,
        )
        for place, one in enumerate(people)
    )
    return make_token(olga, "Benchmark", [], key=uuid4())[0]


PATHS = {
    "standings of 100": "/api/v1/events/night/standings/",
    "a club's ranking": "/api/v1/clubs/club/ranking/",
    "50 events": "/api/v1/events/",
    "100 events": "/api/v1/events/?limit=100",
}


def _report(port: int, token: str) -> None:
    link = http.client.HTTPConnection("127.0.0.1", port)
    own = {"Authorization": f"Bearer {token}"}
    asked: dict[str, tuple[str, dict[str, str]]] = {PLAIN: ("/plain/", {})}
    for name, path in PATHS.items():
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
