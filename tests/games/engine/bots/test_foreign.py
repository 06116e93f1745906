"""Strategies of others for the duel table (benchmarks/duels): they play by the rules, and do what their papers say."""

from random import Random

import pytest

from benchmarks.bots.duel import RULES, RandomBot, play
from benchmarks.duels.matches import play_match_twice, won_by_even
from benchmarks.duels.monte_carlo import MonteCarlo
from benchmarks.duels.probe import RANGES, OtherRuleBot
from benchmarks.duels.regrets import BY_ONESELF, Bidding, RegretBot, features, key_of, matched, worths_of
from games.engine.actions import Verb
from games.engine.bots import calling
from games.engine.bots.rule_bot import RuleBot
from games.engine.cards import Suit, card_from, mask_of
from games.engine.choices import AloneSaid
from games.engine.view import view_for
from tests.games.engine.setting import dealt
from tests.sizes import size

SURE = {0: "9C TC 9D TD 9S", 1: "JH JD AH KH QH", 2: "QC KC QD KD QS", 3: "AC AD AS KS JC"}


def held(cards: str) -> int:
    return mask_of(card_from(card).kind for card in cards.split())


def test_monte_carlo_orders_and_plays_a_hand_that_takes_all_tricks():
    bot, chance = MonteCarlo(6), Random(1).random
    hand = dealt(RULES, SURE, "TH", dealer=0)
    action = bot.choose(view_for(hand, 1), chance)
    assert action.verb is Verb.ORDER
    hand = hand.apply(action)
    hand = hand.apply(next(iter(hand.legal_actions)))
    assert RULES.alone_said is AloneSaid.AFTER_DISCARD
    assert bot.choose(view_for(hand, 1), chance).verb is Verb.ALONE


def test_it_sees_no_hidden_card():
    """The same view, the same chances, the same choice, wherever the other cards lie."""
    swapped = {**SURE, 2: SURE[3], 3: SURE[2]}
    chosen = {
        MonteCarlo(4).choose(view_for(dealt(RULES, cards, "TH", dealer=0), 1), Random(5).random)
        for cards in (SURE, swapped)
    }
    assert len(chosen) == 1


def test_choices_are_taken_in_proportion_to_their_regret():
    assert matched([3.0, 1.0, -5.0]) == [0.75, 0.25, 0.0]
    assert matched([-1.0, -2.0, 0.0]) == [1.0, 0.0, 0.0]


def test_a_hand_is_known_by_its_suit_alone():
    """Trumps, right, left, aces beside them, a suit missing: the same for each suit."""
    assert features(held("JH JD AH 9S AC"), Suit.HEARTS) == (3, 1, 1, 1, 1)
    assert features(held("JS JC AS 9H AD"), Suit.SPADES) == (3, 1, 1, 1, 1)
    assert features(held("9H TH 9S TC QD"), Suit.HEARTS) == (2, 0, 0, 0, 0)


def test_regret_learns_what_a_deal_is_worth_to_each_seat():
    """Of one deal again and again: the sure hand makes it alone, and where it doesn't speak first, others may."""
    bidding, at = Bidding(), dealt(RULES, SURE, "TH", dealer=0).position
    worths = worths_of(at)
    assert worths[1, Suit.HEARTS, True] == -4
    assert worths[1, Suit.HEARTS, False] == -2
    for _ in range(200):
        value = bidding.walk(at, worths, 0, [1.0] * 4)
    assert value == -4
    taken = bidding.taken[key_of(at, 1, 0, Suit.HEARTS)]
    assert taken[BY_ONESELF] > 0.95 * sum(taken)


@pytest.mark.slow
def test_all_play_whole_hands_by_the_rules():
    bots = [RegretBot(20, 1), MonteCarlo(2)]
    for number in range(size(4, 100)):
        for bot in bots:
            assert play(bot, RandomBot(), number, None).result is not None


def test_a_bot_against_itself_wins_half_of_each_match():
    def rule(score):
        return RuleBot()

    for number in range(size(3, 50)):
        assert play_match_twice(rule, rule, number) == 0.5
    assert {won_by_even(rule, rule, number) for number in range(12)} == {0, 1}


def test_matches_tell_the_score_by_side():
    told = []

    def rule(score):
        told.append(score)
        return RuleBot()

    won_by_even(rule, rule, 1)
    assert told[0] == told[1] == (0, 0)
    assert max(max(score) for score in told) < RULES.play_to


def test_other_thresholds_hold_only_while_their_bot_thinks():
    before = {each: getattr(*each) for each in RANGES}
    timid = OtherRuleBot({(calling, "CALL_AT"): 99.0, (calling, "AGAINST_AT"): 99.0})
    hand = dealt(RULES, SURE, "TH", dealer=0)
    assert timid.choose(view_for(hand, 1), Random(1).random).verb is Verb.PASS
    assert RuleBot().choose(view_for(hand, 1), Random(1).random).verb is Verb.ORDER
    assert {each: getattr(*each) for each in RANGES} == before
