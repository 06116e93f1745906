"""What the weaker team starts with: never too much, never for the stronger, in half games, at home and away alike."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seasons.handicap import NO_HANDICAP, Average, Handicap, handicap_of
from tournaments.formats.seasons.section_table import played_fact
from tournaments.formats.seasons.settings import SeasonRules

AVERAGES = st.integers(1, 30).flatmap(
    lambda played: st.builds(Average, halves=st.integers(0, 18 * played), played=st.just(played))
)
RULES = st.builds(
    SeasonRules, handicap=st.integers(1, 100), handicap_most=st.integers(1, 8), handicap_after=st.integers(1, 6)
)


def test_the_example_of_the_rule() -> None:
    rules = SeasonRules(handicap=80)
    weaker, stronger = Average(halves=32, played=5), Average(halves=54, played=5)
    assert (weaker.games, stronger.games) == (Fraction(16, 5), Fraction(27, 5))
    assert handicap_of(weaker, stronger, rules) == Handicap(0, 3)
    assert Handicap(1, 3).starts == (0, 3)


@pytest.mark.parametrize(
    ("home", "away", "rules", "wanted"),
    [
        ((32, 5), (54, 5), {"handicap": 0}, None),
        ((32, 5), (54, 5), {"handicap_after": 6}, None),
        ((10, 1), (54, 5), {"handicap_after": 2}, None),
        ((10, 2), (54, 5), {"handicap_after": 2}, Handicap(0, 3)),
        ((32, 5), (32, 5), {}, NO_HANDICAP),
        ((32, 5), (33, 5), {}, NO_HANDICAP),
        ((0, 2), (36, 2), {}, Handicap(0, 6)),
        ((36, 2), (0, 2), {"handicap": 100, "handicap_most": 8}, Handicap(1, 16)),
        ((0, 2), (2, 2), {"handicap": 100}, Handicap(0, 1)),
        ((0, 2), (2, 2), {"handicap": 99}, NO_HANDICAP),
    ],
)
def test_by_example(
    home: tuple[int, int], away: tuple[int, int], rules: dict[str, int], wanted: Handicap | None
) -> None:
    assert handicap_of(Average(*home), Average(*away), SeasonRules(**{"handicap": 60, **rules})) == wanted


@given(AVERAGES, AVERAGES, RULES)
def test_the_weaker_team_gets_part_of_the_difference_and_never_too_much(
    home: Average, away: Average, rules: SeasonRules
) -> None:
    found = handicap_of(home, away, rules)
    if min(home.played, away.played) < rules.handicap_after:
        assert found is None
        return
    assert found is not None
    slow = {0: Fraction(home.halves, home.played) / 2, 1: Fraction(away.halves, away.played) / 2}
    part = abs(slow[0] - slow[1]) * Fraction(rules.handicap, 100)
    assert 0 <= found.halves <= 2 * rules.handicap_most
    assert found.halves == min(math.floor(part / Fraction(1, 2)), 2 * rules.handicap_most)
    if found.side is not None:
        assert slow[found.side] < slow[1 - found.side]
    assert (found.side is None) == (found.halves == 0)


@given(AVERAGES, AVERAGES, RULES)
def test_it_is_the_same_at_home_and_away(home: Average, away: Average, rules: SeasonRules) -> None:
    one, other = handicap_of(home, away, rules), handicap_of(away, home, rules)
    if one is None or other is None:
        assert one is other
    else:
        assert one.starts == other.starts[::-1]


def test_it_counts_as_games_won_and_adds_no_points_at_tables() -> None:
    rules = SeasonRules(for_win=2, for_draw=1)
    games = [(10, 4), (3, 10), (10, 9)]
    without = played_fact(1, 7, 8, games, rules)
    tied = played_fact(1, 7, 8, games, rules, (0, 2))
    turned = played_fact(1, 7, 8, games, rules, (0, 3))
    assert [[side.halves for side in fact.sides] for fact in (without, tied, turned)] == [[4, 2], [4, 4], [4, 5]]
    assert [[side.points for side in fact.sides] for fact in (without, tied, turned)] == [
        [4, 1],
        [3, 3],
        [2, Fraction(9, 2)],
    ]
    assert {tuple(side.scored for side in fact.sides) for fact in (without, tied, turned)} == {(23, 23)}
