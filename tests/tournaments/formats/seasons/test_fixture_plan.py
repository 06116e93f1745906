"""Fixtures on days and at venues: audited with a count that knows nothing of how they were planned."""

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tournaments.formats.seasons.fixture_plan import Calendar, Days, Hall, Meetings, plan_fixtures
from tournaments.formats.seasons.match_days import dates_in, match_days

TUESDAY = date(2026, 10, 6)


@given(st.integers(0, 40), st.sets(st.integers(0, 200)), st.integers(1, 20))
def test_match_days_are_evenly_apart_and_none_is_blacked_out(count: int, out: set[int], every: int) -> None:
    blackouts = {TUESDAY + timedelta(days=number) for number in out}
    days = match_days(TUESDAY, count, blackouts, every)
    assert len(days) == count == len(set(days))
    assert not set(days) & blackouts
    assert all((day - TUESDAY).days % every == 0 for day in days)
    if days:
        between = {TUESDAY + timedelta(days=step) for step in range(0, (days[-1] - TUESDAY).days + 1, every)}
        assert between - set(days) <= blackouts, "no free day was passed over"


def test_days_that_never_come_are_refused() -> None:
    with pytest.raises(RuleError, match="fit into 3 years"):
        match_days(TUESDAY, 200)
    with pytest.raises(RuleError, match="0 days"):
        match_days(TUESDAY, 2, every=0)


def test_dates_are_read_one_by_one_and_as_ranges() -> None:
    found = dates_in("2026-12-24, 2026-12-30..2027-01-01")
    assert found == (date(2026, 12, 24), date(2026, 12, 30), date(2026, 12, 31), date(2027, 1, 1))
    for wrong in ("soon", "2026-13-01", "2026-01-02..2026-01-01", "1999-01-01..2999-01-01"):
        with pytest.raises(RuleError):
            dates_in(wrong)
    for text in (
        "12/24/2026\n12/30/2026 - 1/1/2027",
        "12/24/2026; 12/30/2026 to 2027-01-01",
        "2026-12-24 12/30/2026–1/1/2027",
    ):
        assert dates_in(text, ("%m/%d/%Y",)) == found
    with pytest.raises(RuleError, match="like 24/12/2026, or 24/12/2026 - 02/01/2027 for a range"):
        dates_in("12/24/2026", ("%d/%m/%Y",))


@settings(max_examples=30)
@given(st.lists(st.integers(2, 8), min_size=1, max_size=3), st.integers(1, 3), st.integers(0, 2**32))
def test_no_venue_needs_more_tables_than_it_has(sizes: list[int], tables: int, seed: int) -> None:
    sections, homes, first = [], {}, 1
    for size in sizes:
        sections.append(tuple(range(first, first + size)))
        first += size
    # Two squads share a hall that has room for one fixture.
    for team in range(1, first):
        homes[team] = Hall(f"Hall {(team - 1) // 2}", tables)
    calendar = Calendar(tuple(sections), homes, tables, Meetings.DOUBLE)
    try:
        planned = plan_fixtures(calendar, Days(TUESDAY), seed)
    except RuleError:
        return  # in words that the tests below read
    load = Counter((one.day, homes[one.meeting.home].name) for one in planned)
    assert max(load.values()) * tables <= tables
    busy = Counter((one.day, team) for one in planned for team in (one.meeting.home, one.meeting.away))
    assert set(busy.values()) == {1}
    assert len(planned) == sum(size * (size - 1) for size in sizes)


def test_two_squads_of_eight_share_a_hall() -> None:
    homes = {team: Hall("Elks Hall", 3) for team in (1, 2)} | {team: Hall("VFW", 3) for team in (3, 4)}
    calendar = Calendar((tuple(range(1, 9)), tuple(range(9, 17))), homes, 3, Meetings.DOUBLE)
    planned = plan_fixtures(calendar, Days(TUESDAY), 7)
    load = Counter((one.day, homes[one.meeting.home].name) for one in planned if one.meeting.home in homes)
    assert set(load.values()) == {1}
    assert planned == plan_fixtures(calendar, Days(TUESDAY), 7), "the same seed, the same fixtures"


@pytest.mark.parametrize(
    ("hall", "squads", "words"),
    [
        (Hall("Nook", 2), (1,), "A match needs 3 tables, and Nook has 2"),
        (Hall("Elks Hall", 3), (1, 2, 3), "Elks Hall has 21 home matches"),
    ],
)
def test_what_cannot_be_is_refused_in_words(hall: Hall, squads: tuple[int, ...], words: str) -> None:
    calendar = Calendar((tuple(range(1, 9)),), dict.fromkeys(squads, hall), 3, Meetings.DOUBLE)
    with pytest.raises(RuleError, match=words):
        plan_fixtures(calendar, Days(TUESDAY), 1)
