"""Checks that everyone is where the movement leads them. Shares no code with the formats.

Tables count by their order here, not by their numbers. A departure is accepted when a reason of the draw names the
player.
"""

from collections.abc import Iterator

from games.engine.messages import Message, message
from tournaments.formats.audit.rules import ChairRule, MovementRule, is_explained
from tournaments.formats.base import DrawRequest, PlayedTable, RoundDraw, TableDraw
from tournaments.formats.numbers import EntryRef

_OTHER_CHAIR = message("{entry} is in the wrong seat and should be in seat {chair} at table {goal}.")
_OTHER_TABLE = message("{entry} is at table {table} but should be in seat {chair} at table {goal}.")
_STRAYS = message("{entry} is at table {table} but should be at table {goal}.")


def winner_moves_findings(rule: MovementRule | None, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Under one of the results that each slip leaves open. Tables of three are not judged."""
    if rule is None or not request.history:
        return
    last = sorted(request.history[-1].tables, key=lambda table: table.draw.table)
    seats = {number: position for position, table in _in_order(draw) for number in table.entries}
    for position, table in enumerate(last, start=1):
        if [len(side) for side in table.draw.sides] == [2, 2]:
            options = [_expected(rule, position, len(last), table, side) for side in _winners(table)]
            complaints = [list(_strays(expected, seats, draw)) for expected in options]
            yield from min(complaints, key=len)


def chair_findings(rule: ChairRule | None, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Chair by chair, wrapping round at both ends."""
    if rule is None or not request.history:
        return
    last = request.history[-1]
    tables = sorted((table.draw for table in last.tables), key=lambda table: table.table)
    chairs = {entry: (at, chair) for at, table in enumerate(tables) for chair, entry in enumerate(table.entries)}
    out = [bye.entry for bye in last.byes[:1]] if rule.sit_out_table else []
    chairs |= {entry: (len(tables), 0) for entry in out}
    seats = {entry: (at, chair) for at, table in _in_order(draw) for chair, entry in enumerate(table.entries)}
    for number, (at, chair) in sorted(chairs.items()):
        if number not in seats or chair >= len(rule.steps):
            continue
        ring = len(tables) + (len(out) if chair == 0 else 0)
        goal = (at + rule.steps[chair]) % ring + 1
        if seats[number] != (goal, chair) and not is_explained(number, draw):
            has = _OTHER_CHAIR if seats[number][0] == goal else _OTHER_TABLE
            table = _name(draw, seats[number][0])
            yield has(entry=EntryRef(number), table=table, chair=chair + 1, goal=_name(draw, goal))


def _in_order(draw: RoundDraw) -> Iterator[tuple[int, TableDraw]]:
    """Every table with its position, 1 for the head table."""
    return iter(enumerate(sorted(draw.tables, key=lambda table: table.table), start=1))


def _name(draw: RoundDraw, position: int) -> int:
    """The number of the table at a position; past the last one they count on."""
    numbers = sorted(table.table for table in draw.tables)
    return numbers[position - 1] if position <= len(numbers) else numbers[-1] + position - len(numbers)


def _strays(expected: dict[int, int], seats: dict[int, int], draw: RoundDraw) -> Iterator[Message]:
    for number, at in sorted(expected.items()):
        if seats.get(number, at) != at and not is_explained(number, draw):
            yield _STRAYS(entry=EntryRef(number), table=_name(draw, seats[number]), goal=_name(draw, at))


def _winners(table: PlayedTable) -> list[int]:
    """The sides that may count as the winner: both when points are tied and no one said who moves."""
    if table.slip is None:
        return [0, 1]
    best = max(table.slip.points)
    level = [side for side, points in enumerate(table.slip.points) if points == best]
    named = table.slip.tie_winner
    return [named] if len(level) > 1 and named is not None else level


def _expected(rule: MovementRule, position: int, last: int, table: PlayedTable, winner: int) -> dict[int, int]:
    """Entry -> position, 1 for the head table up to `last`."""
    winners_move = rule.head_winners_move if position == 1 else rule.winners_move
    moving = table.draw.sides[winner if winners_move else 1 - winner]
    staying = table.draw.sides[1 - winner if winners_move else winner]
    expected: dict[int, int] = {}
    for goer, keeper, step in zip(moving, staying, rule.steps, strict=True):
        goal = position + step
        past_end = goal < 1 or goal > last
        goal = {0: last, last + 1: 1}.get(goal, goal)
        traveller, other = (keeper, goer) if past_end and not rule.wrap else (goer, keeper)
        expected |= {other: position, traveller: goal}
    return expected
