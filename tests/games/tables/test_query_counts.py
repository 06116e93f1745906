"""How many questions a page of play online asks the database: the same however much was played, however long a list."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.presets import preset
from games.tables import breaking_off, mover, opening, play, seating
from games.tables.models import Table
from games.tables.options import TableOptions
from tests.games.scene import Scene
from tests.games.tables.cast import command_by, finish_hand, player, table_for

pytestmark = pytest.mark.django_db

WRITES = ("SELECT", "INSERT", "UPDATE", "DELETE")


def questions(ask: Callable[..., Any], *args: Any) -> int:
    """Without savepoints, which a test's own transaction adds."""
    with CaptureQueriesContext(
        connection,
    ) as seen:
        ask(*args)
    return sum(query["sql"].startswith(WRITES) for query in seen)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_table(scene: Scene) -> None:
    """Session, table, player, seats, game, hand, watchers, lines of talk, settings, co-owners and who is muted; for a
    stranger neither session, player, settings, co-owners nor who is muted."""
    client = scene.browser(scene.people[0])
    path = scene.table.get_absolute_url()
    assert [questions(one.get, path) for one in (client, Client())] == [11, 6]
    for _ in range(3):
        scene.play_on()
    assert questions(client.get, path) == 11


def test_the_table_for_those_without_a_seat(scene: Scene) -> None:
    """As for a player but for who is muted, and what the viewer has seen of the deal."""
    seating.stand_up(scene.table.pk, command_by(scene.people[1], scene.table))
    path = scene.table.get_absolute_url()
    for who in (scene.people[1], player("Tom")):
        assert questions(scene.browser(who).get, path) == 11


@pytest.mark.slow
def test_the_table_of_a_game_for_chips(scene: Scene) -> None:
    """As without chips, and: the stakes, the number of hands, who has agreed to call the game off."""
    table, people = table_for(buy_in="30")
    play.start_game(table.pk, command_by(people[0], table))
    client = scene.browser(people[0])
    assert questions(client.get, table.get_absolute_url()) == 14
    breaking_off.call_off(table.pk, command_by(people[1], table))
    assert questions(client.get, table.get_absolute_url()) == 14


def test_a_deal(scene: Scene) -> None:
    """Table, game and no hand; then the locked table, the last hand, the new one; who sits here, and what they are
    shown; the game, hand and seat that is to act, and the version."""
    finish_hand(scene.table)
    Table.objects.update(due_at="2026-01-01T00:00Z")
    assert questions(mover.move_table, scene.table.pk) == 12


def test_an_act(scene: Scene) -> None:
    """Session, table and player; then the locked table, seat, hand, three writes, and who is next."""
    for _ in range(3):
        client, form = scene.mover, scene.form()
        assert questions(client.post, scene.path(), form) == 10


def test_what_the_site_does_itself(scene: Scene) -> None:
    """Table, game, hand and seat, with which a bot thinks; the locked table and seat; two writes, and who is next."""
    Table.objects.update(due_at="2026-01-01T00:00Z")
    scene.table.seats.update(is_bot_controlled=True)
    assert questions(mover.move_table, scene.table.pk) == 9


def test_a_sign_of_life(scene: Scene) -> None:
    """Session, table, player, the seat, a watcher's place, and the page that plays the seat."""
    client = scene.browser(scene.people[0])
    assert questions(client.post, scene.path("here")) == 6


@pytest.mark.parametrize("tables", [2, 12])
def test_the_lobby(tables: int) -> None:
    for number in range(tables):
        one = opening.open_table(player(f"P{number}"), preset("plain"), TableOptions(), visibility="public")
        seating.fill_with_bots(one)
        play.begin_game(one)
    own = Client()
    session = own.session
    session["guest_player"] = player("P0").pk
    session.save()
    assert questions(own.get, reverse("lobby")) == 10
    assert questions(Client().get, reverse("lobby")) == 5


@pytest.mark.parametrize("games", [1, 5])
def test_the_lobby_of_those_who_play_by_the_day(games: int) -> None:
    """All games by the day with those who are to act are one question, the others there another. No public table is
    listed here."""
    for _ in range(games):
        table, people = table_for(by_the_day="1")
        play.start_game(table.pk, command_by(people[0], table))
    client = Client()
    session = client.session
    session["guest_player"] = people[0].pk
    session.save()
    assert questions(client.get, reverse("lobby")) == 9


def test_a_table_by_the_day(scene: Scene) -> None:
    """The page as at other tables; a move also drops what its player was told of, if it wasn't sent."""
    table, people = table_for(by_the_day="1")
    play.start_game(table.pk, command_by(people[0], table))
    client = scene.browser(people[0])
    assert questions(client.get, table.get_absolute_url()) == 11
    scene.table, scene.people = table, people
    mover_of_turn, form = scene.mover, scene.form()
    assert questions(mover_of_turn.post, scene.path(), form) == 11
