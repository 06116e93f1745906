"""Estimates: unbiased against all deals that fit, true of real deals, the same again, and blind to hidden cards."""

from itertools import combinations
from math import inf, sqrt
from random import Random
from statistics import fmean, pstdev

import pytest

from games.engine.analysis.as_known import DEALS, mean_and_error, outcome, review_as_known, weigh
from games.engine.analysis.fitting import FittingDeals
from games.engine.analysis.solvers import PlainSolver
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.choices import Deck, Sides, Variant
from games.engine.errors import RuleError
from games.engine.hand import LEGAL, OVER, PLAY, Hand, do
from games.engine.rules import HouseRules
from games.engine.view import view_for
from tests.games.engine.analysis import slow
from tests.games.engine.setting import act, dealt
from tests.games.engine.setting import finished as by_first_action
from tests.sizes import sample, size

FEW_CARDS = HouseRules(variant=Variant.BID, deck=Deck.JACK, cards_each=4, minimum_bid=2)
THREE_TRICKS = HouseRules(cards_each=3)
TRIALS, MOST_DEALS = size(12, 10_000), 300


def every_deal(drawn):
    """All deals that fit what was seen, by every way to part each group of cards."""
    return [drawn.world(placed) for placed in placings(drawn.groups, [[] for _ in drawn.places], drawn.rooms)]


def placings(groups, placed, rooms):
    if not groups:
        yield [list(kinds) for kinds in placed]
        return
    (where, kinds), *others = groups
    if not kinds:
        yield from placings(others, placed, rooms)
        return
    place, *rest = where
    room = rooms[place] - len(placed[place])
    for number in range(len(kinds) + 1 if rest else 0, -1, -1) if rest else [len(kinds)]:
        if number > room or number > len(kinds):
            continue
        for own in combinations(kinds, number):
            left = [kind for kind in kinds if kind not in own]
            if left and not rest:
                continue
            now = [[*there, *own] if index == place else there for index, there in enumerate(placed)]
            yield from placings([(tuple(rest), left), *others], now, rooms)


def trial(number):
    """A card late in a hand that was bid by the rules of thumb; None when there is no choice or too much to try."""
    rng, at = Random(number), slow.deal(FEW_CARDS, number)
    plays = 4 + number % 7
    while at.phase != OVER and (at.phase != PLAY or plays):
        plays -= at.phase == PLAY
        do(at, choose(at) if at.phase != PLAY else rng.choice(LEGAL[PLAY](at)))
    return at if at.phase == PLAY and len(LEGAL[PLAY](at)) > 1 else None


@pytest.mark.slow
def test_estimates_are_unbiased_and_inside_their_intervals(record_property):
    """Against the mean over every deal that fits, each tried to its last card by the slow solver."""
    scores, inside, done, number = [], 0, 0, 0
    while done < TRIALS:
        number += 1
        at = trial(number)
        if at is None:
            continue
        view = view_for(Hand(at), at.turn)
        drawn = FittingDeals(recall(view))
        if drawn.count(0, drawn.rooms) > MOST_DEALS:
            continue
        choices, deals, misfits = weigh(view, number, DEALS, PlainSolver)
        fits = [deal for deal in every_deal(drawn) if drawn.misfits(deal) <= misfits]
        code = LEGAL[PLAY](at)[number % len(choices)]
        choice = next(choice for choice in choices if choice.action.code == code)
        worths = [slowly(deal, code) for deal in fits]
        spread = pstdev(worths) / sqrt(deals)
        done += 1
        record_property("estimates against all deals that fit", 1)
        if not spread:
            assert choice.worth == pytest.approx(fmean(worths))
            continue
        scores.append((choice.worth - fmean(worths)) / spread)
        inside += abs(scores[-1]) <= 1.96
    assert len(scores) > TRIALS / 5
    assert abs(sum(scores)) / sqrt(len(scores)) < 4
    assert abs(inside / len(scores) - 0.95) < 0.02 + 4 * sqrt(0.95 * 0.05 / len(scores))


def slowly(deal, code):
    """Points ahead of the side that acts, card by card."""
    after = slow.after(deal, code)
    worth = slow.scored(after, slow.tricks(after))
    return -worth if deal.setup.sides[deal.turn] else worth


