"""What a score card of a league costs in the first and in the last week of a season of fifty teams in five divisions.

A card is entered by an organizer and settled as a worker does it; awards and ratings are measured by `five_years`. The
weeks between are written as rows. Goals: at most 1.2 times the first week's statements and rows read in the last week.
`--teams 6` makes divisions smaller.
"""

import argparse
import datetime
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.settling import database

DIVISIONS, TEAMS, PLAYERS = 5, 10, 6
RULES = {"meetings": "double", "pairs": 3, "games": 3, "play_to": 10}


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--teams", type=int, default=TEAMS, help="in a division, an even number")
    teams = asked.parse_args(sys.argv[1:]).teams
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database():
        _measure(teams)


@dataclass
class Cost:
    """Of one card on average. milliseconds: of this process's own work."""

    statements: float = 0
    rows: float = 0
    milliseconds: float = 0


def _measure(teams: int) -> None:
    season = _Season(teams)
    first, last = (season.fixtures_of(week) for week in (1, season.weeks))
    one = _one_of_each_division(first)
    before = season.cost_of(one)
    season.fill(row for week in range(1, season.weeks) for row in season.fixtures_of(week) if row not in one)
    after = season.cost_of(_one_of_each_division(last))
    print(f"{DIVISIONS * teams} teams in {DIVISIONS} divisions, {season.weeks} weeks, a card of each division")
    print("week    statements   rows read   CPU ms   a card")
    for week, cost in ((1, before), (season.weeks, after)):
        print(f"{week:4}    {cost.statements:10.0f}   {cost.rows:9.0f}   {cost.milliseconds:6.0f}")
    ratios = (getattr(after, name) / getattr(before, name) for name in ("statements", "rows", "milliseconds"))
    print("ratio   {:10.2f}   {:9.2f}   {:6.2f}".format(*ratios))


def _one_of_each_division(rows: Iterable[Any]) -> list[Any]:
    return list({row.section_id: row for row in rows}.values())


