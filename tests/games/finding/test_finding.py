"""Finding a game with people whom one does not know: who is seated where, and when it begins."""

import datetime
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import limits
from games.accounts.models import Player
from games.engine.presets import preset
from games.engine.rules import rules_data
from games.finding import commands, kinds
from games.finding.commands import look, start_with_bots, still_here, stop
from games.finding.fair import ANYONE_AFTER, BOTS_AFTER_AT_LEAST
from games.finding.models import Search
from games.tables import abandoned, opening, play, seating
from games.tables.models import Game, Seat, Table
from games.tables.options import TableOptions, options_from
from games.tables.presence import PLAYER_SILENT
from tests.games.tables.cast import NAMES, command_by, player

pytestmark = pytest.mark.django_db


def seated(table: Table) -> list[tuple[int, str]]:
    return list(table.seats.values_list("number", "player__name"))


def table_of(name: str, kind: str = "plain") -> Table | None:
    """Where the player sits who looks for a game; None: nowhere yet."""
    return look(player(name), kind).table


def waits(name: str, seconds: float) -> None:
    """The player has waited for so long, with the page open."""
    Search.objects.filter(player=player(name)).update(since=timezone.now() - datetime.timedelta(seconds=seconds))


def public_table(**how: Any) -> Table:
    usual = {"rules": preset("plain"), "conduct": TableOptions(), "visibility": "public"}
    found = usual | how
    return opening.open_table(player("Olga"), found.pop("rules"), found.pop("conduct"), **found)


