"""What can be done about one chair, or one late entry, of a published round: computed and described, not yet done.

Every change touches one table, and none makes the round break a rule that it kept before. A knockout has none: the
bracket decides who meets whom, and an entry that does not come has lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import count, permutations

from games.engine.errors import RuleError
from games.engine.language import say, say_number
from games.engine.messages import NOTHING, Message, and_list, message
from tournaments.checkin.models import Entry
from tournaments.formats.base import ByeDraw, RoundDraw, TableDraw
from tournaments.formats.numbers import GHOST, EmptyTable, EntryRef, refs
from tournaments.results.history import bye_draw, rounds_with_seats, table_draw
from tournaments.results.match_tables import begun_matches
from tournaments.rounds.checks import Judge, judge_of, placed
from tournaments.rounds.commands import ask_format, draw_request
from tournaments.rounds.models import Bye, Match, Round

CHAIRS = 4
TOOK_PLACE = message("{entry} took the seat of {other}, who was a no-show.")
TOOK_CHAIR = message("{entry} came late and took a free seat at table {number}.")
MADE_TABLE = message("{entry} came late, so {entries} form table {number}.")
THREE_HANDED = message("{entry} was a no-show, so table {number} plays three-handed.")
NOT_PLAYED = message("Table {number} isn’t playing: {entry} was a no-show, so {entries} sit out.")


class Way(StrEnum):
    """TAKE_PLACE: an entry without a table takes the place of one that is not there. JOIN: a late comer takes a chair
    that is free, or makes up a table with those sitting out. NOT_PLAYED: the others of the table sit out. THREE: they
    play three-handed."""

    TAKE_PLACE = "take_place"
    JOIN = "join"
    NOT_PLAYED = "not_played"
    THREE = "three"


@dataclass(frozen=True)
class SeatChange:
    """table: the one that is touched. after: the whole round as it will then be. sentence: what will happen, in words.
    entry: whom it is about; instead: who takes the place, or whose place is taken."""

    way: Way
    entry: Entry
    table: int
    after: RoundDraw
    sentence: str
    instead: Entry | None = None


class RoundNow:
    """A published round as it is now, with everyone entered, and the changes that it can take."""

    def __init__(self, round_: Round) -> None:
        """round_: of a stage with its event."""
        self.row, self.stage = round_, round_.stage
        stored = rounds_with_seats(round_.stage).get(pk=round_.pk)
        self.matches: dict[int, Match] = {match.table: match for match in stored.matches.all()}
        self.drawn = RoundDraw(
            round_.number,
            tuple(table_draw(match) for match in self.matches.values()),
            tuple(bye_draw(bye) for bye in stored.byes.all()),
            tuple(round_.reasons),
        )
        self.entries: dict[int, Entry] = {
            entry.number: entry for entry in round_.stage.event.entries.prefetch_related("lineup__player")
        }

    @cached_property
    def begun(self) -> set[int]:
        """Matches of which a game online is being played: only a player's chair can change there."""
        return begun_matches(self.row) if self.stage.event.has_online_tables else set()

    @cached_property
    def seated(self) -> set[int]:
        """The players on the chairs, whomever they play for."""
        return {seat.player_id for match in self.matches.values() for seat in match.seats.all() if seat.player_id}

    @cached_property
    def judge(self) -> Judge:
        return judge_of(self.row)

    @cached_property
    def known_violations(self) -> set[Message]:
        return {finding.text for finding in self.judge(self.drawn) if finding.hard}

    def is_right(self, after: RoundDraw) -> bool:
        """Whether the round then breaks no rule that it keeps now."""
        return not {finding.text for finding in self.judge(after) if finding.hard} - self.known_violations

    def table_of(self, entry: Entry) -> TableDraw | None:
        return next((table for table in self.drawn.tables if entry.number in table.entries), None)

    def is_open(self, table: TableDraw) -> bool:
        """Whether no one has reported anything from there."""
        return self.matches[table.table].last_version == 0

    def is_fresh(self, table: TableDraw) -> bool:
        """Whether the entries there can still be others: open, and no game online has begun."""
        return self.is_open(table) and self.matches[table.table].pk not in self.begun

    def sits_out(self, entry: Entry) -> bool:
        return any(bye.entry == entry.number for bye in self.drawn.byes)

    def without_table(self) -> list[Entry]:
        """Entries that are here and do not play in this round: late, or sitting out. By name."""
        here = [entry for entry in self.entries.values() if entry.status == Entry.Status.CHECKED_IN]
        return sorted(filter(self.is_free, here), key=lambda entry: (entry.name.casefold(), entry.number))

    def is_free(self, entry: Entry) -> bool:
        """Whether it has no table, and its players don't sit in for anyone else either."""
        people = {entry_player.player_id for entry_player in entry.lineup.all() if entry_player.is_active}
        return self.table_of(entry) is None and not people & self.seated

    def changed(self, table: TableDraw, now: TableDraw, reason: Message, *coming: int) -> RoundDraw:
        """The round with another line-up at a table; those coming no longer sit out."""
        tables = tuple(now if draw is table else draw for draw in self.drawn.tables)
        return replace(
            self.drawn, tables=tables, byes=self._byes_without(*coming), reasons=(*self.drawn.reasons, reason)
        )

    def with_table(self, table: TableDraw, reason: Message) -> RoundDraw:
        """The round with one more table, of people who no longer sit out."""
        tables = tuple(sorted((*self.drawn.tables, table), key=lambda draw: draw.table))
        byes = self._byes_without(*table.entries)
        return replace(self.drawn, tables=tables, byes=byes, reasons=(*self.drawn.reasons, reason))

    def without(self, table: TableDraw, byes: Sequence[ByeDraw], reason: Message) -> RoundDraw:
        """The round without one table. Its people sit out."""
        tables = tuple(draw for draw in self.drawn.tables if draw is not table)
        every = tuple(sorted((*self.drawn.byes, *byes), key=lambda bye: bye.entry))
        return replace(self.drawn, tables=tables, byes=every, reasons=(*self.drawn.reasons, reason))

    def _byes_without(self, *coming: int) -> tuple[ByeDraw, ...]:
        return tuple(bye for bye in self.drawn.byes if bye.entry not in coming)


