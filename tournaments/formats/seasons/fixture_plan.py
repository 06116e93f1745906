"""The fixtures of all sections on the same days, so that no venue needs more tables than it has.

Which place of the circle a squad takes is free; a search by lots gives squads that share a venue different home weeks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.round_robin.draw import Cycles
from tournaments.formats.seasons.match_days import match_days

# Who meets whom in which week, at home or away: the circle method, with as few breaks as there can be.
#
# A break is a team at home, or away, in two weeks that follow each other.


BYE = 0


@dataclass(frozen=True)
class Meeting:
    """week: from 1. leg: 1, or 2 for the return match."""

    week: int
    leg: int
    home: int
    away: int


def weeks_needed(teams: int, meetings: Cycles) -> int:
    """An odd number needs one more week, in which each team has its bye."""
    return (teams - 1 + teams % 2) * meetings.times


def meetings_of(teams: Sequence[int], meetings: Cycles) -> tuple[Meeting, ...]:
    """Every two teams once, or twice with home and away changed. The order of the teams decides the order of the weeks.

    Single: n − 2 breaks for an even number, none for an odd one, and nobody can do better. Home and away matches of a
    team differ by one at most, in a double round robin not at all. RuleError: fewer than two teams, or one twice.
    """
    if len(teams) < 2:
        raise RuleError("Two squads at least are needed for fixtures. Add one to the section.")
    assert len(set(teams)) == len(teams), "nobody plays twice"
    assert BYE not in teams, "teams are numbered from 1"
    first = [meeting for week in range(_circle(teams)) for meeting in _week(teams, week)]
    if meetings is Cycles.SINGLE:
        return tuple(first)
    weeks = _circle(teams)
    back = [Meeting(one.week + weeks, 2, one.away, one.home) for one in first]
    return (*first, *back)


def _circle(teams: Sequence[int]) -> int:
    return len(teams) - 1 + len(teams) % 2


def _week(teams: Sequence[int], week: int) -> list[Meeting]:
    """The last team, or the bye, stands still; the others stand in a circle that turns by one place a week."""
    around = [*teams, BYE] if len(teams) % 2 else list(teams)
    fixed, circle = around[-1], around[:-1]
    size = len(circle)
    own = circle[week % size]
    pairs = [(own, fixed) if week % 2 else (fixed, own)]
    for step in range(1, size // 2 + 1):
        one, other = circle[(week + step) % size], circle[(week - step) % size]
        pairs.append((one, other) if step % 2 else (other, one))
    return [Meeting(week + 1, 1, home, away) for home, away in pairs if BYE not in (home, away)]


TRIES = 3000
WEEKDAYS = (
    mark("Monday"),
    mark("Tuesday"),
    mark("Wednesday"),
    mark("Thursday"),
    mark("Friday"),
    mark("Saturday"),
    mark("Sunday"),
)


@dataclass(frozen=True)
class Hall:
    """A venue. tables: how many it has; None: enough for anybody."""

    name: str
    tables: int | None = None


@dataclass(frozen=True)
class Days:
    """When fixtures are played. every: days from one match day to the next."""

    first: date
    every: int = 7
    blackouts: tuple[date, ...] = ()


@dataclass(frozen=True)
class Calendar:
    """What the search works on. sections: squads by section; homes: squad → its hall; tables: those of a fixture."""

    sections: tuple[tuple[int, ...], ...]
    homes: Mapping[int, Hall]
    tables: int
    meetings: Cycles


@dataclass(frozen=True)
class PlannedFixture:
    """section: from 0."""

    section: int
    day: date
    meeting: Meeting


def plan_fixtures(calendar: Calendar, days: Days, seed: int) -> tuple[PlannedFixture, ...]:
    """Every section's meetings, week 1 on the first day. RuleError, in words, when a venue cannot hold them."""
    _check_halls(calendar)
    orders = _search(calendar, Random(seed))  # noqa: S311  # replayable lots, nothing secret
    planned = [meetings_of(order, calendar.meetings) for order in orders]
    weeks = max(weeks_needed(len(teams), calendar.meetings) for teams in calendar.sections)
    dates = match_days(days.first, weeks, days.blackouts, days.every)
    if crowded := next(_crowded(calendar, planned), None):
        hall, week, needed = crowded
        raise RuleError(
            "On {weekday} {date} {hall} would need {needed} tables and has {tables}. "
            "Give one of its squads another venue, or let the divisions play on different days.",
            weekday=say(WEEKDAYS[dates[week - 1].weekday()]),
            date=dates[week - 1],
            hall=hall.name,
            needed=needed,
            tables=hall.tables,
        )
    return tuple(
        PlannedFixture(section, dates[one.week - 1], one) for section, found in enumerate(planned) for one in found
    )


def _check_halls(calendar: Calendar) -> None:
    """What no order can mend: a hall too small for one fixture, or for its squads' home matches on all the days."""
    for hall in sorted(set(calendar.homes.values()), key=lambda hall: hall.name):
        if hall.tables is None:
            continue
        fit = hall.tables // calendar.tables
        if not fit:
            raise RuleError(
                "{hall} has {tables} tables, and a fixture needs {needed}. Add tables.",
                hall=hall.name,
                tables=hall.tables,
                needed=calendar.tables,
            )
        weeks = max(weeks_needed(len(teams), calendar.meetings) for teams in calendar.sections)
        matches = sum(
            (len(teams) - 1) * calendar.meetings.times // 2
            for teams in calendar.sections
            for team in teams
            if calendar.homes.get(team) == hall
        )
        if matches > fit * weeks:
            raise RuleError(
                "{matches} home matches are to be played at {hall}, which has tables for {fit} on each of the "
                "{weeks} match days. Give some of its squads another venue.",
                matches=matches,
                hall=hall.name,
                fit=fit,
                weeks=weeks,
            )


def _search(calendar: Calendar, dice: Random) -> list[list[int]]:
    """The orders of the squads with the fewest missing tables that were found; the first try keeps them as they are."""
    orders = [list(teams) for teams in calendar.sections]
    best = _missing(calendar, orders)
    for _ in range(TRIES):
        if not best:
            break
        order = dice.choice([order for order in orders if len(order) > 1])
        one, other = dice.sample(range(len(order)), 2)
        order[one], order[other] = order[other], order[one]
        found = _missing(calendar, orders)
        if found <= best:
            best = found
        else:
            order[one], order[other] = order[other], order[one]
    return orders


def _missing(calendar: Calendar, orders: Sequence[Sequence[int]]) -> int:
    planned = [meetings_of(order, calendar.meetings) for order in orders]
    return sum(needed - (hall.tables or 0) for hall, _, needed in _crowded(calendar, planned))


def _crowded(calendar: Calendar, planned: Sequence[Sequence[Meeting]]) -> Iterator[tuple[Hall, int, int]]:
    """Hall, week and tables needed, wherever these are more than there are."""
    needed: Counter[tuple[int, str]] = Counter()
    halls = {hall.name: hall for hall in calendar.homes.values() if hall.tables is not None}
    for one in (one for found in planned for one in found):
        hall = calendar.homes.get(one.home)
        if hall and hall.name in halls:
            needed[one.week, hall.name] += calendar.tables
    for (week, name), count in sorted(needed.items()):
        if count > (halls[name].tables or 0):
            yield halls[name], week, count