class _Season:
    """A season that runs, its cards by dice."""

    def __init__(self, teams: int) -> None:
        from django.db.models import Max

        from tournaments.context import SITE
        from tournaments.events.commands import create_club
        from tournaments.leagues import schedule, setup, squads

        self.context, self.chance = SITE, Random(5)
        day = datetime.date(2026, 1, 8)
        club = create_club("Bench", context=SITE)
        names = [f"Division {number}" for number in range(1, DIVISIONS + 1)]
        league = setup.create_league(club, "Bench League", names, context=SITE)
        self.season = setup.create_season(league, "Fall", RULES, context=SITE)
        for division, section in enumerate(self.season.sections.all(), start=1):
            for number in range(1, teams + 1):
                team = f"Team {division}.{number}"
                people = [f"{team} {player}" for player in range(1, PLAYERS + 1)]
                squads.enter_squad(section.pk, team, people, day, context=SITE)
        schedule.draft_fixtures(self.season.pk, schedule.Plan(day, datetime.time(19)), context=SITE)
        schedule.open_season(self.season.pk, context=SITE)
        self.season.refresh_from_db()
        self.weeks: int = self.season.fixtures.aggregate(last=Max("week"))["last"]

    def fixtures_of(self, week: int) -> list[Any]:
        return list(self.season.fixtures.filter(week=week).order_by("number"))

    def cost_of(self, rows: list[Any]) -> Cost:
        from tournaments.leagues import fixtures, line_ups

        found = Cost()
        for row in rows:
            for squad in row.squads:
                pairs = [people[:2] for people in self._pairs(squad)]
                line_ups.set_line_up(row.pk, squad.pk, pairs, context=self.context)
            with _counted(found):
                fixtures.enter_card(row.pk, self._card(), context=self.context)
                self._work()
        return Cost(*(value / len(rows) for value in (found.statements, found.rows, found.milliseconds)))

    def fill(self, rows: Iterator[Any]) -> None:
        """Fixtures that were played and counted, as rows."""
        from tournaments.leagues import tables

        for row in rows:
            self._fill(row)
        tables.settle_season(self.season.pk)

    def _work(self) -> None:
        """What workers do about the card. No one listens at this process's own broker."""
        from euchre_site.celery import app
        from tournaments.leagues.tables import settle_season
        from tournaments.results.standings_update import settle_unsettled

        settle_unsettled()
        settle_season(self.season.pk)
        app.control.purge()

    def _pairs(self, squad: Any) -> list[list[Any]]:
        people = [row.player for row in squad.players.select_related("player").order_by("pk")]
        return [people[at : at + 2] for at in range(0, PLAYERS, 2)]

    def _card(self) -> list[list[tuple[int, int]]]:
        return [[self._game() for _ in range(RULES["pairs"])] for _ in range(RULES["games"])]  # type: ignore[call-overload]

    def _game(self) -> tuple[int, int]:
        loser = self.chance.randrange(10)
        return (10, loser) if self.chance.random() < 0.5 else (loser, 10)

    def _fill(self, row: Any) -> None:
        from tournaments.checkin.models import Entry, EntryPlayer
        from tournaments.events.commands import create_event
        from tournaments.formats.base import Slip
        from tournaments.leagues.models import Fixture
        from tournaments.results.models import Channel, ResultEntry
        from tournaments.results.slips import slip_data
        from tournaments.rounds.models import Match, Round, Seat

        event = create_event(
            self.season.league.club, str(row), row.starts_at, "grand_prix", {"rounds": 3}, context=self.context
        )
        pairs = [pair for both in zip(self._pairs(row.away), self._pairs(row.home), strict=True) for pair in both]
        entries = Entry.objects.bulk_create(
            Entry(event=event, number=number, status=Entry.Status.CHECKED_IN) for number in range(1, len(pairs) + 1)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(event=event, entry=entry, player=player, chair=chair)
            for entry, pair in zip(entries, pairs, strict=True)
            for chair, player in enumerate(pair)
        )
        stage = event.stages.get()
        for number, games in enumerate(self._card(), start=1):
            played = Round.objects.create(stage=stage, number=number, status=Round.Status.CLOSED, version=1)
            matches = Match.objects.bulk_create(Match(round=played, table=at + 1) for at in range(len(games)))
            sides = [((2 * (at + number) % 6), 2 * at + 1) for at in range(len(games))]
            Seat.objects.bulk_create(
                Seat(
                    match=match,
                    round=played,
                    side=side,
                    position=side + 2 * chair,
                    entry=entries[place],
                    player=player,
                )
                for match, both in zip(matches, sides, strict=True)
                for side, place in enumerate(both)
                for chair, player in enumerate(pairs[place])
            )
            found = ResultEntry.objects.bulk_create(
                ResultEntry(
                    match=match,
                    version=1,
                    kind=ResultEntry.Kind.RECORD,
                    slip=slip_data(Slip(game)),
                    source=Channel.COMMAND,
                    at=row.starts_at,
                )
                for match, game in zip(matches, games, strict=True)
            )
            for match, entry in zip(matches, found, strict=True):
                match.state, match.standing, match.last_version = Match.State.STANDING, entry, 1
            Match.objects.bulk_update(matches, ["state", "standing", "last_version"])
        Fixture.objects.filter(pk=row.pk).update(event=event, state=Fixture.State.PLAYED)


@contextmanager
def _counted(found: Cost) -> Iterator[None]:
    """Add what happens within. A row is counted where it reaches this process."""
    from django.db import connection
    from django.db.backends.utils import CursorWrapper

    class Counting(CursorWrapper):
        def execute(self, *args: Any, **kwargs: Any) -> Any:
            found.statements += 1
            return super().execute(*args, **kwargs)

        def executemany(self, *args: Any, **kwargs: Any) -> Any:
            found.statements += 1
            return super().executemany(*args, **kwargs)

        def __getattr__(self, name: str) -> Any:
            act = super().__getattr__(name)
            if not name.startswith("fetch"):
                return act

            def fetch(*args: Any) -> Any:
                rows = act(*args)
                found.rows += len(rows) if isinstance(rows, list) else rows is not None
                return rows

            return fetch

        def __iter__(self) -> Iterator[Any]:
            for row in super().__iter__():
                found.rows += 1
                yield row

    made: Any = connection
    made.make_cursor = lambda cursor: Counting(cursor, connection)
    began = time.process_time()
    try:
        yield
    finally:
        found.milliseconds += 1000 * (time.process_time() - began)
        del made.make_cursor
