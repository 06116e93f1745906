"""Places, percentages and amounts as people read them.

An amount is written in the currency of the club that the reader is at, in the style of the reader's language. The code
that finds the club sets it (`write_money_in`).
"""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction

from games.engine.language import decimal, mark, percentage, say
from games.engine.messages import Names, Value, message

CURRENCIES: Mapping[str, str] = {
    "USD": mark("US dollar"),
    "CAD": mark("Canadian dollar"),
    "GBP": mark("British pound"),
    "EUR": mark("Euro"),
    "AUD": mark("Australian dollar"),
    "NZD": mark("New Zealand dollar"),
    "CHF": mark("Swiss franc"),
}
"""Codes of ISO 4217, and their names. No code: amounts have no sign."""
_SIGNS = {"USD": "$", "CAD": "$", "GBP": "£", "EUR": "€", "AUD": "$", "NZD": "$"}
"""As a club writes its own money; the others are written with their code."""
_WITH_SIGN = message("{sign}{amount}")
_WITH_CODE = message("{code}\u00a0{amount}")
_BELOW_ZERO = message("−{amount}")
_currency: ContextVar[str] = ContextVar("currency", default="")

PLACE = message("{ordinal} place")
_FIRST = message("1st")
"""Of its own, because many languages have a word for it that follows no rule."""
_ENDINGS = {1: message("{number}st"), 2: message("{number}nd"), 3: message("{number}rd")}
_OTHERS = message("{number}th")


@dataclass(frozen=True)
class Money(Value):
    """$12.50 for 1250; a part of a cent counts as a whole one, so that a promise never reads smaller than it is."""

    tag = "money"
    cents: Fraction | int

    def as_data(self) -> int:
        return math.ceil(self.cents)

    @property
    def in_english(self) -> str:
        """The number alone, as Python writes it."""
        whole = math.ceil(self.cents)
        return f"{'-' * (whole < 0)}{abs(whole) // 100}.{abs(whole) % 100:02d}"

    def render(self, names: Names) -> str:
        amount, code = decimal(self.in_english.removeprefix("-")), _currency.get()
        if code in _SIGNS:
            amount = str(_WITH_SIGN(sign=_SIGNS[code], amount=amount))
        elif code:
            amount = str(_WITH_CODE(code=code, amount=amount))
        return str(_BELOW_ZERO(amount=amount)) if math.ceil(self.cents) < 0 else amount


@dataclass(frozen=True)
class Percent(Value):
    """12.5% for 1250."""

    tag = "percent"
    hundredths: int

    def as_data(self) -> int:
        return self.hundredths

    def render(self, names: Names) -> str:
        return percentage(f"{self.hundredths / 100:g}")


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


def write_money_in(currency: str) -> None:
    """From now on, in this thread or request, amounts are written so. currency: a code, or "" for no sign."""
    _currency.set(currency)


@contextmanager
def money_in(currency: str) -> Iterator[None]:
    """Within it amounts are written so."""
    before = _currency.set(currency)
    try:
        yield
    finally:
        _currency.reset(before)


def currency_mark() -> str:
    """What amounts are written with, for beside a field: $, €, CHF, or nothing."""
    code = _currency.get()
    return _SIGNS.get(code, code)


def is_mark_first() -> bool:
    """Whether the reader's language has it before the number."""
    return str(_WITH_SIGN(sign="¤", amount="5")).startswith("¤")


def money_text(cents: Fraction | int) -> str:
    """$12.50 for 1250, in the reader's language and the club's currency."""
    return str(Money(cents))


def currency_name(code: str) -> str:
    """With an example: how the club's amounts would be written."""
    if not code:
        return say("No currency sign: {example}", example=decimal(Money(500).in_english))
    with money_in(code):
        return say("{currency}: {example}", currency=say(CURRENCIES[code]), example=money_text(500))


def percent_text(hundredths: int) -> str:
    """12.5% for 1250, in the reader's language."""
    return str(Percent(hundredths))


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, in the reader's language."""
    return str(Ordinal(place))
