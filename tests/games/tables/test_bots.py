"""Bots as company: their names, what each is like, how well they play, and what they are told."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts.models import Player
from games.engine.actions import Action
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import STRONG
from games.engine.choices import Deck, Packs, Sides
from games.engine.presets import preset
from games.engine.view import View
from games.tables import hints, mover, opening, play, seating
from games.tables.bots import CHARACTERS, NAMES, character_of
from games.tables.models import Game, Seat, Table
from tests.games.tables.cast import act, command_by, player, state_at, table_for

EIGHT = replace(
    preset("plain"),
    players=8,
    sides=Sides.SOLO,
    go_alone=False,
    deck=Deck.SEVEN,
    packs=Packs.TWO,
    stick_the_dealer=True,
)
pytestmark = pytest.mark.django_db


def seated(table: Table) -> dict[int, str]:
    return dict(table.seats.filter(player__is_bot=True).values_list("number", "player__name"))


def test_no_two_bots_are_alike_at_a_table_of_eight() -> None:
    table, _ = table_for(1, EIGHT)
    seating.fill_with_bots(table)
    names = seated(table)
    assert len(names) == len(set(names.values())) == 7
    assert set(names.values()) <= set(CHARACTERS)


def test_a_seat_has_the_same_bot_every_time_and_another_table_others() -> None:
    table, _ = table_for(1)
    seating.fill_with_bots(table)
    before = seated(table)
    table.seats.filter(number__in=(1, 3)).delete()
    seating.fill_with_bots(table)
    assert seated(table) == before
    other, _ = table_for(1)
    seating.fill_with_bots(other)
    assert set(seated(other).values()) != set(before.values())
    assert Player.objects.filter(is_bot=True).count() == len({*before.values(), *seated(other).values()})


def test_where_the_seats_own_bot_sits_already_another_comes() -> None:
    table, _ = table_for(1)
    seating.fill_with_bots(table)
    before = seated(table)
    table.seats.filter(number=1).delete()
    table.seats.filter(number=2).update(player=Player.objects.get(name=before[1], is_bot=True))
    seating.fill_with_bots(table)
    assert len(set(seated(table).values())) == 3


def test_a_person_of_the_same_name_is_no_bot() -> None:
    table, _ = table_for(1)
    person = player(NAMES[table.pk * 5 % len(NAMES)])
    seating.fill_with_bots(table)
    assert not table.seats.filter(player=person).exists()
    assert character_of(person) == ""


def test_bots_of_earlier_tables_stay_and_play_on() -> None:
    old = Player.objects.create(name="Bower", is_bot=True)
    table, people = table_for(1)
    Seat.objects.create(table=table, number=2, player=old)
    seating.fill_with_bots(table)
    play.start_game(table.pk, command_by(people[0], table))
    assert seated(table)[2] == "Bower"
    assert character_of(old) == ""


def test_each_is_described_in_the_readers_language() -> None:
    bots = [Player(name=name, is_bot=True) for name in CHARACTERS]
    assert len({character_of(bot) for bot in bots}) == len(bots) >= 8
    with translation.override("fr"):
        assert not {character_of(bot) for bot in bots} & set(CHARACTERS.values())


def test_the_table_and_the_bots_own_page_say_what_it_is(client: Client) -> None:
    table = opening.play_bots(player("Olga"))
    bot = table.seats.select_related("player").get(number=2).player
    page = client.get(table.get_absolute_url()).content.decode()
    assert page.count("chip--bot") == 3
    assert character_of(bot) in page
    own = client.get(reverse("player", args=[bot.pk])).content.decode()
    assert character_of(bot) in own


def test_play_now_and_new_tables_have_strong_bots() -> None:
    assert opening.play_bots(player("Olga")).conduct.bots.value == "strong"
    assert table_for(1)[0].conduct.bots.value == "strong"


def test_a_bot_and_a_hint_are_told_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    Game.objects.update(points=[9, 6])
    told = []

    class Listening(PlayoutBot):
        def choose(self, view: View, chance: Callable[[], float]) -> Action:
            told.append(self.score)
            return super().choose(view, Random(1).random)

    monkeypatch.setattr("games.tables.mover.PlayoutBot", Listening)
    monkeypatch.setattr("games.engine.bots.suggestion.PlayoutBot", Listening)
    state = state_at(table)
    assert state.turn is not None
    game = play.running_game(table)
    assert game is not None
    mover.choose(table, game, state)
    hints.suggestion_for(table, people[state.turn])
    assert told == [(9, 6), (9, 6)]
    assert STRONG.ahead >= 5


@pytest.mark.django_db(transaction=True)
class TestThinking:
    """Bots hold up no one: they think while the table isn't locked, which on SQLite is the whole site."""

    @pytest.fixture
    def table(self) -> Table:
        """Of four bots. It is the turn of one."""
        table, people = table_for()
        play.start_game(table.pk, command_by(people[0], table))
        table.seats.update(is_bot_controlled=True)
        Table.objects.update(due_at=timezone.now())
        return Table.objects.get()

    def thinking(self, monkeypatch: pytest.MonkeyPatch, during: Callable[[], object]) -> list[bool]:
        """For each thought of a bot: whether it was in a transaction. during: happens in the first one."""
        locked: list[bool] = []

        class Slow(PlayoutBot):
            def choose(self, view: View, chance: Callable[[], float]) -> Action:
                locked.append(connection.in_atomic_block)
                found = super().choose(view, chance)
                if len(locked) == 1:
                    during()
                return found

        monkeypatch.setattr("games.tables.mover.PlayoutBot", Slow)
        return locked

    def test_without_a_lock(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        locked = self.thinking(monkeypatch, lambda: None)
        assert mover.move_table(table.pk)
        assert (locked, len(state_at(table).history)) == ([False], 1)

    def test_a_thought_that_came_too_late_is_not_acted_on(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        turn, people = state_at(table).turn, [seat.player for seat in table.seats.select_related("player")]

        def pass_meanwhile() -> None:
            act(table, people, "pass")
            Table.objects.update(due_at=timezone.now())

        locked = self.thinking(monkeypatch, pass_meanwhile)
        assert mover.move_table(table.pk)
        state = state_at(table)
        assert locked == [False, True], "the next seat's bot thinks under the lock"
        (seat, action), *others = state.history
        assert (seat, str(action), len(others)) == (turn, "pass", 1)

    def test_a_player_who_is_back_acts_for_themselves(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        locked = self.thinking(monkeypatch, lambda: table.seats.update(is_bot_controlled=False))
        mover.move_table(table.pk)
        assert (locked, state_at(table).history) == ([False], ())
