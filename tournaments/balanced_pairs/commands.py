"""Making pairs of those who have no partner, all at once, and undoing it before the first round is drawn."""

from collections.abc import Sequence
from typing import Any

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.commands import command, lock_event, lock_event_of
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.permissions import Permission
from tournaments.registration import spots
from tournaments.registration.commands import about, check_not_begun
from tournaments.registration.models import PartnerAsk, Registration, RegistrationTerms
from tournaments.registration.partners import join, part, single_in
from tournaments.rounds.models import Round

State, AskState = Registration.State, PartnerAsk.State
Pair = tuple[int, int]


@command(
    Action.ADD_SINGLE,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: Registration.objects.get(pk=done.detail["registration"]),
)
def add_single(event: Event, coming: Player | str, *, context: Context) -> Registration:
    """Add someone who came alone to an event of pairs. coming: a player whom the club knows, or a new name.

    An event without registration gets one that stays closed: only organizers add people.
    """
    if entries.entry_size(event) == 1:
        raise RuleError("This event is for individual players. Add them on the check-in list.")
    check_not_begun(event)
    RegistrationTerms.objects.get_or_create(event=event)
    registration = spots.sign_up(event.pk, [entries.known_player(event, coming)], context=context)
    context.log(detail=about(registration))
    return registration


@command(Action.MAKE_PAIRS, lock=lock_event, permission=Permission.RUN_EVENT, replay=lambda done: done)
def make_pairs(event: Event, pairs: Sequence[Pair], *, check_in: bool = False, context: Context) -> AuditLogEntry:
    """Make these pairs entries of the event; those beyond its limit go on the waiting list.

    pairs: ids of registrations, two for each pair. check_in: everyone is here. Conflict when someone has a partner by
    now, or has withdrawn; then no pair is made.
    """
    check_not_begun(event)
    if not pairs:
        raise RuleError("There are no pairs to make yet. Add at least 2 players first.")
    wanted = [pk for pair in pairs for pk in pair]
    if len(set(wanted)) < len(wanted):
        raise RuleError("Someone is in more than one of these pairs. Check the pairs again.")
    registrations = {registration.pk: registration for registration in event.registrations.filter(pk__in=wanted)}
    if len(registrations) < len(wanted) or any(
        registration.state != State.SINGLE for registration in registrations.values()
    ):
        raise Conflict("Someone found a partner or withdrew while you had this page open. Check the pairs again.")
    looking = [registration.pk for registration in registrations.values() if registration.is_looking]
    asks = list(event.partner_asks.filter(state=AskState.OPEN).values_list("pk", flat=True))
    parts = [
        _make(event, registrations[first], registrations[second], context, check_in=check_in) for first, second in pairs
    ]
    return context.log(detail={"parts": parts, "count": len(parts), "looking": looking, "asks": asks})


def _make(
    event: Event, registration: Registration, other: Registration, context: Context, *, check_in: bool
) -> list[int]:
    """The registration that goes on, the other, and the revision that the first is in now."""
    registration.event = other.event = event
    stays = join(event, registration, other, single_in(other), context)
    if check_in and stays.entry_id:
        entries.check_in(stays.entry_id, context=context)
    return [stays.pk, other.pk if stays.pk == registration.pk else registration.pk, stays.revision]


def _lock_made(journal_id: int) -> AuditLogEntry:
    event = lock_event_of(AuditLogEntry, journal_id)
    entry = AuditLogEntry.objects.get(pk=journal_id)
    entry.event = event
    return entry


@command(Action.UNDO_PAIRS, lock=_lock_made, permission=Permission.RUN_EVENT, replay=lambda done: done)
def undo_pairs(entry: AuditLogEntry, *, context: Context) -> AuditLogEntry:
    """Give everyone of these pairs back as someone without a partner. A pair that has changed since stays, and so does
    one that has paid. RuleError once a round is drawn. `detail["parts"]` of the answer: the pairs that were undone.
    """
    event = entry.event
    assert event, "pairs belong to an event"
    if entry.action != Action.MAKE_PAIRS or "parts" not in entry.detail:
        raise RuleError("You can only undo balanced pairs here.")
    check_not_begun(event)
    if Round.objects.filter(stage__event=event).exists():
        raise RuleError("The first round is already drawn, so you can’t change the pairs.")
    if event.audit_log.filter(action=Action.UNDO_PAIRS, detail__undoes=entry.number).exists():
        raise Conflict("Someone already undid these pairs. Reload the page.")
    undone = [made for made in entry.detail["parts"] if _undo(event, made, context)]
    _restore(event, entry.detail)
    return context.log(detail={"undoes": entry.number, "parts": undone, "count": len(entry.detail["parts"])})


def _undo(event: Event, made: Sequence[int], context: Context) -> bool:
    stays_id, goes_id, revision = made
    registrations = {
        registration.pk: registration
        for registration in event.registrations.filter(pk__in=[stays_id, goes_id]).select_related("entry")
    }
    stays, goes = registrations.get(stays_id), registrations.get(goes_id)
    if stays is None or goes is None or (stays.revision, goes.state) != (revision, State.JOINED):
        return False
    if stays.entry and (stays.entry.status == Entry.Status.DROPPED or stays.entry.has_paid):
        return False
    stays.event = goes.event = event
    part(stays, goes, context)
    return True


def _restore(event: Event, detail: dict[str, Any]) -> None:
    """Restores who looked for a partner, and open asks, as far as both players are without a partner."""
    singles = event.registrations.filter(state=State.SINGLE)
    singles.filter(pk__in=detail["looking"]).update(is_looking=True)
    paired = event.registrations.filter(state__in=[State.WAITING, State.CONFIRMED], people__is_live=True)
    closed = event.partner_asks.filter(pk__in=detail["asks"], registration__state=State.SINGLE)
    closed.exclude(asked__in=paired.values("people__player")).update(state=AskState.OPEN)
