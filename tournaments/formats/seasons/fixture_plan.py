"""The fixtures of all sections on the same days, so that no venue needs more tables than it has.

Which place of the circle a squad takes is free; a random search gives squads that share a venue different home weeks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.config import Choice
from tournaments.formats.seasons.match_days import match_days

# Who meets whom in which week, at home or away: the circle method, with as few breaks as there can be.
#
# A break is a team at home, or away, in two weeks that follow each other.


BYE = 0


class Meetings(Choice):
    """How often two teams meet in a season."""

    SINGLE = "single", mark("Once per season"), mark("Teams meet once, home or away.")
    DOUBLE = (
        "double",
        mark("Twice per season"),
        mark("Teams meet home and away. Rematches start after everyone has met once."),
    )
    TRIPLE = "triple", mark("3 times per season"), mark("The third match is at the same venue as the first.")

    @property
    def times(self) -> int:
        return {Meetings.SINGLE: 1, Meetings.DOUBLE: 2, Meetings.TRIPLE: 3}[self]


@dataclass(frozen=True)
class Meeting:
    """week: from 1. leg: which meeting of the two it is, from 1; 2 is the return match."""

    week: int
    leg: int
    home: int
    away: int


def weeks_needed(teams: int, meetings: Meetings) -> int:
    """An odd number needs one more week, in which each team has its bye."""
    return (teams - 1 + teams % 2) * meetings.times


def meetings_of(teams: Sequence[int], meetings: Meetings) -> tuple[Meeting, ...]:
    """Every two teams meet once, or more often with home and away swapped each time. The order of the teams decides the
    order of the weeks.

    Single: n − 2 breaks for an even number, none for an odd one, which is the minimum. Home and away matches of a team
    differ by one at most, in a double round robin not at all. RuleError: fewer than two teams, or one twice.
    """
    if len(teams) < 2:
        raise RuleError("A schedule needs at least 2 teams. Add one to the division.")
    assert len(set(teams)) == len(teams), "nobody plays twice"
    assert BYE not in teams, "teams are numbered from 1"
    first = [meeting for week in range(_circle(teams)) for meeting in _week(teams, week)]
    weeks = _circle(teams)
    return tuple(
        Meeting(
            meeting.week + weeks * done,
            done + 1,
            *((meeting.away, meeting.home) if done % 2 else (meeting.home, meeting.away)),
        )
        for done in range(meetings.times)
        for meeting in first
    )


def _circle(teams: Sequence[int]) -> int:
    return len(teams) - 1 + len(teams) % 2


def _week(teams: Sequence[int], week: int) -> list[Meeting]:
    """One week of the circle: the last team, or the bye, keeps its place; the others turn by one place a week."""
    around = [*teams, BYE] if len(teams) % 2 else list(teams)
    fixed, circle = around[-1], around[:-1]
    size = len(circle)
    own = circle[week % size]
    pairs = [(own, fixed) if week % 2 else (fixed, own)]
    for step in range(1, size // 2 + 1):
        team, other = circle[(week + step) % size], circle[(week - step) % size]
        pairs.append((team, other) if step % 2 else (other, team))
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
    """A venue.

    tables: how many it has; None: enough for all. night: how many days after the match day it is used; on another night
    it counts as another hall.
    """

    name: str
    tables: int | None = None
    night: int = 0


@dataclass(frozen=True)
class Days:
    """When fixtures are played. every: days from one match day to the next."""

    first: date
    every: int = 7
    blackouts: tuple[date, ...] = ()


@dataclass(frozen=True)
class Calendar:
    """What the search works on. sections: squads by section; homes: squad → its hall; tables: those of a fixture.
    nights: how many days after the match day each section plays; empty: all of them on it."""

    sections: tuple[tuple[int, ...], ...]
    homes: Mapping[int, Hall]
    tables: int
    meetings: Meetings
    nights: tuple[int, ...] = ()

    def night(self, section: int) -> int:
        return self.nights[section] if self.nights else 0


@dataclass(frozen=True)
class PlannedFixture:
    """section: from 0."""

    section: int
    day: date
    meeting: Meeting


def plan_fixtures(calendar: Calendar, days: Days, seed: int) -> tuple[PlannedFixture, ...]:
    """Every section's meetings, week 1 on the first day. RuleError, in words, when a venue cannot hold them."""
    _check_halls(calendar)
    orders = _search(calendar, Random(seed))  # noqa: S311  # replayable draws, nothing secret
    planned = [meetings_of(order, calendar.meetings) for order in orders]
    weeks = max(weeks_needed(len(teams), calendar.meetings) for teams in calendar.sections)
    nights = {calendar.night(section) for section in range(len(calendar.sections))}
    dates = {night: dates_of_night(days, weeks, night) for night in nights}
    if crowded := next(_crowded(calendar, planned), None):
        hall, week, needed = crowded
        raise RuleError(
            "On {weekday}, {date}, {hall} would need {needed} tables but has {tables}. Move one of "
            "its teams to another venue, or have the divisions play on different days.",
            weekday=say(WEEKDAYS[dates[hall.night][week - 1].weekday()]),
            date=dates[hall.night][week - 1],
            hall=hall.name,
            needed=needed,
            tables=hall.tables,
        )
    return tuple(
        PlannedFixture(section, dates[calendar.night(section)][meeting.week - 1], meeting)
        for section, meetings in enumerate(planned)
        for meeting in meetings
    )


def dates_of_night(days: Days, weeks: int, night: int) -> tuple[date, ...]:
    """The days of a section that plays a number of days after the match day.

    RuleError when that is the next match day.
    """
    if night >= days.every:
        raise RuleError(
            "One division plays {night} days after each match day, but match days are only {every} days "
            "apart. Have it play sooner, or leave more days between match days.",
            night=night,
            every=days.every,
        )
    return match_days(days.first + timedelta(days=night), weeks, days.blackouts, days.every)


def _check_halls(calendar: Calendar) -> None:
    """What no order can mend: a hall too small for one fixture, or for its squads' home matches on all the days."""
    for hall in sorted(set(calendar.homes.values()), key=lambda hall: (hall.name, hall.night)):
        if hall.tables is None:
            continue
        fit = hall.tables // calendar.tables
        if not fit:
            raise RuleError(
                "A match needs {needed} tables, and {hall} has {tables}. Add tables.",
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
                "{hall} has {matches} home matches, but tables for only {fit} on each of the {weeks} "
                "match days. Move some of its teams to another venue.",
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
        place, other = dice.sample(range(len(order)), 2)
        order[place], order[other] = order[other], order[place]
        missing = _missing(calendar, orders)
        if missing <= best:
            best = missing
        else:
            order[place], order[other] = order[other], order[place]
    return orders


def _missing(calendar: Calendar, orders: Sequence[Sequence[int]]) -> int:
    planned = [meetings_of(order, calendar.meetings) for order in orders]
    return sum(needed - (hall.tables or 0) for hall, _, needed in _crowded(calendar, planned))


def _crowded(calendar: Calendar, planned: Sequence[Sequence[Meeting]]) -> Iterator[tuple[Hall, int, int]]:
    """Hall, week and tables needed, wherever these are more than there are."""
    needed: Counter[tuple[int, Hall]] = Counter()
    for meeting in (meeting for meetings in planned for meeting in meetings):
        hall = calendar.homes.get(meeting.home)
        if hall and hall.tables is not None:
            needed[meeting.week, hall] += calendar.tables
    for (week, hall), count in sorted(needed.items(), key=lambda item: (item[0][0], item[0][1].name, item[0][1].night)):
        if count > (hall.tables or 0):
            yield hall, week, count
