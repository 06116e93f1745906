"""Short ways to write rounds down and to play whole nights, for the tests of the formats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from games.engine.messages import NOTHING, Message
from games.engine.slip import HandScore
from tournaments.formats.base import ByeDraw, DrawRequest, PlayedRound, PlayedTable, RoundDraw, Slip, TableDraw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.numbers import refs

SEED = 2026


def drawn_table(table: int, text: str) -> TableDraw:
    """A table from "1+2 v 3+4"."""
    return TableDraw(table, tuple(tuple(int(number) for number in side.split("+")) for side in text.split(" v ")))


def why(*entries: int) -> Message:
    """A reason that speaks of these."""
    return Message("{entries} may do so.", {"entries": refs(entries)})


def drawn(number: int, *tables: str, byes: Iterable[int] = (), reasons: tuple[Message, ...] = ()) -> RoundDraw:
    draws = tuple(drawn_table(index, text) for index, text in enumerate(tables, start=1))
    return RoundDraw(number, draws, tuple(ByeDraw(entry, 7, NOTHING) for entry in byes), reasons)


def played(number: int, *tables: str, byes: Iterable[int] = (), bye_points: int | None = 7) -> PlayedRound:
    """A round from texts as "1+2 v 3+4 = 7:5"; without the result the table was void."""
    rows = []
    for index, text in enumerate(tables, start=1):
        seats, _, result = text.partition(" = ")
        slip = Slip(tuple(int(points) for points in result.split(":"))) if result else None
        rows.append(PlayedTable(drawn_table(index, seats), slip))
    return PlayedRound(number, tuple(rows), tuple(ByeDraw(entry, bye_points, NOTHING) for entry in byes))


def hands(text: str) -> tuple[HandScore, ...]:
    """Hands from "0:1 1:4a 0:2": side, points, a for alone."""
    marks = [mark.split(":") for mark in text.split()]
    return tuple(HandScore(int(side), int(points.rstrip("a")), points.endswith("a")) for side, points in marks)


def draw_request(number: int, field: Iterable[int], *history: PlayedRound, seed: int = SEED) -> DrawRequest:
    return DrawRequest(number, tuple(field), history, seed)


def pairs(draw: RoundDraw) -> list[tuple[int, ...]]:
    """Who meets whom, table by table, where an entry is a pair."""
    return [table.entries for table in draw.tables]


def seats(draw: RoundDraw) -> dict[int, set[int]]:
    """Table number -> who sits there."""
    return {table.table: set(table.entries) for table in draw.tables}


def partners(draw: RoundDraw) -> set[frozenset[int]]:
    return {frozenset(side) for table in draw.tables for side in table.sides}


def slip_for(table: TableDraw, rng: Random, level: float = 0.0, void: float = 0.0) -> Slip | None:
    """A random result; level, void: how often points are level or the table is not played."""
    fate = rng.random()
    if fate < void:
        return None
    if fate < void + level:
        return Slip((5,) * len(table.sides), tie_winner=rng.choice((None, *range(len(table.sides)))))
    return Slip(tuple(rng.sample(range(12), len(table.sides))))


def play(draw: RoundDraw, rng: Random, level: float = 0.0, void: float = 0.0) -> PlayedRound:
    rows = tuple(PlayedTable(table, slip_for(table, rng, level, void)) for table in draw.tables)
    return PlayedRound(draw.number, rows, draw.byes)


def play_night(
    key: str, config: Any, fields: Sequence[Sequence[int]], seed: int, level: float = 0.0, void: float = 0.0
) -> list[tuple[DrawRequest, RoundDraw, PlayedRound]]:
    """One round per field, each with random results."""
    rng = Random(seed)
    night: list[tuple[DrawRequest, RoundDraw, PlayedRound]] = []
    for number, field in enumerate(fields, start=1):
        request = DrawRequest(number, tuple(sorted(field)), tuple(row[2] for row in night), seed)
        draw = FORMATS[key].draw(config, request)
        night.append((request, draw, play(draw, rng, level, void)))
    return night


def partnerships(rounds: Iterable[PlayedRound]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(side) for row in rounds for table in row.tables for side in table.draw.sides if len(side) == 2
    )


def sit_outs(rounds: Iterable[PlayedRound]) -> Counter[int]:
    return Counter(bye.entry for row in rounds for bye in row.byes)
