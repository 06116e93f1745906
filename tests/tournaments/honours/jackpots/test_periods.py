"""Every moment is in exactly one period, in zones where the clock does everything that clocks do.

Havana, Santiago, Cairo and Beirut have days without a midnight; Lord Howe changes by half an hour; Apia lost a day in
2011; St John's used to go back over midnight.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.engine.errors import RuleError
from tests.sizes import SOAK
from tournaments.honours.jackpots.periods import Calendar, Kind, Period, first_moment

ZONES = (
    "UTC",
    "America/Detroit",
    "America/St_Johns",
    "America/Havana",
    "America/Santiago",
    "Europe/Dublin",
    "Africa/Cairo",
    "Asia/Beirut",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
)
FROM, UNTIL = datetime(2024, 1, 1, tzinfo=UTC), datetime(2033, 1, 1, tzinfo=UTC)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
SEASONS = ((1, 1), (7, 1))
EXPECTED = {Kind.NIGHT: 3288, Kind.WEEK: 470, Kind.MONTH: 108, Kind.QUARTER: 36, Kind.SEASON: 18, Kind.CUSTOM: 329}


def calendar(zone, kind, **known):
    return Calendar(zone, kind, **{"seasons": SEASONS, "days": 10} | known)


def shown(moment, zone):
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def all_periods(own):
    period = own.period_of(FROM)
    while period.start < UNTIL:
        yield period
        period = own.after(period)


def offset(moment, zone):
    return moment.astimezone(ZoneInfo(zone)).utcoffset()


def clock_changes(zone):
    """The first second after every jump of the clock there; where it never jumps, some moments of no account."""
    days = [FROM + day * DAY for day in range((UNTIL - FROM) // DAY)]
    changes = [jump(early, late, zone) for early, late in pairwise(days) if offset(early, zone) != offset(late, zone)]
    return changes or [FROM, UNTIL - DAY]


def jump(early, late, zone):
    after = offset(late, zone)
    while late - early > SECOND:
        middle = early + (late - early) // 2 // SECOND * SECOND
        early, late = (early, middle) if offset(middle, zone) == after else (middle, late)
    return late


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", Kind)
def test_periods_follow_each_other_without_a_gap_from_2024_to_2032(zone, kind, record_property):
    own = calendar(zone, kind)
    periods = list(all_periods(own))
    assert len({period.key for period in periods}) == len(periods)
    assert abs(len(periods) - EXPECTED[kind]) <= 2
    record_property("periods", len(periods))
    for period, following in pairwise(periods):
        assert period.start < period.end == following.start
        assert period.until == following.first
    for number, period in enumerate(periods):
        if SOAK or number % 20 == 0 or offset(period.start - DAY, zone) != offset(period.start + DAY, zone):
            check_edges(own, period)


def check_edges(own, period):
    """Independently of how it was found: the clock there shows the turn, or has just jumped over it."""
    turn = datetime.combine(period.first, datetime.min.time()) + timedelta(hours=own.hour)
    assert shown(period.start, own.zone) >= turn > shown(period.start - SECOND, own.zone)
    assert period.start in period
    assert period.end not in period
    assert own.period_of(period.start) == period == own.period_of(period.end - SECOND)


@pytest.mark.parametrize("zone", ZONES)
def test_moments_around_every_change_of_the_clock_are_in_one_period_of_each_kind(zone):
    for kind in Kind:
        own = calendar(zone, kind)
        for change in clock_changes(zone):
            for seconds in (-7200, -3600, -1800, -1, 0, 1, 1800, 3600, 7200):
                moment = change + timedelta(seconds=seconds)
                period = own.period_of(moment)
                assert period.start <= moment < period.end
                neighbours = (own.period_of(period.start - SECOND), own.after(period))
                assert not any(moment in other for other in neighbours)


@pytest.mark.parametrize(
    ("zone", "day", "begins"),
    [
        ("America/Havana", date(2026, 3, 8), "2026-03-08T05:00"),  # midnight does not exist: the clock shows 1 o'clock
        ("America/Santiago", date(2026, 9, 6), "2026-09-06T04:00"),
        ("Africa/Cairo", date(2026, 4, 24), "2026-04-23T22:00"),
        ("Asia/Beirut", date(2026, 3, 29), "2026-03-28T22:00"),
        ("Europe/Dublin", date(2026, 3, 29), "2026-03-29T00:00"),
        ("Europe/Dublin", date(2026, 3, 30), "2026-03-29T23:00"),
        ("America/Havana", date(2026, 11, 1), "2026-11-01T04:00"),  # midnight comes twice: the first one
        ("Pacific/Apia", date(2011, 12, 30), "2011-12-30T10:00"),  # a day that was left out
        ("Pacific/Apia", date(2011, 12, 31), "2011-12-30T10:00"),
        ("America/Toronto", date(1919, 3, 31), "1919-03-31T04:30"),  # the clock jumped from 23:30 to 0:30
    ],
)
def test_days_begin_at_the_first_moment_that_the_clock_shows_them(zone, day, begins):
    moment = first_moment(zone, day, 0)
    assert moment == datetime.fromisoformat(f"{begins}+00:00")
    assert shown(moment, zone).date() >= day > shown(moment - SECOND, zone).date()


def test_where_the_clock_goes_back_over_midnight_the_day_has_begun_once():
    own = Calendar("America/St_Johns", Kind.NIGHT, turns_at=0)
    first = first_moment("America/St_Johns", date(2010, 11, 7), 0)
    again = first + timedelta(minutes=30)
    assert shown(again, own.zone) < shown(first, own.zone)
    assert own.period_of(first).first == own.period_of(again).first == date(2010, 11, 7)
    assert own.period_of(first - SECOND).first == date(2010, 11, 6)


def test_an_evening_is_one_night_on_both_sides_of_midnight():
    own = Calendar("America/Detroit", Kind.NIGHT)
    evening, late = datetime(2026, 11, 8, 2, tzinfo=UTC), datetime(2026, 11, 8, 6, tzinfo=UTC)
    assert own.period_of(evening) == own.period_of(late)
    assert own.period_of(evening).key == "night 2026-11-07"


def test_the_moments_own_zone_does_not_matter():
    own = Calendar("America/Detroit", Kind.MONTH)
    moment = datetime(2026, 12, 1, 4, 59, 59, tzinfo=UTC)
    assert own.period_of(moment).key == "month 2026-11-01"
    assert own.period_of(moment.astimezone(ZoneInfo("Pacific/Apia"))) == own.period_of(moment)


@pytest.mark.parametrize(
    ("kind", "known", "first", "until"),
    [
        (Kind.WEEK, {}, date(2026, 11, 16), date(2026, 11, 23)),
        (Kind.WEEK, {"week_starts": 6}, date(2026, 11, 15), date(2026, 11, 22)),
        (Kind.WEEK, {"week_starts": 5}, date(2026, 11, 21), date(2026, 11, 28)),
        (Kind.MONTH, {}, date(2026, 11, 1), date(2026, 12, 1)),
        (Kind.QUARTER, {}, date(2026, 10, 1), date(2027, 1, 1)),
        (Kind.SEASON, {}, date(2026, 7, 1), date(2027, 1, 1)),
        (Kind.CUSTOM, {"days": 3, "anchor": date(2026, 12, 1)}, date(2026, 11, 19), date(2026, 11, 22)),
        (Kind.NIGHT, {}, date(2026, 11, 21), date(2026, 11, 22)),
        (Kind.WEEK, {"turns_at": 21}, date(2026, 11, 16), date(2026, 11, 23)),
    ],
)
def test_which_days_a_period_has(kind, known, first, until):
    period = calendar("UTC", kind, **known).period_of(datetime(2026, 11, 21, 20, 0, tzinfo=UTC))
    assert (period.first, period.until) == (first, until)


def test_december_is_followed_by_january():
    own = Calendar("UTC", Kind.MONTH)
    december = own.period_on(date(2026, 12, 24))
    assert (december.until, own.after(december).first) == (date(2027, 1, 1), date(2027, 1, 1))


def test_seasons_follow_each_other_over_the_years():
    own = Calendar("UTC", Kind.SEASON, seasons=((1, 15), (9, 1)))
    autumn = own.period_of(datetime(2026, 11, 21, tzinfo=UTC))
    assert (autumn.first, autumn.until) == (date(2026, 9, 1), date(2027, 1, 15))
    assert own.period_of(datetime(2027, 1, 14, 23, 59, tzinfo=UTC)) == autumn
    spring = own.after(autumn)
    assert (spring.first, spring.until) == (date(2027, 1, 15), date(2027, 9, 1))


def test_one_season_lasts_a_year():
    own = Calendar("UTC", Kind.SEASON, seasons=((9, 1),))
    period = own.period_of(datetime(2028, 2, 29, tzinfo=UTC))
    assert (period.first, period.until) == (date(2027, 9, 1), date(2028, 9, 1))


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"turns_at": 24}, "Choose 0 to 23"),
        ({"turns_at": -1}, "Choose 0 to 23"),
        ({"week_starts": 7}, "0 .Monday. to 6"),
        ({"days": 0}, "Choose 1 to"),
        ({"days": 3661}, "Choose 1 to"),
        ({"seasons": ()}, "Enter 1 to 4 season start dates."),
        ({"seasons": ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))}, "Enter 1 to 4 season start dates."),
        ({"seasons": ((2, 29),)}, "doesn’t exist in every year"),
        ({"seasons": ((13, 1),)}, "doesn’t exist in every year"),
        ({"seasons": ((7, 1), (1, 1))}, "calendar order"),
        ({"seasons": ((7, 1), (7, 1))}, "each date only once"),
    ],
)
def test_calendars_that_cannot_be(known, words):
    with pytest.raises(RuleError, match=words):
        Calendar("UTC", Kind.SEASON, **{"seasons": SEASONS} | known)


def test_a_period_is_half_open():
    period = Period(Kind.NIGHT, date(2026, 1, 1), date(2026, 1, 2), FROM, FROM + DAY)
    assert FROM in period
    assert FROM + DAY not in period
    assert FROM - SECOND not in period
