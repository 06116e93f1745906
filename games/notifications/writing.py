"""Writes what people are told: a row for each person, and one for each way in which it goes out."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.messages import NOTHING, Message
from games.jobs.enqueuing import enqueue_on_commit
from games.notifications.kinds import DEFAULTS, DeliveryMethod, MailFrequency, NotificationKind
from games.notifications.models import (
    QUIET_FROM,
    QUIET_UNTIL,
    Notification,
    NotificationChoice,
    NotificationDelivery,
    NotificationSettings,
)
from games.notifications.push.models import PushSubscription

SEND_TASK = "games.tasks.send_notifications"
DIGEST_HOUR = 8
"""When the daily email leaves, on the person's clock."""


@dataclass(frozen=True)
class NewNotification:
    """What one person is told. link: a path of this site. key: of what happened, where drafts of one call differ in
    it."""

    player: int
    title: Message
    link: str
    words: Message = NOTHING
    key: str = field(default="", kw_only=True)


@transaction.atomic
def notify(
    kind: NotificationKind,
    key: str,
    drafts: Iterable[NewNotification],
    *,
    zone: str = "",
    until: datetime.datetime | None = None,
) -> int:
    """Tell each of them, once: who was told of the same kind and key before isn't told again.

    Returns how many were notified.

    key: of what happened. zone: of where. until: when it isn't worth sending any longer; else as long as its kind
    lasts. Bots and erased players are told nothing. Six statements, however many people.
    """
    now = timezone.now()
    until = until or now + DEFAULTS[kind].ttl
    draft_by_key = {(draft.player, draft.key or key): draft for draft in drafts}
    if not draft_by_key or until <= now:
        return 0
    asked, keys = {player for player, _ in draft_by_key}, {own for _, own in draft_by_key}
    people = set(Player.objects.filter(pk__in=asked, is_bot=False, erased_at=None).values_list("pk", flat=True))
    wanted = [
        Notification(
            player_id=player,
            kind=kind,
            key=own,
            title=draft_by_key[player, own].title,
            words=draft_by_key[player, own].words,
            link=draft_by_key[player, own].link,
            zone=zone,
            made_at=now,
            until=until,
        )
        for player, own in sorted(draft_by_key)
        if player in people
    ]
    # Who was told already is left out by the database, also where two transactions tell the same at the same moment.
    Notification.objects.bulk_create(wanted, ignore_conflicts=True)
    # made_at tells our rows from those that were there: bulk_create(ignore_conflicts) returns no ids.
    written = Notification.objects.filter(kind=kind, key__in=keys, made_at=now, player__in=people)
    notifications = list(written.select_related("player__notification_settings").order_by("pk"))
    deliveries = _deliveries(kind, notifications, now)
    NotificationDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    if deliveries:
        enqueue_on_commit(SEND_TASK)
    return len(notifications)


def cancel_unsent(kind: NotificationKind, key: str, players: Collection[int] | None = None) -> None:
    """Don't send what is no longer true to those it hasn't reached yet. players: None for all."""
    deliveries = NotificationDelivery.objects.filter(notification__kind=kind, notification__key=key, sent_at=None)
    if players is not None:
        deliveries = deliveries.filter(notification__player__in=players)
    deliveries.filter(why_not="").update(why_not=NotificationDelivery.WhyNot.OUTDATED)


def _deliveries(
    kind: NotificationKind, notifications: Sequence[Notification], now: datetime.datetime
) -> list[NotificationDelivery]:
    people = [notification.player_id for notification in notifications]
    chosen = {
        choice.player_id: (choice.push, MailFrequency(choice.mail))
        for choice in NotificationChoice.objects.filter(player__in=people, kind=kind)
    }
    browsers: dict[int, list[int]] = {}
    for player, pk in PushSubscription.objects.filter(player__in=people).values_list("player", "pk"):
        browsers.setdefault(player, []).append(pk)
    usual = DEFAULTS[kind]
    made = []
    for notification in notifications:
        push, mail = chosen.get(notification.player_id, (usual.push, usual.mail))
        at = send_at(notification, now)
        if push:
            made += [
                NotificationDelivery(notification=notification, way=DeliveryMethod.PUSH, subscription_id=pk, next_at=at)
                for pk in browsers.get(notification.player_id, ())
            ]
        if mail == MailFrequency.NOW and notification.player.user_id:
            made.append(NotificationDelivery(notification=notification, way=DeliveryMethod.EMAIL, next_at=at))
        if mail == MailFrequency.DAILY and notification.player.user_id:
            made.append(
                NotificationDelivery(
                    notification=notification, way=DeliveryMethod.DIGEST, next_at=digest_at(notification, now)
                )
            )
    return made


def send_at(notification: Notification, now: datetime.datetime) -> datetime.datetime:
    """Now, or the end of the person's quiet hours. What people wait for at a table disturbs them in those too."""
    if DEFAULTS[NotificationKind(notification.kind)].is_urgent:
        return now
    wishes = settings_of(notification.player)
    local = now.astimezone(zone_of(notification, wishes))
    return after_quiet_hours(local, wishes.quiet_from, wishes.quiet_until)


def after_quiet_hours(
    local: datetime.datetime, begin: datetime.time = QUIET_FROM, end: datetime.time = QUIET_UNTIL
) -> datetime.datetime:
    """The same moment, or the end of the quiet hours if it's in them. local: on the clock that begin and end are of."""
    clock = local.time()
    is_quiet = begin <= clock < end if begin <= end else clock >= begin or clock < end
    if not is_quiet:
        return local
    day = local.date() + datetime.timedelta(days=1) if clock >= end else local.date()
    return datetime.datetime.combine(day, end, tzinfo=local.tzinfo)


def digest_at(notification: Notification, now: datetime.datetime) -> datetime.datetime:
    """The next morning, where the person is."""
    there = now.astimezone(zone_of(notification, settings_of(notification.player)))
    morning = there.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return morning if morning > there else morning + datetime.timedelta(days=1)


def settings_of(player: Player) -> NotificationSettings:
    """What the person said about when and where, or what holds before they said anything. It may be no row yet."""
    return getattr(player, "notification_settings", None) or NotificationSettings(player=player)


def zone_of(notification: Notification, wishes: NotificationSettings) -> ZoneInfo:
    """The person's own, else where it takes place, else the site's."""
    return ZoneInfo(wishes.zone or notification.zone or settings.TIME_ZONE)
