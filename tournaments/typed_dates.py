"""Dates as the reader types them, in fields that take several."""

from datetime import date

from django.utils.formats import get_format
from django.utils.functional import lazy


def date_pattern() -> str:
    """For `strftime`: 12/22/2026, or 22/12/2026 where the day comes first."""
    return next(pattern for pattern in get_format("DATE_INPUT_FORMATS") if "/" in pattern)


def typed(*days: date, between: str = ", ") -> str:
    return between.join(day.strftime(date_pattern()) for day in days)


typed_lazy = lazy(typed, str)