@pytest.mark.slow
def test_in_real_deals_choices_come_to_what_was_expected(record_property):
    """Deals as they come, bid by the rules of thumb up to some decision: on average a choice comes to its estimate."""
    differences = []
    for number in range(size(60, 10_000)):
        at, calls = slow.deal(THREE_TRICKS, number), number % 8
        while calls and at.phase < 3:
            do(at, choose(at))
            calls -= 1
        if at.phase >= 3:
            continue
        codes = LEGAL[at.phase](at)
        code = codes[number // 8 % len(codes)]
        choices, _, misfits = weigh(view_for(Hand(at), at.turn), number, 20, PlainSolver)
        if misfits:
            continue
        estimate = next(choice.worth for choice in choices if choice.action.code == code)
        differences.append(outcome(at, code, PlainSolver)[0] - estimate)
        record_property("estimates against the real deal", 1)
    mean, error = mean_and_error(differences)
    assert len(differences) > 15
    assert abs(mean) < 4 * error


@pytest.mark.parametrize("name", sample("plain", of=slow.RULES))
def test_hidden_cards_change_nothing(name):
    """A seat that sees the same gets the same estimates, wherever the other cards are."""
    rng, done = Random(2), 0
    for number in range(size(6, 100)):
        at = slow.deal(slow.RULES[name], number)
        while at.phase < PLAY or (at.phase == PLAY and at.tricks_left > 3):
            do(at, rng.choice(LEGAL[at.phase](at)))
        if at.phase != PLAY:
            continue
        view = view_for(Hand(at), at.turn)
        other = FittingDeals(recall(view)).draw_fitting(1, rng.random)[0][0]
        done += other.facts() != at.facts()
        assert weigh(view_for(Hand(other), at.turn), 7, 5, PlainSolver) == weigh(view, 7, 5, PlainSolver)
    assert done


def test_the_same_seed_gives_the_same_review_and_another_one_another():
    hand = slow.finished(THREE_TRICKS, 5)
    review = review_as_known(hand, 1, 6, PlainSolver)
    assert review == review_as_known(hand, 1, 6, PlainSolver)
    assert review != review_as_known(hand, 2, 6, PlainSolver)
    assert (review.seed, review.deals, review.left_out) == (1, 6, 0)


def test_a_review_has_every_decision_and_its_loss():
    hand = slow.finished(THREE_TRICKS, 5)
    review = review_as_known(hand, 1, 6, PlainSolver)
    at = slow.deal(THREE_TRICKS, 5)
    decisions = {}
    for number, (seat, action) in enumerate(hand.history):
        if len(LEGAL[at.phase](at)) > 1:
            decisions[number] = (seat, action, len(LEGAL[at.phase](at)))
        do(at, action.code)
    assert {m.number: (m.seat, m.chosen.action, len(m.choices)) for m in review.moments} == decisions
    for moment in review.moments:
        assert min(choice.loss for choice in moment.choices) == 0
        assert moment.best.worth == max(choice.worth for choice in moment.choices)
        for choice in moment.choices:
            assert choice.loss == pytest.approx(moment.best.worth - choice.worth)
            assert (choice.tricks is None) == (moment.phase < PLAY)


def test_a_sure_loner_is_worth_its_points_in_every_deal():
    """Seat 1 holds the five best hearts: alone it takes everything against any cards, and not alone, too."""
    hand = act(dealt(HouseRules(), {1: "JH JD AH KH QH"}, "TH", dealer=3), "pass")
    choices, _, _ = weigh(view_for(hand, 1), 1, 10, PlainSolver)
    worth = {str(choice.action): choice for choice in choices}
    assert (worth["order alone"].worth, worth["order alone"].error, worth["order alone"].loss) == (4, 0, 0)
    assert (worth["order"].worth, worth["order"].loss, worth["order"].loss_error) == (2, 2, 0)
    assert worth["order"].is_clear
    assert not worth["order alone"].is_clear
    assert worth["pass"].worth < 4


def test_means_and_errors():
    assert mean_and_error([1, 3]) == (2, 1)
    assert mean_and_error([2]) == (2, inf)
    assert mean_and_error([1, 1, 1]) == (1, 0)


def test_what_cannot_be_reviewed():
    hand = dealt(HouseRules())
    with pytest.raises(RuleError, match="once it’s over"):
        review_as_known(hand, 1)
    with pytest.raises(RuleError, match="at least 2 deals"):
        review_as_known(by_first_action(hand), 1, 1)
    three = by_first_action(dealt(HouseRules(players=3, sides=Sides.SOLO, go_alone=False), dealer=0))
    with pytest.raises(RuleError, match="with 2 sides"):
        review_as_known(three, 1)


class ShortSighted(PlainSolver):
    most_tricks = 2


def test_what_is_too_far_from_the_end_is_left_out():
    hand = slow.finished(HouseRules(), 3)
    every, near = (review_as_known(hand, 1, 2, solver) for solver in (PlainSolver, ShortSighted))
    assert near.moments == every.moments[near.left_out :]
    assert near.left_out == sum(
        moment.number < len(hand.history) - 2 * hand.position.active for moment in every.moments
    )