@pytest.fixture
def ratings(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What people are rated, by name."""
    found: dict[str, int] = {}

    def known(players: Any, variant: Any) -> dict[int, int]:
        rows = Player.objects.filter(pk__in=players, name__in=found)
        return {row.pk: found[row.name] for row in rows}

    monkeypatch.setattr(kinds, "_known", [known])
    return found


def test_four_who_look_for_a_game_play_one() -> None:
    assert [table_of(name) for name in NAMES[:3]] == [None] * 3
    table = table_of(NAMES[3])
    assert table
    table.refresh_from_db()
    assert {name for _, name in seated(table)} == set(NAMES[:4])
    assert [still_here(player(name)).table for name in NAMES[:3]] == [table] * 3, "their pages lead there"
    assert play.running_game(table)
    assert (table.visibility, table.conduct.play_clock.seconds, table.notice) == ("public", 30, None)
    assert table_of(NAMES[4]) is None, "nobody is put into a game that is full"
    assert table_of(NAMES[4]) is None, "looking again is no second search"
    assert (Table.objects.count(), Search.objects.count()) == (1, 5)


@pytest.mark.parametrize(
    "how",
    [
        {"visibility": "private"},
        {"visibility": "hidden"},
        {"rules": replace(preset("plain"), play_to=5)},
        {"conduct": options_from({"buy_in": "30"})},
        {"conduct": options_from({"open_hands": True})},
        {"conduct": options_from({"deck_upload": True})},
        {"conduct": options_from({"by_the_day": "1"})},
    ],
)
def test_nobody_is_seated_where_something_is_unusual(how: dict[str, Any]) -> None:
    public_table(**how)
    assert table_of("Pam") is None


def test_any_public_table_of_that_kind_will_do() -> None:
    table = public_table()
    assert table_of("Quinn", "web_classic") is None
    assert table_of("Pam") == table
    assert seated(table) == [(0, "Olga"), (1, "Pam")]


def test_only_somebody_who_is_there_waits() -> None:
    public_table()
    Seat.objects.update(seen_at=timezone.now() - PLAYER_SILENT - datetime.timedelta(seconds=1))
    assert table_of("Pam") is None


def test_a_bot_gives_up_its_seat() -> None:
    table = public_table()
    seating.seat_bots(table.pk, command_by(player("Olga"), table))
    assert table_of("Pam") == table
    assert seated(table)[:2] == [(0, "Olga"), (1, "Pam")]


def test_whoever_was_sent_away_is_not_sent_back() -> None:
    table = public_table()
    assert table_of("Pam") == table
    seating.evict(table.pk, 1, command_by(player("Olga"), table))
    stop(player("Pam"))
    assert table_of("Pam") is None
    assert table_of("Quinn") == table


def test_with_the_last_seat_of_a_waiting_table_the_game_begins() -> None:
    table = public_table()
    for name in NAMES[1:4]:
        assert play.running_game(table) is None
        assert table_of(name) == table
    assert play.running_game(table)


def test_one_looks_for_one_kind_of_game_at_a_time() -> None:
    look(player("Olga"), "plain")
    look(player("Olga"), "trickster_bid")
    assert [(one.rules, one.outcome) for one in Search.objects.all()] == [("plain", "left"), ("trickster_bid", "")]


def test_leaving_the_page_leaves_the_queue() -> None:
    look(player("Olga"), "plain")
    Search.objects.update(seen_at=timezone.now() - commands.SILENT)
    assert [table_of(name) for name in NAMES[1:4]] == [None] * 3
    assert Search.objects.get(player=player("Olga")).outcome == "left"
    assert still_here(player("Olga")).outcome == "left", "coming back does not go on by itself"


def test_who_comes_back_to_a_silent_search_begins_a_new_one() -> None:
    look(player("Olga"), "plain")
    Search.objects.update(seen_at=timezone.now() - commands.SILENT)
    waits("Olga", 60)
    found = look(player("Olga"), "plain")
    assert [one.outcome for one in Search.objects.all()] == ["left", ""]
    assert timezone.now() - found.since < commands.SILENT, "the wait begins again"


def test_strength_keeps_people_apart_until_they_have_waited(ratings: dict[str, int]) -> None:
    ratings |= {"Olga": 1500}
    assert [table_of(name) for name in NAMES[:4]] == [None] * 4
    for name in NAMES[:4]:
        waits(name, ANYONE_AFTER)
    table = still_here(player("Pam")).table
    assert table
    assert {name for _, name in seated(table)} == set(NAMES[:4])


def test_the_strongest_sits_opposite_the_weakest(ratings: dict[str, int]) -> None:
    ratings |= {"Olga": 1000, "Pam": 1100, "Quinn": 1050, "Rosa": 1020}
    table = [table_of(name) for name in NAMES[:4]][-1]
    assert table
    assert [name for _, name in seated(table)] == ["Pam", "Quinn", "Olga", "Rosa"]


def test_who_starts_with_bots_is_joined_by_people_as_they_come() -> None:
    look(player("Olga"), "plain")
    table = start_with_bots(player("Olga")).table
    assert table
    assert play.running_game(table)
    assert seated(table)[0] == (0, "Olga")
    assert start_with_bots(player("Olga")).table == table, "pressed twice it is done once"
    assert [table_of(name) for name in NAMES[1:5]] == [table, table, table, None]
    assert seated(table) == list(enumerate(NAMES[:4]))


def test_nobody_is_put_into_a_game_that_is_half_over() -> None:
    look(player("Olga"), "plain")
    start_with_bots(player("Olga"))
    Game.objects.update(points=[4, 5])
    assert table_of("Pam") is None
    Game.objects.update(points=[4, 4])
    assert still_here(player("Pam")).table


def waiting_tables(count: int, people: int, kind: str = "plain") -> list[Table]:
    """Public tables where so many people wait for the next game."""
    tables = Table.objects.bulk_create(
        Table(name=f"{kind} {n}", owner=player("Olga"), visibility="public", rules=rules_data(preset(kind)))
        for n in range(count)
    )
    guests = [player(f"Guest {number}") for number in range(people)]
    Seat.objects.bulk_create(Seat(table=t, number=n, player=one) for t in tables for n, one in enumerate(guests))
    return tables


@pytest.mark.parametrize(("people", "kind"), [(4, "plain"), (1, "web_classic")])
def test_tables_that_suit_no_one_hide_no_other(people: int, kind: str) -> None:
    waiting_tables(commands.MAX_TABLES, people, kind)
    [table] = waiting_tables(1, 2)
    assert table_of("Pam") == table


def test_a_table_that_is_full_is_no_longer_offered() -> None:
    [table] = waiting_tables(1, 2)
    Search.objects.bulk_create(Search(player=player(name), rules="plain", strength=1000) for name in NAMES[1:4])
    assert [still_here(player(name)).table for name in NAMES[1:4]] == [table, table, None]


@pytest.mark.parametrize("searches", [1, 6])
def test_however_many_look_a_poll_asks_the_same_questions(
    ratings: dict[str, int], searches: int, django_assert_num_queries: Any
) -> None:
    ratings["Guest 0"] = 9000
    waiting_tables(5, 2)
    for number, name in enumerate(NAMES[:searches]):
        Search.objects.create(player=player(name), rules="plain", strength=1000 * number)
    olga = player("Olga")
    with django_assert_num_queries(12):
        assert still_here(olga).table is None
    Seat.objects.all().delete()
    with django_assert_num_queries(7 if searches < 4 else 8):
        assert still_here(olga).table is None


def test_a_table_for_strangers_closes_when_all_have_left_and_is_none_of_those_one_may_open() -> None:
    for _ in range(2):
        look(player("Olga"), "plain")
        start_with_bots(player("Olga"))
    table = Table.objects.latest("pk")
    seating.stand_up(table.pk, command_by(player("Olga"), table))
    later = timezone.now() - datetime.timedelta(minutes=6)
    Table.objects.filter(pk=table.pk).update(reset_at=timezone.now())
    table.journal.update(at=later)
    abandoned.clear_abandoned_tables()
    table.refresh_from_db()
    assert table.closed_at
    assert play.running_game(table) is None


def test_what_somebody_looked_for_is_forgotten_the_day_after() -> None:
    look(player("Olga"), "plain")
    waits("Olga", 86_500)
    look(player("Pam"), "plain")
    assert commands.forget_old_searches() == 1
    assert [one.player.name for one in Search.objects.all()] == ["Pam"]


def test_a_kind_that_is_not_offered_is_refused() -> None:
    answer = Client().post(reverse("find_game"), {"rules": "krengineering"})
    assert answer.status_code == 422
    assert not Search.objects.exists()


def test_from_the_lobby_a_visitor_looks_as_a_guest() -> None:
    client = Client()
    assert reverse("find_game") in client.get(reverse("lobby")).content.decode()
    page = client.post(reverse("find_game"), follow=True).content.decode()
    assert "Finding players" in page
    assert "We can’t estimate your wait, because too few people have played recently." in page
    assert "You’re the only one looking for a game so far." in page
    assert Search.objects.get().player.is_guest


def test_the_page_hears_only_what_is_new_and_is_led_to_the_table() -> None:
    client, here = Client(headers={"hx-request": "true"}), reverse("find_step", args=["here"])
    client.post(reverse("find_game"))
    first = client.post(here)
    assert "You’re the only one looking for a game so far." in first.content.decode()
    seen = first.content.decode().partition('name="seen" value="')[2].partition('"')[0]
    assert client.post(here, {"seen": seen}).status_code == 204
    look(player("Olga"), "plain")
    assert "1 other person is looking for a game." in client.post(here, {"seen": seen}).content.decode()
    look(player("Pam"), "plain")
    table = look(player("Quinn"), "plain").table
    assert table
    assert client.post(here, {"seen": seen}).headers["HX-Redirect"] == table.get_absolute_url()
    assert client.get(reverse("find_game")).headers["Location"] == table.get_absolute_url()


def test_bots_are_offered_after_the_wait_that_the_page_names() -> None:
    client = Client()
    page = client.post(reverse("find_game"), follow=True).content.decode()
    assert f"You can start with bots after {BOTS_AFTER_AT_LEAST} seconds." in page
    later = timezone.now() - datetime.timedelta(seconds=BOTS_AFTER_AT_LEAST)
    Search.objects.update(since=later)
    assert (
        "Start with bots. People take over the bots’ seats as they arrive."
        in client.get(reverse("find_game")).content.decode()
    )
    answer = client.post(reverse("find_step", args=["bots"]))
    assert answer.headers["Location"] == Table.objects.get().get_absolute_url()


def test_the_stated_wait_is_what_it_took_those_of_the_last_hour() -> None:
    now = timezone.now()
    table = public_table()
    for number, seconds in enumerate((20, 40, 60)):
        Search.objects.create(
            player=player(NAMES[number]),
            rules="plain",
            strength=1000,
            since=now - datetime.timedelta(seconds=seconds + 10),
            ended_at=now - datetime.timedelta(seconds=10),
            outcome="people",
            table=table,
        )
    client = Client()
    assert "Recent waits were about 40 seconds." in client.get(reverse("find_game")).content.decode()
    Search.objects.update(since=now - datetime.timedelta(hours=2))
    assert "Recent waits were" not in client.get(reverse("find_game")).content.decode()


def test_stopping_ends_the_search_and_says_so() -> None:
    client = Client()
    client.post(reverse("find_game"))
    page = client.post(reverse("find_step", args=["stop"]), follow=True).content.decode()
    assert "Your search has ended." in page
    assert Search.objects.get().outcome == "left"
    assert client.post(reverse("find_step", args=["praise"])).status_code == 404


@pytest.fixture
def floods(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Switches limits on, as high as they are on the site; counting starts afresh."""
    settings.FLOOD_LIMITS = True

    def switch_on(*names: str) -> None:
        for name in names:
            monkeypatch.setattr(limits, name, replace(getattr(limits, name), what=f"test-{uuid.uuid4()}"))

    return switch_on


@pytest.mark.slow
@pytest.mark.heavy
def test_two_pages_of_one_player_are_heard_for_a_whole_minute(floods: Callable[..., None]) -> None:
    floods("SIGNS_OF_LIFE", "SEARCHES")
    client, here = Client(headers={"hx-request": "true"}), reverse("find_step", args=["here"])
    client.post(reverse("find_game"))
    assert {client.post(here).status_code for _ in range(2 * 20)} == {200}


@pytest.mark.slow
@pytest.mark.heavy
def test_newcomers_of_one_address_are_as_many_as_a_hall_holds(floods: Callable[..., None]) -> None:
    floods("NEW_TABLES", "NEW_GUESTS")
    most = limits.NEW_GUESTS.most
    answers = [Client().post(reverse("find_game")).status_code for _ in range(most + 1)]
    assert answers == [302] * most + [429]


@pytest.mark.slow
def test_one_player_who_begins_again_and_again_is_told_to_wait(floods: Callable[..., None]) -> None:
    floods("NEW_TABLES")
    client = Client()
    answers = [client.post(reverse("find_game")).status_code for _ in range(limits.NEW_TABLES.most + 2)]
    assert answers == [302] * (limits.NEW_TABLES.most + 1) + [429], "the first made a guest"
