"""Who meets whom in which week, at home or away: the circle method, with as few breaks as there can be.

A break is a team at home, or away, in two weeks that follow each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.errors import RuleError
from tournaments.formats.round_robin.draw import Cycles

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
