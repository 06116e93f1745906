"""What another result for a table that was played would change, as data. Changes nothing itself.

What was played stays as it was played: a round that would have been drawn differently is named, never redrawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.messages import Message, message
from tournaments.formats.base import DrawRequest, Format, Phase, PlayedRound, RoundDraw, Slip
from tournaments.formats.numbers import EntryRef, Number
from tournaments.formats.seating.sit_outs import present
from tournaments.formats.standings import rows as standings
from tournaments.formats.standings.rows import Row
from tournaments.formats.standings.unplayed import NEWEST, UnplayedRule

_POINTS = message("{entry}: from {before} to {after} points.")
_BECOMES = message("{entry}: {before} becomes {after}.")
_PLACE = message("rank {place}")
_SHARED = message("rank {place} (tied)")
_SEATS = message("Match {match}: {before} becomes {after}.")
_VERSUS = message("{one} against {two}")
_NOT_KNOWN = message("TBD")
_WINNER = message("Match {match}: the winner is {after}, not {before}.")
_NOBODY = message("no one")
_CALLED_OFF = message("Table {table}: {one} against {other} is canceled, because the table has no score yet.")
_STAYS = message(
    "Table {table}, round {round}: {one} against {other} stays as played. It no longer counts in the bracket."
)
_ROUND = message("With this result, round {round} would have been drawn differently. It stays as played.")


class Kind(Enum):
    TOTAL = mark("totals")
    PLACE = mark("ranks")
    BRACKET = mark("bracket")
    PRIZE = mark("prizes")
    ROUND = mark("rounds already drawn")

    @property
    def label(self) -> str:
        return say(self.value)


@dataclass(frozen=True)
class Consequence:
    """One thing that changes, in words, and the entries it is about."""

    kind: Kind
    text: Message
    entries: tuple[int, ...] = ()


@dataclass(frozen=True)
class Course:
    """A stage as it was played. request: of the round after the last one, with everyone who has a place in the stage as
    its field and all rounds played as its history."""

    play: Format
    config: Any
    criteria: tuple[str, ...]
    request: DrawRequest
    unplayed: UnplayedRule = NEWEST

    def corrected(self, number: int, table: int, slip: Slip | None) -> "Course":
        """The same with another slip for one table; None: void. AssertionError when there is no such table."""
        history = tuple(
            _with_slip(played, table, slip) if played.number == number else played for played in self.request.history
        )
        assert history != self.request.history or slip in _slips(self.request.history, number, table)
        return replace(self, request=replace(self.request, history=history))


def consequences(before: Course, after: Course) -> tuple[Consequence, ...]:
    """Everything that differs between two courses of the same stage, from totals to rounds that stay as played."""
    old, new = _table(before), _table(after)
    return (
        *_totals(old, new),
        *_places(old, new),
        *_bracket(before, after),
        *_rounds(before, after),
    )


def _with_slip(played: PlayedRound, table: int, slip: Slip | None) -> PlayedRound:
    tables = tuple(replace(each, slip=slip) if each.draw.table == table else each for each in played.tables)
    return replace(played, tables=tables)


def _slips(history: Sequence[PlayedRound], number: int, table: int) -> list[Slip | None]:
    tables = [each for played in history if played.number == number for each in played.tables]
    return [each.slip for each in tables if each.draw.table == table]


def _table(course: Course) -> dict[int, Row]:
    """Entry -> its row of the standings."""
    play, config, request = course.play, course.config, course.request
    facts = standings.facts(request.history, request.field, play.missed(config))
    if play.compare:
        facts = play.compare(config, request.history, facts)
    placing = play.placing(config, request) if play.placing else ()
    groups = play.groups(config, request)
    how = course.criteria, request.seed, placing, course.unplayed
    rows = [standings.rank(group, facts, *how) for group in groups]
    return {row.entry: row for group in rows for row in group}


def _totals(old: dict[int, Row], new: dict[int, Row]) -> Iterator[Consequence]:
    for entry, row in old.items():
        if row.points != new[entry].points:
            before, after = Number(row.points), Number(new[entry].points)
            yield Consequence(Kind.TOTAL, _POINTS(entry=EntryRef(entry), before=before, after=after), (entry,))


def _places(old: dict[int, Row], new: dict[int, Row]) -> Iterator[Consequence]:
    for entry, row in sorted(old.items(), key=lambda item: new[item[0]].place):
        before, after = _place(row), _place(new[entry])
        if before != after:
            yield Consequence(Kind.PLACE, _BECOMES(entry=EntryRef(entry), before=before, after=after), (entry,))


def _place(row: Row) -> Message:
    return (_SHARED if row.is_shared else _PLACE)(place=row.place)


def _bracket(before: Course, after: Course) -> Iterator[Consequence]:
    """Matches in which others would play, or that others would win."""
    draw = before.play.bracket
    if draw is None:
        return
    for old, new in zip(draw(before.config, before.request), draw(after.config, after.request), strict=True):
        involved = tuple(entry for entry in (*old.sides, *new.sides) if entry is not None)
        people = tuple(dict.fromkeys(involved))
        if old.sides != new.sides and any(new.sides):
            seats = _SEATS(match=old.match.number, before=_versus(old.sides), after=_versus(new.sides))
            yield Consequence(Kind.BRACKET, seats, people)
        elif old.winner != new.winner:
            winner = _WINNER(match=old.match.number, after=_winner(new.winner), before=_winner(old.winner))
            yield Consequence(Kind.BRACKET, winner, people)


def _versus(sides: tuple[int | None, int | None]) -> Message:
    first, second = (_NOT_KNOWN if side is None else EntryRef(side) for side in sides)
    return _VERSUS(one=first, two=second)


def _winner(entry: int | None) -> Message | EntryRef:
    return _NOBODY if entry is None else EntryRef(entry)


def _rounds(before: Course, after: Course) -> Iterator[Consequence]:
    """Later rounds that the format would have drawn differently; they stay as they were played."""
    yield from _called(before, after)
    for index, played in enumerate(before.request.history):
        if played.opens_singly:
            continue
        if before.request.history[:index] != after.request.history[:index]:
            old, new = (_drawn(course, index) for course in (before, after))
            if old is None or new is None or (old.tables, old.byes) != (new.tables, new.byes):
                yield Consequence(Kind.ROUND, _ROUND(round=played.number))


def _called(before: Course, after: Course) -> Iterator[Consequence]:
    """Where matches open singly: tables whose two would not meet. Those that have nothing to show go, others stay."""
    known, left = (_tables_in_bracket(course) for course in (before, after))
    for played in before.request.history if before.play.bracket else ():
        for table in played.tables if played.opens_singly else ():
            where = played.number, table.draw.table
            if where in known - left:
                entry, other = map(EntryRef, table.draw.entries)
                about = {"table": table.draw.table, "one": entry, "other": other}
                goes = table.phase is Phase.OPEN
                text = _CALLED_OFF(**about) if goes else _STAYS(**about, round=played.number)
                yield Consequence(Kind.ROUND, text, table.draw.entries)


def _tables_in_bracket(course: Course) -> set[tuple[int, int]]:
    """Round and table of every game that counts in the bracket."""
    draw = course.play.bracket
    states = draw(course.config, course.request) if draw else ()
    return {(number, table.draw.table) for state in states for number, table in state.seated.items()}


def _drawn(course: Course, index: int) -> RoundDraw | None:
    """The round as the format would draw it from what came before, for those who were there; None when it refuses."""
    played = course.request.history[index]
    field = tuple(entry for entry in sorted(present(played)) if entry in course.request.field)
    request = replace(course.request, number=played.number, field=field, history=course.request.history[:index])
    try:
        return course.play.draw(course.config, request)
    except RuleError:
        return None
