"""Period points, against a count that gives them out one by one."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seasons.period_points import Ties, award, dropped, series_table

SCALE = (5, 4, 3, 2, 1)
POINTS = st.one_of(st.none(), st.integers(0, 5).map(Fraction))


def levels_of(cuts: list[int]) -> list[list[int]]:
    """Players 1, 2, 3 … in levels of these sizes."""
    found, first = [], 1
    for size in cuts:
        found.append(list(range(first, first + size)))
        first += size
    return found


def test_the_best_five_and_no_one_else() -> None:
    got = award(levels_of([1] * 7), SCALE, Ties.FULL)
    assert [got[player] for player in range(1, 8)] == [5, 4, 3, 2, 1, 0, 0]


def test_a_tie_gives_each_the_full_points_or_splits_them() -> None:
    full, split = (award([[1], [2, 3], [4]], SCALE, ties) for ties in Ties)
    assert [full[player] for player in (1, 2, 3, 4)] == [5, 4, 4, 2]
    assert [split[player] for player in (1, 2, 3, 4)] == [5, Fraction(7, 2), Fraction(7, 2), 2]


def test_a_guest_takes_no_place() -> None:
    got = award([[1], [2], [3]], SCALE, Ties.FULL, guests={1})
    assert (got[1], got[2], got[3]) == (0, 5, 4)


@given(st.lists(st.integers(1, 4), max_size=6), st.sets(st.integers(1, 12)))
def test_split_points_add_up_to_what_the_places_are_worth(cuts: list[int], guests: set[int]) -> None:
    levels = levels_of(cuts)
    got = award(levels, SCALE, Ties.SPLIT, guests)
    members = sum(player not in guests for level in levels for player in level)
    assert sum(got.values()) == sum(SCALE[:members])
    in_order = [got[player] for level in levels for player in level if player not in guests]
    assert in_order == sorted(in_order, reverse=True)


@given(st.lists(POINTS, min_size=1, max_size=7), st.integers(0, 8))
def test_dropping_the_worst_is_the_best_choice_of_nights(nights: list[Fraction | None], worst: int) -> None:
    out = dropped(nights, worst)
    kept = max(1, len(nights) - worst)
    total = sum(points or 0 for index, points in enumerate(nights) if index not in out)
    best = max(sum(nights[index] or 0 for index in some) for some in combinations(range(len(nights)), kept))
    assert len(nights) - len(out) == kept
    assert total == best


@given(st.lists(st.dictionaries(st.integers(1, 5), st.integers(0, 5).map(Fraction)), max_size=5), st.integers(0, 3))
def test_the_table_is_ordered_and_shares_places(nights: list[dict[int, Fraction]], worst: int) -> None:
    table = series_table(nights, worst, guests={5})
    assert {row.player for row in table} == {player for night in nights for player in night} - {5}
    for row in table:
        better = [other for other in table if (other.total, other.best) > (row.total, row.best)]
        assert row.place == len(better) + 1
        assert row.is_shared == (sum(other.place == row.place for other in table) > 1)
