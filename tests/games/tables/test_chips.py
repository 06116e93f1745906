"""Chips: nothing comes from nowhere, a game pays once, and nobody plays for what he has not got."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.choices import Sides
from games.engine.errors import RuleError
from games.errors import NotAllowed
from games.tables import breaking_off, chips, opening, play, seating
from games.tables.breaking_off import break_off
from games.tables.models import ChipAccount, ChipEntry, Game, Table
from games.tables.verify import chips_add_up, games_online_add_up
from tests.games.tables.cast import SHORT, command_by, finish_hand, finished_game, player, table_for

pytestmark = pytest.mark.django_db


def chips_of(*names: str) -> list[int]:
    return [chips.balance_of(player(name)) for name in names]


def lose_all_but(who: Player, left: int) -> None:
    """The player's chips went to the bank, by the book."""
    with transaction.atomic():
        bank, account = chips._lock_bank(), chips._account_of(who)
        chips._move("refill", account, bank, account.balance - left, who, day="2020-01-01")


def test_who_has_not_played_has_chips_to_begin_with() -> None:
    assert chips_of("Olga") == [chips.START]
    assert not ChipAccount.objects.exists()


def test_stakes_are_taken_at_the_start_and_shared_by_the_winners() -> None:
    table, people = table_for(4, SHORT, buy_in="110")
    game = play.start_game(table.pk, command_by(people[0], table))
    pot = ChipAccount.objects.get(game=game)
    assert (chips_of("Olga", "Pam", "Quinn", "Rosa"), pot.balance) == ([890] * 4, 440)
    finish_hand(table)
    game.refresh_from_db()
    won = [1110 if number % 2 == game.winners[0] else 890 for number in range(4)]
    assert chips_of("Olga", "Pam", "Quinn", "Rosa") == won
    assert list(chips_add_up()) == []


def test_a_table_without_a_buy_in_moves_no_chips() -> None:
    finished_game()
    assert not ChipEntry.objects.exists()


def test_what_does_not_divide_goes_to_the_first_seats() -> None:
    assert chips.shares(440, 3) == [147, 147, 146]
    rules = replace(SHORT, sides=Sides.SOLO, go_alone=False)
    table, people = table_for(4, rules, buy_in="110")
    game = play.start_game(table.pk, command_by(people[0], table))
    game.winners = [0, 1, 3]
    chips.pay_out(game)
    assert chips_of("Olga", "Pam", "Quinn", "Rosa") == [1037, 1037, 890, 1036]


def test_bots_play_with_the_banks_chips() -> None:
    table, people = table_for(1, SHORT, buy_in="30")
    seating.seat_bots(table.pk, command_by(people[0], table))
    play.start_game(table.pk, command_by(people[0], table))
    finish_hand(table)
    assert ChipAccount.objects.filter(kind="player").count() == 1
    assert chips_of("Olga")[0] in (970, 1030)
    assert list(chips_add_up()) == []


def test_a_game_that_all_call_off_returns_every_stake() -> None:
    table, people = table_for(4, SHORT, buy_in="275")
    play.start_game(table.pk, command_by(people[0], table))
    for who in people[1:]:
        breaking_off.call_off(table.pk, command_by(who, table))
        assert chips_of("Olga", "Pam", "Quinn", "Rosa") == [725] * 4
    last = command_by(people[0], table)
    for _ in range(2):
        breaking_off.call_off(table.pk, last)
    game = Game.objects.get()
    assert (game.broken_off_at is not None, game.ended_at, game.winners) == (True, None, [])
    assert (chips_of("Olga", "Pam", "Quinn", "Rosa"), game.pot.balance) == ([1000] * 4, 0)
    assert [*games_online_add_up(), *chips_add_up()] == []
    with pytest.raises(RuleError, match="no game for chips here"):
        breaking_off.call_off(table.pk, command_by(people[0], table))


def test_the_owner_closes_no_game_in_which_others_have_chips() -> None:
    table, people = table_for(3, SHORT, buy_in="275")
    olga, pam, quinn = people
    seating.seat_bots(table.pk, command_by(olga, table))
    play.start_game(table.pk, command_by(olga, table))
    with pytest.raises(RuleError, match="Pam and Quinn must agree to cancel this game"):
        opening.close_table(table.pk, command_by(olga, table))
    seating.stand_up(table.pk, command_by(pam, table))
    breaking_off.call_off(table.pk, command_by(quinn, table))
    for number in (0, 2):
        seating.stand_up(table.pk, command_by(people[number], table))
    with pytest.raises(RuleError, match="Pam must agree to cancel this game"):
        opening.close_table(table.pk, command_by(olga, table))
    with pytest.raises(NotAllowed, match="Only players with chips"):
        breaking_off.call_off(table.pk, command_by(player("Tom"), table))
    breaking_off.call_off(table.pk, command_by(pam, table))
    opening.close_table(table.pk, command_by(olga, table))
    assert chips_of("Olga", "Pam", "Quinn") == [1000] * 3
    assert [*games_online_add_up(), *chips_add_up()] == []


def test_what_was_agreed_holds_until_the_next_deal() -> None:
    table, people = table_for(2, buy_in="30")
    seating.seat_bots(table.pk, command_by(people[0], table))
    game = play.start_game(table.pk, command_by(people[0], table))
    breaking_off.call_off(table.pk, command_by(people[0], table))
    finish_hand(table)
    play.deal_hand(table, game)
    breaking_off.call_off(table.pk, command_by(people[1], table))
    assert play.running_game(table) == game
    call = breaking_off.calling_off(table, game)
    assert call
    assert (call.agreed, call.missing) == ([people[1]], [people[0]])


