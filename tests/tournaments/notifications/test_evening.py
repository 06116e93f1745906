"""What is told in the hours around an event: open check-in, free spots, missing scores; each once, in its time."""

import datetime

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notifications.models import Notification
from tests.cast import Table, context_of, make_event, make_user, on_grid, seat_table, slip
from tests.kept import kept
from tests.tournaments.notifications.conftest import Read
from tests.tournaments.scenes.registration import member, register, taking
from tournaments.access.wall_code import hang_code, take_down_code
from tournaments.attendance.commands import answer_event
from tournaments.attendance.models import Attendance
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership, Role
from tournaments.events.models import Event
from tournaments.notifications.evening import missing_scores, open_check_ins
from tournaments.registration.spots import withdraw
from tournaments.results import commands as results
from tournaments.rounds import clock
from tournaments.rounds.models import Clock

HOUR = datetime.timedelta(hours=1)

table = kept(seat_table)


@pytest.fixture
def pam(club: Club) -> User:
    return member(club, "Pam")


@pytest.fixture
def quinn(club: Club) -> User:
    return member(club, "Quinn")


@pytest.fixture
def event(club: Club, olga: User, pam: User, quinn: User) -> Event:
    """Pam and Quinn are expected in an hour."""
    event = make_event(club, olga, name="Harvest")
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + HOUR)
    for user in (pam, quinn):
        entries.register(event.pk, [user.player], context=context_of(olga))
    return event


class TestCheckIn:
    def test_is_told_once_to_those_who_are_expected_and_not_there(
        self, event: Event, olga: User, pam: User, quinn: User, read: Read
    ) -> None:
        entries.check_in(event.entries.get(lineup__player=quinn.player).pk, context=context_of(olga))
        for _ in range(2):
            hang_code(event.pk, context=context_of(olga))
        [(kind, title, words)] = read(pam.player)
        assert (kind, title) == ("check_in", "Check-in for Harvest is open")
        assert words.endswith("When you arrive, scan the check-in code.")
        assert read(quinn.player) == []
        assert open_check_ins() == 0

    def test_not_to_who_said_no(self, event: Event, olga: User, pam: User, read: Read) -> None:
        answer_event(event.pk, Attendance.Answer.NO, context=context_of(pam))
        hang_code(event.pk, context=context_of(olga))
        assert "check_in" not in [kind for kind, *_ in read(pam.player)]

    def test_a_code_put_up_early_is_told_when_the_event_is_near(
        self, event: Event, olga: User, pam: User, read: Read
    ) -> None:
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + 3 * HOUR)
        hang_code(event.pk, context=context_of(olga))
        assert read(pam.player) == []
        assert open_check_ins() == 0
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + HOUR)
        assert (open_check_ins(), open_check_ins()) == (2, 0)

    def test_not_once_the_code_is_down_or_the_event_off(self, event: Event, olga: User, pam: User, read: Read) -> None:
        hang_code(event.pk, context=context_of(olga))
        take_down_code(event.pk, context=context_of(olga))
        assert read(pam.player) == []
        hang_code(event.pk, context=context_of(olga))
        Event.objects.filter(pk=event.pk).update(cancelled_at=timezone.now(), cancelled_because="Snow")
        assert open_check_ins() == 0


class TestFreeSpots:
    """Two spots, both taken, today."""

    @pytest.fixture
    def limited(self, club: Club, olga: User, pam: User, quinn: User) -> Event:
        Club.objects.update(zone="UTC")
        event = taking(club, olga, 2, name="Harvest")
        noon = timezone.now().replace(hour=23, minute=59)
        Event.objects.filter(pk=event.pk).update(starts_at=noon)
        register(event, pam)
        register(event, quinn)
        return event

    def test_organizers_are_told_of_a_cancellation(
        self, limited: Event, olga: User, pam: User, quinn: User, read: Read
    ) -> None:
        withdraw(limited.registrations.get(people__player=pam.player).pk, context=context_of(pam), player=pam.player)
        assert read(olga.player) == [
            ("spot_free", "A spot opened up at Harvest", "Pam isn’t coming, and no one is on the waiting list.")
        ]
        assert "spot_free" not in [kind for kind, *_ in read(quinn.player)]

    def test_not_who_did_it(self, limited: Event, olga: User, pam: User, club: Club, read: Read) -> None:
        oscar = make_user("Oscar")
        Membership.objects.create(club=club, player=oscar.player, role=Role.ORGANIZER)
        entries.drop_out(limited.entries.get(lineup__player=pam.player).pk, context=context_of(oscar))
        assert read(oscar.player) == []
        assert [kind for kind, *_ in read(olga.player)] == ["spot_free"]

    def test_nothing_while_someone_waits_and_moves_up(
        self, limited: Event, club: Club, olga: User, pam: User, read: Read
    ) -> None:
        register(limited, member(club, "Ruth"))
        withdraw(limited.registrations.get(people__player=pam.player).pk, context=context_of(pam), player=pam.player)
        assert read(olga.player) == []

    def test_nothing_days_before(self, limited: Event, olga: User, pam: User, read: Read) -> None:
        Event.objects.filter(pk=limited.pk).update(starts_at=timezone.now() + 72 * HOUR)
        withdraw(limited.registrations.get(people__player=pam.player).pk, context=context_of(pam), player=pam.player)
        assert read(olga.player) == []


class TestMissingScores:
    def run_out(self, table: Table, minutes: int) -> Clock:
        """The clock of the round, which ran out so many minutes ago."""
        made = clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
        since = timezone.now() - datetime.timedelta(minutes=20 + minutes)
        Clock.objects.filter(pk=made.pk).update(running_since=since)
        return made

    def test_are_told_once_with_their_tables(self, table: Table, read: Read) -> None:
        self.run_out(table, 6)
        assert (missing_scores(), missing_scores()) == (1, 0)
        assert read(table.olga.player)[-1] == (
            "score_missing",
            "Round 1: scores are missing",
            "Tables 1 and 2. The clock ran out more than 5 minutes ago.",
        )
        assert "score_missing" not in [kind for kind, *_ in read(table.pam)]

    def test_one_is_told_by_its_table_alone(self, table: Table, read: Read) -> None:
        self.run_out(table, 6)
        results.record_result(table.match.pk, slip(10, 7), context=on_grid(table.olga))
        assert missing_scores() == 1
        assert read(table.olga.player)[-1][1] == "Round 1: the score at table 2 is missing"

    def test_not_before_the_last_hand_can_be_over(self, table: Table) -> None:
        self.run_out(table, 4)
        assert missing_scores() == 0

    def test_not_while_the_clock_is_paused(self, table: Table) -> None:
        self.run_out(table, 6)
        Clock.objects.update(running_since=None, seconds_left=-400)
        assert missing_scores() == 0

    def test_not_much_later(self, table: Table) -> None:
        """A worker that was away for an evening wakes no one."""
        self.run_out(table, 60)
        assert missing_scores() == 0
        assert not Notification.objects.filter(kind="score_missing").exists()
