"""A draft changed by hand: two places swapped, a table renumbered, a round made where the format finds none.

Every change is a reason of the round, so that the audit and the organizers see it; the same change again undoes it.
"""

from itertools import count, islice
from typing import Any

from games.engine.errors import RuleError
from games.engine.messages import Message, message
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, lock_round, lock_stage
from tournaments.context import Context
from tournaments.errors import CannotDraw
from tournaments.events.models import Stage
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, TableDraw
from tournaments.formats.numbers import GHOST, EntryRef
from tournaments.permissions import Permission
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Bye, Match, Round, Seat
from tournaments.rounds.places import MAX_TABLES, Place, both, places_now

_SWAPPED = message("Changed by hand: {entries} swapped seats.")
_NUMBERS_SWAPPED = message("Changed by hand: tables {table} and {to} swapped numbers.")
_RENUMBERED = message("Changed by hand: table {table} is now table {to}.")
_LEFT_OVER = message("No seat was left when an organizer seated this round by hand.")
_BY_HAND = message("Seated by hand. Reason: {refusal}")
NO_TABLE = 0
"""Where a table's number waits while two tables swap theirs."""


@command(Action.SWAP_PLACES, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_draft)
def swap(round_: Round, place: int, other_place: int, *, context: Context, expected_version: int) -> Round:
    """Swaps the chairs of two places in a draft: entries, whole pairs, house players, or those who sit out.

    place, other_place: as formats call them, entry numbers or GHOST and below. An entry that sits out instead gets
    what the other would have got for it. Conflict when the draft has changed; RuleError when nothing would change or
    the swap is impossible.
    """
    numbers = sorted((place, other_place))
    first, second = _two_places(round_, numbers)
    news = _SWAPPED(entries=both(numbers))
    _seat(first, second, news)
    _note(round_, news, undone=news)
    context.log(round=round_, detail={"places": numbers})
    return round_


@command(Action.MOVE_TABLE, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_draft)
def move_table(round_: Round, table: int, to: int, *, context: Context, expected_version: int) -> Round:
    """Give a table of a draft another number; if that is another table's, the two swap theirs."""
    matches = {match.table: match for match in round_.matches.all()}
    _check_move(round_, set(matches), table, to)
    if to in matches:
        first, last = sorted((table, to))
        news = undone = _NUMBERS_SWAPPED(table=first, to=last)
        _renumber(matches[to], NO_TABLE)
    else:
        news, undone = _RENUMBERED(table=table, to=to), _RENUMBERED(table=to, to=table)
    _renumber(matches[table], to)
    if to in matches:
        _renumber(matches[to], table)
    _note(round_, news, undone=undone)
    context.log(round=round_, detail={"table": table, "to": to})
    return round_


@command(Action.BLANK_ROUND, lock=lock_stage, permission=Permission.RUN_EVENT)
def blank_round(stage: Stage, number: int, *, context: Context, expected_version: int | None = None) -> Round:
    """A draft with everyone in the order of their numbers, to be changed by hand. Only where the format refuses.

    Anyone left over sits out for what the stage's latest bye counted, otherwise for their own average.
    expected_version: as for `draw_round`. RuleError when the format can draw the round, or when there are too few
    people for one table.
    """
    draft = rounds.draft_in_turn(stage, number, expected_version)
    request = rounds.draw_request(stage, number)
    try:
        rounds.ask_format(stage, request)
    except CannotDraw as refusal:
        drawn = _in_order(stage, request, refusal)
        round_ = rounds.write_draw(stage, draft, drawn, request.constraints)
    else:
        raise RuleError("You can still draw round {number}. Draw it, then change it by hand.", number=number)
    context.log(round=round_)
    return round_


def last_swap(round_: Round) -> tuple[int, int] | None:
    """The two places that were swapped in the latest change of the round, if it was that."""
    last = AuditLogEntry.objects.filter(round=round_).first()
    if last is None or last.action != Action.SWAP_PLACES:
        return None
    first, second = last.detail["places"]
    return first, second


