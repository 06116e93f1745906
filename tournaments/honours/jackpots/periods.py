"""The periods in which a jackpot is played for: half-open stretches of time that begin on the club's own clock.

The clock may jump over the hour at which a period begins, or show it twice. A period begins at the first moment at
which the clock shows that hour or a later one, and ends where the next begins: every moment is in exactly one.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
NOON = 12
HOURS, WEEKDAYS, LONGEST, MAX_SEASONS = range(24), range(7), 3660, 4


class Kind(Choice):
    NIGHT = "night", mark("Every night"), mark("Each period runs from noon to noon, so midnight doesn’t split a night.")
    WEEK = "week", mark("Every week"), mark("Each period starts on Monday unless you choose another day.")
    MONTH = "month", mark("Every month"), mark("Each period starts on the first of the month.")
    QUARTER = "quarter", mark("Every quarter"), mark("Periods start on January 1, April 1, July 1 and October 1.")
    SEASON = (
        "season",
        mark("Every season"),
        mark("Each period runs from a season’s first day to the day before the next season."),
    )
    CUSTOM = (
        "custom",
        mark("A set number of days"),
        mark("The first period starts on a date you choose. The next ones follow right after."),
    )


@dataclass(frozen=True)
class Period:
    """start, end: UTC, the end is not part of it. first, until: the same as days on the club's clock.

    key: names it for good; two periods of a jackpot never begin on the same day.
    """

    kind: Kind
    first: date
    until: date
    start: datetime
    end: datetime

    @property
    def key(self) -> str:
        return f"{self.kind.value} {self.first}"

    def __contains__(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


@dataclass(frozen=True)
class Calendar:
    """When the periods of a jackpot begin. zone: the club's, by name.

    turns_at: the hour at which one period ends and the next begins; None: noon for nights, midnight for the others.
    week_starts: 0 for Monday to 6 for Sunday. days, anchor: length of custom periods, and the first day of any of them.
    seasons: month and day on which seasons begin every year, in order: ((1, 15), (9, 1)).
    """

    zone: str
    kind: Kind
    turns_at: int | None = None
    week_starts: int = 0
    days: int = 14
    anchor: date = date(2024, 1, 1)
    seasons: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if self.hour not in HOURS:
            raise RuleError("{turns_at} isn’t a valid hour. Choose 0 to 23.", turns_at=self.turns_at)
        if self.week_starts not in WEEKDAYS:
            raise RuleError("Choose the first day of the week from 0 (Monday) to 6 (Sunday).")
        if not 1 <= self.days <= LONGEST:
            raise RuleError(
                "A period can’t last {days} days. Choose 1 to {longest} days.", days=self.days, longest=LONGEST
            )
        if self.kind is Kind.SEASON and not 1 <= len(self.seasons) <= MAX_SEASONS:
            raise RuleError("Enter 1 to {most} season start dates.", most=MAX_SEASONS)
        for season in self.seasons:
            _check_day_of_year(*season)
        if any(later <= season for season, later in pairwise(self.seasons)):
            raise RuleError("Enter season start dates in calendar order, each date only once.")

    @property
    def hour(self) -> int:
        if self.turns_at is not None:
            return self.turns_at
        return NOON if self.kind is Kind.NIGHT else 0

    def period_of(self, moment: datetime) -> Period:
        """The period that holds the moment (aware, any zone)."""
        shown = _clock(moment, self.zone) - timedelta(hours=self.hour)
        period = self.period_on(shown.date())
        # Where the clock goes back across the turn, the period of the next day has begun already.
        return period if moment in period else self.period_on(shown.date() + DAY)

    def period_on(self, day: date) -> Period:
        """The period to which a day of the club's clock belongs, from the hour of its turn."""
        span = self._span(day)
        start, end = (first_moment(self.zone, edge, self.hour) for edge in span)
        return Period(self.kind, *span, start, end)

    def after(self, period: Period) -> Period:
        """The period that begins where that one ends."""
        return self.period_on(period.until)

    def _span(self, day: date) -> tuple[date, date]:
        """First day and day after the last of the period."""
        if self.kind is Kind.SEASON:
            edges = [date(year, *season) for year in range(day.year - 1, day.year + 2) for season in self.seasons]
            return next((first, until) for first, until in pairwise(edges) if first <= day < until)
        if self.kind in (Kind.MONTH, Kind.QUARTER):
            return _months(day, 1 if self.kind is Kind.MONTH else 3)
        first, days = self._regular(day)
        return first, first + days * DAY

    def _regular(self, day: date) -> tuple[date, int]:
        """First day and length of a period that always has the same number of days."""
        if self.kind is Kind.WEEK:
            return day - (day.weekday() - self.week_starts) % 7 * DAY, 7
        if self.kind is Kind.CUSTOM:
            return day - (day - self.anchor).days % self.days * DAY, self.days
        return day, 1


def _check_day_of_year(month: int, day: int) -> None:
    try:
        date(2023, month, day)
    except ValueError as error:
        raise RuleError(
            "That date doesn’t exist in every year. Choose another season start date, e.g. 09-01 for September 1."
        ) from error


def _months(day: date, months: int) -> tuple[date, date]:
    """The month, or the quarter, of a day."""
    month = (day.month - 1) // months * months
    return date(day.year, month + 1, 1), date(day.year + (month + months) // 12, (month + months) % 12 + 1, 1)


def _clock(moment: datetime, zone: str) -> datetime:
    """What the clock shows there."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@lru_cache(maxsize=4096)
def first_moment(zone: str, day: date, hour: int) -> datetime:
    """The first moment (UTC) at which the clock there shows that hour of that day, or a later one if it jumps."""
    wanted = datetime.combine(day, time(hour))
    moment = wanted.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if _clock(moment, zone) == wanted:
        return moment
    before = moment - DAY
    while moment - before > SECOND:
        middle = before + (moment - before) // 2 // SECOND * SECOND
        before, moment = (before, middle) if _clock(middle, zone) >= wanted else (middle, moment)
    return moment
