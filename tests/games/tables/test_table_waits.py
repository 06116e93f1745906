"""A player for whom the others wait at a table hears of it when a bot takes over, once for each time away."""

import pytest
from django.utils import timezone

from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, NotificationDelivery
from games.tables import play, presence, seating
from games.tables.models import Seat
from tests.games.notifications.conftest import phone_of
from tests.games.tables.cast import act, command_by
from tests.games.tables.test_presence import LONG_AGO, Evening

pytestmark = pytest.mark.django_db


def away(evening: Evening) -> None:
    """The player to act has been gone for a minute, and a bot has just taken over."""
    evening.falls_silent()
    evening.look()
    Seat.objects.filter(pk=evening.seat.pk).update(missed_since=timezone.now() - LONG_AGO)
    evening.look()
    evening.seat.refresh_from_db()
    assert evening.seat.is_bot_controlled


def told() -> list[Notification]:
    return list(Notification.objects.filter(kind=NotificationKind.TABLE_WAITS).select_related("player").order_by("pk"))


def test_who_is_missed_is_told_when_a_bot_takes_over() -> None:
    evening = Evening()
    evening.falls_silent()
    evening.look()
    assert told() == [], "the others see a countdown"
    away(evening)
    [notification] = told()
    assert (notification.player, str(notification.title)) == (evening.who, "Olga’s table is waiting for you")
    assert str(notification.words) == "You’ve been away for a minute. A bot is playing for you until you’re back."
    assert notification.link == evening.table.get_absolute_url()
    for _ in range(3):
        evening.look()
    assert len(told()) == 1


def test_each_time_away_is_told() -> None:
    evening = Evening()
    away(evening)
    presence.be_here(evening.table, evening.who)
    Notification.objects.update(key="an hour ago")
    act(evening.table, evening.people, "pass", "pass", "pass", "pass")
    while play.state_of(play.hand_at(evening.table)).turn != evening.seat.number:  # type: ignore[arg-type]
        act(evening.table, evening.people, "pass")
    away(evening)
    assert [notification.player for notification in told()] == [evening.who] * 2


def test_who_is_back_before_it_is_sent_is_sent_nothing() -> None:
    evening = Evening()
    phone_of(evening.who)
    away(evening)
    assert NotificationDelivery.objects.filter(why_not="", sent_at=None).count() == 1
    presence.be_here(evening.table, evening.who)
    assert NotificationDelivery.objects.get().why_not == NotificationDelivery.WhyNot.OUTDATED


def test_nobody_is_told_where_nobody_waits_or_who_went_away_by_choice() -> None:
    evening = Evening()
    Seat.objects.update(seen_at=timezone.now() - LONG_AGO)
    evening.look()
    assert told() == []
    for seat in evening.table.seats.all():
        presence.be_here(evening.table, seat.player)
    seating.mind_seat(evening.table.pk, command_by(evening.who, evening.table), is_away=True)
    evening.look()
    assert told() == []
