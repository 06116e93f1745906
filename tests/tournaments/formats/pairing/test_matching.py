"""Matchings, compared with going through all of them."""

from importlib.util import find_spec
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.pairing.matching import Rivals, first_partners, least_cost, most_pairs

pytestmark = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")


def all_matchings(nodes):
    if not nodes:
        yield []
        return
    first, *others = nodes
    for other in others:
        for rest in all_matchings([node for node in others if node != other]):
            yield [(first, other), *rest]


@settings(max_examples=100)
@given(half=st.integers(0, 3), density=st.floats(0.2, 1), seed=st.integers())
def test_the_least_cost_is_that_of_the_best_of_all_matchings(half, density, seed):
    rng, nodes = Random(seed), list(range(10, 10 + 2 * half))
    cost = {pair: rng.randrange(2**70) for pair in combinations(nodes, 2) if rng.random() < density}
    sums = [sum(cost[pair] for pair in way) for way in all_matchings(nodes) if all(pair in cost for pair in way)]
    assert least_cost([(*pair, value) for pair, value in cost.items()], nodes) == min(sums, default=None)


@settings(max_examples=100)
@given(size=st.integers(1, 5), density=st.floats(0, 0.7), seed=st.integers())
def test_the_first_partners_are_the_first_of_all_permutations(size, density, seed):
    rng, tops, bottoms = Random(seed), list(range(size)), list(range(10, 10 + size))
    barred = {top: {bottom for bottom in bottoms if rng.random() < density} for top in tops}
    ways = (list(way) for way in permutations(bottoms))
    legal = (way for way in ways if all(bottom not in barred[top] for top, bottom in zip(tops, way, strict=True)))
    assert first_partners(tops, bottoms, barred) == next(legal, None)


def test_an_even_group_in_which_everyone_may_meet_half_is_pairable():
    met = {number: {(number + step) % 12 for step in (1, 11, 6)} for number in range(12)}
    rivals = Rivals(met)
    assert rivals.crowd == 8
    assert rivals.can_pair(range(12))
    assert Rivals(met, crowd=100).can_pair(range(12))
    assert not rivals.can_pair(range(11))


def test_an_empty_group_can_be_paired():
    assert Rivals({}).can_pair([])


def test_a_small_group_is_looked_at():
    rivals = Rivals({1: {2, 3, 4}, 2: {1}, 3: {1}, 4: {1}})
    assert not rivals.can_pair([1, 2, 3, 4])
    assert most_pairs(rivals, [1, 2, 3, 4]) == 1
    assert rivals.may_meet(2, 3)
    assert not rivals.may_meet(1, 2)
