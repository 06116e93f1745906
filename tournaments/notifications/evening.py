"""What is told in the hours around an event: check-in is open, a spot is free, scores are missing."""

import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone

from games.engine.messages import message
from games.notifications.kinds import DEFAULTS, NotificationKind
from games.notifications.models import Notification
from games.notifications.values import PersonRef
from games.notifications.writing import NewNotification, notify
from tournaments.access.models import WallCode
from tournaments.activity_log.models import AuditLogEntry
from tournaments.attendance.models import Attendance
from tournaments.attendance.occasions import attendance_of
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.events.models import Event
from tournaments.notifications.recipients import organizers_of, start_of
from tournaments.registration.models import RegisteredPlayer, Registration, RegistrationTerms
from tournaments.registration.waiting_list import spots_taken
from tournaments.rounds.models import Clock, Match, Round
from tournaments.webhooks.payloads import emit_check_in

CHECK_IN_BEFORE, CHECK_IN_AFTER = datetime.timedelta(hours=2), datetime.timedelta(minutes=30)
"""Check-in is told in this time around the start: a code that was put up days ago opens nothing yet."""
LAST_HAND = datetime.timedelta(minutes=5)
"""So long after the clock ran out, the hand that was being played is over."""
MAX_ROUND = datetime.timedelta(days=1)

# Translators: {event} is an event's name, {when} its day and time.
CHECK_IN = message("Check-in for {event} is open")
CHECK_IN_WORDS = message("It starts {when}. When you arrive, scan the check-in code.")

# Translators: {event} is an event's name, {player} a person's.
SPOT_FREE = message("A spot opened up at {event}")
SPOT_FREE_WORDS = message("{player} isn’t coming, and no one is on the waiting list.")
SPOT_FREE_NO_NAME = message("No one is on the waiting list.")

# Translators: {number} is a round's number, {table} a table's, {tables} several of these.
SCORE_MISSING = message("Round {number}: the score at table {table} is missing")
SCORES_MISSING = message("Round {number}: scores are missing")
SCORES_MISSING_WORDS = message("Tables {tables}. The clock ran out more than 5 minutes ago.")
SCORE_MISSING_WORDS = message("The clock ran out more than 5 minutes ago.")


def open_check_ins() -> int:
    """Tell everyone who is expected and not there yet that check-in is open, once a day. How many people were told."""
    now = timezone.now()
    codes = WallCode.objects.filter(
        expires_at__gt=now,
        event__starts_at__gt=now - CHECK_IN_AFTER,
        event__starts_at__lte=now + CHECK_IN_BEFORE,
        event__finished_at=None,
        event__cancelled_at=None,
    )
    return sum(
        _open_check_in(code.event) for code in codes.select_related("event__club", "event__venue").order_by("event")
    )


def _open_check_in(event: Event) -> int:
    emit_check_in(event)
    key = f"{event.pk}:{event.local_start:%Y-%m-%d}"
    if Notification.objects.filter(kind=NotificationKind.CHECK_IN, key=key).exists():
        return 0
    absent = EntryPlayer.objects.filter(event=event, is_active=True, entry__status=Entry.Status.REGISTERED)
    not_coming = attendance_of(event).filter(answer=Attendance.Answer.NO).values("player")
    title, words = CHECK_IN(event=event.name), CHECK_IN_WORDS(when=start_of(event))
    link = reverse("my_seat", args=[event.slug])
    players = absent.exclude(player__in=not_coming).values_list("player", flat=True)
    drafts = [NewNotification(player, title, link, words) for player in players]
    return notify(NotificationKind.CHECK_IN, key, drafts, zone=event.club.zone, until=event.starts_at + CHECK_IN_AFTER)


def hang_code(entry: AuditLogEntry) -> None:
    """Those who are expected, if the event begins soon; else the clock tells them."""
    open_check_ins()


def free_spot(entry: AuditLogEntry) -> None:
    """The organizers, if a limited event of today has room now and no one waits for it."""
    event = entry.event
    assert event, "it belongs to an event"
    terms = RegistrationTerms.objects.filter(event=event).first()
    today = timezone.localdate(timezone=ZoneInfo(event.club.zone))
    if terms is None or terms.capacity is None or event.cancelled_at or event.local_start.date() != today:
        return
    if entry.entry_id is None:
        return  # it only waited for a spot
    if spots_taken(event) >= terms.capacity or event.registrations.filter(state=Registration.State.WAITING).exists():
        return
    player = _who_left(entry)
    words = SPOT_FREE_WORDS(player=PersonRef(player)) if player else SPOT_FREE_NO_NAME
    link = reverse("check_in", args=[event.slug])
    others = [organizer for organizer in organizers_of(event) if organizer not in (entry.player_id, player)]
    drafts = [NewNotification(organizer, SPOT_FREE(event=event.name), link, words) for organizer in others]
    notify(NotificationKind.SPOT_FREE, f"log:{entry.pk}", drafts, zone=event.club.zone)


def _who_left(entry: AuditLogEntry) -> int | None:
    """The first player of the registration, or of the entry, that gave up its spot."""
    if "registration" in entry.detail:
        registered = RegisteredPlayer.objects.filter(registration=entry.detail["registration"])
        return registered.order_by("chair", "pk").values_list("player", flat=True).first()
    players = EntryPlayer.objects.filter(entry=entry.entry_id)
    return players.order_by("chair", "pk").values_list("player", flat=True).first()


def missing_scores() -> int:
    """Tell organizers which tables have no score although the round's clock ran out: once for each clock. How many
    people were told."""
    now = timezone.now()
    clocks = Clock.objects.filter(
        running_since__gt=now - MAX_ROUND,
        round__status=Round.Status.PUBLISHED,
        round__stage__event__finished_at=None,
        round__stage__event__cancelled_at=None,
    )
    over = [clock for clock in clocks.select_related("round__stage__event__club") if _end_of(clock) + LAST_HAND <= now]
    return sum(_missing(clock) for clock in over)


def _end_of(clock: Clock) -> datetime.datetime:
    assert clock.running_since, "it runs"
    return clock.running_since + datetime.timedelta(seconds=clock.seconds_left)


def _missing(clock: Clock) -> int:
    key = f"{clock.pk}:{clock.round.version}"
    if Notification.objects.filter(kind=NotificationKind.SCORE_MISSING, key=key).exists():
        return 0
    tables = list(clock.round.matches.filter(state=Match.State.OPEN).order_by("table").values_list("table", flat=True))
    if not tables:
        return 0
    event = clock.round.stage.event
    title, words = SCORES_MISSING(number=clock.round.number), SCORES_MISSING_WORDS(tables=tables)
    if len(tables) == 1:
        title, words = SCORE_MISSING(number=clock.round.number, table=tables[0]), SCORE_MISSING_WORDS
    link = reverse("console", args=[event.slug])
    drafts = [NewNotification(organizer, title, link, words) for organizer in organizers_of(event)]
    until = _end_of(clock) + LAST_HAND + DEFAULTS[NotificationKind.SCORE_MISSING].ttl
    return notify(NotificationKind.SCORE_MISSING, key, drafts, zone=event.club.zone, until=until)
