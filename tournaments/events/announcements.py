"""Lines for everyone: on the event's pages and on the boards in the hall."""

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.commands import command, lock_event, lock_event_of
from tournaments.context import Context
from tournaments.events.models import Announcement, Event
from tournaments.permissions import Permission

MAX_LETTERS = 200


@command(
    Action.ANNOUNCE, lock=lock_event, permission=Permission.RUN_EVENT, replay=lambda done: done.announcements.get()
)
def announce(event: Event, text: str, *, context: Context) -> Announcement:
    """Posts a line to everyone at the event. RuleError when it is empty or too long."""
    clean = " ".join(text.split())
    if not 0 < len(clean) <= MAX_LETTERS:
        raise RuleError("Enter an announcement of up to {most_letters} characters.", most_letters=MAX_LETTERS)
    written = context.log()
    return Announcement.objects.create(event=event, text=clean, journal=written)


def _lock(announcement_id: int) -> Announcement:
    event = lock_event_of(Announcement, announcement_id)
    announcement = Announcement.objects.get(pk=announcement_id)
    announcement.event = event
    return announcement


@command(Action.WITHDRAW_ANNOUNCEMENT, lock=_lock, permission=Permission.RUN_EVENT)
def withdraw(announcement: Announcement, *, context: Context) -> None:
    """Take an announcement down; it stays on record."""
    Announcement.objects.filter(pk=announcement.pk).update(is_withdrawn=True)
    context.log()


def announcements_of(event: Event) -> list[Announcement]:
    """The current announcements, newest first."""
    return list(event.announcements.filter(is_withdrawn=False))
