"""Who floats up, and who then meets whom: positions in which one criterion decides (C.04.6, articles 2.3 and 3.5)."""

from importlib.util import find_spec
from itertools import combinations

import pytest

from tournaments.formats.pairing.matching import Rivals
from tournaments.formats.swiss.floats import Field, choose_upfloaters, fewest_upfloaters
from tournaments.formats.swiss.score_bracket import pair_bracket, pair_field

pytestmark = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")


def field(levels, met=(), floated=()):
    """levels: "123 45 6", the groups from the highest score down. met: groups in which every two have met."""
    groups = [[int(number) for number in group] for group in levels.split()]
    rivals = {number: set() for group in groups for number in group}
    for together in met:
        for one, other in combinations(map(int, together), 2):
            rivals[one].add(other)
            rivals[other].add(one)
    level = {number: place for place, group in enumerate(groups) for number in group}
    return Field(Rivals(rivals), level, frozenset(floated))


def upfloaters(which):
    return choose_upfloaters(which, *which.split(which.in_order(which.level)))


def test_an_even_group_needs_none():
    assert upfloaters(field("12 34")) == []


def test_even_an_even_group_does_if_it_has_met():
    assert upfloaters(field("12 34", met=["12"])) == [3, 4]


def test_as_few_as_possible_float():
    assert upfloaters(field("1234 56", met=["123"])) == [5, 6]
    assert upfloaters(field("1234 5678", met=["1234", "56"])) == [5, 6, 7, 8]


def test_from_as_near_as_possible():
    assert upfloaters(field("1 2 34", met=["12"])) == [3]
    assert upfloaters(field("12 3 45 6", met=["12"])) == [3, 4]


def test_the_lowest_score_among_them_as_high_as_possible():
    assert upfloaters(field("12 3 4 56 78", met=["12", "13", "23"])) == [4, 5]


def test_so_that_those_below_can_still_be_paired():
    assert upfloaters(field("1 23 456", met=["456"])) == [4]


def test_three_where_the_lower_ones_cannot_do_without():
    assert upfloaters(field("123 456", met=["456"])) == [4, 5, 6]


def test_so_that_the_following_group_needs_as_few_as_possible():
    assert upfloaters(field("1 234 5678", met=["34"])) == [3]
    assert upfloaters(field("12 3456 78", met=["12", "34", "35", "45"])) == [3, 4]


def test_who_floated_the_round_before_comes_last():
    assert upfloaters(field("123 456")) == [4]
    assert upfloaters(field("123 456", floated=[4])) == [5]
    assert upfloaters(field("123 456", floated=[4, 5, 6])) == [4]
    assert upfloaters(field("12 345 6", met=["12"], floated=[3])) == [4, 5]


def test_a_group_may_need_two_of_those_below():
    assert fewest_upfloaters(field("12 34", met=["12"]), [1, 2], [3, 4]) == 2
    assert fewest_upfloaters(field("123 456"), [1, 2, 3], [4, 5, 6]) == 1


def test_the_upper_half_meets_the_lower_half():
    assert pair_bracket(field("123456"), [1, 2, 3, 4, 5, 6], []) == [(1, 4), (2, 5), (3, 6)]


def test_top_members_come_before_bottom_members():
    """Where 1 may meet none of the lower half, one of the upper half becomes a bottom member."""
    assert pair_bracket(field("1234", met=["13", "14"]), [1, 2, 3, 4], []) == [(1, 2), (3, 4)]
    assert pair_bracket(field("123456", met=["145", "16"]), [1, 2, 3, 4, 5, 6], []) == [(1, 3), (2, 5), (4, 6)]


def test_an_upfloater_meets_an_entrant_who_has_not_just_floated():
    assert pair_bracket(field("123 4", floated=[2]), [1, 2, 3], [4]) == [(1, 4), (2, 3)]
    assert pair_bracket(field("123 4"), [1, 2, 3], [4]) == [(1, 3), (2, 4)]


def test_as_many_of_them_as_possible():
    which = field("123 456", met=["123"], floated=[1, 2])
    assert pair_bracket(which, [1, 2, 3], [4, 5, 6]) == [(1, 4), (2, 5), (3, 6)]
    which = field("1234 56", met=["12", "35", "36", "34", "56"], floated=[1, 2])
    assert pair_bracket(which, [1, 2, 3, 4], [5, 6]) == [(1, 3), (2, 5), (4, 6)]


def test_everyone_is_paired_from_the_top_down():
    brackets = pair_field(field("123 45 678"), range(1, 9))
    assert [(bracket.residents, bracket.upfloaters, bracket.pairs) for bracket in brackets] == [
        ((1, 2, 3), (4,), ((1, 3), (2, 4))),
        ((5,), (6,), ((5, 6),)),
        ((7, 8), (), ((7, 8),)),
    ]
