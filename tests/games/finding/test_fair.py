"""Who sits together, after which wait: the arithmetic, on people made up."""

from hypothesis import given
from hypothesis import strategies as st

from games.finding.fair import (
    ANYONE_AFTER,
    BOTS_AFTER_AT_LEAST,
    BOTS_AFTER_AT_MOST,
    NARROW,
    OpenTable,
    Seeker,
    bots_after,
    expected_wait,
    group_of,
    may_sit_together,
    range_after,
    table_for,
)

EVEN = [Seeker(number, 1000, 10 - number) for number in range(5)]


def test_four_of_the_same_strength_sit_together_and_who_came_first_is_served_first() -> None:
    assert sorted(group_of(EVEN, 4)) == [0, 1, 2, 3]
    assert group_of(EVEN[:3], 4) == ()


def test_of_many_those_nearest_to_the_first_are_chosen() -> None:
    people = [Seeker(1, 1000, 9), *(Seeker(n, 1000 + 30 * n, 1) for n in (5, 2, 4, 3))]
    assert sorted(group_of(people, 4)) == [1, 2, 3, 4]


def test_who_suits_nobody_does_not_hold_up_the_others() -> None:
    assert sorted(group_of([Seeker(9, 2000, 20), *EVEN], 4)) == [0, 1, 2, 3]


def test_the_sides_are_even() -> None:
    people = [Seeker(n, strength, 0) for n, strength in enumerate((1000, 1100, 1050, 1020))]
    assert group_of(people, 4) == (1, 2, 0, 3), "the strongest sits opposite the weakest"


def test_each_must_be_in_the_range_of_the_other_and_the_wait_widens_it() -> None:
    new, old = Seeker(1, 1000, 0), Seeker(2, 1000 + NARROW + 1, ANYONE_AFTER)
    assert not may_sit_together(new, old)
    assert may_sit_together(Seeker(1, 1000, 5), old)
    assert may_sit_together(Seeker(1, 5000, ANYONE_AFTER), old)
    assert range_after(10) > range_after(0) == NARROW


@given(
    st.lists(st.tuples(st.integers(500, 2000), st.floats(0, 200)), max_size=12),
    st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20),
)
def test_nobody_sits_with_somebody_to_be_avoided_or_out_of_range(people, apart):
    seekers = [
        Seeker(n, strength, waited, frozenset(other for one, other in apart if one == n != other))
        for n, (strength, waited) in enumerate(people)
    ]
    group = group_of(seekers, 4)
    assert len(set(group)) == len(group) in (0, 4)
    assert all(may_sit_together(seekers[one], seekers[other]) for one in group for other in group if one != other)


def test_a_table_is_taken_that_is_nearest_in_strength_and_without_anybody_to_avoid() -> None:
    seeker = Seeker(1, 1000, 0, frozenset({7}))
    far, near, avoided = OpenTable(1, ((3, 1100),)), OpenTable(2, ((4, 1010), (5, 990))), OpenTable(3, ((7, 1000),))
    own, out_of_range, empty = OpenTable(4, ((1, 1000),)), OpenTable(5, ((6, 1500),)), OpenTable(6, ())
    assert table_for(seeker, [far, near, avoided, own, out_of_range, empty]) == [2, 1]
    assert table_for(Seeker(1, 1000, ANYONE_AFTER), [out_of_range]) == [5]


def test_the_wait_is_told_from_what_it_took_others_and_not_told_where_it_is_not_known() -> None:
    assert expected_wait([20, 40, 61]) == 40
    assert expected_wait([20, 40]) is None, "too few"
    assert expected_wait([20, None, None]) is None, "most found nobody"
    assert expected_wait([20, 30, 40, None]) == 35


def test_bots_are_offered_after_a_while_that_follows_the_wait() -> None:
    assert bots_after(None) == bots_after(1) == BOTS_AFTER_AT_LEAST
    assert bots_after(40) == 60
    assert bots_after(4000) == BOTS_AFTER_AT_MOST
