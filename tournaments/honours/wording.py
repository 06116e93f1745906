"""Places, percentages, amounts and lists as people read them. No currency sign: the club knows its own.

Each is there twice: in the reader's language, and, with `_kept`, in English for sentences that are stored.
"""

import math
from collections.abc import Iterable
from fractions import Fraction

from tournaments.formats.kept import kept, kept_part, said_list, told_value
from tournaments.formats.numbers import listed as all_called

__all__ = [
    "PLACE", "all_called", "listed", "money_kept", "money_text", "ordinal", "ordinal_kept", "percent_kept",
    "percent_text",
]  # fmt: skip

PLACE = kept("{ordinal} place")
_FIRST = kept_part("1st")
"""Of its own, because many languages have a word for it that follows no rule."""
_ENDINGS = {1: kept_part("{number}st"), 2: kept_part("{number}nd"), 3: kept_part("{number}rd")}
_OTHERS = kept_part("{number}th")


def money_text(cents: Fraction | int) -> str:
    """12.50 for 1250; a part of a cent counts as a whole one, so that a promise never reads smaller than it is."""
    return told_value(money_kept(cents))


def money_kept(cents: Fraction | int) -> str:
    whole = math.ceil(cents)
    return f"{whole // 100}.{whole % 100:02d}"


def percent_text(hundredths: int) -> str:
    """12.5 % for 1250."""
    return told_value(percent_kept(hundredths))


def percent_kept(hundredths: int) -> str:
    return f"{hundredths / 100:g} %"


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    return told_value(ordinal_kept(place))


def ordinal_kept(place: int) -> str:
    if place == 1:
        return _FIRST()
    is_teen = place % 100 in (11, 12, 13)
    return (_OTHERS if is_teen else _ENDINGS.get(place % 10, _OTHERS))(number=place)


def listed(texts: Iterable[str]) -> str:
    """a, b and c."""
    return said_list(texts)
