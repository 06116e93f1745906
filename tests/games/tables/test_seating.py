"""Coming to a table and leaving it, before a game and in the middle of one."""

import uuid
from dataclasses import replace

import pytest

from games.engine.choices import Deck, Packs, Sides
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.errors import Conflict, NotAllowed
from games.tables import opening, play, seating
from games.tables.commands import TableCommand
from games.tables.models import GamePlayer
from tests.games.tables.cast import command_by, player, table_for

pytestmark = pytest.mark.django_db


def test_a_seat_is_taken_once() -> None:
    table, _ = table_for(count=1)
    seen = table.version
    pam, quinn, key = player("Pam"), player("Quinn"), uuid.uuid4()
    seat = seating.sit(table.pk, 2, TableCommand(pam, seen, key))
    assert seating.sit(table.pk, 2, TableCommand(pam, seen, key)) == seat
    with pytest.raises(Conflict):
        seating.sit(table.pk, 2, TableCommand(quinn, seen, uuid.uuid4()))
    with pytest.raises(Conflict, match="Pam is already sitting in that seat"):
        seating.sit(table.pk, 2, command_by(quinn, table))
    with pytest.raises(RuleError, match="4 seats"):
        seating.sit(table.pk, 4, command_by(quinn, table))


def test_before_a_game_a_player_changes_seats() -> None:
    table, people = table_for(count=2)
    seating.sit(table.pk, 3, command_by(people[1], table))
    assert list(table.seats.values_list("number", "player__name")) == [(0, "Olga"), (3, "Pam")]


def test_who_leaves_a_running_game_is_followed_by_a_bot_and_may_be_by_a_friend() -> None:
    table, people = table_for()
    game = play.start_game(table.pk, command_by(people[0], table))
    with pytest.raises(RuleError, match="during a game"):
        seating.sit(table.pk, 3, command_by(people[1], table)) if table.seats.filter(number=3).delete() else None
    seating.stand_up(table.pk, command_by(people[1], table))
    bot = table.seats.get(number=1).player
    assert bot.is_bot
    sam = player("Sam")
    seating.sit(table.pk, 1, command_by(sam, table))
    assert table.seats.get(number=1).player == sam
    assert GamePlayer.objects.get(game=game, seat=1).player == sam


def test_the_owner_empties_a_seat_and_nobody_else() -> None:
    table, people = table_for()
    with pytest.raises(NotAllowed, match="Olga"):
        seating.evict(table.pk, 0, command_by(people[1], table))
    seating.evict(table.pk, 1, command_by(people[0], table))
    assert not table.seats.filter(number=1).exists()
    with pytest.raises(RuleError, match="No one is sitting"):
        seating.evict(table.pk, 1, command_by(people[0], table))


def test_seats_are_mixed_where_the_table_says_so() -> None:
    table, people = table_for(seating="random")
    orders = set()
    for _ in range(12):
        game = play.start_game(table.pk, command_by(people[0], table))
        orders.add(tuple(game.players.values_list("player__name", flat=True)))
        game.delete()
    assert len(orders) > 1
    assert {tuple(sorted(order)) for order in orders} == {("Olga", "Pam", "Quinn", "Rosa")}


def test_a_closed_table_takes_nobody() -> None:
    table, people = table_for(count=1)
    opening.close_table(table.pk, command_by(people[0], table))
    with pytest.raises(RuleError, match="closed"):
        seating.sit(table.pk, 2, command_by(player("Pam"), table))


@pytest.mark.slow
def test_twenty_open_tables_are_enough() -> None:
    for _ in range(opening.MAX_OPEN):
        opening.play_bots(player("Olga"))
    with pytest.raises(RuleError, match="Close one"):
        opening.play_bots(player("Olga"))


def test_the_last_person_leaves_a_table_of_eight_to_bots() -> None:
    rules = replace(
        preset("plain"),
        players=8,
        sides=Sides.SOLO,
        go_alone=False,
        deck=Deck.SEVEN,
        packs=Packs.TWO,
        stick_the_dealer=True,
    )
    table, people = table_for(1, rules)
    seating.seat_bots(table.pk, command_by(people[0], table))
    game = play.start_game(table.pk, command_by(people[0], table))
    seating.stand_up(table.pk, command_by(people[0], table))
    assert [seat.player.is_bot for seat in table.seats.select_related("player")] == [True] * 8
    assert GamePlayer.objects.get(game=game, seat=0).player.is_bot
