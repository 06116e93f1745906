"""Fits in a team that joins during the season: in the weeks to come it plays any free team, and the rest is missed.

A team is free if it has a bye, or would have met a team that left. One match a week, each opponent as often as the
season says; home and away in turn, and nowhere without a table.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.seasons.fixture_plan import Meeting

LATER = 0
"""The week of a meeting for which no week to come has room."""


@dataclass(frozen=True)
class WeekToCome:
    """free: the teams without a match that day. full: those at whose home no table is left on it."""

    week: int
    free: frozenset[int]
    full: frozenset[int] = frozenset()


def late_meetings(
    newcomer: int, others: Collection[int], times: int, weeks: Sequence[WeekToCome]
) -> tuple[tuple[Meeting, ...], tuple[Meeting, ...]]:
    """The newcomer's meetings that fit into the weeks to come, in their order, and those that it missed.

    times: how often two teams meet. Teams with the fewest meetings with the newcomer come first, then those with the
    fewest weeks left to meet it in.
    """
    plan = _Plan(newcomer, times)
    chances = Counter(other for week in weeks for other in week.free)
    fitted = []
    for week in weeks:
        there = [other for other in others if other in week.free]
        if newcomer in week.free and (meeting := plan.next_in(week, there, chances)):
            fitted.append(meeting)
        chances.subtract(week.free)
    return tuple(fitted), plan.rest(sorted(others))


class _Plan:
    """Whom the newcomer has met, and where."""

    def __init__(self, newcomer: int, times: int) -> None:
        self.newcomer, self.times = newcomer, times
        self.met: dict[int, list[bool]] = {}
        self.at_home = self.away = 0

    def next_in(self, week: WeekToCome, there: Collection[int], chances: Mapping[int, int]) -> Meeting | None:
        for other in sorted(there, key=lambda squad: (len(self.met.get(squad, ())), chances[squad], squad)):
            for is_home in self._sides(other):
                if (self.newcomer if is_home else other) not in week.full:
                    return self._meet(week.week, other, is_home=is_home)
        return None

    def rest(self, others: Sequence[int]) -> tuple[Meeting, ...]:
        """What is left to meet, the first meetings before the return matches."""
        meetings = []
        for leg in range(1, self.times + 1):
            for other in others:
                if len(self.met.get(other, ())) < leg:
                    meetings.append(self._meet(LATER, other, is_home=self._sides(other)[0]))
        return tuple(meetings)

    def _sides(self, other: int) -> tuple[bool, ...]:
        """Where the next meeting can be, the better one first: not twice running at the same place with the same team,
        else so that matches at home and away are as many. Empty when there is none."""
        before = self.met.get(other, [])
        if len(before) >= self.times:
            return ()
        if before:
            return (not before[-1],)
        better = self.at_home <= self.away
        return better, not better

    def _meet(self, week: int, other: int, *, is_home: bool) -> Meeting:
        before = self.met.setdefault(other, [])
        before.append(is_home)
        self.at_home, self.away = self.at_home + is_home, self.away + (not is_home)
        home, away = (self.newcomer, other) if is_home else (other, self.newcomer)
        return Meeting(week, len(before), home, away)
