"""The days of a season: a fixed number of days apart, skipping those on which no one can play."""

from collections.abc import Collection
from datetime import date, timedelta

from games.engine.errors import RuleError

LONGEST = timedelta(days=3 * 366)


def match_days(first: date, count: int, blackouts: Collection[date] = (), every: int = 7) -> tuple[date, ...]:
    """So many days, the first one on or after `first`. RuleError when they do not end within three years."""
    if not 1 <= every <= 60:
        raise RuleError("Match days can’t be {every} days apart. Choose 1 to 60.", every=every)
    found: list[date] = []
    day = first
    while len(found) < count:
        if day - first > LONGEST:
            raise RuleError(
                "Only {number} of {count} match days fit into three years. Remove blackout dates, or leave "
                "fewer days between two match days.",
                number=len(found),
                count=count,
            )
        if day not in blackouts:
            found.append(day)
        day += timedelta(days=every)
    return tuple(found)


def dates_in(text: str) -> tuple[date, ...]:
    """Dates as people list them, 2026-12-24 one by one or 2026-12-24..2027-01-02; RuleError names what is none."""
    found: set[date] = set()
    for part in text.replace(",", " ").split():
        first, _, last = part.partition("..")
        try:
            begin, end = date.fromisoformat(first), date.fromisoformat(last or first)
        except ValueError as error:
            raise RuleError(
                "“{part}” isn’t a date. Use dates like 2026-12-24 or 2026-12-24..2027-01-02.", part=part[:40]
            ) from error
        if not timedelta(0) <= end - begin <= LONGEST:
            raise RuleError(
                "“{part}” isn’t a valid range of dates. Put the earlier date first, at most three "
                "years before the other.",
                part=part[:40],
            )
        found |= {begin + timedelta(days=number) for number in range((end - begin).days + 1)}
    return tuple(sorted(found))
