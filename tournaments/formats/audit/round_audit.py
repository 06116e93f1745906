"""Checks any drawn round from outside. Shares no code with the formats and repairs nothing.

A hard finding is a violation (an organizer may override it with a reason); a soft one is worth knowing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from games.engine.messages import Joined, Message, message
from tournaments.formats.audit.knockout import knockout_findings
from tournaments.formats.audit.movement import chair_findings, winner_moves_findings
from tournaments.formats.audit.rules import (
    ChairRule,
    Finding,
    HardRules,
    KnockoutRule,
    MovementRule,
    is_explained,
    names,
)
from tournaments.formats.audit.wishes import couples, table_gap_findings, table_number_findings, wish_findings
from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, RoundDraw, TableDraw
from tournaments.formats.numbers import GHOST, EntryRef

__all__ = ["ChairRule", "Finding", "HardRules", "KnockoutRule", "MovementRule", "audit"]

_OTHER_ROUND = message("This is round {round}, not round {asked}.")
_NO_PLACE = message("{entry} has no seat in this round.")
_PLACES = message("{entry} has {places} seats in this round.")
_NOT_HERE = message("{entry} has a seat but isn’t checked in.")
_HOUSE = message("{entry} has a seat, but the limit for house players is {most}.")
_HOUSE_OUT = message("{entry} sits out but isn’t needed. Remove that house player.")
_SHAPE = message("Table {table} seats {sizes}. Seat {size} against {size}.")
_NOBODY = message("no one")
_ONE_SIDE = message("{one} against {two}")
_THREE_SIDES = message("{one} against {two} against {three}")
_JUST_PARTNERS = message("{entries} at table {table} were partners last round. Split them up.")
_COLOURS = (
    message("{entry} plays low but is in a high seat."),
    message("{entry} plays high but is in a low seat."),
)
_MET = message("{entries} meet again at table {table} (meetings so far: {times}). Split them up.")
_BYE = message("{entry} has a bye but already had a bye or forfeit win (so far: {times}).")
_BYES = message("{entry} has a bye but already had byes or forfeit wins (so far: {times}).")
_PARTNERS = message("{entries} are partners again ({time} times in all).")
_OUT_TWICE = message("{entry} sits out twice in a row."), message("{entries} sit out twice in a row.")
_OUT_AGAIN = (
    message("{entry} sits out again, but {other} has fewer sit-outs ({times})."),
    message("{entries} sit out again, but {other} has fewer sit-outs ({times})."),
)
"""For one, and for two who stay together."""


def audit(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> tuple[Finding, ...]:
    """Returns every finding against a round, hard findings first; () for a round without fault.

    A departure from the movement, from the colours or from the place that someone keeps is accepted when one of the
    draw's reasons names the player. Tables of three are checked for their make-up, not for the movement after them.
    """
    checks = (
        _attendance(rules, request, draw),
        _table_shapes(rules, draw),
        table_number_findings(request, draw),
        () if rules.knockout and rules.knockout.opens_singly else table_gap_findings(request, draw),
        wish_findings(request, draw) if rules.side_size == 2 else (),
        _split_partners(rules, request, draw),
        _colours(rules, request, draw),
        _meetings(rules, request, draw),
        _byes(rules, request, draw),
        knockout_findings(rules.knockout, request, draw),
        winner_moves_findings(rules.movement, request, draw),
        chair_findings(rules.chairs, request, draw),
    )
    hard = [Finding(True, text) for text in chain(*checks)]
    soft = [Finding(False, text) for text in chain(_repeats(request, draw), _sit_outs(request, draw))]
    return (*hard, *soft)


def _attendance(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Checks that every entry of the field is there exactly once, with no one else and not too many house players."""
    if draw.number != request.number:
        yield _OTHER_ROUND(round=draw.number, asked=request.number)
    seated = [number for table in draw.tables for number in table.entries]
    places = Counter(seated + [bye.entry for bye in draw.byes])
    for number in sorted(request.field):
        if places[number] == 0 and rules.knockout is None:
            yield _NO_PLACE(entry=EntryRef(number))
    for number, count in sorted(places.items()):
        if count > 1:
            yield _PLACES(entry=EntryRef(number), places=count)
        if number > GHOST and number not in request.field:
            yield _NOT_HERE(entry=EntryRef(number))
        if number <= GHOST - rules.house_players:
            yield _HOUSE(entry=EntryRef(number), most=rules.house_players)
    for bye in draw.byes:
        if bye.entry <= GHOST:
            yield _HOUSE_OUT(entry=EntryRef(bye.entry))


def _table_shapes(rules: HardRules, draw: RoundDraw) -> Iterator[Message]:
    for table in draw.tables:
        sizes = tuple(len(side) for side in table.sides)
        is_three = rules.allows_threes and sizes == (1, 1, 1)
        if sizes != (rules.side_size, rules.side_size) and not is_three:
            yield _SHAPE(table=table.table, sizes=_made_up(sizes), size=rules.side_size)


