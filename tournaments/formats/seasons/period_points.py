"""Points for the best of a night, added up over a season: exact, guests passed over, worst nights dropped."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from games.engine.language import mark
from tournaments.formats.config import Choice

Night = Mapping[int, Fraction]
"""Player → period points of one night; who was not there is not in it."""


class Ties(Choice):
    FULL = "full", mark("Everyone gets full points"), mark("2 players tied for 2nd both get the points for 2nd.")
    SPLIT = (
        "split",
        mark("Points are split"),
        mark("2 players tied for 2nd split the points for 2nd and 3rd, fractions included."),
    )


@dataclass(frozen=True)
class SeriesRow:
    """One line of a series. nights: points of each night, None where not there. dropped: nights, from 0, left out."""

    place: int
    player: int
    is_shared: bool
    total: Fraction
    nights: tuple[Fraction | None, ...]
    dropped: tuple[int, ...]
    best: tuple[Fraction, ...]


def award(levels: Sequence[Collection[int]], scale: Sequence[int], ties: Ties, guests: Collection[int] = ()) -> Night:
    """Period points by player. levels: the players of each place, best first; tied players share one.

    A guest gets nothing and takes no place: players behind a guest move up.
    """
    points: dict[int, Fraction] = {}
    place = 0
    for level in levels:
        members = sorted(player for player in level if player not in guests)
        taken = [scale[index] if index < len(scale) else 0 for index in range(place, place + len(members))]
        if members:
            each = Fraction(taken[0]) if ties is Ties.FULL else Fraction(sum(taken), len(members))
            points |= dict.fromkeys(members, each)
        points |= {player: Fraction(0) for player in level if player in guests}
        place += len(members)
    return points


def dropped(nights: Sequence[Fraction | None], worst: int) -> tuple[int, ...]:
    """Which nights do not count: the lowest, a missed one first, of equal ones the earliest. One night always stays."""
    order = sorted(range(len(nights)), key=lambda index: (nights[index] is not None, nights[index] or 0, index))
    return tuple(sorted(order[: max(0, min(worst, len(nights) - 1))]))


def series_table(nights: Sequence[Night], worst: int, guests: Collection[int] = ()) -> tuple[SeriesRow, ...]:
    """The season's table of everyone who was there and is no guest: by total, then by the best nights in turn. Players
    tied on all of them share a place."""
    players = sorted({player for night in nights for player in night} - set(guests))
    lines = [_row(player, [night.get(player) for night in nights], worst) for player in players]
    lines.sort(key=lambda line: (line[0], line[1]), reverse=True)
    table: list[SeriesRow] = []
    for (total, best), level in groupby(lines, key=lambda line: (line[0], line[1])):
        members = sorted(level, key=lambda line: line[2])
        place = len(table) + 1
        table += [
            SeriesRow(place, member[2], len(members) > 1, total, member[3], member[4], best) for member in members
        ]
    return tuple(table)


def _row(
    player: int, nights: list[Fraction | None], worst: int
) -> tuple[Fraction, tuple[Fraction, ...], int, tuple[Fraction | None, ...], tuple[int, ...]]:
    out = dropped(nights, worst)
    counted = [points or Fraction(0) for index, points in enumerate(nights) if index not in out]
    return sum(counted, Fraction(0)), tuple(sorted(counted, reverse=True)), player, tuple(nights), out
