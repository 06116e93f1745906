"""Whole games: the deal goes round, the score grows, the game ends for whom it should."""

import pytest

from games.engine.choices import Direction, MisdealClaim, Sides
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.game_end import EndReason
from games.engine.notation import action_from, game_from, game_text
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.scoring import Result
from games.engine.shuffle import deck_of, seed_from_number
from tests.games.engine.setting import act, dealt, find, finished, game_after

HEARTS = {0: "JH JD AH KH QH"}


def deck(rules, number=1):
    return deck_of(rules, seed_from_number(number))


def test_the_deal_goes_round_to_the_left_or_the_right():
    for direction, dealers in ((Direction.LEFT, [0, 1, 2, 3, 0]), (Direction.RIGHT, [0, 3, 2, 1, 0])):
        game = game_after(HouseRules(direction=direction, number_of_hands=9), (0, 0), 5)
        assert [hand.dealer for hand in game.hands] == dealers


def test_a_misdeal_is_dealt_again_by_the_same_dealer_and_is_no_hand():
    rules = HouseRules(misdeal_claim=MisdealClaim.EITHER)
    hand = find(rules, lambda hand: hand.result.result is Result.MISDEAL)
    game = Game(rules, hand.dealer, (0, 0), (hand,))
    assert (game.dealer, game.hands_played, game.points) == (hand.dealer, 0, (0, 0))


def test_a_passed_hand_counts_and_the_deal_passes_on():
    game = Game.new(HouseRules()).deal(deck(HouseRules()))
    for _ in range(8):
        game = game.apply(action_from("pass"))
    assert (game.dealer, game.hands_played, game.points) == (1, 1, (0, 0))
    assert game.results[0].result is Result.PASSED


def test_dealing_and_acting_have_their_time():
    game = Game.new(HouseRules())
    with pytest.raises(RuleError, match="Deal one first"):
        game.apply(action_from("pass"))
    game = game.deal(deck(HouseRules()))
    assert game.outcome is None
    assert game.dealer == 0
    with pytest.raises(RuleError, match="when this one is over"):
        game.deal(deck(HouseRules()))
    over = Game.new(HouseRules(), start=(10, 3))
    with pytest.raises(RuleError, match="The game is over"):
        over.deal(deck(HouseRules()))


def test_the_winner_and_the_reason():
    march = finished(act(dealt(HouseRules(), HEARTS, "9H"), "order", "discard 9H"))
    game = Game(HouseRules(), 3, (9, 9), (march,))
    assert game.points == (11, 9)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((0,), EndReason.TARGET)
    assert not game.outcome.is_shared


def test_two_solo_players_can_share_the_win():
    rules = HouseRules(players=3, sides=Sides.SOLO, go_alone=False)
    euchre = find(rules, lambda hand: hand.result.result is Result.EUCHRE and hand.result.maker == 0)
    both = Game(rules, euchre.dealer, (3, 8, 8), (euchre,)).outcome
    assert both is not None
    assert both.winners == (1, 2)
    assert both.is_shared
    higher = Game(rules, euchre.dealer, (3, 9, 8), (euchre,)).outcome
    assert higher is not None
    assert higher.winners == (1,)


def test_an_agreed_number_of_hands_ends_the_game():
    game = game_after(PRESETS["progressive_night"], (0, 0), 8)
    assert game.outcome is not None
    assert game.outcome.reason is EndReason.HANDS
    assert sum(game.points) >= 8


def test_the_caller_of_a_loner_may_get_one_more():
    rules = HouseRules(loner_bonus=True)
    hand = finished(act(dealt(rules, HEARTS, "9H"), "order alone", "discard 9H"))
    assert (hand.result.points, hand.result.seat_points) == ((4, 0), (5, 0, 4, 0))
    assert Game(rules, 3, (0, 0), (hand,)).seat_points == (5, 0, 4, 0)
    assert Game.new(rules).seat_points == (0, 0, 0, 0)


def test_a_start_that_does_not_fit_is_refused():
    with pytest.raises(RuleError, match="This game has 2 sides, not 3"):
        Game.new(HouseRules(), start=(0, 0, 0))
    with pytest.raises(RuleError, match="There’s no seat 4"):
        Game.new(HouseRules(), 4)


def test_complete_games_go_to_text_and_back():
    game = game_after(HouseRules(stick_the_dealer=True, play_to=25), (1, 2), 3).deal(deck(HouseRules(), 9))
    assert game_from(game_text(game)) == game
    assert game_from(game_text(game).replace("\n", "\r\n")) == game


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("euchre 1", "bridge", "A game must begin with the line 'euchre 1'"),
        ("rules", "law", "isn’t a rules line"),
        ("rules", "rules x", "isn’t a rules line"),
        ("rules", "rules joker=maybe", "joker=maybe isn’t possible"),
        ("start", "begin", "isn’t a start"),
        ("start 0", "start x", "isn’t a start"),
        ("deal 0", "deal x", "isn’t a deal"),
        (
            "deal 0",
            "deal 1",
            "Line 4: the dealer is seat 1, but it’s seat 0’s turn to deal. Correct this line or one above.",
        ),
        ("deal 0 |", "deal 0 | 9C |", "isn’t a deal"),
        ("\npass", "\npas", "'pas' isn’t an action"),
        ("\npass", "\nplay JO", "isn’t possible now"),
    ],
)
def test_text_that_is_no_game_is_refused(old, new, words):
    game = Game.new(HouseRules()).deal(deck(HouseRules())).apply(action_from("pass"))
    with pytest.raises(RuleError, match=words):
        game_from(game_text(game).replace(old, new, 1))
