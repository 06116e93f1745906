"""A player who vanishes: the seat is kept, the others see a countdown, then a bot plays until the player is back."""

import datetime

import pytest
from django.core.cache import cache
from django.core.cache.backends.dummy import DummyCache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.tables import lobby, mover, play, presence, seating
from games.tables.models import Hand, Seat, Table, Visibility
from games.tables.verify import games_online_add_up
from tests.games.tables.cast import command_by, player, table_for

pytestmark = pytest.mark.django_db

LONG_AGO = datetime.timedelta(minutes=2)


class Evening:
    """Four people in a game; time is moved by moving what was stored."""

    def __init__(self) -> None:
        self.table, self.people = table_for()
        play.start_game(self.table.pk, command_by(self.people[0], self.table))
        self.seat = self.table.seats.get(number=play.state_of(Hand.objects.get()).turn)

    @property
    def who(self) -> Player:
        return self.seat.player

    def falls_silent(self) -> None:
        Seat.objects.filter(pk=self.seat.pk).update(seen_at=timezone.now() - LONG_AGO)

    def look(self) -> bool:
        Table.objects.exclude(due_at=None).update(due_at=timezone.now())
        changed = mover.move_table(self.table.pk)
        self.table.refresh_from_db()
        self.seat.refresh_from_db()
        return changed


def test_who_is_there_is_left_in_peace() -> None:
    evening = Evening()
    evening.table.refresh_from_db()
    before = evening.table.version
    assert not evening.look()
    assert (evening.table.version, evening.seat.missed_since) == (before, None)
    assert evening.table.due_at


def test_who_falls_silent_is_missed_then_minded_and_has_the_seat_again_when_back() -> None:
    evening = Evening()
    evening.falls_silent()
    assert evening.look()
    assert evening.seat.missed_since
    assert not evening.seat.is_bot_controlled
    assert not evening.look(), "the countdown is running"
    Seat.objects.filter(pk=evening.seat.pk).update(missed_since=timezone.now() - LONG_AGO)
    assert evening.look()
    assert evening.seat.is_bot_controlled
    assert Hand.objects.get().actions == "", "the bot thinks first"
    assert evening.look()
    assert Hand.objects.get().stand_ins == [1]
    presence.be_here(evening.table, evening.who)
    evening.seat.refresh_from_db()
    assert (evening.seat.player, evening.seat.is_bot_controlled, evening.seat.missed_since) == (
        evening.who,
        False,
        None,
    )
    actions = list(evening.table.journal.values_list("action", flat=True))
    assert actions[-3:] == ["miss", "mind", "come back"]
    assert list(games_online_add_up()) == []


def test_who_acts_is_back() -> None:
    evening = Evening()
    evening.falls_silent()
    evening.look()
    play.act(evening.table.pk, "pass", command_by(evening.who, evening.table))
    evening.seat.refresh_from_db()
    assert evening.seat.missed_since is None


def test_nobody_is_minded_where_nobody_waits() -> None:
    evening = Evening()
    Seat.objects.update(seen_at=timezone.now() - LONG_AGO)
    assert not evening.look()
    assert evening.seat.missed_since is None
    assert evening.table.due_at is None


def test_our_own_restart_is_nobodys_absence() -> None:
    evening = Evening()
    Seat.objects.update(seen_at=timezone.now() - LONG_AGO)
    Table.objects.update(due_at=timezone.now() - LONG_AGO)
    assert mover.move_table(evening.table.pk)
    evening.seat.refresh_from_db()
    assert evening.seat.missed_since is None
    assert evening.seat.seen_at > timezone.now() - datetime.timedelta(seconds=5)


def test_going_away_by_choice_stays_until_one_comes_back() -> None:
    evening = Evening()
    seating.mind_seat(evening.table.pk, command_by(evening.who, evening.table), is_away=True)
    presence.be_here(evening.table, evening.who)
    evening.seat.refresh_from_db()
    assert evening.seat.is_bot_controlled


def test_the_page_says_that_it_is_open_and_a_stranger_changes_nothing() -> None:
    evening = Evening()
    evening.falls_silent()
    address = reverse("here", args=[evening.table.code])
    client = Client()
    assert client.post(address).status_code == 204
    assert client.get(address).status_code == 405
    evening.seat.refresh_from_db()
    assert evening.seat.seen_at < timezone.now() - datetime.timedelta(minutes=1)
    session = client.session
    session["guest_player"] = evening.who.pk
    session.save()
    assert client.post(address).status_code == 204
    evening.seat.refresh_from_db()
    assert evening.seat.seen_at > timezone.now() - datetime.timedelta(seconds=5)
    presence.be_here(evening.table, player("Sam"))
    assert not evening.table.seats.filter(player__name="Sam").exists()


def seconds_ago(number: int) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(seconds=number)


def test_an_open_page_is_written_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.falls_silent()
    written = []
    for seconds in range(0, 121, 8):
        now = timezone.now() + datetime.timedelta(seconds=seconds)
        monkeypatch.setattr(presence.timezone, "now", lambda now=now: now)
        with CaptureQueriesContext(connection) as asked:
            presence.be_here(evening.table, evening.who)
        written += [seconds] if asked.captured_queries else []
        monkeypatch.undo()
    assert written == [0, 64]


def test_who_gives_signs_that_are_not_written_yet_is_not_missed() -> None:
    evening = Evening()
    presence.be_here(evening.table, evening.who)
    evening.falls_silent()
    assert not evening.look()
    assert evening.seat.missed_since is None
    assert not evening.table.due_at or evening.table.due_at < timezone.now() + presence.PLAYER_SILENT


def test_who_was_missed_is_back_with_the_next_sign() -> None:
    evening = Evening()
    presence.be_here(evening.table, evening.who)
    # The network was away for half a minute, which is less than a seat's last sign may be old in the database.
    key = presence._key(evening.table, evening.who.pk)
    cache.set(key, (seconds_ago(30), seconds_ago(30)))
    Seat.objects.filter(pk=evening.seat.pk).update(seen_at=seconds_ago(30))
    assert evening.look()
    assert evening.seat.missed_since
    presence.be_here(evening.table, evening.who)
    evening.seat.refresh_from_db()
    assert evening.seat.missed_since is None


def test_while_the_cache_is_away_each_sign_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "cache", DummyCache("", {}))
    evening = Evening()
    for _ in range(2):
        evening.falls_silent()
        presence.be_here(evening.table, evening.who)
        assert not evening.look()
        assert evening.seat.seen_at > seconds_ago(5)


def test_who_left_half_a_minute_ago_waits_at_no_table() -> None:
    table, (host,) = table_for(1)
    Table.objects.update(visibility=Visibility.PUBLIC)
    assert [row.table for row in lobby.open_rows()] == [table]
    Seat.objects.update(seen_at=seconds_ago(30))
    assert lobby.open_rows() == []
    presence.be_here(table, host)
    Seat.objects.update(seen_at=seconds_ago(30))
    assert [row.table for row in lobby.open_rows()] == [table]


def test_opening_its_address_is_no_sign_of_life() -> None:
    """A browser that loads links in advance keeps no seat."""
    evening = Evening()
    evening.falls_silent()
    assert Client().get(reverse("here", args=[evening.table.code])).status_code == 405
