"""Who takes which chair when people have come and gone."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.seating.chairs import Chair, chairs_for, take_chairs
from tournaments.formats.seating.colours import Card

HIGH, LOW = Card


def tables_of(taken):
    return {person: chair.table for person, chair in taken.items()}


def test_a_table_of_four_has_two_chairs_of_each_colour_and_a_table_of_three_none():
    cards = [(chair.table, chair.card) for chair in chairs_for((4, 3), is_coloured=True)]
    assert cards == [(1, HIGH), (1, HIGH), (1, LOW), (1, LOW), (2, None), (2, None), (2, None)]
    assert {chair.card for chair in chairs_for((4, 4), is_coloured=False)} == {None}


def test_no_one_loses_the_chair_at_the_goal_to_a_displaced_player():
    chairs = [Chair(1, None), Chair(2, None)]
    assert tables_of(take_chairs([7, 8], chairs, {7: 3, 8: 2}, {})) == {7: 1, 8: 2}
    assert tables_of(take_chairs([7, 8], chairs, {7: 3, 8: 2}, {7: HIGH, 8: HIGH})) == {7: 1, 8: 2}


def test_the_displaced_go_to_the_nearest_free_chair_before_late_arrivals_choose():
    chairs = [Chair(1, None), Chair(3, None), Chair(5, None)]
    assert tables_of(take_chairs([9, 7, 8], chairs, {7: 4, 8: 5}, {})) == {7: 3, 8: 5, 9: 1}
    assert tables_of(take_chairs([9, 7], chairs[1:], {7: 2}, {})) == {7: 3, 9: 5}


def test_the_displaced_keep_their_card_when_one_of_the_chairs_has_it():
    chairs = [Chair(1, LOW), Chair(2, HIGH)]
    taken = take_chairs([7, 8], chairs, {7: 3, 8: 3}, {7: LOW, 8: HIGH})
    assert taken == {7: chairs[0], 8: chairs[1]}


def test_a_late_arrival_takes_the_colour_that_is_short():
    chairs = [Chair(1, HIGH), Chair(2, LOW)]
    assert take_chairs([9, 7], chairs, {7: 3}, {7: HIGH}) == {7: chairs[0], 9: chairs[1]}


def test_a_card_changes_when_one_colour_has_run_out():
    assert take_chairs([7], [Chair(1, LOW)], {7: 1}, {7: HIGH}) == {7: Chair(1, LOW)}


@settings(max_examples=50)
@given(goals=st.lists(st.integers(1, 6) | st.none(), min_size=16, max_size=16))
def test_as_few_as_possible_sit_elsewhere_than_the_movement_sends_them(goals):
    wishes = {person: goal for person, goal in enumerate(goals, start=1) if goal}
    taken = take_chairs(range(1, 17), chairs_for((4, 4, 4, 4), is_coloured=False), wishes, {})
    wanted = Counter(wishes.values())
    granted = sum(taken[person].table == goal for person, goal in wishes.items())
    assert granted == sum(min(4, wanted[table]) for table in range(1, 5))
    assert Counter(chair.table for chair in taken.values()) == {1: 4, 2: 4, 3: 4, 4: 4}
