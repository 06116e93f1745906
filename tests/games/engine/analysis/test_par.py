"""Par against a slow solver, and deals whose par can be seen."""

from dataclasses import replace

import pytest

from benchmarks.analysis.referee import Referee, library
from games.engine.analysis.par import par_of
from games.engine.analysis.solvers import PlainSolver
from games.engine.cards import Strain
from games.engine.choices import Deck, Sides, Variant
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.rules import HouseRules
from games.engine.scoring import Loner
from games.engine.setup import setup_of
from tests.games.engine.analysis import slow
from tests.games.engine.setting import dealt, finished
from tests.sizes import sample, size


def check_par(at, solve):
    """The points are what the slow way finds, and the bidding that par names leads to a contract of that worth."""
    par = par_of(Hand(at.copy()), PlainSolver)
    ours, theirs = par.points
    assert ours - theirs == slow.worth(at, solve)
    hand = Hand(at.copy())
    for seat, action in par.bidding:
        assert hand.turn == seat
        hand = hand.apply(action)
    end = hand.position
    if par.maker is None:
        assert hand.is_over
        assert par.points == (0, 0)
    else:
        assert (solve or slow.tricks)(end) == slow_first(end, par)
        assert slow.scored(end, slow_first(end, par)) == ours - theirs
        assert (end.maker, hand.strain, hand.loner, end.level) == (par.maker, par.strain, par.loner, par.level)


def slow_first(at, par):
    """Tricks of the first side in par."""
    return at.setup.rules.cards_each - par.tricks if at.setup.sides[par.maker] else par.tricks


@pytest.mark.parametrize("rules", sample(slow.SHORT[0], of=slow.SHORT))
@pytest.mark.heavy
def test_par_of_short_hands_card_by_card(rules):
    for number in range(size(2, 50)):
        check_par(slow.deal(rules, number), None)


@pytest.mark.skipif(library() is None, reason="no C compiler is here")
@pytest.mark.parametrize("name", sample("plain", "hoyle", of=[name for name in slow.RULES if name != "trickster_bid"]))
def test_par_of_whole_hands_against_the_solver_in_c(name, record_property):
    for number in range(size(2, 500)):
        check_par(slow.deal(slow.RULES[name], number), Referee(setup_of(slow.RULES[name])).tricks)
        record_property("pars against a slow solver", 1)


PLAIN = HouseRules()
SURE = {0: "9C TC 9D TD 9S", 1: "JH JD AH KH QH", 2: "QC KC QD KD QS", 3: "AC AD AS KS JC"}


def test_a_sure_loner_is_par():
    """Seat 1 speaks first, holds the five best hearts and orders up, alone."""
    par = par_of(dealt(PLAIN, SURE, "TH", dealer=0), PlainSolver)
    assert par.points == (0, 4)
    assert (par.maker, par.strain, par.loner, par.tricks) == (1, Strain.HEARTS, Loner.ALONE, 5)
    assert (par.level, par.defender) == (0, None)
    assert [seat for seat, _ in par.bidding] == [1, 0]


def test_being_euchred_for_less_is_par_too():
    """Where seat 0 speaks first, it orders up without a heart and loses 2 points instead of 4."""
    par = par_of(dealt(PLAIN, SURE, "TH", dealer=3), PlainSolver)
    assert (par.points, par.maker, par.loner) == ((0, 2), 0, Loner.NO)


def test_par_does_not_depend_on_what_was_played():
    deal = dealt(PLAIN, SURE, "TH", dealer=3)
    assert par_of(finished(deal), PlainSolver) == par_of(deal, PlainSolver)


ALL_OR_NOTHING = HouseRules(cards_each=3, take_four=True)
"""Makers must take all three tricks, so often every call loses."""


def test_where_every_call_loses_all_pass():
    pars = [par_of(Hand(slow.deal(ALL_OR_NOTHING, number)), PlainSolver) for number in range(size(12, 100))]
    passed = [par for par in pars if par.maker is None]
    assert 0 < len(passed) < len(pars)
    for par in passed:
        assert par.points == (0, 0)
        assert [str(action) for _, action in par.bidding] == ["pass"] * 8


def test_a_dealer_who_is_stuck_is_euchred_where_every_call_loses():
    """The same deals: where all passed, now the dealer's side is euchred."""
    stuck = replace(ALL_OR_NOTHING, stick_the_dealer=True)
    for number in range(size(12, 100)):
        at = slow.deal(ALL_OR_NOTHING, number)
        if par_of(Hand(at), PlainSolver).maker is None:
            par = par_of(Hand(slow.deal(stuck, number)), PlainSolver)
            assert par.points[at.setup.sides[at.dealer]] < par.points[1 - at.setup.sides[at.dealer]]


def test_bid_euchre_names_the_level():
    rules = HouseRules(variant=Variant.BID, cards_each=3, minimum_bid=1)
    par = par_of(Hand(slow.deal(rules, 4)), PlainSolver)
    assert 1 <= par.level <= 3
    assert par.tricks >= par.level


def test_where_par_cannot_be_found():
    long = HouseRules(variant=Variant.BID, cards_each=8, deck=Deck.SEVEN)
    with pytest.raises(RuleError, match="This one has 8"):
        par_of(dealt(long), PlainSolver)
    with pytest.raises(RuleError, match="with 2 sides"):
        par_of(dealt(HouseRules(players=3, sides=Sides.SOLO, go_alone=False), dealer=0), PlainSolver)
