"""How long a double elimination takes when each match opens as soon as it can, beside round by round."""

import heapq
import statistics
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tournaments.formats.base import DrawRequest, Phase, PlayedRound, PlayedTable, Slip, TableDraw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.elimination.config import Elimination, Kind, Opens
from tournaments.formats.elimination.draw import openings

EVENINGS = 1000
HALLS = ((11, 3), (32, 8))
"""Pairs, and tables."""
USUAL, SPREAD, SHORTEST = 18, 5, 8
"""Minutes of a game to 10: on average, its standard deviation, and at least."""
PLAY = FORMATS["elimination"]


def print_minutes() -> None:
    """One line a hall: minutes to the last score, on average and on the slowest evening of twenty."""
    print("pairs | tables | round by round | 19 of 20 | match by match | 19 of 20")
    for pairs, tables in HALLS:
        rounds, singly = zip(*(_evening(pairs, tables, number) for number in range(EVENINGS)), strict=True)
        shown = (
            f"{statistics.mean(each):14.0f} | {sorted(each)[EVENINGS * 19 // 20]:8.0f}" for each in (rounds, singly)
        )
        print(f"{pairs:5} | {tables:6} | {' | '.join(shown)}")


def _evening(pairs: int, tables: int, number: int) -> tuple[float, float]:
    """The same games, of the same lengths and with the same winners, both ways."""
    return _by_rounds(pairs, tables, number), _singly(pairs, tables, number)


def _game(pairs: int, evening: int, table: TableDraw, nth: int) -> tuple[float, Slip]:
    """How long it takes, and how it ends: for the same two the same, the nth time that they meet."""
    chance = Random(f"{pairs}/{evening}/{sorted(table.entries)}/{nth}")
    wins = chance.choice(sorted(table.entries)) == table.entries[0]
    return max(SHORTEST, chance.gauss(USUAL, SPREAD)), Slip((10, 6) if wins else (6, 10))


def _by_rounds(pairs: int, tables: int, evening: int) -> float:
    """Within a round, whichever table is free takes the next match: what a hall does with more matches than tables."""
    config, field = Elimination(kind=Kind.DOUBLE), tuple(range(1, pairs + 1))
    history: tuple[PlayedRound, ...] = ()
    minutes, met = 0.0, _Meetings()
    while PLAY.rounds_left(config, request := DrawRequest(len(history) + 1, field, history, evening)):
        drawn, played = PLAY.draw(config, request), []
        free_at = [minutes] * tables
        for table in drawn.tables:
            length, slip = _game(pairs, evening, table, met.count(table))
            heapq.heapreplace(free_at, free_at[0] + length)
            played.append(PlayedTable(table, slip))
        minutes = max(free_at)
        history = (*history, PlayedRound(drawn.number, tuple(played), drawn.byes))
    return minutes


def _singly(pairs: int, tables: int, evening: int) -> float:
    config, field = Elimination(kind=Kind.DOUBLE, opens=Opens.SINGLY), tuple(range(1, pairs + 1))
    rounds: dict[int, PlayedRound] = {}
    playing: list[tuple[float, int, int, TableDraw, Slip]] = []
    minutes, met = 0.0, _Meetings()
    while True:
        history = tuple(rounds[number] for number in sorted(rounds))
        found = openings(config, DrawRequest(1, field, history, evening), tables)
        for one in found.opening:
            length, slip = _game(pairs, evening, one.table, met.count(one.table))
            heapq.heappush(playing, (minutes + length, one.round, one.table.table, one.table, slip))
            row = rounds.get(one.round) or PlayedRound(one.round, (), found.byes, opens_singly=True)
            rounds[one.round] = replace(row, tables=(*row.tables, PlayedTable(one.table, None, Phase.OPEN)))
        if not playing:
            return minutes
        minutes, number, _, table, slip = heapq.heappop(playing)
        rounds[number] = replace(rounds[number], tables=tuple(_with_slip(rounds[number], table, slip)))


def _with_slip(played: PlayedRound, table: TableDraw, slip: Slip) -> Iterator[PlayedTable]:
    for each in played.tables:
        yield PlayedTable(table, slip) if each.draw == table else each


class _Meetings:
    """How often two have met."""

    def __init__(self) -> None:
        self.times: dict[frozenset[int], int] = {}

    def count(self, table: TableDraw) -> int:
        pair = frozenset(table.entries)
        self.times[pair] = self.times.get(pair, 0) + 1
        return self.times[pair]
