"""Places, percentages, amounts and lists as people read them. No currency sign: the club knows its own."""

import math
from collections.abc import Iterable
from fractions import Fraction

from tournaments.formats.numbers import called


def money_text(cents: Fraction | int) -> str:
    """12.50 for 1250; a part of a cent counts as a whole one, so that a promise never reads smaller than it is."""
    whole = math.ceil(cents)
    return f"{whole // 100}.{whole % 100:02d}"


def percent_text(hundredths: int) -> str:
    """12.5 % for 1250."""
    return f"{hundredths / 100:g} %"


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def listed(texts: Iterable[str]) -> str:
    """a, b and c."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last


def all_called(entries: Iterable[int]) -> str:
    """No. 3, No. 4 and No. 12."""
    return listed(called(entry) for entry in sorted(entries))
