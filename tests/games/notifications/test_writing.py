"""One row for each person, once, in the ways that they chose."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import Player
from games.notifications.choices import Preference, choose, set_quiet_hours
from games.notifications.kinds import DEFAULTS, GROUPS, DeliveryMethod, MailFrequency, NotificationKind
from games.notifications.models import Notification, NotificationDelivery
from games.notifications.writing import cancel_unsent, digest_at, send_at
from tests.games.notifications.conftest import Tell, phone_of


def ways(player: Player) -> list[str]:
    deliveries = NotificationDelivery.objects.filter(notification__player=player)
    return list(deliveries.order_by("pk").values_list("way", flat=True))


def test_every_kind_has_defaults_and_can_be_chosen() -> None:
    listed = [kind for _, kinds in GROUPS for kind in kinds]
    assert sorted([*listed, NotificationKind.TEST]) == sorted(NotificationKind)
    assert set(DEFAULTS) == set(NotificationKind)


def test_a_person_is_told_once_however_often_it_is_asked_for(ann: Player, tell: Tell) -> None:
    assert [tell(ann), tell(ann), tell(ann, key="log:2")] == [1, 0, 1]
    assert Notification.objects.filter(player=ann).count() == 2
    assert ways(ann) == ["email", "email"]


def test_bots_and_erased_players_are_told_nothing(ann: Player, tell: Tell) -> None:
    bot = Player.objects.create(name="Bot", is_bot=True)
    gone = Player.objects.create(name="Former player 1", erased_at=timezone.now())
    assert tell(ann, bot, gone) == 1


def test_what_is_late_already_is_not_written(ann: Player, tell: Tell) -> None:
    assert tell(ann, until=timezone.now()) == 0
    assert not Notification.objects.exists()


def test_each_phone_gets_a_push_and_a_person_without_an_account_no_email(ann: Player, tell: Tell) -> None:
    guest = Player.objects.create(name="Guest")
    phone_of(ann)
    phone_of(ann, 2)
    phone_of(guest)
    tell(ann, guest)
    assert ways(ann) == ["push", "push", "email"]
    assert ways(guest) == ["push"]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (Preference(push=False, mail=MailFrequency.OFF), []),
        (Preference(push=True, mail=MailFrequency.OFF), ["push"]),
        (Preference(push=False, mail=MailFrequency.NOW), ["email"]),
        (Preference(push=False, mail=MailFrequency.DAILY), ["digest"]),
    ],
)
def test_it_goes_out_as_the_person_chose(ann: Player, tell: Tell, chosen: Preference, expected: list[str]) -> None:
    phone_of(ann)
    choose(ann, {NotificationKind.MOVED_UP: chosen})
    tell(ann)
    assert ways(ann) == expected


def test_a_hall_costs_the_same_number_of_statements(ann: Player, tell: Tell) -> None:
    hall = [Player.objects.create(name=f"Player {number}") for number in range(40)]
    for player in hall:
        phone_of(player)
    with CaptureQueriesContext(
        connection,
    ) as few:
        tell(hall[0], kind=NotificationKind.ROUND)
    with CaptureQueriesContext(connection) as many:
        tell(*hall[1:], kind=NotificationKind.ROUND)
    assert len(few) == len(many)


def at(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("zone", "now", "expected"),
    [
        ("America/Detroit", "2026-11-24T21:59:00-05:00", "2026-11-24T21:59:00-05:00"),
        ("America/Detroit", "2026-11-24T22:00:00-05:00", "2026-11-25T08:00:00-05:00"),
        ("America/Detroit", "2026-11-25T07:59:00-05:00", "2026-11-25T08:00:00-05:00"),
        ("America/Detroit", "2026-11-25T08:00:00-05:00", "2026-11-25T08:00:00-05:00"),
        # The same moment is day in Paris.
        ("Europe/Paris", "2026-11-25T03:30:00-05:00", "2026-11-25T03:30:00-05:00"),
        # The clock goes forward in that night.
        ("America/Detroit", "2027-03-14T01:00:00-05:00", "2027-03-14T08:00:00-04:00"),
    ],
)
def test_quiet_hours_are_the_persons_own(ann: Player, tell: Tell, zone: str, now: str, expected: str) -> None:
    set_quiet_hours(ann, datetime.time(22), datetime.time(8), zone)
    tell(ann, zone="America/Chicago")
    notification = Notification.objects.select_related("player__notification_settings").get()
    assert send_at(notification, at(now)) == at(expected)


def test_without_a_choice_the_place_of_the_event_counts(ann: Player, tell: Tell) -> None:
    tell(ann, zone="America/Detroit")
    notification = Notification.objects.select_related("player__notification_settings").get()
    assert send_at(notification, at("2026-11-24T23:00:00-05:00")) == at("2026-11-25T08:00:00-05:00")


def test_what_waits_at_a_table_comes_at_night_too(ann: Player, tell: Tell) -> None:
    tell(ann, kind=NotificationKind.ROUND, zone="America/Detroit")
    notification = Notification.objects.select_related("player__notification_settings").get()
    assert send_at(notification, at("2026-11-24T23:00:00-05:00")) == at("2026-11-24T23:00:00-05:00")


def test_quiet_hours_within_a_day_and_none_at_all(ann: Player, tell: Tell) -> None:
    tell(ann)
    for begin, end, expected in ((13, 15, 15), (14, 14, 14)):
        set_quiet_hours(ann, datetime.time(begin), datetime.time(end), "America/Detroit")
        notification = Notification.objects.select_related("player__notification_settings").get()
        assert send_at(notification, at("2026-11-24T14:00:00-05:00")).astimezone(
            datetime.timezone(datetime.timedelta(hours=-5))
        ) == at(f"2026-11-24T{expected}:00:00-05:00")


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-24T07:00:00-05:00", "2026-11-24T08:00:00-05:00"),
        ("2026-11-24T08:00:00-05:00", "2026-11-25T08:00:00-05:00"),
    ],
)
def test_the_daily_email_leaves_in_the_morning(ann: Player, tell: Tell, now: str, expected: str) -> None:
    tell(ann, zone="America/Detroit")
    notification = Notification.objects.select_related("player__notification_settings").get()
    assert digest_at(notification, at(now)) == at(expected)


def test_what_is_no_longer_true_is_not_sent(ann: Player, tell: Tell) -> None:
    tell(ann)
    cancel_unsent(NotificationKind.MOVED_UP, "log:1", [ann.pk])
    [delivery] = NotificationDelivery.objects.all()
    assert (delivery.way, delivery.sent_at, delivery.why_not) == (DeliveryMethod.EMAIL, None, "outdated")
