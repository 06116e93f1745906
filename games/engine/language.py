"""The sentences that are handed out to people, written in English where they are made.

The pure rooms know no framework, so the site hands them its translation (`speak_with`); without one they speak English.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")

MEANT = "\x04"
"""Gettext parts by it what is meant from the words."""


def _english(singular: str, plural: str, number: int) -> str:
    return singular if number == 1 else plural


def _full_stop() -> str:
    return "."


_one: Callable[[str], str] = str
_many: Callable[[str, str, int], str] = _english
_point: Callable[[], str] = _full_stop


def speak_with(
    singular: Callable[[str], str], plural: Callable[[str, str, int], str], point: Callable[[], str] = _full_stop
) -> None:
    """From now on sentences go through the first two, as gettext and ngettext are called. point: the decimal one."""
    global _one, _many, _point
    _one, _many, _point = singular, plural, point


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the reader's language, with its values put in as by `str.format`.

    Without values it is taken as it stands, braces and all. The sentence has to be written out where this is called, or
    where `mark` is: translators see nothing else.
    """
    said = _one(sentence).rpartition(MEANT)[2] if sentence else ""
    return said.format(**values) if values else said


def say_number(singular: str, plural: str, number: int, /, **values: object) -> str:
    """As `say`, for a sentence about a number of things: `number` is one of its values and decides its form."""
    return _many(singular, plural, number).format(number=number, **values)


def decimal(number: str) -> str:
    """A number as Python writes it, with the decimal point of the reader's language."""
    return number.replace(".", _point())


def signed(points: float, places: int = 1) -> str:
    """Points with their sign: +2, −1.2, 0. places: after the decimal point, for what isn't a whole number."""
    shown = f"{abs(points):.{places}f}"
    whole, _, parts = shown.partition(".")
    shown = decimal(shown) if parts.strip("0") else whole
    if shown == "0":
        return shown
    return f"{'+' if points > 0 else '−'}{shown}"


def percentage(number: str) -> str:
    """ "12.5%" for 12.5, as the reader's language writes it. number: as Python writes it."""
    return say("{number}%", number=decimal(number))


def score_text(points: Iterable[Fraction | int]) -> str:
    """A score as people write it, "10–6"; with a side below zero "−18 – 12", or the dash would pass for a minus."""
    shown = [f"{each}".replace("-", "−") for each in points]
    return (" – " if any(each.startswith("−") for each in shown) else "–").join(shown)


def mark(sentence: str) -> str:
    """The sentence itself: shows translators what is said later, as the label of a constant."""
    return sentence


def mark_as(meaning: str, sentence: str) -> str:
    """As `mark`, for words that mean something else elsewhere: what is meant goes with them until they are said."""
    return f"{meaning}{MEANT}{sentence}"


def spoken(*names: str) -> Callable[[type[T]], type[T]]:
    """For a dataclass: these fields are given a marked sentence, and give it back in the reader's language.

    What they give changes with the reader: let nothing be compared by it (eq=False).
    """

    def decorate(owner: type[T]) -> type[T]:
        for name in names:
            setattr(owner, name, _Spoken(name))
        return owner

    return decorate


class _Spoken:
    """In place of the field on the class; what was given stays in the object itself."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object | None, owner: type) -> Any:
        return self if instance is None else say(instance.__dict__[self._name])

    def __set__(self, instance: object, sentence: str) -> None:
        instance.__dict__[self._name] = sentence