def ways_in(now: RoundNow, late: Entry) -> Iterator[SeatChange]:
    """Where an entry that came late can still play in this round; empty when only the next round is left."""
    if now.stage.play.bracket or not now.is_free(late):
        return
    for table in filter(now.is_fresh, now.drawn.tables):
        yield from _join_table(now, late, table)
    yield from _new_table(now, late)
    for table in filter(now.is_fresh, now.drawn.tables):
        for number in table.entries:
            if number > GHOST and now.entries[number].status != Entry.Status.CHECKED_IN:
                yield from take_place(now, now.entries[number], late)


def ways_out(now: RoundNow, absent: Entry) -> Iterator[SeatChange]:
    """What can become of an absent entry's table, other than a forfeit: someone else in the place, or fewer players."""
    table = now.table_of(absent)
    if now.stage.play.bracket or table is None or not now.is_fresh(table):
        return
    for coming in now.without_table():
        yield from take_place(now, absent, coming)
    yield from _three_handed(now, absent, table)
    yield from _not_played(now, absent, table)


def take_place(now: RoundNow, absent: Entry, coming: Entry) -> Iterator[SeatChange]:
    table = now.table_of(absent)
    if table is None or not now.is_fresh(table) or not now.is_free(coming):
        return
    reason = TOOK_PLACE(entry=EntryRef(coming.number), other=EntryRef(absent.number))
    sides = tuple(
        tuple(coming.number if number == absent.number else number for number in side) for side in table.sides
    )
    after = now.changed(table, TableDraw(table.table, sides), reason, coming.number)
    if now.is_right(after):
        sentence = say(
            "{coming} takes {absent}’s seat at table {table} and gets the points for this round. The rest stays "
            "the same. {absent} is marked as gone.",
            table=table.table,
            coming=coming.name,
            absent=absent.name,
        )
        yield SeatChange(Way.TAKE_PLACE, absent, table.table, after, sentence, coming)


def _join_table(now: RoundNow, late: Entry, table: TableDraw) -> Iterator[SeatChange]:
    """In the chair of a house player, or as the fourth at a table of three."""
    house = [number for number in table.entries if number <= GHOST]
    options: Iterator[TableDraw] = iter(())
    if house:
        options = (_swapped(table, entry, late.number) for entry in sorted(house))
    elif len(table.sides) == CHAIRS - 1:
        options = _seatings((*table.entries, late.number), table.table)
    reason = TOOK_CHAIR(entry=EntryRef(late.number), number=table.table)
    for option in options:
        after = now.changed(table, option, reason, late.number)
        if now.is_right(after):
            about = {"table": table.table, "entry": late.name}
            if house:
                what = say("{entry} replaces a house player at table {table}. The rest stays the same.", **about)
            else:
                what = say("Table {table} plays with {entry} as the fourth player. The rest stays the same.", **about)
            yield SeatChange(Way.JOIN, late, table.table, after, what)
            return


