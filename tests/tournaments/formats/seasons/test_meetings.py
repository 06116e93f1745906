"""Round robins with home and away, against a count by hand of what every week and team has."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tournaments.formats.seasons.fixture_plan import Meeting, Meetings, meetings_of, weeks_needed

TEAMS = st.integers(2, 20).flatmap(lambda n: st.permutations(range(1, n + 1)))


def breaks(teams: list[int], found: tuple[Meeting, ...]) -> int:
    """How often a team is at home, or away, in two consecutive matches."""
    count = 0
    for team in teams:
        at_home = [one.home == team for one in sorted(found, key=lambda one: one.week) if team in (one.home, one.away)]
        count += sum(before == after for before, after in pairwise(at_home))
    return count


@given(TEAMS, st.sampled_from(Meetings))
def test_every_two_meet_and_no_one_plays_twice_in_a_week(teams: list[int], cycles: Meetings) -> None:
    found = meetings_of(teams, cycles)
    met = Counter(frozenset((one.home, one.away)) for one in found)
    assert met == {frozenset(pair): cycles.times for pair in combinations(teams, 2)}
    for week in range(1, weeks_needed(len(teams), cycles) + 1):
        there = [team for one in found if one.week == week for team in (one.home, one.away)]
        assert len(there) == len(set(there)) == len(teams) - len(teams) % 2
    assert {one.week for one in found} == set(range(1, weeks_needed(len(teams), cycles) + 1))


@given(TEAMS)
def test_breaks_are_as_few_as_there_can_be(teams: list[int]) -> None:
    """An even number cannot do with fewer than n − 2, an odd one needs none."""
    assert breaks(teams, meetings_of(teams, Meetings.SINGLE)) == (0 if len(teams) % 2 else len(teams) - 2)


@pytest.mark.slow
@given(TEAMS)
def test_home_and_away_are_balanced(teams: list[int]) -> None:
    for cycles, most in ((Meetings.SINGLE, 1), (Meetings.DOUBLE, 0), (Meetings.TRIPLE, 1)):
        found = meetings_of(teams, cycles)
        for team in teams:
            home, away = sum(one.home == team for one in found), sum(one.away == team for one in found)
            assert abs(home - away) <= (most if len(teams) % 2 == 0 else 0)
    back = {(one.home, one.away) for one in meetings_of(teams, Meetings.DOUBLE)}
    assert len(back) == len(teams) * (len(teams) - 1)


@given(TEAMS.filter(lambda teams: len(teams) % 2))
def test_with_an_odd_number_everyone_has_one_bye_in_a_week_of_its_own(teams: list[int]) -> None:
    playing = {week: set(teams) for week in range(1, len(teams) + 1)}
    for one in meetings_of(teams, Meetings.SINGLE):
        playing[one.week] -= {one.home, one.away}
    assert sorted(map(tuple, playing.values())) == sorted((team,) for team in teams)


def test_one_team_alone_is_refused() -> None:
    with pytest.raises(RuleError, match="at least 2 teams"):
        meetings_of([1], Meetings.SINGLE)
