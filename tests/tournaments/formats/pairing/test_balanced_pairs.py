"""Pairs of people who came alone, compared with every way to pair them."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.pairing.balanced_pairs import Single, balanced_pairs, variance

NEEDS_LIBRARY = "rustworkx"


def all_ways(numbers):
    """Every way to make pairs of them, with whom they leave over."""
    if not numbers:
        yield [], []
        return
    first, *others = numbers
    for pairs, left in all_ways(others):
        yield pairs, [first, *left]
    for other in others:
        for pairs, left in all_ways([one for one in others if one != other]):
            yield [(first, other), *pairs], left


def best(line, together, apart):
    """By going through all ways: the most pairs, the last in line left over, the least variance."""
    strength = {one.number: one.strength for one in line}
    place = {one.number: position for position, one in enumerate(line)}
    barred = {frozenset(pair) for pair in apart}
    free = [one.number for one in line if not any(one.number in pair for pair in together)]

    def rank(way):
        pairs, left = way
        sums = [strength[one] + strength[other] for one, other in [*together, *pairs]]
        return len(left), sum(len(line) - place[one] for one in left), variance(sums)

    return min(rank(way) for way in all_ways(free) if not any(frozenset(pair) in barred for pair in way[0]))


def quality_of_pairs(line, together, apart):
    made = balanced_pairs(line, together, apart)
    strength = {one.number: one.strength for one in line}
    place = {one.number: position for position, one in enumerate(line)}
    sums = [strength[one] + strength[other] for one, other in made.pairs]
    return len(made.left), sum(len(line) - place[one] for one in made.left), variance(sums)


def people(*strengths):
    return [Single(number, strength) for number, strength in enumerate(strengths, start=1)]


def test_the_strongest_plays_with_the_weakest():
    made = balanced_pairs(people(1500, 1000, 1400, 1100, 1300, 1200))
    assert made.pairs == ((1, 2), (3, 4), (5, 6))
    assert made.left == ()
    assert variance([2500, 2500, 2500]) == 0
    assert variance([2400, 2600]) == 10_000
    assert variance([1, 2]) == Fraction(1, 4)
    assert variance([]) == 0


def test_of_an_odd_number_the_last_in_line_is_left_over():
    made = balanced_pairs(people(1000, 1500, 1250, 1250, 2000))
    assert (made.pairs, made.left) == (((2, 1), (3, 4)), (5,))


def test_no_one_and_one_person():
    assert balanced_pairs([]).pairs == ()
    assert balanced_pairs(people(1000)).left == (1,)


@settings(max_examples=60)
@given(strengths=st.lists(st.integers(0, 3000), max_size=8), pairs=st.integers(0, 2), seed=st.integers())
def test_freely_made_pairs_are_the_best_of_all_ways(strengths, pairs, seed):
    line = people(*strengths)
    together = fixed(line, pairs, Random(seed))
    assert quality_of_pairs(line, together, ()) == best(line, together, ())


@settings(max_examples=60)
@given(
    strengths=st.lists(st.integers(0, 3000), min_size=2, max_size=8),
    pairs=st.integers(0, 1),
    density=st.floats(0.1, 1),
    seed=st.integers(),
)
def test_where_some_may_not_be_partners_they_are_the_best_of_all_ways_too(strengths, pairs, density, seed):
    pytest.importorskip(NEEDS_LIBRARY)
    line, rng = people(*strengths), Random(seed)
    together = fixed(line, pairs, rng)
    apart = [pair for pair in combinations(range(1, len(line) + 1), 2) if rng.random() < density]
    made = balanced_pairs(line, together, apart)
    assert quality_of_pairs(line, together, apart) == best(line, together, apart)
    assert not {frozenset(pair) for pair in made.pairs if pair not in together and pair[::-1] not in together} & {
        frozenset(pair) for pair in apart
    }
    assert sorted([*made.left, *(one for pair in made.pairs for one in pair)]) == [one.number for one in line]


def fixed(line, pairs, rng):
    numbers = rng.sample([one.number for one in line], len(line))
    return [tuple(numbers[2 * place : 2 * place + 2]) for place in range(min(pairs, len(numbers) // 2))]


def test_the_order_of_the_search_decides_nothing():
    """All are equally strong: only the tie-breaking is left, and it doesn't depend on who is first in the list."""
    pytest.importorskip(NEEDS_LIBRARY)
    line = people(*[1000] * 8)
    asked = {frozenset(pair) for pair in balanced_pairs(line, apart=[(1, 8)]).pairs}
    assert {frozenset(pair) for pair in balanced_pairs(line[::-1], apart=[(8, 1)]).pairs} == asked


def test_costs_of_many_strong_people_are_not_too_long_for_the_library():
    pytest.importorskip(NEEDS_LIBRARY)
    line = people(*[10_000 - number % 7 for number in range(100)])
    folded = quality_of_pairs(line, (), ())
    assert quality_of_pairs(line, (), [(1, 2)]) == folded, "one pair less to choose from costs nothing among so many"