def _made_up(sizes: tuple[int, ...]) -> Message | Joined:
    if not sizes:
        return _NOBODY
    if len(sizes) > 3 or len(sizes) == 1:
        return Joined(sizes, " – ")
    first, second, *third = sizes
    return _THREE_SIDES(one=first, two=second, three=third[0]) if third else _ONE_SIDE(one=first, two=second)


def _split_partners(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Checks that partners split up after a round of a movement: four people can always be split another way.

    Pairs who stay together are exempt.
    """
    if rules.movement:
        latest = _partnerships(table.draw for played in request.history[-1:] for table in played.tables)
        together = couples(request)
        for table in draw.tables:
            pairs = _partnerships([table])
            for pair in () if together.intersection(pairs) else pairs:
                if pair in latest:
                    yield _JUST_PARTNERS(entries=names(pair), table=table.table)


def _colours(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    if not rules.is_coloured:
        return
    earlier = [table.draw for played in request.history for table in played.tables]
    held = {number: index for table in earlier for number, index in _chairs(table)}
    for table in draw.tables:
        for number, index in _chairs(table):
            if held.get(number, index) != index and not is_explained(number, draw):
                yield _COLOURS[index](entry=EntryRef(number))


def _meetings(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    if rules.most_meetings is None:
        return
    met = Counter(pair for played in request.history for table in played.tables for pair in _met(rules, table))
    for table in draw.tables:
        for pair in _opponents(table):
            if met[pair] >= rules.most_meetings:
                yield _MET(entries=names(pair), table=table.table, times=met[pair])


def _byes(rules: HardRules, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    if rules.most_byes is None:
        return
    free = Counter(bye.entry for played in request.history for bye in played.byes)
    free.update(entry for played in request.history for table in played.tables for entry in _won_without_playing(table))
    for bye in draw.byes:
        if free[bye.entry] >= rules.most_byes:
            yield (_BYE if free[bye.entry] == 1 else _BYES)(entry=EntryRef(bye.entry), times=free[bye.entry])


def _won_without_playing(table: PlayedTable) -> Iterator[int]:
    if table.slip and len(table.slip.forfeited) == len(table.draw.sides) - 1:
        yield from (
            entry
            for side, entries in enumerate(table.draw.sides)
            for entry in entries
            if side not in table.slip.forfeited
        )


def _repeats(request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    earlier = _partnerships(table.draw for played in request.history for table in played.tables)
    together = couples(request)
    for pair in _partnerships(draw.tables):
        if earlier[pair] and pair not in together:
            yield _PARTNERS(entries=names(pair), time=earlier[pair] + 1)


def _sit_outs(request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """A couple that stays together is one; with one chair too few it is never its turn."""
    sat_out = {bye.entry for played in request.history[-1:] for bye in played.byes}
    times = Counter(bye.entry for played in request.history for bye in played.byes)
    always = set(request.field).intersection(*map(_here, request.history))
    unit = {entry: pair for pair in couples(request) for entry in pair}
    rivals = sorted(entry for entry in always if entry not in unit or len(draw.byes) > 1)
    fewest = min((times[rival] for rival in rivals), default=0)
    out = [bye.entry for bye in draw.byes]
    for pair in dict.fromkeys(unit.get(entry, frozenset({entry})) for entry in out):
        first, are_two = min(pair.intersection(out)), len(pair) > 1
        if first in sat_out:
            yield _OUT_TWICE[are_two](entry=names(pair), entries=names(pair))
        if first in always and times[first] > fewest:
            least = next(rival for rival in rivals if times[rival] == fewest)
            about = {"other": EntryRef(least), "times": fewest}
            yield _OUT_AGAIN[are_two](entry=names(pair), entries=names(pair), **about)


def _here(played: PlayedRound) -> set[int]:
    return {number for table in played.tables for number in table.draw.entries} | {bye.entry for bye in played.byes}


def _partnerships(tables: Iterator[TableDraw] | Sequence[TableDraw]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for table in tables for side in table.sides for pair in combinations(sorted(side), 2)
    )


def _opponents(table: TableDraw) -> Iterator[frozenset[int]]:
    for side, other in combinations(table.sides, 2):
        yield from (frozenset((a, b)) for a in side for b in other)


def _met(rules: HardRules, table: PlayedTable) -> Iterator[frozenset[int]]:
    has_met = table.slip is not None and (rules.forfeits_meet or not table.slip.forfeited)
    return _opponents(table.draw) if has_met else iter(())


def _chairs(table: TableDraw) -> list[tuple[int, int]]:
    """(entry, 0 for the high chair or 1 for the low one); tables of three have no coloured chairs."""
    return [(number, index) for side in table.sides if len(side) == 2 for index, number in enumerate(side)]
