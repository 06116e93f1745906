"""Lines for everybody: on the event's pages and on the boards in the hall."""

from django.db import transaction

from games.engine.errors import RuleError
from tournaments.models import Announcement
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By

MOST_LETTERS = 200


@transaction.atomic
def announce(event_id: int, text: str, *, by: By) -> Announcement:
    """Say something to everybody at the event. RuleError when there is nothing to say, or too much."""
    event, body = journal.lock_event(event_id), {"event": event_id, "text": text}
    if done := journal.replayed(by, "announce", body):
        return done.announcements.get()
    require(by.actor, Verb.RUN_EVENT, event)
    clean = " ".join(text.split())
    if not 0 < len(clean) <= MOST_LETTERS:
        raise RuleError("An announcement has 1 to {most_letters} letters.", most_letters=MOST_LETTERS)
    written = journal.write(event, "announce", by, body)
    return Announcement.objects.create(event=event, text=clean, journal=written)


@transaction.atomic
def withdraw(announcement_id: int, *, by: By) -> None:
    """Take an announcement down; it stays on record."""
    row = Announcement.objects.get(pk=announcement_id)
    event, body = journal.lock_event(row.event_id), {"announcement": announcement_id}
    if journal.replayed(by, "withdraw_announcement", body):
        return
    require(by.actor, Verb.RUN_EVENT, event)
    Announcement.objects.filter(pk=announcement_id).update(is_withdrawn=True)
    journal.write(event, "withdraw_announcement", by, body)
