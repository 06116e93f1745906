"""The pages of play online: who sees what, and what a browser's write is answered."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.tables import play, seating
from games.tables.models import Game, Hand, Table
from tests.cast import make_user
from tests.games.tables.cast import command_by, table_for

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b(?:ace|king|queen|jack|ten|nine) of (?:clubs|diamonds|hearts|spades)\b")


def cards_in(page: str) -> set[str]:
    return set(CARD.findall(page))


def send(client: Client, table: Table, name: str, *args: object, **data: object):
    table.refresh_from_db()
    form = {"key": str(uuid.uuid4()), "seen": table.version} | data
    return client.post(reverse(name, args=[table.code, *args]), form)


@pytest.fixture
def olga() -> Client:
    client = Client()
    client.force_login(make_user("Olga"))
    return client


@pytest.fixture
def begun() -> tuple[Table, list[Player]]:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    return table, people


def browser_of(who: Player) -> Client:
    client = Client()
    session = client.session
    session["guest_player"] = who.pk
    session.save()
    return client


def seen_by(who: Player, table: Table) -> str:
    return browser_of(who).get(table.get_absolute_url()).content.decode()


def seen_by_watcher(table: Table) -> str:
    client = Client()
    send(client, table, "move_table", "watch")
    return client.get(table.get_absolute_url()).content.decode()


def test_a_visitor_plays_within_one_click() -> None:
    client = Client()
    assert client.get(reverse("lobby")).status_code == 200
    assert not Player.objects.exists()
    response = client.post(reverse("play_now"), follow=True)
    assert response.status_code == 200
    assert b"Guest" in response.content
    assert Game.objects.get().hands.count() == 1
    assert client.get(reverse("lobby")).context["own"][0].table.owner.name.startswith("Guest")


def test_an_account_plays_as_its_player(olga: Client) -> None:
    olga.post(reverse("play_now"))
    assert Table.objects.get().owner.name == "Olga"


def test_a_table_is_opened_with_its_own_conduct(olga: Client) -> None:
    assert olga.get(reverse("new_table")).status_code == 200
    asked_for = {
        "name": "Friends",
        "house_rules": "hoyle",
        "visibility": "public",
        "bid_clock": "15",
        "play_clock": "off",
        "by_the_day": "off",
        "on_overdue": "bot_plays_on",
        "seating": "random",
        "bots": "strong",
        "watchers": "none",
        "buy_in": "none",
        "abandoned_after": "off",
        "on_expiry": "skip",
        "chat": "text",
        "announcements": "chatty",
    }
    olga.post(reverse("new_table"), asked_for)
    table = Table.objects.get()
    assert (table.name, table.visibility, table.house_rules.play_to) == ("Friends", "public", 5)
    assert (table.conduct.bid_clock.seconds, table.conduct.seating.value) == (15, "random")
    assert [row.table for row in Client().get(reverse("lobby")).context["page_obj"]] == [table]
    wrong = olga.post(reverse("new_table"), asked_for | {"bid_clock": "16"})
    assert wrong.status_code == 200
    assert wrong.context["form"].errors
    rules = Client().get(reverse("table_rules", args=[table.code])).content.decode()
    assert "<strong>5</strong>" in rules
    assert "Time limit for a bid" in rules


def test_a_seat_sees_its_own_cards_and_no_others(begun: tuple[Table, list[Player]]) -> None:
    table, people = begun
    state = play.state_of(Hand.objects.get())
    pages = [cards_in(seen_by(who, table)) for who in people]
    public = set.intersection(*pages)
    assert len(public) == 1  # the turned card
    own = [page - public for page in pages]
    assert [len(cards) for cards in own] == [5, 5, 5, 5]
    assert len(set().union(*own)) == 20
    assert state.turn is not None
    assert cards_in(seen_by_watcher(table)) == public
    assert cards_in(Client().get(table.get_absolute_url()).content.decode()) == set()


@pytest.mark.parametrize(("watchers", "cards"), [("none", 0), ("face_down", 1), ("face_up", 0)])
def test_watching_is_as_the_table_says(watchers: str, cards: int) -> None:
    table, people = table_for(watchers=watchers)
    play.start_game(table.pk, command_by(people[0], table))
    assert len(cards_in(seen_by_watcher(table))) == cards


def test_the_secret_of_a_deal_is_shown_when_the_hand_is_over_and_not_before(begun: tuple[Table, list[Player]]) -> None:
    table, people = begun
    hand = Hand.objects.get()
    for page in (seen_by(people[0], table), Client().get(table.get_absolute_url()).content.decode()):
        assert hand.seal in page
        assert hand.seed not in page
    for who in people:
        seating.mind_seat(table.pk, command_by(who, table), is_away=True)
    while not Hand.objects.get(pk=hand.pk).ended_at:
        state = play.state_of(play.running_hand(play.running_game(table)))  # type: ignore[arg-type]
        play.act(table.pk, str(next(iter(state.legal_actions))), command_by(people[state.turn or 0], table))
    assert hand.seed in seen_by(people[0], table)


def test_acting_through_the_page(begun: tuple[Table, list[Player]]) -> None:
    table, people = begun
    state = play.state_of(Hand.objects.get())
    assert state.turn is not None
    client = Client()
    session = client.session
    session["guest_player"] = people[state.turn].pk
    session.save()
    refused = send(client, table, "act", action="play JH")
    assert refused.status_code == 422
    assert "isn’t possible now" in refused.content.decode()
    assert send(client, table, "act", action="pass", seen=0).status_code == 409
    assert client.post(reverse("act", args=[table.code]), {"action": "pass"}).status_code == 422
    assert Hand.objects.get().actions == ""
    assert send(client, table, "act", action="pass").status_code == 302
    assert Hand.objects.get().actions == "pass"
    assert send(Client(), table, "act", action="pass").status_code == 403
    assert client.get(reverse("act", args=[table.code])).status_code == 405


def test_an_address_that_leads_nowhere() -> None:
    table, people = table_for()
    client = browser_of(people[1])
    assert client.get(reverse("table", args=["no-such-table"])).status_code == 404
    assert send(client, table, "move_table", "fly").status_code == 404
    assert send(Client(), table, "move_table", "fly").status_code == 403
    assert send(client, table, "move_seat", 0, "fly").status_code == 404


def test_sitting_and_leaving_through_the_page() -> None:
    table, _ = table_for(count=1)
    client = Client()
    assert send(client, table, "move_seat", 2, "sit").status_code == 302
    assert table.seats.get(number=2).player.name.startswith("Guest")
    assert send(client, table, "move_table", "bots").status_code == 403
    assert send(client, table, "move_table", "start").status_code == 422
    assert send(client, table, "move_table", "stand-up").status_code == 302
    assert table.seats.count() == 1


def test_the_pages_ask_as_many_questions_whatever_has_been_played(django_assert_num_queries) -> None:
    table, people = table_for()
    client = Client()
    for game in (1, 2):
        play.start_game(table.pk, command_by(people[0], table))
        with django_assert_num_queries(6):
            client.get(table.get_absolute_url())
        Hand.objects.update(ended_at="2026-01-01T00:00Z")
        Game.objects.update(ended_at="2026-01-01T00:00Z", winners=[0])
        assert Game.objects.count() == game
