"""What is stored reads back as the very same number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.honours.played import START
from tournaments.honours.facts import Position
from tournaments.honours.ratings.rating import NEWCOMER, Rating
from tournaments.honours.ratings.stored import rating_from, rating_text

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def test_the_text_form():
    assert rating_text(NEWCOMER) == "25.0 8.333333333333334 0 -"
    rated = Rating(26.1, 0.1 + 0.2, 3, Position(START, 12))
    assert rating_text(rated) == "26.1 0.30000000000000004 3 2026-11-03T19:00:00+00:00#12"


@given(FINITE, FINITE, st.integers(0, 10**6))
def test_every_float_comes_back(mu, sigma, games):
    rating = Rating(mu, sigma, games, Position(START, games))
    assert repr(rating_from(rating_text(rating))) == repr(rating)


@pytest.mark.parametrize("text", ["", "25.0 8.3 0", "a b c d", "25.0 8.3 0 yesterday#1", "25.0 8.3 0 2026-11-03"])
def test_what_is_no_rating_is_refused(text):
    with pytest.raises(RuleError, match="We can’t read the saved rating"):
        rating_from(text)
