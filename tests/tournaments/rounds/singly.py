"""Brackets whose matches open singly, played through the commands with games that last as long as chance says."""

import heapq
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.accounts.models import User
from tests.cast import context_of, enter_pairs, make_club, make_event, on_grid, slip
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Venue
from tournaments.events.models import Event, Stage
from tournaments.results import commands as results
from tournaments.results.history import table_draw
from tournaments.results.standings_update import settle_stage
from tournaments.rounds import calling
from tournaments.rounds.models import Match, Round, Seat

DOUBLE = {"kind": "double", "opens": "singly"}


def bracket(olga: User, pairs: int, tables: int | None = None, *, name: str = "", **config: Any) -> Event:
    """Everyone is here, nothing was called yet. tables: how many the hall has."""
    club = make_club(olga, name or f"Club of {pairs}")
    venue = Venue.objects.create(club=club, name="Hall", tables=tables)
    event = make_event(club, olga, "elimination", venue=venue, config={"opens": "singly"} | config)
    enter_pairs(event, olga, pairs)
    return event


def start(event: Event, olga: User) -> Stage:
    return calling.open_matches(event.stages.get().pk, context=context_of(olga))


def called(event: Event) -> list[Match]:
    """What is being played, by table."""
    rows = Match.objects.filter(called_in__event=event).select_related("round__stage").prefetch_related("seats__entry")
    return list(rows.order_by("table"))


def sides(match: Match) -> tuple[int, ...]:
    return table_draw(match).entries


def score(match: Match, olga: User, *points: int) -> None:
    results.record_result(match.pk, slip(*points), context=on_grid(olga))
    settle_stage(match.round.stage_id)


def better_wins(match: Match, olga: User) -> None:
    """The smaller number."""
    one, other = sides(match)
    score(match, olga, *((10, 6) if one < other else (6, 10)))


def match_of(event: Event, *entries: int) -> Match:
    """Of these two, being played."""
    return next(match for match in called(event) if set(sides(match)) == set(entries))


def problems_now(event: Event) -> list[str]:
    """Players at two tables, tables with two matches, and matches that wait although nothing is in the way."""
    on = called(event)
    seated = Counter(Seat.objects.filter(match__in=on).values_list("player", flat=True))
    found = [f"player {player} sits at {times} tables" for player, times in seated.items() if times > 1]
    found += [
        f"table {table} has {times} matches" for table, times in Counter(m.table for m in on).items() if times > 1
    ]
    undecided = Match.objects.filter(round__stage__event=event).exclude(state__in=("standing", "void"))
    found += [f"{match} is neither decided nor called" for match in undecided.exclude(pk__in=[m.pk for m in on])]
    found += [f"match {one.match} could open" for one in calling.openings_now(event.stages.get()).opening]
    return found


@dataclass
class Evening:
    """Plays an event to its end. overlaps: how often a round was out beside an earlier one that was still played."""

    event: Event
    olga: User
    chance: Random
    minutes: float = 0
    overlaps: int = 0
    settled_late: bool = False
    playing: list[tuple[float, int]] = field(default_factory=list)
    timed: set[int] = field(default_factory=set)

    def step(self) -> bool:
        """The next table that is ready reports. False when no one is playing."""
        for match in called(self.event):
            if match.pk not in self.timed:
                self.timed.add(match.pk)
                heapq.heappush(self.playing, (self.minutes + self.chance.uniform(8, 28), match.pk))
        if not self.playing:
            return False
        self.minutes, pk = heapq.heappop(self.playing)
        match = Match.objects.select_related("round__stage").get(pk=pk)
        if match.is_terminal:
            return True
        score(match, self.olga, *self.chance.choice(((10, 6), (6, 10), (10, 8), (3, 10))))
        out = Round.objects.filter(stage__event=self.event, status=Round.Status.PUBLISHED)
        self.overlaps += out.count() > 1
        return True


def placed(event: Event) -> dict[int, tuple[int, bool]]:
    """Entry number → its place, and whether it is shared."""
    rows = event.stages.get().standings.select_related("entry")
    return {row.entry.number: (row.place, row.is_shared) for row in rows}


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)
