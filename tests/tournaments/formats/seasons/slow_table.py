"""A section's table worked out slowly and otherwise: for every pair of squads, who is above whom."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

Card = tuple[str, str, list[tuple[int, int]]]
"""Home, away, and the points of every game, home first."""


def slow_points(squads: Sequence[str], cards: Sequence[Card], given: Mapping[str, int]) -> dict[str, Fraction]:
    """A point for every game won, half of one for a level game, and what was ruled."""
    totals = {squad: Fraction(given.get(squad, 0)) for squad in squads}
    for home, away, games in cards:
        for one, other in games:
            totals[home] += Fraction(int(one > other)) + Fraction(int(one == other), 2)
            totals[away] += Fraction(int(other > one)) + Fraction(int(one == other), 2)
    return totals


def slow_keys(
    squads: Sequence[str], cards: Sequence[Card], given: Mapping[str, int]
) -> dict[str, tuple[Fraction, ...]]:
    """Points, fixtures won and game difference of every squad."""
    points = slow_points(squads, cards, given)
    found = {}
    for squad in squads:
        won, difference = Fraction(0), Fraction(0)
        for home, away, games in cards:
            if squad not in (home, away):
                continue
            own = sum((a > b) - (b > a) for a, b in games) * (1 if squad == home else -1)
            won += Fraction(int(own > 0)) + Fraction(int(own == 0), 2)
            difference += own
        found[squad] = (points[squad], won, difference)
    return found


def slow_levels(squads: Sequence[str], cards: Sequence[Card], given: Mapping[str, int] | None = None) -> list[set[str]]:
    """The squads in levels by points, fixtures won and game difference, best first."""
    keys = slow_keys(squads, cards, given or {})
    return [{squad for squad in squads if keys[squad] == key} for key in sorted(set(keys.values()), reverse=True)]
