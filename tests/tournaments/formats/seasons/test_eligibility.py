"""Who may be borrowed from where, which time is free, and what is in time."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seasons.eligibility import Lenders, free_time, is_in_time, may_lend

LEVELS = (None, 1, 2, 3)


@pytest.mark.parametrize(
    ("lenders", "lend"),
    [
        (Lenders.ANY, LEVELS),
        (Lenders.OWN_OR_LOWER, (2, 3)),
        (Lenders.OWN, (2,)),
        (Lenders.LOWER, (3,)),
    ],
)
def test_a_squad_of_the_second_division_borrows_from(lenders: Lenders, lend: tuple) -> None:
    assert tuple(level for level in LEVELS if may_lend(lenders, level, 2)) == lend


@given(st.sets(st.integers(1, 6)), st.integers(0, 6) | st.none())
def test_the_lowest_free_time_within_the_limit(taken: set[int], most: int | None) -> None:
    found = free_time(taken, most)
    if found is None:
        assert most is not None
        assert set(range(1, most + 1)) <= taken
    else:
        assert found not in taken
        assert set(range(1, found)) <= taken
        assert most is None or found <= most


def test_the_last_day_is_in_time() -> None:
    last = date(2026, 12, 24)
    assert is_in_time(last, last)
    assert not is_in_time(date(2026, 12, 25), last)
    assert is_in_time(last, None)
