"""“Are you coming?”: who is asked and reminded, when, and with which link."""

import datetime
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import Player, User
from games.notifications.models import Notification, NotificationDelivery
from tests.cast import context_of, make_club, make_event, on_phone
from tests.tournaments.notifications.conftest import Read
from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.league import Stage
from tests.tournaments.scenes.registration import member
from tournaments.attendance.commands import answer_event, answer_fixture, ask_players, ask_squads
from tournaments.attendance.models import Attendance
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture
from tournaments.notifications.reminders import ask_due, remind
from tournaments.notifications.telling import tell_due

pytestmark = pytest.mark.django_db
YES, NO = Attendance.Answer.YES, Attendance.Answer.NO
DETROIT = ZoneInfo("America/Detroit")
START = (timezone.now().astimezone(DETROIT) + datetime.timedelta(days=20)).replace(hour=19, minute=0, second=0)
"""Later than now: the log's lines have the time at which they really are written."""
SetClock = Callable[..., None]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """The site's clock says that hour in Detroit, so many days before the event."""

    def set_clock(days: int, hour: int) -> None:
        moment = (START - datetime.timedelta(days=days)).replace(hour=hour).astimezone(datetime.UTC)
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_clock(9, 12)
    return set_clock


@pytest.fixture
def pam(club: Club) -> User:
    return member(club, "Pam")


@pytest.fixture
def quinn(club: Club) -> User:
    return member(club, "Quinn")


@pytest.fixture
def event(at: SetClock, club: Club, olga: User, pam: User, quinn: User) -> Event:
    """Pam and Quinn are on the list."""
    event = make_event(club, olga, name="Harvest")
    Event.objects.filter(pk=event.pk).update(starts_at=START)
    for user in (pam, quinn):
        entries.register(event.pk, [user.player], context=context_of(olga))
    return Event.objects.select_related("club").get(pk=event.pk)


def informed_of(read: Read, player: Player) -> list[tuple[str, str]]:
    return [(kind, title) for kind, title, _ in read(player)]


def link_of(player: Player) -> str:
    return Notification.objects.filter(player=player, kind="coming").latest("pk").link


def asks(event: Event, olga: User, days: int | None) -> None:
    settings = EventSettings(**vars(EventSettings.of(event)) | {"ask_days_before": days})
    change_event(event.pk, settings, context=context_of(olga))


def test_an_organizer_asks_everyone_on_the_list(event: Event, olga: User, pam: User, read: Read) -> None:
    ask_players(event.pk, context=context_of(olga))
    when = f"{START:%a, %b %-d, 7:00\xa0PM}"
    assert read(pam.player) == [
        ("coming", "Are you coming to Harvest?", f"It starts {when}. Please answer before then.")
    ]
    assert read(olga.player) == []


def test_the_link_answers_without_a_log_in(event: Event, olga: User, pam: User, read: Read) -> None:
    ask_players(event.pk, context=context_of(olga))
    read(pam.player)
    assert Client().post(link_of(pam.player), form(answer="yes")).status_code == 302
    assert Attendance.objects.get(player=pam.player).answer == "yes"


def test_who_answered_before_it_was_told_is_not_told(event: Event, olga: User, pam: User, read: Read) -> None:
    ask_players(event.pk, context=context_of(olga))
    answer_event(event.pk, YES, context=context_of(pam))
    assert read(pam.player) == []


def test_who_answers_gets_no_email_that_still_waits(
    event: Event, olga: User, pam: User, quinn: User, read: Read
) -> None:
    ask_players(event.pk, context=context_of(olga))
    read(pam.player)
    answer_event(event.pk, YES, context=context_of(pam))
    waiting = NotificationDelivery.objects.filter(way="email", why_not="")
    assert [delivery.notification.player for delivery in waiting] == [quinn.player]


class TestBySetting:
    """So many days before, between 9 and 20 o'clock where the club is."""

    def test_asks_once_on_that_day(self, event: Event, olga: User, pam: User, at: SetClock, read: Read) -> None:
        asks(event, olga, 3)
        for days, hour in ((4, 12), (3, 8), (3, 20)):
            at(days, hour)
            assert ask_due() == 0
        at(3, 9)
        assert (ask_due(), ask_due()) == (2, 0)
        assert informed_of(read, pam.player) == [("coming", "Are you coming to Harvest?")]
        log = event.audit_log.get(action="ask_coming")
        assert (log.is_system, log.detail["count"]) == (True, 2)

    def test_off_by_default(self, event: Event, at: SetClock) -> None:
        for days in range(9):
            at(days, 12)
            assert ask_due() == 0

    def test_not_on_that_day_when_an_organizer_has_asked(self, event: Event, olga: User, at: SetClock) -> None:
        asks(event, olga, 3)
        ask_players(event.pk, context=context_of(olga))
        at(3, 12)
        assert ask_due() == 0


