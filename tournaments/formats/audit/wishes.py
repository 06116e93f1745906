"""Checks a round against what people asked for and the tables that are closed. Shares no code with the formats."""

from collections.abc import Iterable, Iterator

from games.engine.messages import Message, message, values_in
from tournaments.formats.audit.rules import is_explained, names
from tournaments.formats.base import DrawRequest, RoundDraw, TableDraw
from tournaments.formats.numbers import EmptyTable, EntryRef

_NUMBER = message("{table} isn’t a valid table number. Start numbering tables at 1.")
_TWICE = message("Table {table} appears {times} times. Give each table its own number.")
_CLOSED = message("Table {table} is closed. Use another one.")
_LEFT_OUT = message("Table {table} is open but unused. Use the lowest table numbers available.")
_ONE_PLAYS = message("{entry} plays and {other} sits out, but they asked to stay together.")
_PARTED = message("{entries} aren’t partners, but asked to stay together.")
_MOVED = message("{entry} asked to keep a seat at table {home} but is at table {table}.")
_OTHER_CHAIR = message("{entry} asked to keep a seat but is in a different one at table {table}.")
_MEET = message("{entries} are both at table {table}, but asked not to meet.")

Place = tuple[int, int]
"""Table number and chair, counted through the sides from 0."""


def table_number_findings(request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Numbers that are positive, used once and not closed."""
    numbers = [table.table for table in draw.tables]
    closed = set(request.constraints.closed_tables)
    for number in sorted(set(numbers)):
        if number < 1:
            yield _NUMBER(table=number)
        if numbers.count(number) > 1:
            yield _TWICE(table=number, times=numbers.count(number))
        if number in closed:
            yield _CLOSED(table=number)


def table_gap_findings(request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Checks that the draw uses the lowest table numbers there are.

    A gap is right where closed tables make it, below a table that someone here keeps, and where a reason says that a
    table is not played.
    """
    numbers = [table.table for table in draw.tables]
    closed = set(request.constraints.closed_tables)
    kept = {table for table, _ in kept_places(request).values()}
    others = {number for number in numbers if number not in kept}
    skipped = [
        number for number in range(1, max(others, default=0)) if number not in {*numbers, *closed, *_not_played(draw)}
    ]
    if skipped:
        yield _LEFT_OUT(table=skipped[0])


def _not_played(draw: RoundDraw) -> set[int]:
    return {table.number for table in values_in(draw.reasons, EmptyTable)}


def wish_findings(request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Finds wishes that the draw breaks: people who meet and must not, couples who are parted, and lost places.

    Lost places may have a reason.
    """
    for table in draw.tables:
        yield from _strangers(request, table)
    partner = {member: frozenset(side) for table in draw.tables for side in table.sides for member in side}
    for pair in sorted(couples(request), key=sorted):
        playing = [member for member in sorted(pair) if member in partner]
        if len(playing) == 1:
            (away,) = pair.difference(playing)
            yield _ONE_PLAYS(entry=EntryRef(playing[0]), other=EntryRef(away))
        elif playing and partner[playing[0]] != pair:
            yield _PARTED(entries=names(pair))
    places = _places(draw.tables)
    for entry, (home, chair) in sorted(kept_places(request).items()):
        number, new = places.get(entry, (home, chair))
        if number != home and not is_explained(entry, draw):
            yield _MOVED(entry=EntryRef(entry), home=home, table=number)
        elif new != chair and not is_explained(entry, draw):
            yield _OTHER_CHAIR(entry=EntryRef(entry), table=number)


def couples(request: DrawRequest) -> set[frozenset[int]]:
    """The pairs that are to stay together, of whom both are here."""
    here = set(request.field)
    return {frozenset(pair) for pair in request.constraints.together if here.issuperset(pair)}


def kept_places(request: DrawRequest) -> dict[int, Place]:
    """Where those sat last who are here and keep their place."""
    keepers = set(request.constraints.stationary).intersection(request.field)
    places: dict[int, Place] = {}
    for played in request.history:
        places |= _places([table.draw for table in played.tables])
    return {entry: places[entry] for entry in keepers if entry in places}


def _strangers(request: DrawRequest, table: TableDraw) -> Iterator[Message]:
    for pair in request.constraints.apart:
        if {*pair} <= {*table.entries}:
            yield _MEET(entries=names(frozenset(pair)), table=table.table)


def _places(tables: Iterable[TableDraw]) -> dict[int, Place]:
    return {entry: (table.table, chair) for table in tables for chair, entry in enumerate(table.entries)}
