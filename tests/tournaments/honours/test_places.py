"""Places 1, 2, 2, 4, and where a player ranks."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.honours.places import Placed, placed, where_is

ROWS = placed({1: (7,), 2: (9,), 3: (7,), 4: (2,), 5: (1,), 6: (0,), 7: (0,)})


def test_shared_places_are_counted_1_2_2_4():
    assert [(row.place, row.player, row.is_shared) for row in ROWS] == [
        (1, 2, False),
        (2, 1, True),
        (2, 3, True),
        (4, 4, False),
        (5, 5, False),
        (6, 6, True),
        (6, 7, True),
    ]
    assert placed({}) == ()


def test_later_values_decide_only_between_equals():
    rows = placed({1: (5, Fraction(1, 3)), 2: (5, Fraction(1, 2)), 3: (6, Fraction(0))})
    assert [row.player for row in rows] == [3, 2, 1]
    assert not any(row.is_shared for row in rows)


def test_where_a_player_ranks():
    found = where_is(ROWS, 4)
    assert found.own == Placed(4, 4, (2,))
    assert [row.player for row in found.around] == [1, 3, 4, 5, 6]
    assert found.above.value == (7,)
    assert found.of == 7
    assert where_is(ROWS, 99) is None


def test_at_the_top_no_one_is_above_and_tied_players_skip_each_other():
    assert where_is(ROWS, 2).above is None
    assert [row.player for row in where_is(ROWS, 2, reach=1).around] == [2, 1]
    assert where_is(ROWS, 3).above.player == 2
    assert where_is(ROWS, 7, reach=1).above.player == 5


@given(st.dictionaries(st.integers(1, 50), st.tuples(st.integers(0, 5))))
def test_a_place_is_one_more_than_those_who_are_better(values):
    for row in placed(values):
        assert row.place == 1 + sum(value > row.value for value in values.values())
        assert row.is_shared == (sum(value == row.value for value in values.values()) > 1)
