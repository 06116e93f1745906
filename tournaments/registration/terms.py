"""The terms of registration: from when to when, for how many. Opening and closing by hand only sets these times."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.checkin.entries import MAX_ENTRIES
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.permissions import Permission
from tournaments.registration.commands import check_not_begun, has_begun
from tournaments.registration.models import Registration, RegistrationTerms
from tournaments.registration.waiting_list import follow_entries, move_up


@dataclass(frozen=True)
class Terms:
    """As an organizer types them. capacity: entries; None: no limit."""

    opens_at: datetime | None
    closes_at: datetime | None
    capacity: int | None
    for_guests: bool = False


@command(
    Action.SET_REGISTRATION,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: RegistrationTerms.objects.get(event=done.event),
)
def set_terms(event: Event, wanted: Terms, *, context: Context, expected_version: int) -> RegistrationTerms:
    """Set when registration is open and for how many; who waits moves up at once. expected_version: 0 when there were
    none."""
    terms = RegistrationTerms.objects.filter(event=event).first()
    if expected_version != (terms.revision if terms else 0):
        raise Conflict(
            "Someone changed the registration settings while you had them open. Check them again. "
            "What you typed is still here."
        )
    _check(event, wanted)
    terms = terms or RegistrationTerms(event=event, revision=0)
    for name, value in asdict(wanted).items():
        setattr(terms, name, value)
    _save(terms)
    context.log()
    if not has_begun(event) and not event.finished_at and not event.cancelled_at:
        follow_entries(event, context)
        move_up(event, terms, context)
    return terms


@command(
    Action.OPEN_REGISTRATION,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: RegistrationTerms.objects.get(event=done.event),
)
def open_now(event: Event, *, context: Context) -> RegistrationTerms:
    """Open registration by hand. A closing time that is over is forgotten."""
    check_not_begun(event)
    now, terms = timezone.now(), RegistrationTerms.objects.filter(event=event).first()
    if terms and terms.is_open_at(now):
        return terms
    terms = terms or RegistrationTerms(event=event, revision=0)
    terms.opens_at = now
    if terms.closes_at and terms.closes_at <= now:
        terms.closes_at = None
    _save(terms)
    context.log()
    return terms


@command(
    Action.CLOSE_REGISTRATION,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: RegistrationTerms.objects.get(event=done.event),
)
def close_now(event: Event, *, context: Context) -> RegistrationTerms:
    """Close registration by hand. The line stays, and still moves up."""
    now, terms = timezone.now(), RegistrationTerms.objects.filter(event=event).first()
    if terms is None:
        raise RuleError("This event doesn’t take registrations.")
    if not terms.is_open_at(now):
        return terms
    terms.closes_at = now
    _save(terms)
    context.log()
    return terms


def _save(terms: RegistrationTerms) -> None:
    terms.revision += 1
    terms.save()


def _check(event: Event, wanted: Terms) -> None:
    if wanted.closes_at and not (wanted.opens_at and wanted.opens_at < wanted.closes_at):
        raise RuleError(
            "Registration must open before it closes. Enter an earlier time to open, or a later time to close."
        )
    if wanted.capacity is None:
        return
    if not 1 <= wanted.capacity <= MAX_ENTRIES:
        raise RuleError("Enter 1 to {most} spots, or leave the field empty for no limit.", most=MAX_ENTRIES)
    confirmed = event.registrations.filter(state=Registration.State.CONFIRMED).count()
    if wanted.capacity < confirmed:
        raise RuleError(
            "{confirmed} spots are already confirmed. Enter at least {confirmed}, or withdraw some registrations "
            "first.",
            confirmed=confirmed,
        )
