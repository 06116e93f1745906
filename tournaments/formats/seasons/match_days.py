"""The days of a season: a fixed number of days apart, skipping those on which no one can play."""

import re
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta

from games.engine.errors import RuleError

LONGEST = timedelta(days=3 * 366)
ISO = "%Y-%m-%d"
TO = re.compile(r"\s*(?:\.\.|–)\s*|\s+(?:-|to)\s+")
"""Between the first and the last date of a range."""
EXAMPLE = date(2026, 12, 24), date(2027, 1, 2)


def match_days(first: date, count: int, blackouts: Collection[date] = (), every: int = 7) -> tuple[date, ...]:
    """So many days, the first one on or after `first`. RuleError when they do not end within three years."""
    if not 1 <= every <= 60:
        raise RuleError("Match days can’t be {every} days apart. Choose 1 to 60.", every=every)
    days: list[date] = []
    day = first
    while len(days) < count:
        if day - first > LONGEST:
            raise RuleError(
                "Only {number} of {count} match days fit into 3 years. Remove blackout dates, or leave fewer days "
                "between match days.",
                number=len(days),
                count=count,
            )
        if day not in blackouts:
            days.append(day)
        day += timedelta(days=every)
    return tuple(days)


def dates_in(text: str, patterns: Sequence[str] = (ISO,)) -> tuple[date, ...]:
    """Dates as people list them, one by one or 12/24/2026 - 1/2/2027; RuleError names what is none.

    patterns: as `strptime` takes them. The first one is in the examples, and ISO is always read.
    """
    days: set[date] = set()
    for part in filter(None, re.split(r"[\s,;]+", TO.sub("..", text))):
        first, _, last = part.partition("..")
        begin, end = _date_in(first, patterns), _date_in(last or first, patterns)
        if begin is None or end is None:
            example, until = (day.strftime(patterns[0]) for day in EXAMPLE)
            raise RuleError(
                "“{part}” isn’t a date. Enter dates like {example}, or {example} - {until} for a range.",
                part=part[:40],
                example=example,
                until=until,
            )
        if not timedelta(0) <= end - begin <= LONGEST:
            raise RuleError(
                "“{part}” isn’t a valid range of dates. Put the earlier date first, at most 3 years before the "
                "later one.",
                part=part[:40],
            )
        days |= {begin + timedelta(days=number) for number in range((end - begin).days + 1)}
    return tuple(sorted(days))


def _date_in(text: str, patterns: Sequence[str]) -> date | None:
    for pattern in (*patterns, ISO):
        try:
            return datetime.strptime(text, pattern).date()  # noqa: DTZ007  # a day has no time zone
        except ValueError:
            continue
    return None