class TestTheDayBefore:
    def test_those_without_an_answer_are_asked_again_and_the_others_reminded(
        self, event: Event, olga: User, pam: User, quinn: User, at: SetClock, read: Read
    ) -> None:
        ask_players(event.pk, context=context_of(olga))
        assert informed_of(read, quinn.player) == [("coming", "Are you coming to Harvest?")]
        answer_event(event.pk, YES, context=context_of(pam))
        at(1, 8)
        assert remind() == 0
        at(1, 9)
        assert (remind(), remind()) == (2, 0)
        assert informed_of(read, pam.player)[1:] == [("event_tomorrow", "Harvest is tomorrow")]
        assert informed_of(read, quinn.player)[1:] == [("coming", "Are you coming to Harvest tomorrow?")]

    def test_without_asking_everyone_is_reminded_as_before(
        self, event: Event, pam: User, at: SetClock, read: Read
    ) -> None:
        at(1, 12)
        assert remind() == 2
        assert informed_of(read, pam.player) == [("event_tomorrow", "Harvest is tomorrow")]

    def test_a_no_is_reminded_of_nothing(
        self, event: Event, olga: User, pam: User, quinn: User, at: SetClock, read: Read
    ) -> None:
        for user in (pam, quinn):
            answer_event(event.pk, NO, context=context_of(user))
        at(1, 12)
        assert remind() == 0

    def test_who_was_asked_this_morning_is_not_asked_again(
        self, event: Event, olga: User, pam: User, at: SetClock, read: Read
    ) -> None:
        asks(event, olga, 1)
        at(1, 9)
        assert ask_due() == 2
        event.audit_log.filter(action="ask_coming").update(at=timezone.now())
        assert remind() == 0
        at(1, 19)
        assert remind() == 0
        assert informed_of(read, pam.player) == [("coming", "Are you coming to Harvest?")]

    def test_the_setting_asks_also_when_the_day_was_missed(
        self, event: Event, olga: User, pam: User, at: SetClock, read: Read
    ) -> None:
        asks(event, olga, 3)
        at(1, 12)
        assert (ask_due(), remind()) == (0, 2)
        assert informed_of(read, pam.player) == [("coming", "Are you coming to Harvest tomorrow?")]
        assert Client().post(link_of(pam.player), form(answer="maybe")).status_code == 302


def test_the_players_of_a_match_are_asked_and_reminded(db: None, monkeypatch: pytest.MonkeyPatch, read: Read) -> None:
    stage = Stage()
    stage.open()
    fixture = stage.season.fixtures.order_by("starts_at", "number")[0]
    captain, other = stage.players(fixture.home.team.name)
    ask_squads(fixture.pk, [fixture.home], context=on_phone(captain))
    ((kind, title, words),) = read(other)
    assert (kind, title) == ("coming", f"Can you play in {fixture}?")
    assert "Please answer before then" in words
    assert read(stage.players(fixture.away.team.name)[0]) == []
    answer_fixture(fixture.pk, YES, context=on_phone(captain))
    start = Fixture.objects.get(pk=fixture.pk).starts_at.astimezone(DETROIT)
    noon = (start - datetime.timedelta(days=1)).replace(hour=12).astimezone(datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    assert (remind(), remind()) == (1, 0)
    assert informed_of(read, other)[-1] == ("coming", f"Can you play in {fixture} tomorrow?")
    assert len(read(captain)) == 1
    assert Client().post(link_of(other), form(answer="no")).status_code == 302
    assert Attendance.objects.get(player=other).answer == "no"


def test_who_was_asked_after_answering_ended_is_not_told(event: Event, olga: User, at: SetClock, read: Read) -> None:
    ask_players(event.pk, context=context_of(olga))
    at(-1, 12)
    while tell_due():
        pass
    assert not Notification.objects.filter(kind="coming").exists()


def test_an_event_that_fails_keeps_no_other_from_being_reminded(
    at: SetClock, event: Event, olga: User, caplog: pytest.LogCaptureFixture
) -> None:
    club = make_club(olga, "Phobos")
    broken = make_event(club, olga, name="Stickney Cup")
    Event.objects.filter(pk=broken.pk).update(starts_at=START - datetime.timedelta(minutes=1))
    Club.objects.filter(pk=club.pk).update(zone="Mars/Phobos")
    at(1, 12)
    assert remind() == 2
    assert f"people could not be informed about event {broken.pk}" in caplog.text
