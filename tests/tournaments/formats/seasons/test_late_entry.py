"""Whom a team plays that joins while the season runs, against what each rule says by itself."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seasons.fixture_plan import Meeting, Meetings, meetings_of, weeks_needed
from tournaments.formats.seasons.late_entry import LATER, WeekToCome, late_meetings

NEW = 99
OTHERS = st.integers(1, 8).map(lambda count: list(range(1, count + 1)))


@st.composite
def calendars(draw: st.DrawFn) -> tuple[list[int], int, list[WeekToCome]]:
    others, times = draw(OTHERS), draw(st.integers(1, 3))
    some = st.frozensets(st.sampled_from([*others, NEW]))
    weeks = [WeekToCome(number, draw(some), draw(some)) for number in range(4, 4 + draw(st.integers(0, 12)))]
    return others, times, weeks


@pytest.mark.slow
@given(calendars())
def test_all_are_met_equally_often_and_no_one_plays_while_busy_or_without_a_table(
    drawn: tuple[list[int], int, list[WeekToCome]],
) -> None:
    others, times, weeks = drawn
    fitted, missed = late_meetings(NEW, others, times, weeks)
    met = Counter(one.home + one.away - NEW for one in (*fitted, *missed))
    assert met == dict.fromkeys(others, times)
    assert len({one.week for one in fitted}) == len(fitted)
    assert {one.week for one in missed} <= {LATER}
    by_number = {week.week: week for week in weeks}
    for one in fitted:
        assert {one.home, one.away} <= by_number[one.week].free
        assert one.home not in by_number[one.week].full
    for other in others:
        own = [one for one in (*fitted, *missed) if other in (one.home, one.away)]
        assert [one.leg for one in own] == list(range(1, times + 1))
        homes = [one.home for one in own]
        assert all(before != after for before, after in pairwise(homes))
    at_home = sum(one.home == NEW for one in fitted)
    if not any(week.full for week in weeks) and times == 1:
        assert abs(2 * at_home - len(fitted)) <= 1, "at home and away in turn"


@given(st.integers(1, 4).map(lambda number: 2 * number + 1), st.sampled_from([Meetings.SINGLE, Meetings.DOUBLE]))
def test_in_an_odd_division_the_newcomer_takes_every_bye(teams: int, meetings: Meetings) -> None:
    """Before the first week it so plays all of its matches."""
    numbers = list(range(1, teams + 1))
    planned = meetings_of(numbers, meetings)
    weeks = []
    for week in range(1, weeks_needed(teams, meetings) + 1):
        busy = {team for one in planned if one.week == week for team in (one.home, one.away)}
        weeks.append(WeekToCome(week, frozenset({*numbers, NEW} - busy)))
    fitted, missed = late_meetings(NEW, numbers, meetings.times, weeks)
    assert (len(fitted), missed) == (teams * meetings.times, ())
    fitted, missed = late_meetings(NEW, numbers, meetings.times, weeks[3:])
    assert (len(fitted), len(missed)) == (teams * meetings.times - 3, 3)


def test_by_hand() -> None:
    weeks = [
        WeekToCome(5, frozenset({1, 2, NEW})),
        WeekToCome(6, frozenset({1, NEW}), full=frozenset({1})),
        WeekToCome(7, frozenset({1, 2})),
        WeekToCome(8, frozenset({2, NEW}), full=frozenset({NEW})),
    ]
    fitted, missed = late_meetings(NEW, [1, 2, 3], 1, weeks)
    assert fitted == (Meeting(5, 1, NEW, 1), Meeting(8, 1, 2, NEW))
    assert missed == (Meeting(LATER, 1, NEW, 3),)
