"""A table that everybody has left is cleared after its time, and only then."""

import datetime

import pytest
from django.utils import timezone

from games.tables import chips, mover, play, presence, seating
from games.tables.abandoned import clear_abandoned_tables
from games.tables.models import Game, Seat, Table
from games.tables.verify import chips_add_up, games_online_add_up
from tests.games.tables.cast import SHORT, command_by, finish_hand, player, table_for

pytestmark = pytest.mark.django_db


def everybody_left(minutes: int = 10) -> None:
    long_ago = timezone.now() - datetime.timedelta(minutes=minutes)
    Seat.objects.update(seen_at=long_ago)
    for entry in [entry for table in Table.objects.all() for entry in table.journal.all()]:
        entry.at = long_ago
        entry.save()


def look(table: Table) -> bool:
    Table.objects.exclude(reset_at=None).update(reset_at=timezone.now())
    done = clear_abandoned_tables() == 1
    table.refresh_from_db()
    return done


def begun(**conduct: object) -> Table:
    table, people = table_for(abandoned_after="300", **conduct)
    play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    return table


def test_game_and_seats_are_given_up() -> None:
    table = begun()
    everybody_left()
    assert look(table)
    game = Game.objects.get()
    assert (game.broken_off_at is not None, game.ended_at, game.winners) == (True, None, [])
    assert (table.seats.count(), table.due_at, table.reset_at is not None) == (0, None, True)
    assert table.notice_words == "Everyone left, so the game ended without a result."
    assert not look(table), "an empty table is not cleared again"
    assert table.reset_at is None
    assert list(games_online_add_up()) == []


@pytest.mark.slow
@pytest.mark.heavy
def test_bots_finish_a_game_for_chips_so_that_leaving_it_saves_no_stake() -> None:
    table = begun(buy_in="30")
    seating.stand_up(table.pk, command_by(player("Pam"), table))
    everybody_left()
    assert look(table)
    assert table.notice_words.startswith("Everyone left. Bots will finish this game")
    assert (play.running_game(table) is not None, table.seats.filter(is_bot_controlled=True).count()) == (True, 3)
    everybody_left()
    assert not look(table), "bots play; nothing else is to be done"
    while play.running_game(table):
        Table.objects.update(due_at=timezone.now())
        assert mover.move_table(table.pk)
    game = Game.objects.get()
    assert (game.ended_at is not None, game.broken_off_at, game.pot.balance) == (True, None, 0)
    assert sorted(chips.balance_of(player(name)) for name in ("Olga", "Pam", "Quinn", "Rosa")) == [970, 970, 1030, 1030]
    everybody_left()
    assert look(table)
    assert table.seats.count() == 0
    assert [*games_online_add_up(), *chips_add_up()] == []


def test_afterwards_a_new_game_can_begin() -> None:
    table = begun()
    everybody_left()
    look(table)
    for number, name in enumerate(("Olga", "Pam", "Quinn", "Rosa")):
        seating.sit(table.pk, number, command_by(player(name), table))
    table.refresh_from_db()
    assert table.reset_at
    assert play.start_game(table.pk, command_by(player("Olga"), table)).number == 2


def test_one_who_is_there_keeps_the_table() -> None:
    table = begun()
    everybody_left()
    presence.be_here(table, player("Pam"))
    assert not look(table)
    assert table.reset_at > timezone.now() + datetime.timedelta(seconds=290)
    assert play.running_game(table)


def test_who_has_just_left_has_the_whole_time() -> None:
    table = begun()
    everybody_left(minutes=4)
    assert not look(table)
    assert timezone.now() < table.reset_at < timezone.now() + datetime.timedelta(minutes=2)


def test_our_own_restart_is_nobodys_leaving() -> None:
    table = begun()
    everybody_left()
    Table.objects.update(reset_at=timezone.now() - datetime.timedelta(minutes=3))
    assert clear_abandoned_tables() == 0
    table.refresh_from_db()
    assert table.reset_at > timezone.now() + datetime.timedelta(seconds=290)


def test_bots_do_not_hold_a_table() -> None:
    table = begun()
    for name in ("Olga", "Pam", "Quinn", "Rosa"):
        seating.stand_up(table.pk, command_by(player(name), table))
    everybody_left()
    assert look(table)
    assert not play.running_game(table)


def test_a_table_that_waits_for_ever_is_left_alone() -> None:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    assert table.reset_at is None


def test_the_sweep_looks_and_a_finished_game_keeps_its_result() -> None:
    table, people = table_for(4, SHORT, abandoned_after="60")
    play.start_game(table.pk, command_by(people[0], table))
    finish_hand(table)
    everybody_left()
    Table.objects.update(reset_at=timezone.now(), due_at=None)
    assert mover.move_due_tables() == 1
    game = Game.objects.get()
    assert (game.broken_off_at, game.ended_at is not None) == (None, True)
    table.refresh_from_db()
    assert table.notice_words.endswith("Everyone left, so the seats are open again.")