def test_who_closes_a_game_alone_with_bots_has_lost_the_stake() -> None:
    table, people = table_for(1, buy_in="30")
    seating.seat_bots(table.pk, command_by(people[0], table))
    play.start_game(table.pk, command_by(people[0], table))
    opening.close_table(table.pk, command_by(people[0], table))
    game = Game.objects.get()
    assert (chips_of("Olga"), game.pot.balance, game.winners) == ([970], 0, [])
    assert list(ChipEntry.objects.filter(kind="prize").values_list("seat", "amount")) == [(1, 60), (3, 60)]
    assert [*games_online_add_up(), *chips_add_up()] == []


def test_partners_who_call_off_a_game_against_bots_have_lost_their_stakes() -> None:
    table, people = table_for(1, buy_in="30")
    seating.sit(table.pk, 2, command_by(player("Pam"), table))
    seating.seat_bots(table.pk, command_by(people[0], table))
    play.start_game(table.pk, command_by(people[0], table))
    breaking_off.call_off(table.pk, command_by(people[0], table))
    breaking_off.call_off(table.pk, command_by(player("Pam"), table))
    assert (chips_of("Olga", "Pam"), Game.objects.get().broken_off_at is not None) == ([970, 970], True)
    assert list(chips_add_up()) == []


def test_who_comes_back_has_paid_already() -> None:
    table, people = table_for(2, buy_in="550")
    seating.seat_bots(table.pk, command_by(people[0], table))
    play.start_game(table.pk, command_by(people[0], table))
    seating.stand_up(table.pk, command_by(people[1], table))
    assert chips_of("Pam") == [450]
    assert seating.sit(table.pk, 1, command_by(people[1], table)).number == 1
    other, _ = table_for(1, buy_in="550")
    with pytest.raises(RuleError, match="Pam has 450 chips"):
        seating.sit(other.pk, 1, command_by(people[1], other))


def test_the_page_says_what_calling_off_and_closing_cost() -> None:
    table, people = table_for(2, buy_in="30")
    seating.seat_bots(table.pk, command_by(people[0], table))
    play.start_game(table.pk, command_by(people[0], table))
    page = page_of(table, people[1])
    assert "you get your 30 chips back" in page
    assert f"/{table.code}/close/" not in page_of(table, people[0])
    breaking_off.call_off(table.pk, command_by(people[0], table))
    assert "Agreed: Olga. Waiting for: Pam." in page_of(table, people[1])
    assert "Cancel game" not in page_of(table, people[0])
    assert "chips back" not in page_of(table, player("Tom"))
    alone, people = table_for(1, buy_in="30")
    seating.seat_bots(alone.pk, command_by(people[0], alone))
    play.start_game(alone.pk, command_by(people[0], alone))
    assert "Close and lose 30 chips" in page_of(alone, people[0])


def page_of(table: Table, who: Player) -> str:
    client = Client()
    session = client.session
    session["guest_player"] = who.pk
    session.save()
    return client.get(table.get_absolute_url()).content.decode()


def test_a_game_pays_once_whatever_calls_twice() -> None:
    game = finished_game(buy_in="30")
    before = chips_of("Olga", "Pam", "Quinn", "Rosa")
    for again in (lambda: chips.pay_out(game), lambda: break_off(game.table, game)):
        with pytest.raises(IntegrityError), transaction.atomic():
            again()
    assert chips_of("Olga", "Pam", "Quinn", "Rosa") == before


def test_who_leaves_gets_what_the_seat_wins() -> None:
    table, people = table_for(4, SHORT, buy_in="30")
    game = play.start_game(table.pk, command_by(people[0], table))
    seating.stand_up(table.pk, command_by(people[1], table))
    seating.sit(table.pk, 1, command_by(player("Sam"), table))
    finish_hand(table)
    game.refresh_from_db()
    assert chips_of("Pam") == [1030 if game.winners == [1] else 970]
    assert chips_of("Sam") == [1000]


def test_who_has_too_few_is_refused_with_the_way_out() -> None:
    table, people = table_for(3, SHORT, buy_in="110")
    rosa = player("Rosa")
    lose_all_but(rosa, 20)
    with pytest.raises(RuleError, match="Rosa has 20 chips, but the buy-in at this table is 110"):
        seating.sit(table.pk, 3, command_by(rosa, table))
    chips.refill(rosa)
    seating.sit(table.pk, 3, command_by(rosa, table))
    lose_all_but(people[1], 20)
    with pytest.raises(RuleError, match="Pam has 20 chips"):
        play.start_game(table.pk, command_by(people[0], table))
    assert not Game.objects.exists()
    assert chips_of("Olga", "Rosa") == [1000, 1000]


def test_chips_are_filled_up_once_a_day() -> None:
    olga = player("Olga")
    with pytest.raises(RuleError, match="You have 1000 chips"):
        chips.refill(olga)
    lose_all_but(olga, 5)
    chips.refill(olga)
    assert chips_of("Olga") == [1000]
    with transaction.atomic():
        chips._move("refill", olga.chips, chips._lock_bank(), 10, olga, day="2020-01-02")
    with pytest.raises(RuleError, match="already refilled"):
        chips.refill(olga)


def test_the_page_of_chips() -> None:
    client = Client()
    address = reverse("own_chips")
    assert b"1000" in client.get(address).content
    assert client.post(reverse("refill_chips")).status_code == 422
    game = finished_game(buy_in="30")
    session = client.session
    session["guest_player"] = player("Olga").pk
    session.save()
    page = client.get(address).content.decode()
    assert reverse("replay", args=[game.table.code, 1]) in page
    assert "−30" in page
    lose_all_but(player("Olga"), 5)
    assert "Refill to 1000" in client.get(address).content.decode()
    assert client.post(reverse("refill_chips")).status_code == 302
    assert chips_of("Olga") == [1000]
