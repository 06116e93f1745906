"""Guests who never came back are forgotten with their tables; whoever left a trace that matters is not."""

import datetime
import uuid

import pytest
from django.utils import timezone

from games import tasks
from games.accounts.models import Player
from games.daily.commands import deal_of_today
from games.daily.models import DailyEntry
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.puzzles.models import PuzzleAttempt
from games.reports.commands import close_report, report
from games.reports.models import Report
from games.tables import opening, seating, talk
from games.tables.models import Game, Seat, Table, TableEntry
from games.tables.options import TableOptions
from games.tables.retention import IDLE, forget_guests
from games.tables.verify import games_online_add_up
from tests.cast import make_club, make_user
from tests.games.tables.cast import command_by, player
from tournaments.clubs.models import Membership

pytestmark = pytest.mark.django_db


def tomorrow() -> datetime.datetime:
    return timezone.now() + IDLE + datetime.timedelta(minutes=5)


def guest(name: str = "Guest 1") -> Player:
    return Player.objects.create(name=name, is_guest=True)


def names() -> set[str]:
    return set(Player.objects.filter(is_bot=False).values_list("name", flat=True))


def test_a_guest_who_played_half_a_game_and_one_who_played_none() -> None:
    table = opening.play_bots(guest())
    guest("Guest 2")
    assert forget_guests() == 0, "they have only just been here"
    assert forget_guests(tomorrow()) == 2
    assert (names(), Table.objects.count(), Game.objects.count()) == (set(), 0, 0)
    assert not TableEntry.objects.filter(table=table.pk).exists()
    assert Player.objects.filter(is_bot=True).count() == 3, "bots belong to everybody"


def test_two_guests_at_one_table() -> None:
    table = opening.open_table(guest(), *_plain())
    seating.sit(table.pk, 1, command_by(guest("Guest 2"), table))
    assert forget_guests(tomorrow()) == 2
    assert not Table.objects.exists()


def test_a_guest_who_was_heard_of_today() -> None:
    table = opening.play_bots(guest())
    Seat.objects.filter(table=table, number=0).update(seen_at=tomorrow() - datetime.timedelta(hours=23))
    assert forget_guests(tomorrow()) == 0
    assert names() == {"Guest 1"}


def test_a_guest_who_finished_a_game() -> None:
    opening.play_bots(guest())
    Game.objects.update(ended_at=timezone.now(), winners=[0])
    assert forget_guests(tomorrow()) == 0
    assert (names(), Table.objects.count()) == ({"Guest 1"}, 1)


def test_a_guest_at_whose_table_a_member_sat() -> None:
    table = opening.open_table(guest(), *_plain())
    pam = player("Pam")
    seating.sit(table.pk, 1, command_by(pam, table))
    seating.stand_up(table.pk, command_by(pam, table))
    assert forget_guests(tomorrow()) == 0
    assert (names(), Table.objects.count()) == ({"Guest 1", "Pam"}, 1)


def test_a_guest_who_sat_at_a_members_table() -> None:
    table = opening.open_table(player("Pam"), *_plain())
    seating.sit(table.pk, 1, command_by(guest(), table))
    assert forget_guests(tomorrow()) == 0
    assert (names(), table.seats.count()) == ({"Guest 1", "Pam"}, 2)


def test_a_guest_who_became_somebody() -> None:
    opening.play_bots(signed_up := guest("Signed up"))
    opening.play_bots(joined := guest("Joined a club"))
    signed_up.user = make_user("Olga")
    Player.objects.filter(user=signed_up.user).delete()
    signed_up.save()
    club = make_club(make_user("Owen"))
    Membership.objects.create(club=club, player=joined)
    assert forget_guests(tomorrow()) == 0
    assert {"Signed up", "Joined a club"} <= names()


def test_members_without_an_account_are_no_guests() -> None:
    opening.play_bots(player("Pam"))
    assert forget_guests(tomorrow()) == 0
    assert names() == {"Pam"}


def test_a_table_with_an_open_report_is_kept_with_its_people_and_chat() -> None:
    one, other = guest(), guest("Guest 2")
    table = opening.open_table(one, *_plain())
    seating.sit(table.pk, 1, command_by(other, table))
    talk.say(table.pk, other, uuid.uuid4(), text="You idiot")
    found = report(table.pk, other.pk, one, uuid.uuid4(), reason="words")
    assert forget_guests(tomorrow()) == 0
    assert (names(), table.lines.count(), Report.objects.count()) == ({"Guest 1", "Guest 2"}, 1, 1)
    moderator = make_user("Mod")
    moderator.manages_tables = True
    moderator.save()
    close_report(found.pk, moderator.player)
    assert forget_guests(tomorrow()) == 2
    assert not Table.objects.exists()


def test_the_rest_still_adds_up() -> None:
    opening.play_bots(guest())
    kept = opening.play_bots(player("Pam"))
    assert forget_guests(tomorrow()) == 1
    assert Table.objects.get() == kept
    Table.objects.update(due_at=None)
    assert list(games_online_add_up()) == []


def _plain() -> tuple[HouseRules, TableOptions]:
    return preset("plain"), TableOptions()


def test_guests_that_are_remembered_elsewhere_keep_no_one_else_and_go_after_a_while() -> None:
    """However many there are: the others are looked at, and theirs are forgotten after weeks."""
    deal = deal_of_today()
    for number in range(3):
        kept = guest(f"Daily {number}")
        DailyEntry.objects.create(deal=deal, player=kept)
        PuzzleAttempt.objects.create(player=kept, puzzle="p001", answer="pass", is_solved=True, rating=900)
    guest("Guest 9")
    assert forget_guests(tomorrow(), most=2) == 1
    assert names() == {"Daily 0", "Daily 1", "Daily 2"}
    long_ago = timezone.now() - datetime.timedelta(days=41)
    DailyEntry.objects.update(begun_at=long_ago)
    PuzzleAttempt.objects.update(at=long_ago)
    Player.objects.update(created_at=long_ago)
    assert tasks.forget_guests() == 3