def _two_places(round_: Round, numbers: list[int]) -> tuple[Place, Place]:
    if numbers[0] == numbers[1]:
        raise RuleError("Choose 2 different players to swap.")
    places = places_now(round_)
    for number in numbers:
        if number not in places:
            raise RuleError(
                "{place} doesn’t have a seat in this round. Choose someone who does.", place=EntryRef(number)
            )
    first, second = (places[number] for number in numbers)
    if first.bye and second.bye:
        raise RuleError(
            "{places} are both sitting out, so nothing would change. Choose someone who’s playing.",
            places=both(numbers),
        )
    if numbers[0] <= GHOST and second.bye:
        raise RuleError(
            "You can’t have {place} sit out. If you don’t need house players, draw the round again.",
            place=EntryRef(numbers[0]),
        )
    if len(_people(first)) != len(_people(second)):
        raise RuleError("{places} need different numbers of seats, so they can’t swap.", places=both(numbers))
    return first, second


def _seat(first: Place, second: Place, news: Message) -> None:
    """Removes old chairs before giving new ones: no one may have two at any moment."""
    seats = [
        Seat(match_id=chair.match_id, round_id=chair.round_id, side=chair.side, position=chair.position, **person)
        for place, other in ((first, second), (second, first))
        for chair, person in zip(place.seats, _people(other), strict=False)
    ]
    Seat.objects.filter(pk__in=[chair.pk for place in (first, second) for chair in place.seats]).delete()
    Seat.objects.bulk_create(seats)
    for place, other in ((first, second), (second, first)):
        if place.bye:
            Bye.objects.filter(pk=place.bye.pk).update(entry=other.seats[0].entry, reason=news)


def _people(place: Place) -> list[dict[str, Any]]:
    """The people who take the chairs of this place, in order."""
    if place.bye:
        lineup = [entry_player for entry_player in place.bye.entry.lineup.all() if entry_player.is_active]
        return [{"entry": place.bye.entry, "player": entry_player.player} for entry_player in lineup]
    return [{"entry": seat.entry, "player": seat.player, "house": seat.house} for seat in place.seats]


def _check_move(round_: Round, taken: set[int], table: int, to: int) -> None:
    closed = set(round_.stage.event.closed_tables)
    if table not in taken:
        raise RuleError("There’s no table {table} in this round. Choose a table that’s in use.", table=table)
    if not 1 <= to <= MAX_TABLES or to == table:
        raise RuleError(
            "Choose another number for table {table}, from 1 to {most_tables}.", table=table, most_tables=MAX_TABLES
        )
    if to in closed:
        raise RuleError("Table {to} is closed. Choose another table, or reopen this one first.", to=to)
    if table in closed and to in taken:
        raise RuleError(
            "Table {table} is closed, so you can’t move another match there. Choose a free table.", table=table
        )


def _renumber(match: Match, table: int) -> None:
    match.table = table
    match.save(update_fields=["table"])


def _note(round_: Round, news: Message, *, undone: Message) -> None:
    """Add the change to the round's reasons, or take back the latest one if this undoes it."""
    if round_.reasons[-1:] == [undone]:
        round_.reasons = round_.reasons[:-1]
    else:
        round_.reasons = [*round_.reasons, news]
    round_.revision += 1
    round_.save(update_fields=["revision", "reasons"])


def _in_order(stage: Stage, request: DrawRequest, refusal: CannotDraw) -> RoundDraw:
    """Four chairs a table, clockwise from North, at the lowest tables that are open."""
    chairs = 4 // stage.play.entry_size
    full = len(request.field) // chairs
    if not full:
        raise RuleError(
            "{refusal} Even to seat a round by hand, you need enough people for one table.", refusal=refusal
        )
    numbers = islice((n for n in count(1) if n not in request.constraints.closed_tables), full)
    groups = [request.field[start : start + chairs] for start in range(0, full * chairs, chairs)]
    tables = tuple(TableDraw(table, (group[0::2], group[1::2])) for table, group in zip(numbers, groups, strict=True))
    before = Bye.objects.filter(round__stage=stage).order_by("round__number").last()
    points, halves = (before.points, before.halves) if before else (None, 0)
    byes = tuple(ByeDraw(entry, points, _LEFT_OVER, halves) for entry in request.field[full * chairs :])
    return RoundDraw(request.number, tables, byes, (_BY_HAND(refusal=refusal.words),))
