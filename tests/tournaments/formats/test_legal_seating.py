"""Couples, people kept apart, and who sits out, when there are wishes to obey."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.legal_seating import Wishes, seat


def pairs(text):
    return [frozenset(map(int, pair.split("-"))) for pair in text.split()]


def seated(people, tables, together="", apart="", counts=None):
    wishes = Wishes(range(people), pairs(together), pairs(apart))
    turn = {person: ((counts or {}).get(person, 0), person) for person in range(people)}
    return seat(wishes, tables, turn, Random(1))


def tables_in(row):
    return [row[first : first + 4] for first in range(0, len(row), 4)]


def test_without_wishes_whose_turn_it_is_sits_out():
    row = seated(7, 1, counts={0: 1, 1: 1, 2: 1})
    assert sorted(row) == [0, 1, 2, 6]


def test_couples_are_partners():
    row = seated(8, 2, together="0-5 2-3")
    sides = {frozenset(table[at : at + 2]) for table in tables_in(row) for at in (0, 2)}
    assert sides.issuperset(pairs("0-5 2-3"))


def test_a_couple_sits_out_together_or_not_at_all():
    assert sorted(seated(6, 1, together="0-1")) == [2, 3, 4, 5]
    assert sorted(seated(5, 1, together="0-1 2-3")) == [0, 1, 2, 3]


def test_people_kept_apart_share_no_table():
    row = seated(8, 2, apart="0-1 0-2 0-3 0-4")
    assert {frozenset(table) for table in tables_in(row)} == {frozenset((0, 5, 6, 7)), frozenset((1, 2, 3, 4))}


def test_with_one_table_one_of_them_sits_out_and_they_take_turns():
    assert 0 not in seated(5, 1, apart="0-1")
    assert 1 not in seated(5, 1, apart="0-1", counts={0: 1})


@pytest.mark.parametrize(("people", "tables", "apart"), [(4, 1, "0-1"), (8, 2, "0-1 1-2 0-2"), (5, 1, "0-1 2-3")])
def test_there_may_be_no_way(people, tables, apart):
    assert seated(people, tables, apart=apart) is None


def test_it_gives_up_a_search_without_end():
    """Forty people of whom 21 may not meet each other have no place at twenty tables."""
    apart = " ".join(f"{a}-{b}" for a, b in combinations(range(11), 2))
    assert seated(40, 10, apart=apart) is None


@settings(max_examples=60, deadline=None)
@given(people=st.integers(4, 9), seed=st.integers(), density=st.floats(0, 0.7))
def test_it_finds_a_way_exactly_when_there_is_one(people, seed, density):
    rng = Random(seed)
    couples = [frozenset((0, 1))] if rng.random() < 0.5 else []
    foes = [frozenset(pair) for pair in combinations(range(people), 2) if rng.random() < density]
    foes = [pair for pair in foes if pair not in couples]
    tables = people // 4
    wishes = Wishes(range(people), couples, foes)
    row = seat(wishes, tables, {person: (0, person) for person in range(people)}, rng)
    assert (row is not None) == exists(people, tables, couples, foes)
    if row is not None:
        assert set(Counter(row).values()) == {1}
        assert not any(pair <= set(table) for table in tables_in(row) for pair in foes)


def exists(people, tables, couples, foes):
    """By trying all first tables, and then all second ones."""

    def is_fine(table):
        whole = all(len(couple & set(table)) != 1 for couple in couples)
        return whole and not any(pair <= set(table) for pair in foes)

    def rest_is_fine(rest):
        return all(len(couple & set(rest)) != 1 for couple in couples)

    firsts = [set(table) for table in combinations(range(people), 4) if is_fine(table)]
    if tables == 1:
        return any(rest_is_fine(set(range(people)) - table) for table in firsts)
    choices = [one | other for one, other in combinations(firsts, 2) if not one & other]
    return any(rest_is_fine(set(range(people)) - both) for both in choices)
