"""Many things at once: accept all claims, decide all missing tables, check everyone in; and undo it, also for an
imported list.

Each part goes through its own command; together they are one log entry that names its parts. Undoing appends new
facts and reports which parts it left alone because they have changed since.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from games.engine.messages import NOTHING, Message, message, message_from
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.checkin.roster import take_out
from tournaments.commands import command, lock_event, lock_event_of, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.formats.numbers import EntryRef
from tournaments.permissions import Permission
from tournaments.results import commands as results
from tournaments.results.scoring import side_count
from tournaments.rounds.models import Match, Round

NIGHT = timedelta(hours=12)
"""How long the undo button stays."""
MAX_SHOWN = 20_000
"""Letters that name a thousand things with their versions."""
_TABLE_CHANGED = message("We couldn’t undo the score at table {table} because it has since changed.")
_ROUND_CLOSED = message(
    "Round {round} is closed, so we kept the score at table {table}. Correct it on the table’s page."
)
_ENTRY_CHANGED = message("{entry}’s entry has since changed, so we left it as it is.")
_HAS_PLACE = message("{entry} now has a seat in a round, so we left the entry as it is.")
Thing = Match | Entry
Part = tuple[int, int]
"""A row's id and the version that it has, or was brought to."""
Undoing = Callable[[AuditLogEntry, Sequence[Part], Context], Sequence[Message]]


