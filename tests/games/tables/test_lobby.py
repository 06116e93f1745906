"""The list of live games: what it says of each, what it leaves out, and that its length costs nothing."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.presets import preset
from games.tables import lobby, opening, play, seating
from games.tables.models import Seat, Table
from games.tables.options import options_from
from games.tables.topics import lobby_topic_version
from tests.games.tables.cast import command_by, finish_hand, player, table_for

pytestmark = pytest.mark.django_db


def public(owner: str, rules: str = "plain", people: int = 1) -> Table:
    table = opening.open_table(player(owner), preset(rules), options_from({"bid_clock": "15"}), visibility="public")
    for number in range(1, people):
        Seat.objects.create(table=table, number=number, player=player(f"{owner} {number}"))
    return table


def shown(query: str = "") -> list[str]:
    page = Client().get(reverse("lobby") + query).context["page_obj"]
    return [row.table.owner.name for row in page]


def test_public_tables_only() -> None:
    public("Olga")
    for name, visibility in (("Pam", "private"), ("Quinn", "hidden")):
        opening.open_table(player(name), preset("plain"), options_from({}), visibility=visibility)
    closed = public("Rosa")
    opening.close_table(closed.pk, command_by(player("Rosa"), closed))
    assert shown() == ["Olga"]


def test_a_row_says_who_is_there_what_is_played_and_how_it_stands() -> None:
    table, people = table_for(3, preset("hoyle"), bid_clock="15")
    Table.objects.update(visibility="public")
    page = Client().get(reverse("lobby")).content.decode()
    for text in ("3 of 4 seats", "waiting", "Euchre · 4 players · game to 5 · time limit for a bid: 15", "Go to table"):
        assert text in page
    seating.seat_bots(table.pk, command_by(people[0], table))
    game = play.start_game(table.pk, command_by(people[0], table))
    finish_hand(table)
    game.refresh_from_db()
    page = Client().get(reverse("lobby")).content.decode()
    assert f"in progress, {game.points[0]}–{game.points[1]}" in page
    assert "3 of 4 seats" in page, "a bot gives its seat up"


def test_filters() -> None:
    public("Olga", people=4)
    public("Pam", people=3)
    public("Quinn", "trickster_bid", people=2)
    assert shown() == ["Quinn", "Pam", "Olga"]
    assert shown("?free=on") == ["Quinn", "Pam"]
    assert shown("?variant=bid") == ["Quinn"]
    assert shown("?variant=classic&free=on") == ["Pam"]
    assert shown("?variant=nonsense") == ["Quinn", "Pam", "Olga"]


@pytest.mark.slow
def test_pages_and_the_same_questions_for_one_table_and_for_a_hundred(django_assert_num_queries) -> None:
    client = Client()
    public("Olga")
    for tables in (1, 100):
        while Table.objects.count() < tables:
            public(f"Host {Table.objects.count()}")
        with django_assert_num_queries(5):
            answer = client.get(reverse("lobby"))
        assert len(answer.context["page_obj"]) == min(tables, lobby.ON_A_PAGE)
    assert "Page 1 of 5" in answer.content.decode()
    assert len(shown("?page=5")) == 20
    assert shown("?page=99") == shown("?page=5") == shown("?page=x")[:0] + shown("?page=5")


def test_ones_own_unfinished_game_comes_first() -> None:
    first, people = table_for()
    play.start_game(first.pk, command_by(people[0], first))
    opening.open_table(people[0], preset("plain"), options_from({}))
    rows = lobby.own_rows(people[0])
    assert [row.table for row in rows] == [first, Table.objects.first()]
    client = Client()
    session = client.session
    session["guest_player"] = people[0].pk
    session.save()
    page = client.get(reverse("lobby")).content.decode()
    assert page.index("Go back to your table") < page.index("Go to table")
    assert lobby.own_rows(Player.objects.create(name="Sam")) == []


def test_the_lobby_hears_of_public_tables_and_of_no_others() -> None:
    assert lobby_topic_version(None, "all") == 0
    table = public("Olga", people=4)
    before = lobby_topic_version(None, "all")
    assert before
    Table.objects.update(listed_at=timezone.now() - datetime.timedelta(hours=1))
    table.refresh_from_db()
    earlier = lobby_topic_version(None, "all")
    opening.open_table(player("Pam"), preset("plain"), options_from({}))
    assert lobby_topic_version(None, "all") == earlier
    play.start_game(table.pk, command_by(player("Olga"), table))
    begun = lobby_topic_version(None, "all")
    assert (begun or 0) > (earlier or 0)
    assert lobby_topic_version(None, "some") is None