def _new_table(now: RoundNow, late: Entry) -> Iterator[SeatChange]:
    """With those who sit out, where they are just enough for a table."""
    out = [bye.entry for bye in now.drawn.byes if bye.entry != late.number]
    if (len(out) + 1) * now.stage.play.entry_size != CHAIRS:
        return
    used = {*now.matches, *now.stage.event.closed_tables}
    number = next(each for each in count(1) if each not in used)
    everybody = (*out, late.number)
    reason = MADE_TABLE(entry=EntryRef(late.number), entries=refs(sorted(everybody)), number=number)
    options = _seatings(everybody, number) if len(everybody) == CHAIRS else _pairings(everybody, number)
    for option in options:
        after = now.with_table(option, reason)
        if now.is_right(after):
            sentence = say(
                "Table {table} opens: {others} play with {entry} instead of sitting out. The rest stays the same.",
                table=number,
                others=_names(now, out),
                entry=late.name,
            )
            yield SeatChange(Way.JOIN, late, number, after, sentence)
            return


def _three_handed(now: RoundNow, absent: Entry, table: TableDraw) -> Iterator[SeatChange]:
    rest = [number for number in table.entries if number != absent.number]
    if now.stage.play.entry_size != 1 or len(rest) != CHAIRS - 1:
        return
    reason = THREE_HANDED(entry=EntryRef(absent.number), number=table.table)
    after = now.changed(table, TableDraw(table.table, tuple((number,) for number in rest)), reason)
    if now.is_right(after):
        sentence = say(
            "Table {table} plays three-handed, every player for themselves. The rest stays the same. {absent} is "
            "marked as gone.",
            table=table.table,
            absent=absent.name,
        )
        yield SeatChange(Way.THREE, absent, table.table, after, sentence)


def _not_played(now: RoundNow, absent: Entry, table: TableDraw) -> Iterator[SeatChange]:
    """The others sit out for what sitting out is worth. Not where that would be more people than make a table."""
    rest = [number for number in table.entries if number != absent.number and number > GHOST]
    if (len(now.drawn.byes) + len(rest)) * now.stage.play.entry_size >= CHAIRS:
        return
    reason = NOT_PLAYED(number=EmptyTable(table.table), entry=EntryRef(absent.number), entries=refs(sorted(rest)))
    after = now.without(table, [ByeDraw(number, None, reason) for number in rest], reason)
    if not now.is_right(after):
        return
    worth = _worth_of_a_bye(now, absent)
    after = now.without(table, [replace(worth, entry=number, reason=reason) for number in rest], reason)
    sentence = say_number(
        "Table {table} won’t play: {names} sits out and gets {points}. The rest stays the same. {absent} is "
        "marked as gone.",
        "Table {table} won’t play: {names} sit out and get {points}. The rest stays the same. {absent} is marked "
        "as gone.",
        len(rest) * now.stage.play.entry_size,
        table=table.table,
        names=_names(now, rest),
        points=_points(worth),
        absent=absent.name,
    )
    yield SeatChange(Way.NOT_PLAYED, absent, table.table, after, sentence)


def _worth_of_a_bye(now: RoundNow, absent: Entry) -> ByeDraw:
    """As it was given last in this stage, otherwise as the format gives it when this many are there."""
    last = Bye.objects.filter(round__stage=now.stage).select_related("entry").order_by("round__number").last()
    if last:
        return bye_draw(last)
    there = tuple(number for number in placed(now.drawn) if number != absent.number)
    try:
        drawn = ask_format(now.stage, replace(draw_request(now.stage, now.row.number), field=there))
    except RuleError:
        return ByeDraw(absent.number, None, NOTHING)
    return drawn.byes[0] if drawn.byes else ByeDraw(absent.number, None, NOTHING)


def _names(now: RoundNow, numbers: Sequence[int]) -> str:
    return and_list(now.entries[number].name for number in numbers)


def _points(worth: ByeDraw) -> str:
    if worth.points is None:
        return say("their own average")
    return say("{number} points", number=worth.points)


def _swapped(table: TableDraw, entry: int, other: int) -> TableDraw:
    return TableDraw(
        table.table, tuple(tuple(other if each == entry else each for each in side) for side in table.sides)
    )


def _seatings(people: Sequence[int], table: int) -> Iterator[TableDraw]:
    """Every way for four players to sit, the given order first."""
    return (
        TableDraw(table, ((first, second), (third, fourth))) for first, second, third, fourth in permutations(people)
    )


def _pairings(pairs: Sequence[int], table: int) -> Iterator[TableDraw]:
    return (TableDraw(table, ((entry,), (other,))) for entry, other in permutations(pairs))