@dataclass(frozen=True)
class Bulk:
    """One kind of doing many things at once. title: what is done, as a button says it, marked. things_text: how many of
    them, in words. do: to one of them. needs_reason: as its parts do."""

    title: str
    things_text: Callable[[int], str]
    things: Callable[[Event], Sequence[Thing]]
    do: Callable[[Thing, Context, str], Part]
    needs_reason: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that may be done to many things at once, as a page shows it."""

    action: str
    things: Sequence[Thing]

    @property
    def count(self) -> int:
        return len(self.things)

    @property
    def title(self) -> str:
        return say(BULKS[self.action].title, count=self.count)

    @property
    def things_text(self) -> str:
        return BULKS[self.action].things_text(self.count)

    @property
    def needs_reason(self) -> bool:
        return BULKS[self.action].needs_reason

    @property
    def shown(self) -> str:
        """Which things, and in which version: goes with the form, so that nothing is done to what was not shown."""
        return " ".join(f"{thing.pk}:{_version(thing)}" for thing in self.things)


@command(Action.ACCEPT_ALL, lock=lock_event, permission=Permission.RUN_EVENT)
def do_all(event: Event, action: str, *, count: int, shown: str, context: Context, reason: str = "") -> AuditLogEntry:
    """Do one of `BULKS` to everything that was shown. count: what was typed.

    RuleError when another number was typed than was shown; Conflict, with the present number, when other things are
    there now than were shown.
    """
    bulk, offer = BULKS[action], Offer(action, BULKS[action].things(event))
    _check(offer, count, shown, reason)
    parts = [bulk.do(thing, context, reason) for thing in offer.things]
    tables = [thing.table for thing in offer.things if isinstance(thing, Match)]
    around = next((thing.round for thing in offer.things if isinstance(thing, Match)), None)
    detail = {"parts": parts, "tables": tables}
    return context.log(action=Action(action), round=around, reason=reason, detail=detail)


def _lock_done(journal_id: int) -> AuditLogEntry:
    event = lock_event_of(AuditLogEntry, journal_id)
    entry = AuditLogEntry.objects.select_related("user__player", "player").get(pk=journal_id)
    entry.event = event
    return entry


@command(Action.UNDO_BULK, lock=_lock_done, permission=Permission.RUN_EVENT, replay=lambda done: done)
def undo(entry: AuditLogEntry, *, context: Context) -> AuditLogEntry:
    """Take back what was done at once, part by part. What has changed since stays, and the log entry says so in
    `detail["kept"]`."""
    assert entry.event, "only what belongs to an event is done at once"
    _check_undo(entry.event, entry)
    parts: list[Part] = [(pk, version) for pk, version in entry.detail["parts"]]
    answers = UNDOINGS[entry.action](entry, parts, context)
    detail = {
        "undoes": entry.number,
        "verb": entry.action,
        "kept": [answer.as_data() for answer in answers if answer],
        "parts": [part for part, answer in zip(parts, answers, strict=True) if not answer],
        "count": len(parts),
    }
    return context.log(round=entry.round, detail=detail)


def left_alone(undone: AuditLogEntry) -> list[Message]:
    """What an undoing could not take back."""
    return [message_from(kept) for kept in undone.detail["kept"]]


def undoable(event: Event) -> list[AuditLogEntry]:
    """What was done at once this night and not undone yet, newest first."""
    entries_ = event.audit_log.filter(action__in=[*UNDOINGS, Action.UNDO_BULK], at__gt=timezone.now() - NIGHT)
    undoings = list(entries_.select_related("user__player", "player", "round").order_by("-number"))
    undone = {entry.detail["undoes"] for entry in undoings if entry.action == Action.UNDO_BULK}
    return [
        entry
        for entry in undoings
        if "parts" in entry.detail and entry.number not in undone and entry.action in UNDOINGS
    ]


def offers(actions: Sequence[str], things: Sequence[Thing]) -> list[Offer]:
    """What a page offers for these things; one alone has its own button."""
    return [Offer(action, sorted(things, key=lambda thing: thing.pk)) for action in actions] if len(things) > 1 else []


def absent(event: Event) -> list[Entry]:
    """Entries that have not come."""
    registered = event.entries.filter(status=Entry.Status.REGISTERED)
    return list(registered.prefetch_related("lineup__player").order_by("pk"))


def _check(offer: Offer, count: int, shown: str, reason: str) -> None:
    asked = len(shown.split())
    if not shown or shown != offer.shown:
        things = BULKS[offer.action].things_text(asked)
        if offer.count == 1:
            raise Conflict(
                "The list has changed. You saw {things}, but now there’s 1. Check it and try again.", things=things
            )
        raise Conflict(
            "The list has changed. You saw {things}, but now there are {count}. Check it and try again.",
            things=things,
            count=offer.count,
        )
    if count != asked:
        raise RuleError(
            "You entered {count}, but the list has {things}, so nothing changed. Enter {asked} to continue.",
            count=count,
            asked=asked,
            things=offer.things_text,
        )
    if offer.needs_reason:
        require_reason(reason)


def _check_undo(event: Event, entry: AuditLogEntry) -> None:
    if entry.action not in UNDOINGS or "parts" not in entry.detail:
        raise RuleError("Here you can only undo changes made to a whole list at once. Undo other changes one by one.")
    undoings = event.audit_log.filter(action=Action.UNDO_BULK, detail__undoes=entry.number).select_related(
        "user__player", "player"
    )
    if done := undoings.first():
        raise Conflict("{name} already undid this change. Reload the page.", name=actor_name(done))
    if entry.at <= timezone.now() - NIGHT:
        raise RuleError("You can only undo changes to a whole list on the same night. Undo them one by one instead.")


def _version(thing: Thing) -> int:
    return thing.last_version if isinstance(thing, Match) else thing.revision


def _tables(state: Match.State) -> Callable[[Event], list[Match]]:
    """The tables of the open round in that state."""

    def of_state(event: Event) -> list[Match]:
        matches = Match.objects.filter(round__stage__event=event, round__status=Round.Status.PUBLISHED, state=state)
        return list(matches.select_related("round").order_by("pk"))

    return of_state


def _accept(match: Thing, context: Context, reason: str) -> Part:
    entry = results.confirm_result(match.pk, context=context, expected_version=_version(match))
    return match.pk, entry.version


def _void(match: Thing, context: Context, reason: str) -> Part:
    entry = results.void_result(match.pk, reason=reason, context=context, expected_version=_version(match))
    return match.pk, entry.version


def _forfeit(match: Thing, context: Context, reason: str) -> Part:
    """No side played: no one gets a point."""
    assert isinstance(match, Match)
    sides = range(side_count(match))
    slip = Slip(points=tuple(0 for _ in sides), forfeited=tuple(sides))
    entry = results.record_result(match.pk, slip, context=context, expected_version=match.last_version)
    return match.pk, entry.version


def _check_in(entry: Thing, context: Context, reason: str) -> Part:
    checked_in = entries.check_in(entry.pk, context=context, expected_version=_version(entry))
    return checked_in.pk, checked_in.revision


def _leave(entry: Thing, context: Context, reason: str) -> Part:
    dropped = entries.drop_out(entry.pk, context=context, expected_version=_version(entry))
    return dropped.pk, dropped.revision


def _reported(number: int) -> str:
    return say_number("{number} reported score", "{number} reported scores", number)


def _without(number: int) -> str:
    return say_number("{number} table without a score", "{number} tables without a score", number)


def _absent(number: int) -> str:
    return say_number("{number} entry not checked in yet", "{number} entries not checked in yet", number)


def _reopen(part: Part, context: Context) -> Message:
    pk, version = part
    match = Match.objects.select_related("round").get(pk=pk)
    if match.last_version != version:
        return _TABLE_CHANGED(table=match.table)
    if match.round.status != Round.Status.PUBLISHED:
        return _ROUND_CLOSED(table=match.table, round=match.round.number)
    results.reopen_result(pk, context=context, expected_version=version)
    return NOTHING


def _expect(part: Part, context: Context) -> Message:
    pk, revision = part
    entry = Entry.objects.get(pk=pk)
    if entry.revision != revision:
        return _ENTRY_CHANGED(entry=EntryRef(entry.number))
    if entries.has_place(entry):
        return _HAS_PLACE(entry=EntryRef(entry.number))
    entries.not_here(pk, context=context, expected_version=revision)
    return NOTHING


def _one_by_one(undo: Callable[[Part, Context], Message]) -> Undoing:
    return lambda entry, parts, context: [undo(part, context) for part in parts]


_WAITING, _MISSING = _tables(Match.State.WAITING), _tables(Match.State.OPEN)
BULKS: dict[str, Bulk] = {
    Action.ACCEPT_ALL: Bulk(mark("Accept all {count} scores"), _reported, _WAITING, _accept),
    Action.VOID_MISSING: Bulk(mark("Void all {count} tables without a score"), _without, _MISSING, _void, True),
    Action.FORFEIT_MISSING: Bulk(mark("Mark {count} tables as not played"), _without, _MISSING, _forfeit),
    Action.CHECK_IN_ALL: Bulk(mark("Check in all {count}"), _absent, absent, _check_in),
    Action.LEAVE_ALL: Bulk(mark("Mark all {count} as no-shows"), _absent, absent, _leave),
}
"""Action → what it does."""
UNDOINGS: dict[str, Undoing] = {
    Action.ACCEPT_ALL: _one_by_one(_reopen),
    Action.VOID_MISSING: _one_by_one(_reopen),
    Action.FORFEIT_MISSING: _one_by_one(_reopen),
    Action.CHECK_IN_ALL: _one_by_one(_expect),
    Action.LEAVE_ALL: _one_by_one(_expect),
    Action.IMPORT_ROSTER: lambda entry, parts, context: take_out(entry, parts),
}
"""Action → how it is taken back: what stays is said for each part, NOTHING for the others."""
