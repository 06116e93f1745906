"""`python -m games.engine analyze`: whole files, both ways to weigh apart and under their names."""

import pytest

from games.engine.analysis.par import Par
from games.engine.analysis.report import par_text
from games.engine.cards import Strain
from games.engine.game import Game
from games.engine.notation import game_text
from games.engine.rules import HouseRules
from games.engine.scoring import Loner
from games.engine.shuffle import deck_of, seed_from_number
from tests.games.engine.golden import DATA
from tests.games.engine.test_commands import run
from tests.sizes import size

EGN = DATA / "egn"
NAMES = ("North", "East", "South", "West")


@pytest.fixture
def short_game(tmp_path):
    """Two hands of three tricks in our own notation, the third not over."""
    rules = HouseRules(cards_each=3)
    game = Game.new(rules)
    for number in range(3):
        game = game.deal(deck_of(rules, seed_from_number(number)))
        while game.hand is not None and (number < 2 or len(game.hand.history) < 9):
            game = game.apply(next(iter(game.hand.legal_actions)) if number else action_from_last(game.hand))
    file = tmp_path / "game.txt"
    file.write_text(game_text(game))
    return file


def action_from_last(hand):
    return tuple(hand.legal_actions)[-1]


def test_our_own_games_are_reviewed(short_game):
    code, text = run("analyse", str(short_game), "--deals", "3", "--solver", "plain")
    lines = text.splitlines()
    assert code == 0
    assert [line.partition(":")[0] for line in lines[:2]] == ["Game 1, deal 1", "Game 1, deal 2"]
    assert all(". Par: " in line and ". Lost with open cards: " in line for line in lines[:2])
    openly = lines.index("With open cards (hindsight: everyone sees every card)")
    known = lines.index("As known (estimates: what each player had seen and heard)")
    assert openly < known
    assert [line.split(":")[0].strip() for line in lines[openly + 1 : openly + 5]] == [f"Seat {n}" for n in range(4)]
    assert all(line.endswith("points in clear losses") for line in lines[known + 1 : known + 5])
    assert "±" not in "".join(lines[:known])
    assert (code, text) == run("analyze", str(short_game), "--deals", "3", "--solver", "plain")


def test_the_solver_and_the_seed_are_chosen(short_game):
    plain = run("analyze", str(short_game), "--deals", "2", "--seed", "3", "--solver", "plain")
    assert plain == run("analyze", str(short_game), "--deals", "2", "--seed", "3")
    assert run("analyze", str(short_game), "--deals", "1")[0] == 2


@pytest.mark.slow
def test_a_game_of_another_program_is_reviewed():
    code, text = run("analyze", str(EGN / "Custom_Scenario.egn"), "--deals", "4")
    assert code == 0
    assert text.startswith("Game 1, deal 1: ")
    dearest = [line for line in text.splitlines() if line.startswith("  1. game 1, deal ")]
    assert len(dearest) in (1, 2)


@pytest.mark.slow
@pytest.mark.skipif(size(1, 0) == 1, reason="with SOAK=1: minutes without the kernel")
def test_the_whole_match_is_reviewed():
    code, text = run("analyze", str(EGN / "MotE_W5_Match.emn"), "--deals", "10")
    assert code == 0
    assert text.count(". Par: ") == 73
    places = [line for line in text.splitlines() if line.startswith(("  1. ", "  2. ", "  3. "))]
    assert len(places) == 6


@pytest.mark.parametrize(
    ("par", "said"),
    [
        (None, "too many tricks to work out"),
        (Par((0, 0), None, None, Loner.NO, 0, None, 0, ()), "0 / 0, all pass"),
        (Par((1, 0), 2, Strain.HEARTS, Loner.NO, 0, None, 3, ()), "1 / 0, South hearts, makers take 3"),
        (
            Par((0, 4), 1, Strain.CLUBS, Loner.ALONE, 0, 2, 5, ()),
            "0 / 4, East clubs alone, South defends alone, makers take 5",
        ),
        (Par((4, 2), 0, Strain.SPADES, Loner.NO, 4, None, 4, ()), "4 / 2, North 4 in spades, makers take 4"),
        (
            Par((9, 0), 0, Strain.LOW, Loner.CALL_1, 6, None, 6, ()),
            "9 / 0, North 6 in low no trump (call_1), makers take 6",
        ),
    ],
)
def test_par_in_words(par, said):
    assert par_text(par, NAMES) == said
