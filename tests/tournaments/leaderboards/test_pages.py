"""Leaderboards and players' pages: what everyone reads, what a hidden name is, and how many queries a page makes."""

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player
from games.encryption import number_for
from games.engine.presets import SETS
from games.house_rules.presets import BUILT_IN
from tests.cast import make_user
from tests.games.tables.cast import finished_game
from tests.kept import kept
from tests.markup import squeezed
from tests.sizes import sample
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Membership
from tournaments.clubs.public_names import NUMBERS
from tournaments.rewards import queue
from tournaments.rewards.counting import count_games
from tournaments.rewards.models import Board, RewardJob

# Page → queries of a visitor.
COUNTS = {
    "leaderboards": 3,
    "club_leaderboards": 7,
    "club_leaderboards by winners": 5,
    "club_leaderboards of a night": 6,
    "players": 1,
    "player": 18,  # one for the ranks of the nights
    "compare_players": 10,
}


def played_hall() -> Hall:
    hall = play_hall(games=24)
    queue.run_all()
    return hall


hall = kept(played_hall)


def pages(hall: Hall) -> dict[str, str]:
    club = reverse("club_leaderboards", args=[hall.club.slug])
    one, two = (player.pk for player in hall.people[:2])
    return {
        "leaderboards": reverse("leaderboards"),
        "club_leaderboards": club,
        "club_leaderboards by winners": f"{club}?by=winners",
        "club_leaderboards of a night": f"{club}?by=rate&span=night",
        "players": f"{reverse('players')}?name=pla",
        "player": reverse("player", args=[one]),
        "compare_players": f"{reverse('compare_players')}?one={one}&two={two}",
    }


def asked_by(path: str, client: Client) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


@pytest.mark.slow
@pytest.mark.parametrize("more", sample(0, of=(0, 40)))
def test_they_ask_as_many_questions_as_the_table_says(hall: Hall, more: int) -> None:
    chance = Random(9)
    for _ in range(more):
        hall.play(chance)
    queue.run_all()
    assert {name: asked_by(path, visitor()) for name, path in pages(hall).items()} == COUNTS


@pytest.mark.slow
def test_whatever_the_address_says_it_is_a_page(hall: Hall) -> None:
    club = pages(hall)["club_leaderboards"]
    for asked in (
        "by=nonsense",
        "span=x&page=-1",
        "page=999999999",
        "table=x",
        "venue=99999999999999",
        "rules='--",
        "by=rating&variant=x",
        "span=custom&first=2026-13-77&last=0001-01-01",
        "span=custom&last=9999-12-31",
        "where=online&event=5",
        "by=rate&page=3",
    ):
        assert visitor().get(f"{club}?{asked}").status_code == 200, asked
    assert visitor().get(f"{reverse('leaderboards')}?games=bots&by=rating").status_code == 200
    assert visitor().get(f"{reverse('players')}?name=%25_a").status_code == 200
    assert visitor().get(reverse("compare_players")).status_code == 404
    assert visitor().get(reverse("player", args=[10**9])).status_code == 404


def body_by(order: str) -> str:
    return Client().get(f"/leaderboards/?by={order}").content.decode()


def test_who_won_most_stands_beside_the_share_that_decides_among_equals(hall: Hall) -> None:
    heads = {
        order: re.findall(
            r'<th scope="col".*?</th>', squeezed(Client().get(f"/leaderboards/?by={order}").content.decode())
        )
        for order in ("winners", "points", "marches")
    }
    assert {order: [re.sub(r"<.*?>", "", head) for head in found] for order, found in heads.items()} == {
        order: ["Rank", "Player", "Won", "Games", "Win rate", "Points", "Loners" if order != "marches" else "Marches"]
        for order in heads
    }
    by = {
        order: [re.sub(r"<.*?>", "", head) for head in found if "aria-sort" in head] for order, found in heads.items()
    }
    assert by == {"winners": ["Won"], "points": ["Points"], "marches": ["Marches"]}
    on_phones = {
        order: [re.sub(r"<.*?>", "", head) for head in found if "wide" not in head] for order, found in heads.items()
    }
    assert on_phones == {
        "winners": ["Rank", "Player", "Won", "Win rate"],
        "points": ["Rank", "Player", "Won", "Points"],
        "marches": ["Rank", "Player", "Won", "Marches"],
    }


def test_the_filters_lead_to_everywhere_and_back_to_the_club(hall: Hall) -> None:
    club = pages(hall)["club_leaderboards"]
    everywhere = f"/leaderboards/?club={hall.club.slug}&games="
    assert f'<option value="club">{hall.club.name}</option>' in squeezed(visitor().get(everywhere).content.decode())
    back = visitor().get(f"{everywhere}club&by=rate&span=night")
    assert (back.status_code, back["Location"]) == (302, f"{club}?by=rate&span=night")
    assert visitor().get("/leaderboards/?club=nowhere&games=club").status_code == 200


