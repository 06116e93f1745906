"""Couples, people kept apart, and who sits out, when there are wishes to obey."""

from collections import Counter
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.seating import legal as legal_seating
from tournaments.formats.seating.legal import Wishes, seat


def pairs(text):
    return [frozenset(map(int, pair.split("-"))) for pair in text.split()]


def seated(people, tables, together="", apart="", counts=None):
    wishes = Wishes(range(people), pairs(together), pairs(apart))
    turn = {person: ((counts or {}).get(person, 0), person) for person in range(people)}
    rows = seat(wishes, [4] * tables, turn, Random(1))
    return rows and list(chain(*rows))


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


def test_it_gives_up_when_there_are_too_many_ways_to_sit_out():
    """Twenty-five who may not meet each other, at five tables: twenty of them have to sit out."""
    apart = " ".join(f"{a}-{b}" for a, b in combinations(range(25), 2))
    assert len(seated(40, 5, apart=apart)) == 20
    assert len(seated(40, 5, apart=apart, together="25-26 27-28", counts=dict.fromkeys(range(25, 40), 1))) == 20


def test_it_gives_up_when_all_the_ways_to_sit_out_together_take_too_long(monkeypatch):
    """Nineteen who may not meet each other, at eight tables with ten people to leave out; and then a way there is."""
    apart = " ".join(f"{a}-{b}" for a, b in combinations(range(19), 2))
    assert seated(42, 8, apart=apart, counts=dict.fromkeys(range(19), 9)) is None
    assert seated(5, 1, apart="0-1", counts={0: 1, 1: 1}) is not None
    monkeypatch.setattr(legal_seating, "MAX_STEPS_IN_ALL", 3)
    assert seated(5, 1, apart="0-1", counts={0: 1, 1: 1}) is None


@settings(max_examples=60)
@given(people=st.integers(4, 9), seed=st.integers(), density=st.floats(0, 0.7))
def test_it_finds_a_way_exactly_when_there_is_one(people, seed, density):
    rng = Random(seed)
    couples = [frozenset((0, 1))] if rng.random() < 0.5 else []
    foes = [frozenset(pair) for pair in combinations(range(people), 2) if rng.random() < density]
    foes = [pair for pair in foes if pair not in couples]
    tables = people // 4
    wishes = Wishes(range(people), couples, foes)
    rows = seat(wishes, [4] * tables, {person: (0, person) for person in range(people)}, rng)
    assert (rows is not None) == exists(people, tables, couples, foes)
    if rows is not None:
        row = list(chain(*rows))
        assert set(Counter(row).values()) == {1}
        assert not any(pair <= set(table) for table in tables_in(row) for pair in foes)


def exists(people, tables, couples, foes):
    """By trying all first tables, and then all second ones."""

    def is_fine(table):
        unsplit = all(len(couple & set(table)) != 1 for couple in couples)
        return unsplit and not any(pair <= set(table) for pair in foes)

    def rest_is_fine(rest):
        return all(len(couple & set(rest)) != 1 for couple in couples)

    firsts = [set(table) for table in combinations(range(people), 4) if is_fine(table)]
    if tables == 1:
        return any(rest_is_fine(set(range(people)) - table) for table in firsts)
    choices = [one | other for one, other in combinations(firsts, 2) if not one & other]
    return any(rest_is_fine(set(range(people)) - both) for both in choices)
