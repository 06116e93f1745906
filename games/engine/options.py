"""What the club is told about one house rule: label, meaning, values, source and an example.

Feeds forms, the rules panel and docs/house-rules.md. Decides nothing about play.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from games.engine.errors import RuleError


class Section(StrEnum):
    """The chapters of the house rules."""

    SHAPE = "Shape of the game"
    BIDDING = "Deal and bidding"
    PLAY = "Play"
    SCORING = "Scoring"
    BID_EUCHRE = "Bid Euchre"
    CONDUCT = "At the table online"


class Source(StrEnum):
    """The kind of document in which the rule was found."""

    TABLE = "in-world table"
    WEB = "web game with bots"
    HOYLE = "Hoyle"
    SITE = "large online site"
    PAGE = "plain how-to page"
    NOTATION = "game notation"
    COMMON = "common practice"


@dataclass(frozen=True)
class Option:
    """One house rule as it is shown. choices: every value (bools), or the usual values (numbers), default first.

    low and high bound a number; only names the one variant ("classic" or "bid") in which the option has a meaning.
    """

    name: str
    label: str
    help: str
    section: Section
    source: Source
    example: str
    default: Any
    choices: tuple[Any, ...]
    low: int | None = None
    high: int | None = None
    only: str | None = None

    def words(self, value: Any) -> str:
        """A value as the club reads it: yes and no for switches, none for an absent number."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else str(value)


def option(
    default: Any,
    label: str,
    meaning: str,
    section: Section,
    source: Source,
    example: str,
    *,
    choices: tuple[Any, ...] | None = None,
    low: int | None = None,
    high: int | None = None,
    only: str | None = None,
) -> Any:
    """A dataclass field that carries its own Option; the name is added by `describe`."""
    if choices is None:
        choices = values_of(default)
    words = {"label": label, "help": meaning, "section": section, "source": source, "example": example}
    return field(default=default, metadata={**words, "choices": choices, "low": low, "high": high, "only": only})


def values_of(default: Any) -> tuple[Any, ...]:
    """Every value of a switch or of an enum, default first."""
    every: tuple[Any, ...] = (False, True) if isinstance(default, bool) else tuple(default.__class__)
    return (default, *(value for value in every if value != default))


def check_value(shown: Option, value: Any) -> None:
    """Raises RuleError when the value is not one this option can take; enums also accept nothing but their own kind."""
    if shown.low is not None and shown.high is not None:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        fits = (value is None and None in shown.choices) or (is_number and shown.low <= value <= shown.high)
        allowed = f"a whole number from {shown.low} to {shown.high}"
    else:
        fits = type(value) is type(shown.default) and value in shown.choices
        allowed = " or ".join(shown.words(choice) for choice in shown.choices)
    if not fits:
        raise RuleError(f"{shown.name}={shown.words(value)} is not possible: {shown.label} must be {allowed}.")
