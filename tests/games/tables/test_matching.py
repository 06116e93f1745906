"""Finding a game with people whom one does not know: who is seated where, and when it begins."""

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.presets import preset
from games.tables import opening, play, seating
from games.tables.matching import find_game
from games.tables.models import Seat, Table
from games.tables.options import TableOptions, options_from
from games.tables.presence import PLAYER_SILENT
from tests.games.tables.cast import NAMES, command_by, player

pytestmark = pytest.mark.django_db


def seated(table: Table) -> list[tuple[int, str]]:
    return list(table.seats.values_list("number", "player__name"))


def test_four_who_look_for_a_game_play_one() -> None:
    tables = [find_game(player(name)) for name in NAMES[:4]]
    [table] = set(tables)
    table.refresh_from_db()
    assert seated(table) == list(enumerate(NAMES[:4]))
    assert play.running_game(table)
    assert (table.visibility, table.conduct.play_clock.seconds, table.notice) == ("public", 30, None)
    assert find_game(player(NAMES[4])) != table, "nobody is put into a running game"
    assert find_game(player(NAMES[4])) == Table.objects.latest("pk"), "looking again is no second table"
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    "how",
    [
        {"visibility": "private"},
        {"visibility": "hidden"},
        {"rules": replace(preset("plain"), play_to=5)},
        {"conduct": options_from({"buy_in": "30"})},
        {"conduct": options_from({"open_hands": True})},
        {"conduct": options_from({"deck_upload": True})},
    ],
)
def test_nobody_is_seated_where_something_is_unusual(how: dict[str, Any]) -> None:
    usual = {"rules": preset("plain"), "conduct": TableOptions(), "visibility": "public"}
    found = usual | how
    table = opening.open_table(player("Olga"), found.pop("rules"), found.pop("conduct"), **found)
    assert find_game(player("Pam")) != table


def test_any_public_table_of_plain_euchre_will_do() -> None:
    table = opening.open_table(player("Olga"), preset("plain"), TableOptions(), visibility="public")
    assert find_game(player("Pam")) == table
    assert seated(table) == [(0, "Olga"), (1, "Pam")]


def test_only_somebody_who_is_there_waits() -> None:
    table = find_game(player("Olga"))
    Seat.objects.update(seen_at=timezone.now() - PLAYER_SILENT - datetime.timedelta(seconds=1))
    assert find_game(player("Pam")) != table


def test_a_bot_gives_up_its_seat() -> None:
    table = find_game(player("Olga"))
    seating.seat_bots(table.pk, command_by(player("Olga"), table))
    assert find_game(player("Pam")) == table
    assert seated(table)[:2] == [(0, "Olga"), (1, "Pam")]


def test_whoever_was_sent_away_is_not_sent_back() -> None:
    table = find_game(player("Olga"))
    find_game(player("Pam"))
    seating.evict(table.pk, 1, command_by(player("Olga"), table))
    assert find_game(player("Pam")) != table
    assert find_game(player("Quinn")) == table


def test_from_the_lobby_a_visitor_is_seated_as_a_guest() -> None:
    client = Client()
    assert reverse("find_game") in client.get(reverse("lobby")).content.decode()
    page = client.post(reverse("find_game"), follow=True).content.decode()
    assert "Anyone looking for a game is seated here." in page
    assert Client().post(reverse("find_game")).headers["Location"] == Table.objects.get().get_absolute_url()
