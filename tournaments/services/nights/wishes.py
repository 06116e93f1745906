"""What people ask of the draw, and which tables cannot be used. Counts from the next draw on; draws nothing itself."""

from collections.abc import Sequence
from functools import reduce

from django.db import transaction

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.constraints import Wish as Kind
from tournaments.models import Entry, Event, Wish
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.names import names_of, with_names
from tournaments.services.nights.places import MOST_TABLES
from tournaments.services.scores.history import constraints_of

NAMES = {
    Kind.STATIONARY: mark("Keep a seat"), Kind.TOGETHER: mark("Stay together"), Kind.APART: mark("Never meet"),
    Kind.CLOSED_TABLES: mark("Closed tables"),
}  # fmt: skip


@transaction.atomic
def set_stationary(entry_id: int, is_stationary: bool, *, by: By) -> Entry:
    """Note that an entry keeps its table and chair from its first round on, or that it need not any more."""
    event = journal.lock_event(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.prefetch_related("lineup__player").get(pk=entry_id)
    entry.event = event
    verb, body = "keep_seat" if is_stationary else "free_seat", {"entry": entry_id}
    if journal.replayed(by, verb, body):
        return entry
    require(by.actor, Verb.RUN_EVENT, entry)
    if entry.is_stationary == is_stationary:
        return entry
    if is_stationary:
        _check_granted(event, Kind.STATIONARY)
    entry.is_stationary = is_stationary
    entry.save(update_fields=["is_stationary"])
    _check_possible(event)
    journal.write(event, verb, by, body, entry=entry)
    return entry


@transaction.atomic
def set_wish(event_id: int, one: int, other: int, kind: Wish.Kind | None, *, by: By) -> Wish | None:
    """Note that two entries (by id) stay together or never meet, in the place of what was noted before; None: neither.

    RuleError when the event's formats do not grant it, or when it contradicts another wish.
    """
    event, pair = journal.lock_event(event_id), sorted((one, other))
    verb, body = "set_wish" if kind else "drop_wish", {"event": event_id, "entries": pair, "kind": kind}
    known = Wish.objects.filter(event=event, one=pair[0], other=pair[1])
    if journal.replayed(by, verb, body):
        return known.first()
    require(by.actor, Verb.RUN_EVENT, event)
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
    journal.write(event, verb, by, body, detail=detail)
    return wish


@transaction.atomic
def close_table(event_id: int, number: int, *, by: By) -> Event:
    """Note that a table cannot be used: its number is left out from the next draw on."""
    return _set_table(event_id, "close_table", number, by)


@transaction.atomic
def open_table(event_id: int, number: int, *, by: By) -> Event:
    """Note that a closed table can be used again."""
    return _set_table(event_id, "open_table", number, by)


def granted(event: Event) -> frozenset[Kind]:
    """The wishes that every stage of the event can respect."""
    return frozenset(Kind).intersection(*(stage.play.grants for stage in event.stages.all()))


def _set_table(event_id: int, verb: str, number: int, by: By) -> Event:
    event, body = journal.lock_event(event_id), {"event": event_id, "table": number}
    if journal.replayed(by, verb, body):
        return event
    require(by.actor, Verb.RUN_EVENT, event)
    if not 1 <= number <= MOST_TABLES:
        raise RuleError("There is no table {number}. Write a number from 1 to {most}.", number=number, most=MOST_TABLES)
    closes = verb == "close_table"
    if (number in event.closed_tables) == closes:
        return event
    if closes:
        _check_granted(event, Kind.CLOSED_TABLES)
    event.closed_tables = sorted({*event.closed_tables, number} if closes else {*event.closed_tables} - {number})
    event.save(update_fields=["closed_tables"])
    journal.write(event, verb, by, body, detail={"table": number})
    return event


def _numbers(event: Event, ids: Sequence[int]) -> list[int]:
    numbers = list(event.entries.filter(pk__in=ids).order_by("number").values_list("number", flat=True))
    if len(numbers) != 2:
        raise RuleError("Choose two different ones who are entered in this event.")
    return numbers


def _check_granted(event: Event, kind: Kind) -> None:
    if kind in granted(event):
        return
    unable = [stage.play.name for stage in event.stages.all() if kind not in stage.play.grants]
    able = [play.name for play in FORMATS.values() if kind in play.grants]
    raise RuleError(
        "“{wish}” is not for this event: {unable} seats people by its own rules. {able} can grant it; here, change a "
        "draft by hand.",
        wish=say(NAMES[kind]),
        unable=unable[0],
        able=reduce(lambda one, other: say("{one} or {other}", one=one, other=other), able),
    )


def _check_possible(event: Event) -> None:
    """RuleError, with names, when the wishes contradict each other."""
    try:
        constraints_of(event)
    except RuleError as error:
        raise RuleError(with_names(str(error), names_of(event))) from error
