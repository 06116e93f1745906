"""What one score costs in a club that has few results, and in one that has many.

    python -m benchmarks scores [--history 1,10,100,1000] [--tables 7]

Without DATABASE_URL on SQLite, with it on PostgreSQL. The same players meet night after night, for 8 rounds each. All
results are recorded by the site's own command and settled, and each night is finished. After so many results the
players begin a new night, and each table's score is measured:

- `slip`: a player's phone reports the score.
- `confirm`: a phone of the other side confirms it. Both phones are new to the night.
- `derived`: standings, ratings, statistics, races and achievements, as workers compute them.
- `bare`: the rows of one result, one by one and with nothing asked, as in `settling`. It takes turns with the others.

Each has its SQL statements, without those that begin and end transactions, and its CPU milliseconds. These are medians
of the night's tables. The CPU is that of this process: with PostgreSQL the server's share isn't in it. `beside bare` is
slip, confirm and derived together, divided by bare. The last line divides the last size by the first.
"""

import argparse
import datetime
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from benchmarks.settling import database, insert_and_delete

HISTORY, TABLES, ROUNDS = "1,10,100,1000", 7, 8
EVENING = 20
PARTS = ("slip", "confirm", "derived", "bare")
ENDS = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


def main() -> None:
    asked = parser().parse_args(sys.argv[1:])
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database():
        _measure([int(size) for size in asked.history.split(",")], asked.tables)


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog="python -m benchmarks scores")
    words.add_argument("--history", default=HISTORY, help="results in the club before the scores that are measured")
    words.add_argument("--tables", type=int, default=TABLES, help="at each night, so many scores at each size")
    return words


@dataclass
class Cost:
    """milliseconds: CPU of this process."""

    statements: float
    milliseconds: float

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.statements + other.statements, self.milliseconds + other.milliseconds)

    def beside(self, other: "Cost") -> tuple[float, float]:
        return self.statements / other.statements, self.milliseconds / other.milliseconds


