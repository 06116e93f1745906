"""Scores of a day, as duplicate is scored: for each hand the share of the others whom a player beat, ties by half.

Pure. Shares are basis points, 10000 for all of them, so that they are added without rounding twice.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

WHOLE = 10_000
ALONE = WHOLE // 2
"""Where there is no one to compare with."""


@dataclass(frozen=True)
class HandScore:
    """points: by which the player's side was ahead. average: of everyone. share: of the others, in basis points."""

    number: int
    points: int
    average: float
    share: int


def hand_scores(own: Sequence[int], field: Sequence[Sequence[int]]) -> list[HandScore]:
    """Of each hand. own: the player's points by hand. field: those of everyone, the player among them."""
    columns = list(zip(*field, strict=True))
    return [
        HandScore(number, points, sum(column) / len(column), _share(points, Counter(column)))
        for number, (points, column) in enumerate(zip(own, columns, strict=True), 1)
    ]


def day_scores(field: Sequence[Sequence[int]]) -> list[int]:
    """Of everyone in basis points: the mean of their hands. In the order of the field."""
    counts = [Counter(column) for column in zip(*field, strict=True)]
    shares = [{points: _share(points, count) for points in count} for count in counts]
    return [round(sum(by[points] for by, points in zip(shares, own, strict=True)) / len(own)) for own in field]


def places(scores: Sequence[int]) -> list[int]:
    """From 1; who has the same score has the same place."""
    first: dict[int, int] = {}
    for place, score in enumerate(sorted(scores, reverse=True), 1):
        first.setdefault(score, place)
    return [first[score] for score in scores]


def _share(points: int, counts: Counter[int]) -> int:
    others = counts.total() - 1
    if not others:
        return ALONE
    below = sum(number for value, number in counts.items() if value < points)
    return round(WHOLE * (below + (counts[points] - 1) / 2) / others)
