"""No cent lost, none made, and the same random draw for everyone who repeats it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.messages import and_list, message
from tournaments.formats.numbers import refs
from tournaments.honours.splitting import lot_order, share_out, whole_units
from tournaments.honours.wording import money_text, ordinal, percent_text


@pytest.mark.parametrize(
    ("cents", "weights", "unit", "shares"),
    [
        (100, [1], 1, (100,)),
        (100, [1, 1, 1], 1, (34, 33, 33)),
        (2, [1, 1, 1], 1, (1, 1, 0)),
        (725, [2, 2, 3], 1, (207, 207, 311)),  # 207.14, 207.14, 310.71
        (100, [0, 1, 2], 1, (0, 33, 67)),  # 33.33, 66.67
        (500, [1, 1], 100, (300, 200)),
        (350, [5, 1, 1], 50, (250, 50, 50)),
        (100, [Fraction(1, 2), Fraction(3, 2)], 1, (25, 75)),
        (0, [1, 1], 1, (0, 0)),
    ],
)
def test_shares_by_largest_remainder(cents, weights, unit, shares):
    assert share_out(cents, weights, unit) == shares


@given(st.integers(0, 10**7), st.lists(st.integers(0, 50), min_size=1, max_size=12), st.sampled_from((1, 50, 100)))
def test_every_share_is_the_exact_one_to_within_a_unit(units, weights, unit):
    weights[0] += 1
    shares = share_out(units * unit, weights, unit)
    assert sum(shares) == units * unit
    for share, weight in zip(shares, weights, strict=True):
        assert share % unit == 0
        assert abs(share - Fraction(units * unit * weight, sum(weights))) < unit


def test_what_cannot_be_shared_is_our_own_mistake():
    for cents, weights, unit in ((-1, [1], 1), (50, [1], 100), (5, [1, -1], 1)):
        with pytest.raises(AssertionError):
            share_out(cents, weights, unit)


def test_amounts_are_rounded_down():
    assert whole_units(Fraction(6137, 2), 1) == 3068
    assert [whole_units(6137, unit) for unit in (1, 50, 100)] == [6137, 6100, 6100]


def test_a_lot_does_not_depend_on_the_order_or_on_who_else_is_in_it():
    drawn = lot_order(7, "places", range(1, 30))
    assert drawn == lot_order(7, "places", reversed(range(1, 30)))
    assert [entry for entry in drawn if entry < 9] == list(lot_order(7, "places", range(1, 9)))
    assert drawn != lot_order(8, "places", range(1, 30)) != lot_order(8, "loners", range(1, 30))
    assert sorted(drawn) == list(range(1, 30))


def test_everyone_can_win_the_random_draw():
    assert {lot_order(seed, "places", (1, 2, 3))[0] for seed in range(30)} == {1, 2, 3}


def test_amounts_places_and_lists_in_words():
    assert [money_text(cents) for cents in (0, 5, 1250, 123456)] == ["0.00", "0.05", "12.50", "1234.56"]
    assert money_text(Fraction(1001, 2)) == "5.01"
    assert [percent_text(hundredths) for hundredths in (5000, 1250, 3333)] == ["50%", "12.5%", "33.33%"]
    places = (1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111)
    words = "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th"
    assert " ".join(ordinal(place) for place in places) == words
    assert [and_list("a"), and_list("ab"), and_list("abc")] == ["a", "a and b", "a, b and c"]
    assert str(message("{e}", e=refs(sorted({12, 3})))) == "No. 3 and No. 12"
