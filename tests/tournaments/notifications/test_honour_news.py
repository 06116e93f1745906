"""What is told of achievements and jackpots: once, by default in the daily email, and not what is no longer true."""

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import Player, User
from games.notifications.models import Notification, NotificationDelivery
from tests.cast import Table, context_of
from tests.tournaments.jackpots.test_closing import open_week
from tests.tournaments.notifications.conftest import Read
from tests.tournaments.rewards.conftest import score
from tests.tournaments.scenes.jackpot import JackpotClub
from tournaments.clubs.models import Club
from tournaments.integrity.rebuild import rebuild
from tournaments.jackpots.closing import close_due, close_period
from tournaments.notifications.honour_news import earn, tell_achievements
from tournaments.rewards.models import Award, Unlock


def told(read: Read, player: Player, kind: str) -> list[tuple[str, str]]:
    return [(title, words) for named, title, words in read(player) if named == kind]


@pytest.mark.slow
def test_an_achievement_is_told_once_and_emailed_in_the_morning(table: Table, read: Read) -> None:
    score(table, 10, 0)
    score(table, 10, 0)
    lines = told(read, table.pam, "achievement")
    assert ("You earned First win", "Win a game.") in lines
    assert ("You earned Shutout (bronze)", "Win 1 game without giving up a point.") in lines
    assert len(lines) == Unlock.objects.filter(player=table.pam).count()
    ways = NotificationDelivery.objects.filter(notification__player=table.pam, notification__kind="achievement")
    assert set(ways.values_list("way", flat=True)) == {"digest"}


@pytest.mark.slow
def test_one_that_was_revoked_is_not_sent(table: Table, read: Read) -> None:
    score(table, 10, 0)
    read(table.pam)
    score(table, 10, 6)
    waiting = NotificationDelivery.objects.filter(notification__player=table.pam, notification__kind="achievement")
    keys = {delivery.notification.key: delivery.why_not for delivery in waiting}
    assert (keys["first_win:1"], keys["shut_out:1"]) == ("", "outdated")


@pytest.mark.slow
def test_one_that_was_revoked_at_once_is_not_told(table: Table, read: Read) -> None:
    score(table, 10, 0)
    score(table, 10, 6)
    titles = [title for title, _ in told(read, table.pam, "achievement")]
    assert "You earned First win" in titles
    assert "You earned Shutout (bronze)" not in titles


def test_any_number_of_achievements_are_told_in_as_many_statements(
    table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keys = ("first_win", "shut_out", "runaway")
    for player in (table.pam, table.quinn):
        made = Unlock.objects.bulk_create(
            Unlock(player=player, achievement=key, tier=1, is_late=False, is_notified=False, club=table.event.club)
            for key in keys
        )
        Award.objects.bulk_create(
            Award(
                unlock=unlock, player=player, achievement=unlock.achievement, tier=1, earned_at=unlock.at, evidence=[]
            )
            for unlock in made
        )
    with django_assert_num_queries(17, connection=connection):
        assert tell_achievements() == 6
    assert Notification.objects.filter(kind="achievement").count() == 6
    assert tell_achievements() == 0


@pytest.mark.slow
def test_a_rebuild_tells_nothing_again(table: Table, read: Read) -> None:
    score(table, 10, 0)
    before = read(table.pam)
    rebuild()
    assert read(table.pam) == before


def test_achievements_of_earlier_games_are_one_line(table: Table, read: Read) -> None:
    made = [Unlock(player=table.pam, achievement=key, tier=1, is_late=True) for key in ("first_win", "shut_out")]
    earn(Unlock.objects.bulk_create(made))
    assert told(read, table.pam, "achievement") == [
        ("You earned achievements for earlier games", "2 in all. See them on your achievements page.")
    ]


@pytest.fixture
def week(db: None) -> JackpotClub:
    return open_week()


def test_a_closed_jackpot_tells_everyone_their_rank_and_the_winners_what_they_won(
    week: JackpotClub, read: Read
) -> None:
    Club.objects.update(currency="EUR")
    close_due()
    close_due()
    ann, bob, cy, _ = week.people
    won = sorted(told(read, player, "jackpot_closed")[0] for player in (ann, cy))
    assert won == [(f"Loner pot: you won €{amount}", "You finished 1st of 4.") for amount in ("5.00", "5.01")]
    assert told(read, bob, "jackpot_closed") == [("Loner pot: you finished 3rd of 4", "")]


def test_closing_twice_tells_once(week: JackpotClub, read: Read) -> None:
    for _ in range(2):
        close_period(week.period().pk, context=context_of(week.olga))
    assert len(told(read, week.people[0], "jackpot_closed")) == 1


class TestOvertaken:
    def test_who_falls_behind_others_is_told_once_a_day(self, db: None, read: Read) -> None:
        scene = JackpotClub()
        scene.count(scene.inside(), (10, 6))
        scene.settle()
        ann, bob, *_ = scene.people
        assert told(read, ann, "overtaken") == []
        for points in ((2, 10), (1, 10)):
            scene.count(scene.inside(), points)
            scene.settle()
        assert told(read, ann, "overtaken") == [
            ("Someone passed you in Loner pot", "Check the jackpot page for the latest ranks.")
        ]
        assert told(read, bob, "overtaken") == []

    def test_who_loses_points_by_a_correction_was_not_overtaken(self, db: None, read: Read) -> None:
        scene = JackpotClub()
        game = scene.count(scene.inside(), (10, 6))
        scene.settle()
        scene.recount(game, scene.inside(), (3, 10))
        scene.settle()
        assert told(read, scene.people[0], "overtaken") == []

    def test_nothing_is_told_of_a_period_that_is_over(self, week: JackpotClub, read: Read) -> None:
        for _ in range(2):
            week.count(week.inside(), (2, 10))
            week.settle()
        assert told(read, week.people[0], "overtaken") == []


def test_an_account_of_its_own_gets_it_in_the_daily_email(week: JackpotClub) -> None:
    ann = week.people[0]
    Player.objects.filter(pk=ann.pk).update(user=User.objects.create_user("ann@example.org", "bower-and-kitty"))
    close_due()
    [delivery] = NotificationDelivery.objects.filter(notification__player=ann)
    assert delivery.way == "digest"