def test_a_page_hears_that_its_board_changed(hall: Hall) -> None:
    """Of all clubs, of one, and of games not played yet; a missing club has no topic."""
    own = str(hall.club.pk)
    for path, topic in (("leaderboards", "board:all"), ("club_leaderboards", f"board:{own}")):
        version = Board.objects.get(pk=topic.removeprefix("board:")).version
        page = visitor().get(pages(hall)[path]).content.decode()
        assert f'data-live-topic="{topic}" data-live-version="{version}"' in squeezed(page)
        heard = visitor().get(f"/live/?topic={topic}&poll=1")
        assert heard.json()["versions"] == {topic: version}
    assert visitor().get("/live/?topic=board:bots&poll=1").json()["versions"] == {"board:bots": 0}
    for nowhere in ("999999", "everybody"):
        assert visitor().get(f"/live/?topic=board:{nowhere}&poll=1").status_code == 404


@pytest.mark.slow
def test_a_hidden_name_is_read_by_the_same_club_only(hall: Hall) -> None:
    mia, owner = make_user("Mia"), hall.club.memberships.get(role="owner").player
    secret = hall.people[0]
    Player.objects.filter(pk=secret.pk).update(name="Greta Garbo", hides_name=True)
    Membership.objects.create(club=hall.club, player=secret)
    Membership.objects.create(club=hall.club, player=mia.player)
    sam = log_in(make_user("Sam"))
    for path in pages(hall).values():
        assert "Garbo" not in text_of(visitor().get(path))
        assert "Garbo" not in text_of(sam.get(path))
        assert reverse("player", args=[secret.pk]) not in sam.get(path).content.decode()
    address = reverse("leaderboards")
    assert f"Player #{number_for(NUMBERS, secret.pk)}" in text_of(sam.get(address))
    assert reverse("player", args=[secret.pk]) in log_in(mia).get(address).content.decode()
    assert "No one found" in text_of(visitor().get(f"{reverse('players')}?name=garbo"))
    for user in (mia, owner.user):
        assert "Greta Garbo" in text_of(log_in(user).get(f"{reverse('players')}?name=garbo"))
        assert "Greta Garbo" in text_of(log_in(user).get(reverse("leaderboards")))


def test_a_player_hides_the_name_once_and_boards_hear_of_it(hall: Hall) -> None:
    user = make_user("Greta")
    Player.objects.filter(user=user).update(user=None)
    player = hall.people[0]
    Player.objects.filter(pk=player.pk).update(user=user)
    Membership.objects.create(club=hall.club, player=player)
    before = Board.objects.get(scope="all").version
    client, body = log_in(user), form(hidden="1")
    for _ in range(2):
        assert client.post(reverse("hide_name", args=[player.pk]), body).status_code == 302
    player.refresh_from_db()
    assert player.hides_name
    assert Board.objects.get(scope="all").version > before
    assert AuditLogEntry.objects.filter(action="hide_name").count() == 1
    assert client.post(reverse("hide_name", args=[hall.people[1].pk]), form(hidden="1")).status_code == 403


def test_a_pool_that_is_due_says_so(hall: Hall) -> None:
    hall.play(Random(1))
    assert RewardJob.objects.filter(kind="rating").exists()
    for name, rating in (("club_leaderboards", "ratings"), ("player", "this rating")):
        assert f"We’re recalculating {rating} because" in text_of(visitor().get(pages(hall)[name]))


def test_the_curve_has_a_table_beside_it(hall: Hall) -> None:
    page = visitor().get(pages(hall)["player"])
    assert "<svg" in page.content.decode()
    assert "View as a table Game date" in text_of(page).replace("Player 1 ", "")


@pytest.mark.slow
def test_a_player_of_a_friendly_game_finds_its_replay(db: None) -> None:
    olga = make_user("Olga").player
    game = finished_game()
    count_games()
    queue.run_all()
    page, replay = reverse("player", args=[olga.pk]), reverse("replay", args=[game.table.code, game.number])
    assert replay in log_in(olga.user).get(page).content.decode()
    said = visitor().get(page).content.decode()
    assert "Friendly game online" in said
    assert replay not in said


def test_house_rules_have_the_names_under_which_tables_are_opened(hall: Hall) -> None:
    board = text_of(Client().get(reverse("leaderboards")))
    table = text_of(Client().get(reverse("new_table")))
    for name in SETS:
        assert BUILT_IN[name] in board
        assert BUILT_IN[name] in table
