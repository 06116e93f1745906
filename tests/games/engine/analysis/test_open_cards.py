"""Open cards against slow ways to find the same, and what must hold of every review."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.analysis.referee import Referee, library
from games.engine.analysis.open_cards import OpenCards, opened, review_open
from games.engine.analysis.solvers import PlainSolver
from games.engine.choices import DefendAlone, MisdealClaim, NoTrump, Packs, Sides, Variant
from games.engine.errors import RuleError
from games.engine.hand import LEGAL, PLAY, do
from games.engine.notation import action_from
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from tests.games.engine.analysis import slow
from tests.games.engine.setting import act, dealt
from tests.games.engine.setting import finished as by_first_action
from tests.games.engine.strategies import house_rules
from tests.sizes import SOAK, sample, size

needs_compiler = pytest.mark.skipif(library() is None, reason="no C compiler is here")
ENDINGS, HANDS = size(20, 20_000 // len(slow.RULES) + 1), size(2, 500)
TWINS = HouseRules(variant=Variant.BID, packs=Packs.TWO, cards_each=6, no_trump=NoTrump.HIGH_LOW, kitty_to_winner=False)


def check_ending(at):
    """Every legal card is worth what trying everything says, in tricks and in points."""
    side, before = at.setup.sides[at.turn], at.facts()
    for choice in OpenCards(PlainSolver(at.setup)).choices(at):
        after = slow.after(at, choice.action.code)
        first = slow.tricks(after)
        assert choice.tricks == (at.setup.rules.cards_each - first if side else first)
        assert choice.worth == (-slow.scored(after, first) if side else slow.scored(after, first))
    assert at.facts() == before


@pytest.mark.parametrize("name", slow.RULES)
def test_endings_are_worth_what_trying_everything_says(name, record_property):
    done = 0
    for number in range(ENDINGS):
        at = slow.ending(slow.RULES[name], number, 2 + number % 2)
        if at is not None:
            check_ending(at)
            done += 1
    record_property("endings tried to their last card", done)
    assert done > ENDINGS / 3


@pytest.mark.slow
@settings(max_examples=size(60, 3000), derandomize=not SOAK, suppress_health_check=list(HealthCheck))
@given(house_rules().filter(lambda rules: setup_of(rules).side_count == 2), st.integers(0, 10**6))
@pytest.mark.heavy
def test_endings_under_any_rules_of_two_sides(rules, number):
    at = slow.ending(rules, number, 3 if rules.players == 2 else 2 if rules.players == 4 else 1)
    if at is not None:
        check_ending(at)


def test_endings_of_two_packs():
    for number in range(size(10, 300)):
        at = slow.ending(TWINS, number, 2)
        if at is not None:
            check_ending(at)


def kept(solve):
    known = {}

    def solved(at):
        trick = (at.leader, at.turn, at.best, at.winner, at.bound, at.broken)
        key = (tuple(at.cards), tuple(at.won), at.strain, at.out, trick)
        if key not in known:
            known[key] = solve(at)
        return known[key]

    return solved


def check_hand(hand, solve):
    """At every moment the worth is what the slow way says, and every choice before the first card, too. What is solved
    is kept for the hand: an auction comes to the same contract in hundreds of ways."""
    at, solve = opened(hand), kept(solve)
    for moment in review_open(hand, PlainSolver).moments:
        sign = -1 if at.setup.sides[at.turn] else 1
        assert moment.worth == sign * slow.worth(at, solve)
        if at.phase < PLAY:
            slowly = {code: sign * slow.worth(slow.after(at, code), solve) for code in LEGAL[at.phase](at)}
            assert {choice.action.code: choice.worth for choice in moment.choices} == slowly
        do(at, moment.chosen.action.code)


@pytest.mark.parametrize("rules", sample(slow.SHORT[0], of=slow.SHORT))
def test_whole_short_hands_card_by_card(rules):
    for number in range(size(1, 10)):
        check_hand(slow.finished(rules, number), slow.tricks)


@needs_compiler
@pytest.mark.parametrize("name", sample("krengineering", "plain", of=slow.RULES))
def test_whole_hands_against_the_solver_in_c(name, record_property):
    for number in range(HANDS):
        check_hand(slow.finished(slow.RULES[name], number), Referee(setup_of(slow.RULES[name])).tricks)
        record_property("whole hands by a slow solver", 1)


@pytest.mark.parametrize("name", sample("hoyle", of=slow.RULES))
def test_losses_are_never_below_zero_and_add_up_to_the_difference_from_par(name):
    for number in range(size(2, 200)):
        hand = slow.finished(slow.RULES[name], number)
        review = review_open(hand, PlainSolver)
        assert review.left_out == 0
        assert [moment.seat for moment in review.moments] == [seat for seat, _ in hand.history]
        assert all(moment.loss >= 0 and (moment.tricks_lost or 0) >= 0 for moment in review.moments)
        assert all(moment.chosen in moment.choices for moment in review.moments)
        sides = hand.position.setup.sides
        lost = [sum(moment.loss for moment in review.moments if sides[moment.seat] == side) for side in (0, 1)]
        assert review.worth - lost[0] + lost[1] == review.result
        assert sum(review.loss_of(seat) for seat in range(hand.rules.players)) == sum(lost)
        ours, theirs = hand.result.points
        assert review.result == ours - theirs


@pytest.mark.slow
@settings(max_examples=size(60, 3000), derandomize=not SOAK, suppress_health_check=list(HealthCheck))
@given(house_rules().filter(lambda rules: setup_of(rules).side_count == 2))
def test_a_trick_more_is_never_a_point_less(rules):
    """What a card is worth in points follows from its tricks, because points never fall as tricks rise."""
    setup = setup_of(rules)
    for (level, loner, tricks), row in setup.rows.items():
        others = rules.cards_each - tricks if row.others is None else row.others
        more = setup.rows.get((level, loner, tricks + 1))
        if more is not None:
            others_then = rules.cards_each - tricks - 1 if more.others is None else more.others
            assert more.makers - others_then >= row.makers - others
            assert more.makers - others_then >= row.makers - max(others, row.lone_defender)


PLAIN = HouseRules()
HANDS_OF_ACES = {0: "9C TC 9D TD 9S", 1: "JH JD AH KH QH", 2: "QC KC QD KD QS", 3: "AC AD AS KS JC"}


def aces():
    """Seat 1 holds the five best trumps in hearts; the ten of hearts is turned up for seat 3, who deals."""
    return dealt(PLAIN, HANDS_OF_ACES, "TH", dealer=3)


def test_a_sure_loner_that_was_not_called_costs_its_points():
    hand = by_first_action(act(aces(), "pass", "order", "discard JC"))
    called = review_open(hand, PlainSolver).moments[1]
    assert (called.seat, called.worth, called.chosen.worth, called.loss) == (1, 4, 2, 2)
    assert called.best == (action_from("order alone"),)
    assert called.chosen.tricks is None
    assert called.tricks_lost is None


def test_a_trick_can_be_lost_without_a_point():
    hands = {0: "JH JD AH 9S AC", 1: "AD KD QD TD 9D", 2: "9C TC QC KC KS", 3: "AS JS QS TS JC"}
    hand = act(dealt(PLAIN, hands, "TH", dealer=1), "pass", "pass", "order", "discard TD")
    moments = review_open(by_first_action(hand), PlainSolver).moments
    assert all(moment.tricks_lost is not None for moment in moments[4:])
    free = [moment for moment in moments if moment.tricks_lost and not moment.loss]
    assert free


class ShortSighted(PlainSolver):
    most_tricks = 2


def test_what_is_too_far_from_the_end_is_left_out():
    hand = by_first_action(act(aces(), "pass", "order"))
    every, near = (review_open(hand, solver) for solver in (PlainSolver, ShortSighted))
    assert near.left_out == len(every.moments) - 8
    assert near.moments == every.moments[-8:]
    first = near.moments[0]
    assert near.worth == (-first.worth if first.seat % 2 else first.worth)


def test_only_finished_hands_of_two_sides():
    with pytest.raises(RuleError, match="once it’s over"):
        review_open(aces(), PlainSolver)
    three = HouseRules(players=3, sides=Sides.SOLO, go_alone=False)
    with pytest.raises(RuleError, match="with 2 sides"):
        review_open(by_first_action(dealt(three, dealer=0)), PlainSolver)


def test_a_hand_that_all_pass_is_worth_nothing_at_the_end():
    """Time after time one side could have gone alone for 4, and the other been euchred for 2 before that."""
    review = review_open(act(aces(), *["pass"] * 8), PlainSolver)
    assert (review.worth, review.result, len(review.moments)) == (-2, 0, 8)
    assert [review.loss_of(seat) for seat in range(4)] == [2, 2, 4, 6]


def test_a_misdeal_is_worth_nothing():
    rules = HouseRules(misdeal_claim=MisdealClaim.EITHER)
    review = review_open(act(dealt(rules, {0: "9C TC 9D TD 9S"}, "TH", dealer=3), "misdeal"), PlainSolver)
    claimed = review.moments[0].chosen
    assert (str(claimed.action), claimed.worth, review.result) == ("misdeal", 0, 0)


def test_a_lone_defender_is_weighed():
    rules = HouseRules(defend_alone=DefendAlone.ANYTIME)
    hands = {0: "JH JD AH KH QH", 1: "9C TC 9D TD 9S", 2: "QC KC QD KD QS", 3: "AC AD AS KS JC"}
    hand = by_first_action(act(dealt(rules, hands, "TH", dealer=3), "pass", "order", "discard JC", "assist", "assist"))
    defended = [moment for moment in review_open(hand, PlainSolver).moments if moment.phase.name == "DEFEND"]
    assert [(moment.seat, moment.loss) for moment in defended] == [(2, 0), (0, 2)]
    assert [[str(action) for action in moment.best] for moment in defended] == [["assist"], ["defend"]]
