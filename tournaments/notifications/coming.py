"""The question if someone is coming, in words, with the link that answers it."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from games.engine.messages import message
from games.notifications.kinds import NotificationKind
from games.notifications.values import Moment
from games.notifications.writing import NewNotification, notify
from tournaments.activity_log.models import AuditLogEntry
from tournaments.attendance import links, occasions
from tournaments.attendance.commands import REMINDER_SUFFIX
from tournaments.attendance.models import Attendance, Occasion
from tournaments.leagues.models import Fixture

# Translators: {event} is an event's name, {fixture} a league match such as "Elks – Moose".
COMING = message("Are you coming to {event}?")
COMING_TOMORROW = message("Are you coming to {event} tomorrow?")
PLAYING = message("Can you play in {fixture}?")
PLAYING_TOMORROW = message("Can you play in {fixture} tomorrow?")

# Translators: {when} and {until} are days and times, {venue} is a place.
AT_VENUE = message("It starts {when} at {venue}. Please answer by {until}.")
WITHOUT_VENUE = message("It starts {when}. Please answer by {until}.")
AT_VENUE_BEFORE = message("It starts {when} at {venue}. Please answer before then.")
WITHOUT_VENUE_BEFORE = message("It starts {when}. Please answer before then.")


def tell_asked(entry: AuditLogEntry) -> None:
    """An organizer, a captain or the site asked some people: those of them who didn't answer yet."""
    fixtures = Fixture.objects.select_related("home__team", "away__team", "venue", "season__league__club")
    occasion = entry.event or fixtures.filter(pk=entry.detail.get("fixture")).first()
    if occasion and not occasions.why_closed(occasion, timezone.now()):
        silent = Attendance.objects.filter(asked=entry, answer="").order_by("player")
        ask(occasion, silent.values_list("player", flat=True))


def ask(occasion: Occasion, players: Iterable[int], *, is_reminder: bool = False) -> int:
    """Ask these players, each once for the day on which it is; remind them once. How many."""
    zone, end = occasions.club_of(occasion).zone, occasions.answer_deadline(occasion)
    if isinstance(occasion, Fixture):
        title = (PLAYING_TOMORROW if is_reminder else PLAYING)(fixture=str(occasion))
    else:
        title = (COMING_TOMORROW if is_reminder else COMING)(event=occasion.name)
    when, is_at_start = Moment(occasion.starts_at, zone), end == occasion.starts_at
    values: dict[str, Any] = {"when": when} | ({} if is_at_start else {"until": Moment(end, zone)})
    words = (WITHOUT_VENUE_BEFORE if is_at_start else WITHOUT_VENUE)(**values)
    if occasion.venue:
        words = (AT_VENUE_BEFORE if is_at_start else AT_VENUE)(venue=occasion.venue.name, **values)
    drafts = [NewNotification(player, title, links.path_for(occasion, player), words) for player in players]
    key = occasions.notification_key(occasion) + (REMINDER_SUFFIX if is_reminder else "")
    return notify(NotificationKind.COMING, key, drafts, zone=zone, until=end)
