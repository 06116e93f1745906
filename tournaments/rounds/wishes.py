"""What people ask of the draw, and which tables cannot be used. Counts from the next draw on; draws nothing itself."""

from collections.abc import Sequence
from functools import reduce

from django.db.models import Q

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.messages import verbatim
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry, Wish
from tournaments.commands import command, lock_entry, lock_event
from tournaments.context import Context
from tournaments.entry_names import error_named, names_of
from tournaments.events.models import Event
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.constraints import Wish as Kind
from tournaments.permissions import Permission
from tournaments.results.history import constraints_of
from tournaments.rounds import calling
from tournaments.rounds.places import MAX_TABLES

NAMES = {
    Kind.STATIONARY: mark("Keep a seat"),
    Kind.TOGETHER: mark("Stay together"),
    Kind.APART: mark("Never meet"),
    Kind.CLOSED_TABLES: mark("Closed tables"),
}


@command(Action.KEEP_SEAT, lock=lock_entry, permission=Permission.RUN_EVENT)
def set_stationary(entry: Entry, is_stationary: bool, *, context: Context) -> Entry:
    """Notes that an entry keeps its table and chair from its first round on, or no longer needs to."""
    if entry.is_stationary == is_stationary:
        return entry
    if is_stationary:
        _check_granted(entry.event, Kind.STATIONARY)
    entry.is_stationary = is_stationary
    entry.save(update_fields=["is_stationary"])
    _check_possible(entry.event)
    context.log(action=Action.KEEP_SEAT if is_stationary else Action.FREE_SEAT, entry=entry)
    return entry


@command(Action.SET_WISH, lock=lock_event, permission=Permission.RUN_EVENT, replay=lambda done: _noted_then(done))
def set_wish(event: Event, entry: int, other: int, kind: Wish.Kind | None, *, context: Context) -> Wish | None:
    """Note that two entries (by id) stay together or never meet, in the place of what was noted before; None: neither.

    RuleError when the event's formats do not grant it, or when it contradicts another wish.
    """
    pair = sorted((entry, other))
    known = Wish.objects.filter(event=event, one=pair[0], other=pair[1])
    numbers = _numbers(event, pair)
    before = known.first()
    if (before.kind if before else None) == kind:
        return before
    known.delete()
    wish = None
    if kind:
        _check_granted(event, Kind(kind))
        wish = Wish.objects.create(event=event, kind=kind, one_id=pair[0], other_id=pair[1])
        _check_possible(event)
    detail = {"places": numbers, "wish": kind or (before.kind if before else None)}
    context.log(action=Action.SET_WISH if kind else Action.DROP_WISH, detail=detail)
    return wish


def _noted_then(done: AuditLogEntry) -> Wish | None:
    entry, other = done.detail["places"]
    wishes = Wish.objects.filter(event=done.event_id)
    return wishes.filter(Q(one__number=entry, other__number=other) | Q(one__number=other, other__number=entry)).first()


@command(Action.CLOSE_TABLE, lock=lock_event, permission=Permission.RUN_EVENT)
def close_table(event: Event, number: int, *, context: Context) -> Event:
    """Note that a table cannot be used: its number is left out from the next draw on."""
    return _set_table(event, number, context, closes=True)


@command(Action.OPEN_TABLE, lock=lock_event, permission=Permission.RUN_EVENT)
def open_table(event: Event, number: int, *, context: Context) -> Event:
    """Note that a closed table can be used again."""
    return _set_table(event, number, context, closes=False)


def granted(event: Event) -> frozenset[Kind]:
    """The wishes that every stage of the event can respect."""
    return frozenset(Kind).intersection(*(stage.play.grants for stage in event.stages.all()))


def _set_table(event: Event, number: int, context: Context, *, closes: bool) -> Event:
    if not 1 <= number <= MAX_TABLES:
        raise RuleError("There’s no table {number}. Enter a number from 1 to {most}.", number=number, most=MAX_TABLES)
    if (number in event.closed_tables) == closes:
        return event
    if closes:
        _check_granted(event, Kind.CLOSED_TABLES)
    event.closed_tables = sorted({*event.closed_tables, number} if closes else {*event.closed_tables} - {number})
    event.save(update_fields=["closed_tables"])
    context.log(detail={"table": number})
    for stage in event.stages.all() if not closes else ():
        calling.follow(stage)
    return event


def _numbers(event: Event, ids: Sequence[int]) -> list[int]:
    numbers = list(event.entries.filter(pk__in=ids).order_by("number").values_list("number", flat=True))
    if len(numbers) != 2:
        raise RuleError("Choose 2 different people in this event.")
    return numbers


def _check_granted(event: Event, kind: Kind) -> None:
    if kind in granted(event):
        return
    unable = [stage.play.name for stage in event.stages.all() if kind not in stage.play.grants]
    able = [play.name for play in FORMATS.values() if kind in play.grants]
    raise RuleError(
        "“{wish}” isn’t possible here: {unable} has its own seating rules. Use {able} instead, or change a "
        "draft by hand.",
        wish=say(NAMES[kind]),
        unable=unable[0],
        able=reduce(lambda earlier, other: say("{one} or {other}", one=earlier, other=other), able),
    )


def _check_possible(event: Event) -> None:
    """RuleError, with names, when the wishes contradict each other."""
    try:
        constraints_of(event)
    except RuleError as error:
        raise RuleError(verbatim(error_named(error, names_of(event)))) from error
