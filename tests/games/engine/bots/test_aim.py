"""What points are worth: by themselves, and by the chance to win the game."""

import json
from random import Random

import pytest

from benchmarks.bots.chances import LONGEST, table
from games.engine.bots.aim import CHANCES, ForPoints, ForTheGame, aim_at, chance_to_win, chances
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import Strength
from games.engine.choices import Sides, Variant
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.engine.view import view_for
from tests.games.engine.bots.tables import bot_states

CLASSIC = HouseRules()


def test_the_table_follows_from_what_it_counted():
    told = json.loads(CHANCES.read_text())
    assert told["source"].startswith("python -m benchmarks bots --chances")
    total = sum(told["outcomes"].values())
    shares = {tuple(map(int, name.split("-"))): number / total for name, number in told["outcomes"].items()}
    for stored, computed in zip(told["chances"], table(shares), strict=True):
        assert stored == pytest.approx(computed, abs=1e-4)


def test_the_chances_are_those_of_games_played_out():
    """The same outcomes drawn at random, hand after hand, until somebody has won: six thousand games from 7-8."""
    told = json.loads(CHANCES.read_text())["outcomes"]
    outcomes = [tuple(map(int, name.split("-"))) for name in told]
    rng, won, games = Random(5), 0, 6000
    for _ in range(games):
        needs, dealing = [3, 2], 0
        while min(needs) > 0:
            dealers, others = rng.choices(outcomes, list(told.values()))[0]
            needs[dealing] -= dealers
            needs[1 - dealing] -= others
            dealing = 1 - dealing
        won += needs[0] <= 0
    assert won / games == pytest.approx(chance_to_win(3, 2), abs=0.025)


def test_more_points_are_better_and_the_deal_is_an_advantage():
    for own in range(1, LONGEST + 1):
        row = [chance_to_win(own, other) for other in range(1, LONGEST + 1)]
        assert row == sorted(row)
        assert chance_to_win(own, own) > 0.5
    assert chance_to_win(0, 3) == 1
    assert chance_to_win(3, 0) == 0
    assert len(chances()) == LONGEST == 25, "no game of Classic Euchre is longer"


def test_a_point_at_the_start_is_worth_one():
    aim = ForTheGame((10, 10), 10)
    ahead, behind = (aim.value(points, 0, 1) for points in ((1, 0), (0, 1)))
    assert (ahead - behind) / 2 == pytest.approx(1, abs=0.1)
    assert aim.value((2, 0), 1, 0) == pytest.approx(-aim.value((2, 0), 0, 0))


def test_the_last_point_is_worth_the_game():
    aim = ForTheGame((1, 1), 10)
    assert aim.value((1, 0), 0, 1) == aim.value((4, 0), 0, 1) == -aim.value((0, 1), 0, 1)
    assert aim.is_late
    assert not ForTheGame((5, 6), 10).is_late


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(variant=Variant.BID, cards_each=6),
        HouseRules(players=3, sides=Sides.SOLO, go_alone=False),
        HouseRules(number_of_hands=8),
        HouseRules(win_by_two=True),
    ],
)
def test_where_the_table_does_not_fit_bots_play_for_points(rules):
    setup = setup_of(rules)
    assert isinstance(aim_at(setup, (0,) * setup.side_count), ForPoints)


def test_a_bot_that_is_told_no_score_plays_for_points():
    assert isinstance(aim_at(setup_of(CLASSIC), None), ForPoints)
    assert isinstance(aim_at(setup_of(CLASSIC), (9, 9)), ForTheGame)


def test_at_any_score_it_answers_with_a_legal_action():
    bot = PlayoutBot(Strength(worlds=2, calls=2), (9, 8))
    for hand in list(bot_states(CLASSIC, 3, bot))[:-1]:
        view = view_for(hand, hand.turn)
        assert bot.choose(view, Random(1).random) in list(view.legal)
