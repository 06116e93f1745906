"""Checks any drawn round from outside. Shares no code with the formats and repairs nothing.

A hard finding is a violation (an organizer may override it with a reason); a soft one is worth knowing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, RoundDraw, TableDraw
from tournaments.formats.numbers import HOUSE, called


@dataclass(frozen=True)
class Finding:
    """Something about a round, in words for the organizer."""

    hard: bool
    text: str


@dataclass(frozen=True)
class MovementRule:
    """How the winner-moves movement goes. steps: tables moved by the first and second chair of a side, -1 is up."""

    winners_move: bool
    head_winners_move: bool
    steps: tuple[int, int]
    wrap: bool


@dataclass(frozen=True)
class HardRules:
    """What a round must obey beside having everybody exactly once.

    side_size: entries per side. allows_threes: tables with three sides of one. house_players: how many may sit in.
    is_coloured: chairs are high and low and nobody changes. most_meetings: how often two may be opponents;
    forfeits_meet: whether those count who were paired and did not play. most_byes: how often an entry may sit out or
    win without playing. goes_out: who is out of the event has no place. movement: None for formats in which results do
    not decide who goes where.
    """

    side_size: int = 2
    allows_threes: bool = False
    house_players: int = 0
    is_coloured: bool = False
    most_meetings: int | None = None
    forfeits_meet: bool = True
    most_byes: int | None = None
    goes_out: bool = False
    movement: MovementRule | None = None


def audit(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> tuple[Finding, ...]:
    """Everything there is to say against a round, hard findings first; () for a round without fault.

    A departure from the movement or from the colours is accepted when one of the draw's reasons names the player.
    Tables of three are checked for their make-up, not for the movement after them.
    """
    checks = (_attendance(rules, request, draw), _table_shapes(rules, draw), _split_partners(rules, request, draw))
    more = (_colours(rules, request, draw), _meetings(rules, request, draw), _movement(rules, request, draw))
    hard = [Finding(True, text) for text in chain(*checks, *more)]
    soft = [Finding(False, text) for text in chain(_repeats(request, draw), _sit_outs(request, draw))]
    return (*hard, *soft)


def _attendance(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    """Every entry of the field exactly once, nobody else, and no more house players than allowed."""
    if draw.number != request.number:
        yield f"This is round {draw.number}; round {request.number} was asked for."
    seated = [number for table in draw.tables for number in table.entries]
    places = Counter(seated + [bye.entry for bye in draw.byes])
    for number in sorted(request.field):
        if places[number] == 0 and not rules.goes_out:
            yield f"{called(number)} has no place in this round."
    for number, count in sorted(places.items()):
        if count > 1:
            yield f"{called(number)} has {count} places in this round."
        if number > HOUSE and number not in request.field:
            yield f"{called(number)} has a place but is not here."
        if number <= HOUSE - rules.house_players:
            yield f"{called(number)} has a place, but at most {rules.house_players} house players may play."
    for bye in draw.byes:
        if bye.entry <= HOUSE:
            yield f"{called(bye.entry)} sits out; a house player who is not needed is left away."


def _table_shapes(rules: HardRules, draw: RoundDraw) -> Iterator[str]:
    numbers = sorted(table.table for table in draw.tables)
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"The tables are numbered {', '.join(map(str, numbers))}; number them from 1 without gaps."
    for table in draw.tables:
        sizes = tuple(len(side) for side in table.sides)
        is_three = rules.allows_threes and sizes == (1, 1, 1)
        if sizes != (rules.side_size, rules.side_size) and not is_three:
            made_up = " against ".join(map(str, sizes)) or "nobody"
            yield f"Table {table.table} plays {made_up}; it must be {rules.side_size} against {rules.side_size}."


def _split_partners(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    """With a movement, nobody partners again at once: of four people there is always another way to split."""
    if rules.movement:
        latest = _partnerships(table.draw for played in request.history[-1:] for table in played.tables)
        for table in draw.tables:
            for pair in _partnerships([table]):
                if pair in latest:
                    yield f"{_names(pair)} at table {table.table} have just been partners; split them up."


def _colours(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    if not rules.is_coloured:
        return
    earlier = [table.draw for played in request.history for table in played.tables]
    held = {number: index for table in earlier for number, index in _chairs(table)}
    for table in draw.tables:
        for number, index in _chairs(table):
            if held.get(number, index) != index and not _is_explained(number, draw):
                yield f"{called(number)} sits on a {('high', 'low')[index]} chair but holds the other colour."


def _meetings(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    if rules.most_meetings is None:
        return
    met = Counter(pair for played in request.history for table in played.tables for pair in _met(table))
    for table in draw.tables:
        for pair in _opponents(table):
            if met[pair] >= rules.most_meetings:
                yield f"{_names(pair)} at table {table.table} have met {met[pair]} times already; that is enough."


def _movement(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    """Everybody of the last round is where the movement leads, under one of the results the slip leaves open."""
    if rules.movement is None or not request.history:
        return
    seats = {number: table.table for table in draw.tables for number in table.entries}
    last = sorted(request.history[-1].tables, key=lambda table: table.draw.table)
    for position, table in enumerate(last, start=1):
        if [len(side) for side in table.draw.sides] == [2, 2]:
            options = [_expected(rules.movement, position, len(last), table, side) for side in _winners(table)]
            complaints = [list(_strays(expected, seats, draw)) for expected in options]
            yield from min(complaints, key=len)


def _strays(expected: dict[int, int], seats: dict[int, int], draw: RoundDraw) -> Iterator[str]:
    for number, table in sorted(expected.items()):
        if seats.get(number, table) != table and not _is_explained(number, draw):
            yield f"{called(number)} sits at table {seats[number]}; the movement leads to table {table}."


def _winners(table: PlayedTable) -> list[int]:
    """The sides that may count as the winner: both when points are level and nobody said who moves."""
    if table.slip is None:
        return [0, 1]
    best = max(table.slip.points)
    level = [side for side, points in enumerate(table.slip.points) if points == best]
    named = table.slip.tie_winner
    return [named] if len(level) > 1 and named is not None else level


def _expected(rule: MovementRule, position: int, last: int, table: PlayedTable, winner: int) -> dict[int, int]:
    """Entry -> table number. position: 1 for the head table up to `last`."""
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


def _repeats(request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    earlier = _partnerships(table.draw for played in request.history for table in played.tables)
    for pair in _partnerships(draw.tables):
        if earlier[pair]:
            yield f"{_names(pair)} are partners for time number {earlier[pair] + 1}."


def _sit_outs(request: DrawRequest, draw: RoundDraw) -> Iterator[str]:
    sat_out = {bye.entry for played in request.history[-1:] for bye in played.byes}
    times = Counter(bye.entry for played in request.history for bye in played.byes)
    always = [number for number in request.field if all(number in _here(played) for played in request.history)]
    fewest = min((times[number] for number in always), default=0)
    for bye in draw.byes:
        if bye.entry in sat_out:
            yield f"{called(bye.entry)} sits out twice in a row."
        if bye.entry in always and times[bye.entry] > fewest:
            least = next(number for number in always if times[number] == fewest)
            yield f"{called(bye.entry)} sits out again while {called(least)} has done so only {fewest} times."


def _here(played: PlayedRound) -> set[int]:
    return {number for table in played.tables for number in table.draw.entries} | {bye.entry for bye in played.byes}


def _partnerships(tables: Iterator[TableDraw] | Sequence[TableDraw]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for table in tables for side in table.sides for pair in combinations(sorted(side), 2)
    )


def _opponents(table: TableDraw) -> Iterator[frozenset[int]]:
    for one, other in combinations(table.sides, 2):
        yield from (frozenset((a, b)) for a in one for b in other)


def _met(table: PlayedTable) -> Iterator[frozenset[int]]:
    return _opponents(table.draw) if table.slip else iter(())


def _chairs(table: TableDraw) -> list[tuple[int, int]]:
    """(entry, 0 for the high chair or 1 for the low one); tables of three have no coloured chairs."""
    return [(number, index) for side in table.sides if len(side) == 2 for index, number in enumerate(side)]


def _is_explained(number: int, draw: RoundDraw) -> bool:
    return any(re.search(rf"{re.escape(called(number))}\b", reason) for reason in draw.reasons)


def _names(pair: frozenset[int]) -> str:
    return " and ".join(called(number) for number in sorted(pair))
