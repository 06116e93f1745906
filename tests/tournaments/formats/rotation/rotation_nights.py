"""Plays whole nights of a format that is asked directly, and counts what came of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random

from tests.tournaments.formats.nights import play
from tournaments.formats.base import DrawRequest, PlayedRound, RoundDraw
from tournaments.formats.constraints import NO_WISHES, Constraints

Row = tuple[DrawRequest, RoundDraw, PlayedRound]


def play_rounds(
    draw: Callable[[DrawRequest], RoundDraw],
    fields: Sequence[Iterable[int]],
    seed: int = 1,
    void: float = 0.0,
    constraints: Constraints = NO_WISHES,
) -> list[Row]:
    """One round per field, each with random results."""
    rng = Random(seed)
    night: list[Row] = []
    for number, field in enumerate(fields, start=1):
        request = DrawRequest(number, tuple(sorted(field)), tuple(row[2] for row in night), seed, constraints)
        drawn = draw(request)
        night.append((request, drawn, play(drawn, rng, void=void)))
    return night


def partner_rounds(night: Iterable[Row]) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for row in night for table in row[1].tables for side in table.sides)


def opponent_rounds(night: Iterable[Row]) -> Counter[frozenset[int]]:
    tables = [table.sides for row in night for table in row[1].tables]
    return Counter(frozenset((a, b)) for one, other in tables for a in one for b in other)


def table_rounds(night: Iterable[Row]) -> Counter[frozenset[int]]:
    tables = [table.entries for row in night for table in row[1].tables]
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def repeats(counts: Counter[frozenset[int]]) -> int:
    return sum(times * (times - 1) // 2 for times in counts.values())
