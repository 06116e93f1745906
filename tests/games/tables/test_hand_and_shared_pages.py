"""A table in a room: one's hand on a phone, the table on a screen for all, and who a browser is at a match's table."""

import re
import uuid

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from games.accounts import guests
from games.accounts.models import Player
from games.tables import play, watching
from games.tables.models import Table, Watcher
from games.tables.presenter import TableView
from tests.cast import make_user
from tests.games.tables.cast import command_by, finish_hand, player, table_for
from tests.games.tables.test_pages import browser_of, cards_in, send
from tests.markup import squeezed

pytestmark = pytest.mark.django_db


def begin(**conduct: object) -> tuple[Table, list[Player]]:
    table, people = table_for(**conduct)
    play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    return table, people


def page_of(client: Client, table: Table, route: str) -> str:
    answer = client.get(reverse(route, args=[table.code]))
    assert answer.status_code == 200
    return answer.content.decode()


def hand_on(client: Client, table: Table) -> set[str]:
    """The cards of the hand on the phone's page."""
    return set(
        re.findall(r'my-hand__card"[^>]*><span [^>]*data-card="(\w+)"', squeezed(page_of(client, table, "table_hand")))
    )


def turn_of(table: Table, people: list[Player]) -> Player:
    row = play.running_hand(play.running_game(table))
    assert row
    return people[play.state_of(row).turn or 0]


def test_the_hand_is_ones_own_cards_and_choices_and_nothing_of_the_table() -> None:
    table, people = begin()
    page = page_of(browser_of(people[0]), table, "table_hand")
    assert page.count('class="my-hand__card"') == 5
    assert len(cards_in(page)) <= 6, "the turned card may be named in a choice"
    assert 'class="felt' not in page
    assert page.count("data-here") == 1
    assert len(set().union(*(hand_on(browser_of(who), table) for who in people))) == 20


def test_a_card_played_from_the_hand_leads_back_to_the_hand() -> None:
    table, people = begin()
    client = browser_of(turn_of(table, people))
    answer = send(client, table, "act", action="pass", page="hand")
    assert answer.headers["Location"] == reverse("table_hand", args=[table.code])
    refused = send(browser_of(turn_of(table, people)), table, "act", action="play JH", page="hand")
    assert refused.status_code == 422
    assert 'class="felt' not in refused.content.decode()


def test_a_phone_without_a_seat_is_offered_the_free_ones_and_sees_no_card() -> None:
    table, _ = table_for(3)
    phone = Client()
    page = page_of(phone, table, "table_hand")
    assert page.count("Sit here") == 1
    assert "Choose your seat." in page
    assert "data-here" not in page
    taken = send(phone, table, "move_seat", 3, "sit", page="hand")
    assert taken.headers["Location"] == reverse("table_hand", args=[table.code])
    play.start_game(table.pk, command_by(player("Olga"), table))
    assert len(hand_on(phone, table)) == 5
    assert cards_in(page_of(Client(), table, "table_hand")) == set()


def test_at_the_table_of_a_match_a_strange_phone_is_sent_to_its_link() -> None:
    table, _ = table_for()
    Table.objects.update(owner=None)
    page = page_of(Client(), table, "table_hand")
    assert "Open your personal link" in page
    assert "Sit here" not in page


def test_a_shared_screen_shows_every_hand_face_down_whoever_is_logged_in() -> None:
    table, people = begin()
    for who in people:
        page = page_of(browser_of(who), table, "table_shared")
        assert len(cards_in(page)) == 1  # the turned card
        assert page.count('class="card-back"') == 20
        assert "my-hand" not in page
        assert "data-here" not in page, "a screen on the wall is no player at the table"
    assert reverse("table_hand", args=[table.code]) in page
    assert 'alt="QR code for the page with your hand"' in page


def test_open_hands_are_face_down_on_a_shared_screen_too() -> None:
    table, people = begin(open_hands=True, watchers="face_up")
    assert len(cards_in(page_of(browser_of(people[0]), table, "table"))) == 21
    assert len(cards_in(page_of(browser_of(people[0]), table, "table_shared"))) == 1


