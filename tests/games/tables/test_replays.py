"""A finished game looked back at; a hand that is being played is no part of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.tables import play
from games.tables.models import Game, Hand
from games.tables.replays import GameReplay
from tests.games.tables.cast import command_by, finish_hand, finished_game, table_for

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b(?:ace|king|queen|jack|ten|nine) of (?:clubs|diamonds|hearts|spades)\b")


def page_of(game: Game, query: str = "") -> str:
    address = reverse("replay", args=[game.table.code, game.number])
    answer = Client().get(address + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_hand_step_by_step_from_the_deal_to_its_end() -> None:
    game = finished_game()
    row = game.hands.get()
    replay = GameReplay(game)
    deal = replay.hand(1, 0)
    assert deal
    assert (deal.step, deal.back, deal.forward) == (0, None, 1)
    assert [len(chair.cards) for chair in deal.chairs] == [5] * 4
    assert re.search(r" dealt\. The upcard is the \w+ of \w+\.$", deal.narration)
    taken = 0
    for step in range(1, deal.last + 1):
        now = replay.hand(1, step)
        assert now
        assert now.lines[-1].step == step
        assert now.lines[-1].text in now.narration
        taken += "takes the trick." in now.narration
    end = replay.hand(1, 999)
    assert end
    assert (end.step, end.forward, taken) == (deal.last, None, 5)
    assert end.result == play.state_of(row).result
    assert sum(chair.tricks for chair in end.chairs) == 5
    assert len([chair for chair in end.chairs if chair.took]) == 1


def test_the_list_of_hands_adds_up() -> None:
    table, people = table_for()
    game = play.start_game(table.pk, command_by(people[0], table))
    for _ in range(3):
        finish_hand(table)
        play.deal_hand(table, game)
    game.refresh_from_db()
    lines = GameReplay(game).lines
    assert [line.number for line in lines] == [1, 2, 3]
    assert list(lines[-1].totals) == game.points
    assert GameReplay(game).status.startswith("In progress")


@pytest.mark.parametrize("winner", [0, 1])
def test_the_winners_points_come_first(winner: int) -> None:
    game = finished_game()
    game.points, game.winners = [[10, 6], [6, 10]][winner], [winner]
    assert GameReplay(game).status == f"{['Olga & Quinn', 'Pam & Rosa'][winner]} won, 10–6."


def test_the_hand_that_is_being_played_stays_hidden() -> None:
    table, people = table_for()
    game = play.start_game(table.pk, command_by(people[0], table))
    assert CARD.findall(page_of(game)) == []
    assert "No finished hands yet" in page_of(game)
    over = finish_hand(table)
    running = play.deal_hand(table, game)
    for query in ("", "?hand=2", "?hand=2&step=3"):
        shown = page_of(game, query)
        assert "Hand 1" in shown
        assert "Hand 2" not in shown
    for name in ("game_deals", "verify_game", "game_egn"):
        text = Client().get(reverse(name, args=[table.code, 1])).content.decode()
        assert running.seed not in text
        assert running.seal not in text
    assert over.seed in Client().get(reverse("verify_game", args=[table.code, 1])).content.decode()


def test_what_the_site_did_for_a_player_is_marked() -> None:
    game = finished_game()
    Hand.objects.update(stand_ins=[1])
    assert "The site did this for the player." in page_of(game, "?step=1")
    assert "(by the site, for the player)" in page_of(game, "?step=2")
    assert "The site did this" not in page_of(game, "?step=2")


def test_steps_are_links_and_odd_numbers_do_no_harm() -> None:
    game = finished_game()
    page = page_of(game, "?hand=1&step=3")
    for step, name in ((0, "first"), (2, "back"), (4, "forward")):
        assert f'data-step="{name}"' in page
        assert f"?hand=1&amp;step={step}" in page
    for query in ("?hand=x&step=-1", "?hand=99999999999&step=99999999999", "?step=²"):
        assert "Step 0" in page_of(game, query)
    assert Client().get(reverse("replay", args=[game.table.code, 2])).status_code == 404


def test_a_game_that_was_broken_off_says_so() -> None:
    game = finished_game()
    Game.objects.update(broken_off_at=game.ended_at, ended_at=None, winners=[])
    assert "stopped at" in page_of(game)
    assert "stopped at" in Client().get(reverse("table_games", args=[game.table.code])).content.decode()


@pytest.mark.slow
def test_the_list_of_games_asks_as_many_questions_however_long_it_is(django_assert_num_queries) -> None:
    game = finished_game()
    client, address = Client(), reverse("table_games", args=[game.table.code])
    for games in (1, 2):
        with django_assert_num_queries(5):
            answer = client.get(address)
        assert len(answer.context["games"]) == games
        play.begin_game(game.table)
        finish_hand(game.table)