def _measure(sizes: list[int], tables: int) -> None:
    from django.db import connection

    club = _Club(tables)
    print(f"{connection.vendor}: statements and CPU ms of a score, medians of {tables}")
    print(f"results  {''.join(f'{part:>16}' for part in PARTS)}   beside bare")
    wholes = []
    for size in sorted(sizes):
        began = time.perf_counter()
        club.grow_to(size)
        print(f"{club.results} results after {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
        costs = club.scores()
        whole = costs["slip"] + costs["confirm"] + costs["derived"]
        shown = "".join(f"{costs[part].statements:8.0f} {costs[part].milliseconds:7.1f}" for part in PARTS)
        print(f"{size:7}  {shown}   {_ratios(whole.beside(costs['bare']))}", flush=True)
        wholes.append(whole)
    if len(wholes) > 1:
        print(f"the last beside the first: {_ratios(wholes[-1].beside(wholes[0]))}")


def _ratios(ratios: tuple[float, float]) -> str:
    return "{:5.2f} {:6.2f}".format(*ratios)


class _Club:
    """A club of the same people, with one more week's night after the other, all of them before today."""

    def __init__(self, tables: int) -> None:
        from django.utils import timezone

        from games.accounts.models import Player
        from tests.cast import make_club, make_user
        from tournaments.clubs.models import Membership

        self.chance, self.olga, self.tables = Random(1), make_user("Olga"), tables
        self.now = timezone.now()
        self.club = make_club(self.olga)
        self.club.zone = f"Etc/GMT{(self.now.hour - EVENING + 12) % 24 - 12:+}"  # where it's evening
        self.club.save()
        self.people = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(4 * tables))
        Membership.objects.bulk_create(Membership(club=self.club, player=player) for player in self.people)
        self.results = self.nights = 0

    def grow_to(self, results: int) -> None:
        while self.results < results:
            self._past_night(results - self.results)

    def scores(self) -> dict[str, Cost]:
        """The medians of a night's first round."""
        night = self._begin(self.now)
        taken = [self._score(match) for match in self._publish(night, 1)]
        self.results += len(taken)
        return {
            part: Cost(
                median(costs[part].statements for costs in taken), median(costs[part].milliseconds for costs in taken)
            )
            for part in PARTS
        }

    def _past_night(self, most: int) -> None:
        from tournaments.context import SITE
        from tournaments.results import commands as results
        from tournaments.results.models import ResultEntry
        from tournaments.rounds import commands as rounds
        from tournaments.rounds.finishing import finish_event

        # A year is enough: further back, one day has more nights.
        night = self._begin(self.now - datetime.timedelta(days=7 * (52 - self.nights % 52)))
        for number in range(1, ROUNDS + 1):
            matches = self._publish(night, number)[:most]
            for match in matches:
                results.record_result(match.pk, self._slip(match), context=SITE)
            at = night.starts_at + datetime.timedelta(minutes=10 * number)
            ResultEntry.objects.filter(match__in=matches).update(at=at)
            _derive()
            self.results, most = self.results + len(matches), most - len(matches)
            if not most:
                return
            row = matches[0].round
            row.refresh_from_db()
            rounds.close_round(row.pk, context=SITE, expected_version=row.revision)
        finish_event(night.pk, context=SITE)
        _derive()

    def _begin(self, starts_at: datetime.datetime) -> Any:
        from tournaments.checkin import entries
        from tournaments.context import SITE
        from tournaments.events.commands import create_event

        self.nights += 1
        night = create_event(self.club, f"Night {self.nights}", starts_at, "rotation", {"rounds": ROUNDS}, context=SITE)
        for player in self.people:
            entries.register(night.pk, [player], check_in=True, context=SITE)
        return night

    def _publish(self, night: Any, number: int) -> list[Any]:
        from tournaments.context import SITE
        from tournaments.rounds import commands as rounds
        from tournaments.rounds.models import Match

        row = rounds.draw_round(night.stages.get().pk, number, context=SITE)
        row = rounds.publish_round(row.pk, context=SITE, expected_version=row.revision)
        matches = Match.objects.filter(round=row).select_related("round__stage__event").prefetch_related("seats")
        return list(matches.order_by("table"))

    def _slip(self, match: Any) -> Any:
        from tournaments.demo import made_up_slip

        return made_up_slip(match, self.chance)

    def _score(self, match: Any) -> dict[str, Cost]:
        from django.urls import reverse

        from tests.cast import players_at
        from tests.tournaments.pages.browsing import form, slip_form, with_link
        from tournaments.results.models import ResultEntry, Standing

        event = match.round.stage.event
        reporter, other = (with_link(event, self.olga, players_at(match, side)[0]) for side in (0, 1))
        slip = reverse("slip", args=[event.slug, match.pk])
        answer = reverse("answer_slip", args=[event.slug, match.pk, "confirm"])
        points, confirmed = slip_form(match, *self._slip(match).points), form(seen=1)
        return {
            "slip": _cost(lambda: _post(reporter, slip, points)),
            "confirm": _cost(lambda: _post(other, answer, confirmed)),
            "derived": _cost(_derive),
            "bare": _cost(lambda: insert_and_delete(match, ResultEntry, Standing, match.round.stage)),
        }


def _post(client: Any, path: str, fields: dict[str, Any]) -> None:
    answer = client.post(path, fields)
    assert answer.status_code == 302, answer.content.decode()


def _derive() -> None:
    from tournaments.results.standings_update import settle_unsettled
    from tournaments.rewards import queue

    settle_unsettled()
    queue.run_all()


def _cost(act: Callable[[], object]) -> Cost:
    from django.db import connection

    cost = Cost(0, 0)

    def count(execute: Any, sql: str, *asked: Any) -> Any:
        cost.statements += not sql.startswith(ENDS)
        return execute(sql, *asked)

    with connection.execute_wrapper(count):
        began = time.process_time()
        act()
        cost.milliseconds = 1000 * (time.process_time() - began)
    _throw_calls_away()
    return cost


def _throw_calls_away() -> None:
    """No one listens at this process's own broker."""
    from euchre_site.celery import app

    app.control.purge()
