"""The compiled kernel against the plain solver: the same answers everywhere, and loaded only where it's asked for."""

import subprocess
import sys
from importlib.util import find_spec
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.analysis import solvers
from games.engine.analysis.as_known import review_as_known
from games.engine.analysis.open_cards import review_open
from games.engine.analysis.par import par_of
from games.engine.analysis.solvers import PlainSolver, best_solver, has_kernel
from games.engine.choices import Packs, Variant
from games.engine.hand import LEGAL, OVER, PLAY, Hand, do
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from tests.games.engine.analysis import slow
from tests.games.engine.golden import ROOT
from tests.games.engine.strategies import house_rules
from tests.sizes import SOAK, sample, size

needs_kernel = pytest.mark.skipif(find_spec("numba") is None, reason="the extra kernel is not installed")
TWO_SIDES = house_rules().filter(lambda rules: setup_of(rules).side_count == 2 and rules.packs == Packs.ONE)


@pytest.fixture(scope="module")
def kernel():
    """The solver of the kernel."""
    from games.engine.analysis.kernel import KernelSolver

    return KernelSolver


@needs_kernel
@pytest.mark.parametrize("name", sample("plain", of=slow.RULES))
def test_whole_reviews_are_the_same(name, kernel, record_property):
    for number in range(size(2, 500)):
        hand = slow.finished(slow.RULES[name], number)
        assert review_open(hand, kernel) == review_open(hand, PlainSolver)
        record_property("reviews by both solvers", 1)


@needs_kernel
@pytest.mark.slow
@settings(max_examples=size(60, 5000), derandomize=not SOAK, suppress_health_check=list(HealthCheck), deadline=None)
@given(TWO_SIDES, st.integers(0, 10**6))
def test_every_card_of_a_hand_under_any_rules(kernel, rules, number):
    setup, rng = setup_of(rules), Random(number)
    at, plain, compiled = slow.deal(rules, number), PlainSolver(setup), kernel(setup)
    while at.phase != OVER:
        if at.phase == PLAY and at.tricks_left <= (4 if rules.players <= 4 else 2):
            assert compiled.tricks(at) == plain.tricks(at)
        do(at, rng.choice(LEGAL[at.phase](at)))


@needs_kernel
@pytest.mark.slow
def test_par_and_estimates_are_the_same(kernel):
    for number in range(size(2, 50)):
        hand = slow.finished(HouseRules(), number)
        assert par_of(hand, kernel) == par_of(hand, PlainSolver)
        assert review_as_known(hand, number, 4, kernel) == review_as_known(hand, number, 4, PlainSolver)


@needs_kernel
def test_uncompiled_it_says_the_same(kernel, monkeypatch):
    """The same lines run by Python itself."""
    import numpy as np

    from games.engine.analysis import kernel as module

    for number in range(size(3, 50)):
        at = slow.ending(HouseRules(), number, 2)
        if at is not None:
            compiled = kernel(at.setup).tricks(at)
            with monkeypatch.context() as patched, np.errstate(over="ignore"):
                patched.setattr(module, "compiled", module.first_sides_tricks)
                patched.setattr(module, "TABLE", module.TABLE.copy())
                assert kernel(at.setup).tricks(at) == compiled


@needs_kernel
def test_two_deals_do_not_share_what_was_found(kernel):
    """The same cards left, held by others: what the first deal found must not answer for the second."""
    for number in range(size(20, 500)):
        at = slow.ending(slow.RULES["krengineering"], number, 3)
        if at is None or at.best:
            continue
        solver = kernel(at.setup)
        other = at.copy()
        other.cards = at.cards[1:] + at.cards[:1]
        assert [solver.tricks(each) for each in (at, other)] == [PlainSolver(at.setup).tricks(e) for e in (at, other)]


@needs_kernel
def test_it_is_taken_where_it_plays_the_rules():
    assert type(best_solver(setup_of(HouseRules()))).__name__ == "KernelSolver"
    two_packs = HouseRules(variant=Variant.BID, packs=Packs.TWO, cards_each=6)
    assert isinstance(best_solver(setup_of(two_packs)), PlainSolver)


def test_without_it_the_plain_solver_answers(monkeypatch):
    monkeypatch.setattr(solvers, "find_spec", lambda name: None)
    assert not has_kernel()
    assert isinstance(best_solver(setup_of(HouseRules())), PlainSolver)
    hand = slow.finished(HouseRules(cards_each=3), 1)
    assert review_open(hand) == review_open(hand, PlainSolver)


def test_nothing_loads_it_before_it_is_asked():
    program = "import games.engine.commands, sys; print('numba' in sys.modules or 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@needs_kernel
def test_a_position_is_left_as_it_is(kernel):
    at = slow.ending(HouseRules(), 3, 3)
    before = Hand(at.copy())
    kernel(at.setup).tricks(at)
    assert Hand(at) == before
