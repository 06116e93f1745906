"""What the clock brings, not an action: tomorrow's event, and the question if people come."""

import datetime
import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from games.engine.messages import message
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.notifications.writing import NewNotification, notify
from tournaments.attendance.commands import REMINDER_SUFFIX, ask_players
from tournaments.attendance.models import Attendance, Occasion
from tournaments.attendance.occasions import (
    attendance_of,
    day_of,
    local_start,
    notification_key,
    players_on_list,
    was_asked,
    why_closed,
)
from tournaments.clubs.identity import persons
from tournaments.context import SITE
from tournaments.events.models import MAX_DAYS_BEFORE, Event
from tournaments.leagues.models import Fixture
from tournaments.notifications import coming
from tournaments.notifications.recipients import start_of
from tournaments.registration.models import RegisteredPlayer, Registration

T = TypeVar("T", Event, Fixture)
log = logging.getLogger(__name__)

MORNING, EVENING = 9, 20
"""Reminders leave between these hours where the club is."""
DAY = datetime.timedelta(days=1)
AHEAD = 2 * DAY
JUST_NOW = DAY / 2
"""Who was asked or answered so lately isn't reminded."""

# Translators: {event} is an event's name, {when} its day and time, {venue} a place.
TOMORROW = message("{event} is tomorrow")
AT_VENUE = message("It starts {when} at {venue}. If you can’t come, please cancel your registration.")
WITHOUT_VENUE = message("It starts {when}. If you can’t come, please cancel your registration.")
STILL_WAITING = message("You’re still on the waiting list. We’ll tell you when you get a spot.")


def remind(now: datetime.datetime | None = None) -> int:
    """Remind everyone whose event, or league match, is tomorrow where its club is, once for each start. Of matches only
    those who were asked and didn't answer. How many people were told."""
    now = now or timezone.now()
    soon = Q(starts_at__gt=now, starts_at__lt=now + AHEAD)
    events = Event.objects.filter(soon, cancelled_at=None, finished_at=None).select_related("club", "venue")
    asked = Exists(Attendance.objects.filter(fixture=OuterRef("pk"), asked__isnull=False))
    fixtures = Fixture.objects.filter(soon, asked, state=Fixture.State.PLANNED, event=None)
    fixtures = fixtures.select_related("home__team", "away__team", "venue", "season__league__club")
    reminded = _sum_of(_remind, events.order_by("starts_at", "pk"), now)
    return reminded + _sum_of(_remind_of_match, fixtures.order_by("starts_at", "pk"), now)


def ask_due(now: datetime.datetime | None = None) -> int:
    """Ask who's coming to the events that ask so many days before today. How many people were asked."""
    now = now or timezone.now()
    soon = Q(starts_at__gt=now, starts_at__lt=now + (MAX_DAYS_BEFORE + 1) * DAY)
    events = Event.objects.filter(soon, cancelled_at=None, finished_at=None, ask_days_before__isnull=False)
    return _sum_of(_ask, events.select_related("club").order_by("starts_at", "pk"), now)


def _sum_of(inform: Callable[[T, datetime.datetime], int], occasions: Iterable[T], now: datetime.datetime) -> int:
    """The people whom it informs about all of these. One that fails must not keep the others waiting."""
    number = 0
    for occasion in occasions:
        try:
            number += inform(occasion, now)
        except Exception:
            log.exception("people could not be informed about %s %s", occasion._meta.model_name, occasion.pk)
    return number


def _ask(event: Event, now: datetime.datetime) -> int:
    if not _is_due(event, now, event.ask_days_before or 0) or was_asked(event) or why_closed(event, now):
        return 0
    return ask_players(event.pk, context=SITE)


def _remind(event: Event, now: datetime.datetime) -> int:
    key = f"{event.pk}:{event.starts_at:%Y%m%d%H%M}"
    if not _is_due(event, now, 1) or _is_informed(NotificationKind.EVENT_TOMORROW, key) or _is_reminded(event):
        return 0
    asks = (event.ask_days_before or was_asked(event)) and not why_closed(event, now)
    silent = _without_answer(event) if asks else set()
    lately = _lately(event, now)
    words = WITHOUT_VENUE(when=start_of(event))
    if event.venue:
        words = AT_VENUE(when=start_of(event), venue=event.venue.name)
    link = reverse("registration", args=[event.slug]) if hasattr(event, "registration") else event.get_absolute_url()
    others = [player for player in players_on_list(event) if player not in silent | lately]
    waiting, title = _waiting(event), TOMORROW(event=event.name)
    drafts = [NewNotification(player, title, link, STILL_WAITING if player in waiting else words) for player in others]
    number = notify(NotificationKind.EVENT_TOMORROW, key, drafts, zone=event.club.zone, until=event.starts_at)
    return number + coming.ask(event, sorted(silent - lately), is_reminder=True)


def _remind_of_match(fixture: Fixture, now: datetime.datetime) -> int:
    if not _is_due(fixture, now, 1) or _is_reminded(fixture) or why_closed(fixture, now):
        return 0
    asked = attendance_of(fixture).filter(asked__isnull=False, answer="").values_list("player", flat=True)
    return coming.ask(fixture, sorted({*asked} - _lately(fixture, now)), is_reminder=True)


def _is_due(occasion: Occasion, now: datetime.datetime, days: int) -> bool:
    """Whether it's so many days before, where the club is, and not at night."""
    here = now.astimezone(local_start(occasion).tzinfo)
    return here.date() == day_of(occasion) - days * DAY and MORNING <= here.hour < EVENING


def _is_reminded(occasion: Occasion) -> bool:
    return _is_informed(NotificationKind.COMING, notification_key(occasion) + REMINDER_SUFFIX)


def _is_informed(kind: NotificationKind, key: str) -> bool:
    return Notification.objects.filter(kind=kind, key=key).exists()


def _without_answer(event: Event) -> set[int]:
    """Everyone who is on the list or was asked."""
    answers = dict(attendance_of(event).values_list("player", "answer"))
    return {player for player in {*players_on_list(event), *answers} if not answers.get(player)}


def _waiting(event: Event) -> set[int]:
    """Everyone whose registration has no spot yet."""
    registered = RegisteredPlayer.objects.filter(event=event, registration__state=Registration.State.WAITING)
    return set(persons(registered.values_list("player", flat=True)).values())


def _lately(occasion: Occasion, now: datetime.datetime) -> set[int]:
    since = Q(asked__at__gt=now - JUST_NOW) | Q(answered__at__gt=now - JUST_NOW)
    return set(attendance_of(occasion).filter(since).values_list("player", flat=True))
