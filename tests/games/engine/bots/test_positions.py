"""The positions of `positions.py`, each tried on bots; bidding on bots of every strength."""

from collections import Counter
from random import Random

import pytest

from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import STRENGTHS, STRONG
from games.engine.cards import ORDERS
from games.engine.phases import Phase
from games.engine.view import view_for
from tests.games.engine.bots.positions import AT_THE_SCORE, BIDS, PLAYS

EVERY = [*BIDS, *PLAYS, *AT_THE_SCORE]
SEEDS = 8
OFTEN = {"beginner": 5, "casual": 5, "strong": 6, "expert": 6}
"""Of eight tries, each on other deals that the bot imagines, how many must be right."""


def answer(case, strength, seed):
    """What a bot does, as text."""
    hand = case.hand()
    assert hand.turn == case.seat
    return str(PlayoutBot(strength, case.score).choose(view_for(hand, case.seat), Random(seed).random))


def named(cases):
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def test_there_are_enough_and_each_is_another_one():
    assert len(EVERY) >= 40
    assert len({case.name for case in EVERY}) == len(EVERY)
    assert all(case.why for case in EVERY)


@named(EVERY)
def test_a_strong_bot_does_what_is_right(case):
    assert answer(case, STRONG, 2) in case.answers, case.why


@pytest.mark.slow
@named(PLAYS)
def test_whatever_deals_it_imagines_it_plays_the_right_card(case):
    said = Counter(answer(case, STRONG, seed) for seed in range(SEEDS))
    assert sum(said[each] for each in case.answers) >= OFTEN["strong"], (case.why, said)


@pytest.mark.slow
@pytest.mark.parametrize("strength", STRENGTHS)
@named(BIDS)
def test_bots_of_every_strength_bid_right(case, strength):
    said = Counter(answer(case, STRENGTHS[strength], seed) for seed in range(SEEDS))
    assert sum(said[each] for each in case.answers) >= OFTEN[strength], (case.why, said)


@pytest.mark.slow
@pytest.mark.parametrize("strength", ["strong", "expert"])
@named(AT_THE_SCORE)
def test_bots_that_weigh_enough_deals_bid_to_the_score(case, strength):
    """Such calls are worth a few hundredths of a game: weaker bots weigh too few deals to tell."""
    said = Counter(answer(case, STRENGTHS[strength], seed) for seed in range(SEEDS))
    assert sum(said[each] for each in case.answers) >= OFTEN[strength], (case.why, said)


def is_bare(case):
    """Whether somebody who does not deal is asked in the first round and holds no trump."""
    at = case.hand().position
    return (
        at.phase == Phase.ORDER and case.seat != case.dealer and not at.cards[case.seat] & ORDERS[at.turned % 4].trumps
    )


@pytest.mark.parametrize("strength", STRENGTHS)
def test_ordering_without_a_trump_is_not_even_tried(strength):
    bare = [case for case in (*BIDS, *AT_THE_SCORE) if is_bare(case)]
    assert len(bare) >= 5
    for case in bare:
        for score in (None, (9, 9), (9, 6)):
            tried = PlayoutBot(STRENGTHS[strength], score).weigh(view_for(case.hand(), case.seat), Random(1).random)
            assert [str(each.action) for each in tried] == ["pass"], case.name
