"""Places, percentages and amounts as people read them. No currency sign: the club knows its own."""

import math
from dataclasses import dataclass
from fractions import Fraction

from games.engine.language import decimal
from games.engine.messages import Names, Value, message

PLACE = message("{ordinal} place")
_FIRST = message("1st")
"""Of its own, because many languages have a word for it that follows no rule."""
_ENDINGS = {1: message("{number}st"), 2: message("{number}nd"), 3: message("{number}rd")}
_OTHERS = message("{number}th")


@dataclass(frozen=True)
class Money(Value):
    """12.50 for 1250; a part of a cent counts as a whole one, so that a promise never reads smaller than it is."""

    tag = "money"
    cents: Fraction | int

    def as_data(self) -> int:
        return math.ceil(self.cents)

    @property
    def in_english(self) -> str:
        whole = math.ceil(self.cents)
        return f"{whole // 100}.{whole % 100:02d}"

    def render(self, names: Names) -> str:
        return decimal(self.in_english)


@dataclass(frozen=True)
class Percent(Value):
    """12.5 % for 1250."""

    tag = "percent"
    hundredths: int

    def as_data(self) -> int:
        return self.hundredths

    def render(self, names: Names) -> str:
        return decimal(f"{self.hundredths / 100:g} %")


@dataclass(frozen=True)
class Ordinal(Value):
    """1st, 2nd, 3rd, 4th, 11th, 21st."""

    tag = "ordinal"
    place: int

    def as_data(self) -> int:
        return self.place

    def render(self, names: Names) -> str:
        if self.place == 1:
            return str(_FIRST)
        is_teen = self.place % 100 in (11, 12, 13)
        return str((_OTHERS if is_teen else _ENDINGS.get(self.place % 10, _OTHERS))(number=self.place))


def money_text(cents: Fraction | int) -> str:
    """12.50 for 1250, in the reader's language."""
    return str(Money(cents))


def percent_text(hundredths: int) -> str:
    """12.5 % for 1250, in the reader's language."""
    return str(Percent(hundredths))


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, in the reader's language."""
    return str(Ordinal(place))
