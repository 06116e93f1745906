"""What is stored reads back as the very same number."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.honours.histories import random_games
from tests.tournaments.honours.played import START
from tournaments.honours.facts import Position
from tournaments.honours.ratings.pools import by_pool
from tournaments.honours.ratings.rating import NEWCOMER, Rating
from tournaments.honours.ratings.replay import START as NOTHING
from tournaments.honours.ratings.replay import Ladder, replay
from tournaments.honours.ratings.stored import ladder_digest, ladder_from, ladder_text, rating_from, rating_text

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def test_the_text_form():
    assert rating_text(NEWCOMER) == "25.0 8.333333333333334 0 -"
    rated = Rating(26.1, 0.1 + 0.2, 3, Position(START, 12))
    assert rating_text(rated) == "26.1 0.30000000000000004 3 2026-11-03T19:00:00+00:00#12"
    assert ladder_text(Ladder({2: rated, 1: NEWCOMER}, 3, rated.last)) == (
        "3 2026-11-03T19:00:00+00:00#12\n"
        "1 25.0 8.333333333333334 0 -\n"
        "2 26.1 0.30000000000000004 3 2026-11-03T19:00:00+00:00#12\n"
    )


@given(FINITE, FINITE, st.integers(0, 10**6))
def test_every_float_comes_back(mu, sigma, games):
    rating = Rating(mu, sigma, games, Position(START, games))
    assert repr(rating_from(rating_text(rating))) == repr(rating)


def test_a_ladder_comes_back_with_the_same_digest():
    for games in by_pool(random_games(Random("stored"), 150)).values():
        ladder = replay(games).ladder
        assert ladder_from(ladder_text(ladder)) == ladder
        assert ladder_digest(ladder_from(ladder_text(ladder))) == ladder_digest(ladder)
    assert ladder_from(ladder_text(NOTHING)) == NOTHING


def test_the_digest_sees_the_last_digit():
    one, other = (Ladder({1: Rating(mu)}, 1) for mu in (25.1, 25.100000000000001421 + 4e-15))
    assert ladder_digest(one) != ladder_digest(other)
    assert re.fullmatch("[0-9a-f]{64}", ladder_digest(one))


@pytest.mark.parametrize("text", ["", "25.0 8.3 0", "a b c d", "25.0 8.3 0 yesterday#1", "25.0 8.3 0 2026-11-03"])
def test_what_is_no_rating_is_refused(text):
    with pytest.raises(RuleError, match="no stored rating"):
        rating_from(text)


@pytest.mark.parametrize("text", ["", "1\n", "0 -\nx 25.0 8.3 0 -\n", "0 -\n1 25.0\n"])
def test_what_is_no_ladder_is_refused(text):
    with pytest.raises(RuleError, match="Compute the ratings again"):
        ladder_from(text)