@pytest.mark.parametrize("is_match", [False, True])
def test_a_strangers_shared_screen_takes_one_of_the_ten_places(is_match: bool) -> None:
    table, _ = begin()
    if is_match:
        Table.objects.update(owner=None)
    screen = Client()
    before = page_of(screen, table, "table_shared")
    assert cards_in(before) == set()
    assert "You can watch it." in before
    assert not Watcher.objects.exists()
    answer = send(screen, table, "watch_table", page="shared")
    assert answer.headers["Location"] == reverse("table_shared", args=[table.code])
    page = page_of(screen, table, "table_shared")
    assert len(cards_in(page)) == 1  # the turned card
    assert page.count('class="card-back"') == 20
    assert page.count("data-here") == 1
    assert "Stop watching" in page
    assert screen.post(reverse("here", args=[table.code])).status_code == 204
    assert send(screen, table, "move_table", "stop-watching", page="shared").status_code == 302
    assert 'class="card-back"' not in page_of(screen, table, "table_shared")


def test_the_eleventh_shared_screen_is_told_and_sees_nothing() -> None:
    table, _ = begin()
    for number in range(10):
        watching.watch(table.pk, player(f"Guest {number}"))
    screen = Client()
    refused = send(screen, table, "watch_table", page="shared")
    assert refused.status_code == 422
    assert "10 people are already watching" in refused.content.decode()
    assert 'class="card-back"' not in refused.content.decode()
    assert 'class="card-back"' not in page_of(screen, table, "table_shared")


def test_where_watching_is_off_only_those_who_sit_there_have_a_shared_screen() -> None:
    table, people = begin(watchers="none")
    page = page_of(Client(), table, "table_shared")
    assert "Watching is off" in page
    assert "watch/" not in page
    assert send(Client(), table, "watch_table", page="shared").status_code == 403
    assert page_of(browser_of(people[0]), table, "table_shared").count('class="card-back"') == 20


def test_a_screen_that_fell_silent_gives_its_place_away() -> None:
    table, _ = begin()
    screen = Client()
    send(screen, table, "watch_table", page="shared")
    Watcher.objects.update(seen_at="2026-01-01T00:00Z")
    assert cards_in(page_of(screen, table, "table_shared")) == set()


def test_face_up_tables_are_face_down_on_a_watchers_shared_screen() -> None:
    table, _ = begin(watchers="face_up")
    watching.watch(table.pk, player("Wim"))
    look = TableView(table, player("Wim"), is_shared=True)
    assert look.view is not None
    assert all(hand is None for hand in look.view.hands)
    finish_hand(table)
    look = TableView(table, player("Wim"), is_shared=True)
    assert all(hand is None for hand in look.view.hands)  # type: ignore[union-attr]


LINK = "HTTP_X_TEST_LINK"


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A room that knows people by a header; the ids of the tables that it was asked about."""
    tables: list[int] = []

    def find(request: HttpRequest, table: Table) -> Player | None:
        tables.append(table.pk)
        return Player.objects.filter(name=request.META.get(LINK, "")).first()

    monkeypatch.setattr(guests, "_finders", [])
    guests.register_finder(find)
    return tables


def test_at_the_table_of_a_match_the_room_says_who_is_there(finder: list[int]) -> None:
    table, people = begin()
    Table.objects.update(owner=None)
    turn = turn_of(table, people)
    phone = Client(**{LINK: turn.name})  # type: ignore[arg-type]
    assert len(hand_on(phone, table)) == 5
    assert set(finder) == {table.pk}
    assert send(phone, table, "act", action="pass").status_code == 302
    row = play.running_hand(play.running_game(table))
    assert row
    assert row.actions == "pass"
    form = {"key": str(uuid.uuid4()), "text": "Hello"}
    assert phone.post(reverse("say", args=[table.code]), form).status_code in (302, 422)
    assert cards_in(page_of(Client(), table, "table_hand")) == set()


def test_what_the_room_knows_goes_before_the_account_and_what_it_does_not_know_does_not(finder: list[int]) -> None:
    account = make_user("Olga")
    table, (_, other, *_) = begin()
    Table.objects.update(owner=None)
    client = Client(**{LINK: other.name})  # type: ignore[arg-type]
    client.force_login(account)
    assert hand_on(client, table) == hand_on(browser_of(other), table)
    unknown = Client(**{LINK: "No one"})  # type: ignore[arg-type]
    at_home = Client()
    for browser in (unknown, at_home):
        browser.force_login(account)
    assert hand_on(unknown, table) == hand_on(at_home, table)
    assert len(hand_on(unknown, table)) == 5


def test_at_any_other_table_the_room_is_not_asked(finder: list[int]) -> None:
    table, people = begin()
    phone = Client(**{LINK: people[0].name})  # type: ignore[arg-type]
    assert cards_in(page_of(phone, table, "table_hand")) == set()
    assert send(phone, table, "act", action="pass").status_code == 403
    assert finder == []
