"""The terms of registration: from when to when, for how many. Opening and closing by hand only sets these times."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.errors import Stale
from tournaments.models import Event, Registration, RegistrationTerms
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.attendance.entries import MOST_ENTRIES
from tournaments.services.journal import By
from tournaments.services.registration.door import check_not_begun, has_begun, write
from tournaments.services.registration.line import follow_entries, move_up


@dataclass(frozen=True)
class Terms:
    """As an organizer types them. capacity: entries; None: no limit."""

    opens_at: datetime | None
    closes_at: datetime | None
    capacity: int | None
    for_guests: bool = False


@transaction.atomic
def set_terms(event_id: int, wanted: Terms, *, by: By, seen: int) -> RegistrationTerms:
    """Set when registration is open and for how many; who waits moves up at once. seen: 0 when there were none."""
    event, body = journal.lock_event(event_id), {"event": event_id, "seen": seen, **asdict(wanted)}
    if journal.replayed(by, "set_registration", body):
        return RegistrationTerms.objects.get(event=event)
    require(by.actor, Verb.RUN_EVENT, event)
    terms = RegistrationTerms.objects.filter(event=event).first()
    if seen != (terms.revision if terms else 0):
        raise Stale("The terms of registration were changed meanwhile. Look at them again; what you typed is kept.")
    _check(event, wanted)
    terms = terms or RegistrationTerms(event=event, revision=0)
    for name, value in asdict(wanted).items():
        setattr(terms, name, value)
    _save(terms)
    write(event, "set_registration", by, body)
    if not has_begun(event) and not event.finished_at:
        follow_entries(event, by)
        move_up(event, terms, by)
    return terms


@transaction.atomic
def open_now(event_id: int, *, by: By) -> RegistrationTerms:
    """Open registration by hand. A closing time that is over is forgotten."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if journal.replayed(by, "open_registration", body):
        return RegistrationTerms.objects.get(event=event)
    require(by.actor, Verb.RUN_EVENT, event)
    check_not_begun(event)
    now, terms = timezone.now(), RegistrationTerms.objects.filter(event=event).first()
    if terms and terms.is_open_at(now):
        return terms
    terms = terms or RegistrationTerms(event=event, revision=0)
    terms.opens_at = now
    if terms.closes_at and terms.closes_at <= now:
        terms.closes_at = None
    _save(terms)
    write(event, "open_registration", by, body)
    return terms


@transaction.atomic
def close_now(event_id: int, *, by: By) -> RegistrationTerms:
    """Close registration by hand. The line stays, and still moves up."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if journal.replayed(by, "close_registration", body):
        return RegistrationTerms.objects.get(event=event)
    require(by.actor, Verb.RUN_EVENT, event)
    now, terms = timezone.now(), RegistrationTerms.objects.filter(event=event).first()
    if terms is None:
        raise RuleError("There is no registration for this event.")
    if not terms.is_open_at(now):
        return terms
    terms.closes_at = now
    _save(terms)
    write(event, "close_registration", by, body)
    return terms


def _save(terms: RegistrationTerms) -> None:
    terms.revision += 1
    terms.save()


def _check(event: Event, wanted: Terms) -> None:
    if wanted.closes_at and not (wanted.opens_at and wanted.opens_at < wanted.closes_at):
        raise RuleError("Registration has to open before it closes. Name an earlier time to open, or a later to close.")
    if wanted.capacity is None:
        return
    if not 1 <= wanted.capacity <= MOST_ENTRIES:
        raise RuleError("Name 1 to {most} places, or leave it empty for no limit.", most=MOST_ENTRIES)
    confirmed = event.registrations.filter(state=Registration.State.CONFIRMED).count()
    if wanted.capacity < confirmed:
        raise RuleError(
            "{confirmed} are confirmed already: name at least {confirmed} places, or withdraw some first.",
            confirmed=confirmed,
        )
