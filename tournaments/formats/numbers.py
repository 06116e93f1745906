"""Entries are numbers here: how messages speak of them, and which of them are the house's."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.engine.language import percentage, say
from games.engine.messages import Names, Value, message, values_in

GHOST = 0
"""Numbers of GHOST or below are house players: they fill a chair, move like anyone else and score for no one."""

_HOUSE_PLAYER = message("house player {number}")


@dataclass(frozen=True)
class EntryRef(Value):
    """An entry, by its name where the reader may see one; else "No. 12", or "house player 1" for GHOST or below."""

    tag = "entry"
    number: int

    def as_data(self) -> int:
        return self.number

    def render(self, names: Names) -> str:
        if self.number in names:
            return names[self.number]
        return f"No. {self.number}" if self.number > GHOST else str(_HOUSE_PLAYER(number=GHOST - self.number + 1))


def refs(numbers: Iterable[int]) -> tuple[EntryRef, ...]:
    """Several entries, for a value of a message."""
    return tuple(map(EntryRef, numbers))


def entries_in(value: Any) -> set[int]:
    """The entries that a message speaks of; house players are none."""
    return {ref.number for ref in values_in(value, EntryRef) if ref.number > GHOST}


@dataclass(frozen=True)
class EmptyTable(Value):
    """A table at which no one plays in this round, by its number."""

    tag = "empty_table"
    number: int

    def as_data(self) -> int:
        return self.number

    def render(self, names: Names) -> str:
        return str(self.number)


@dataclass(frozen=True)
class Number(Value):
    """An exact number: 7, 2/3, 6 1/2, −1 1/2."""

    tag = "number"
    value: Fraction | int

    def as_data(self) -> str:
        return str(Fraction(self.value))

    @classmethod
    def from_data(cls, data: Any) -> "Number":
        if not re.fullmatch(r"-?\d{1,20}(/\d{1,20})?", data):
            raise ValueError("That is no number.")
        return cls(Fraction(data))

    def render(self, names: Names) -> str:
        whole, rest = divmod(abs(Fraction(self.value)), 1)
        parts = [str(whole)] * bool(whole or not rest) + [str(rest)] * bool(rest)
        return "−" * (self.value < 0) + " ".join(parts)


@dataclass(frozen=True)
class Share(Value):
    """A percentage with one decimal: 54.1% for 541."""

    tag = "share"
    tenths: int

    @classmethod
    def of(cls, value: Fraction | int) -> "Share":
        """A share of 1, rounded down."""
        return cls(int(value * 1000))

    def as_data(self) -> int:
        return self.tenths

    @property
    def in_english(self) -> str:
        return f"{self._number}%"

    @property
    def _number(self) -> str:
        return f"{self.tenths // 10}.{self.tenths % 10}"

    def render(self, names: Names) -> str:
        return percentage(self._number)


def number_in(text: str) -> Fraction | None:
    """The number of a text that `Number` or `Share.in_english` wrote, a percentage in percent; None for an empty text.

    ValueError for any other text.
    """
    if not text:
        return None
    parts = text.removeprefix("−").removesuffix("%").split(" ")
    if not all(re.fullmatch(r"\d+(\.\d|/\d+)?", part, re.ASCII) for part in parts):
        raise ValueError("That is no number.")
    value = sum(map(Fraction, parts), Fraction(0))
    return -value if text.startswith("−") else value


@dataclass(frozen=True)
class Named(Value):
    """A name of the site's as it is inside a sentence: only people keep their capital letters. name: marked."""

    tag = "name"
    name: str

    def as_data(self) -> str:
        return self.name

    @classmethod
    def from_data(cls, data: Any) -> "Named":
        if not isinstance(data, str):
            raise TypeError
        return cls(data)

    def render(self, names: Names) -> str:
        return in_sentence(say(self.name))


PEOPLE = {"Buchholz", "Sonneborn-Berger"}


def in_sentence(name: str) -> str:
    return " ".join(word if word in PEOPLE else word.lower() for word in name.split())
