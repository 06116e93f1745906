"""What the club reads about one house rule: label, meaning, values, source and an example.

Feeds forms, the rules panel and docs/house-rules.md. Decides nothing about play. The text is kept in English and
translated when it is read.
"""

from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from functools import cache, reduce
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import mark, mark_as, say
from games.engine.messages import Message


class Section(StrEnum):
    """The chapters of the house rules."""

    SHAPE = "Type of game"
    BIDDING = "Deal and bidding"
    PLAY = "Play"
    SCORING = "Scoring"
    BID_EUCHRE = "Bid Euchre"
    CONDUCT = "At the online table"

    @property
    def label(self) -> str:
        return say(mark_as("chapter", self.value))


CHAPTERS = (
    mark_as("chapter", "Type of game"),
    mark_as("chapter", "Deal and bidding"),
    mark_as("chapter", "Play"),
    mark_as("chapter", "Scoring"),
    mark_as("chapter", "Bid Euchre"),
    mark_as("chapter", "At the online table"),
)


class Source(StrEnum):
    """The kind of document in which the rule was found."""

    TABLE = "in-world table"
    WEB = "web game with bots"
    HOYLE = "Hoyle"
    SITE = "large online site"
    PAGE = "plain how-to page"
    NOTATION = "game notation"
    COMMON = "common practice"


VALUES = (
    mark_as("value", "classic"),
    mark_as("value", "bid"),
    mark_as("value", "solo"),
    mark_as("value", "left"),
    mark_as("value", "right"),
    mark_as("value", "barred"),
    mark_as("value", "allowed"),
    mark_as("value", "never"),
    mark_as("value", "against alone"),
    mark_as("value", "anytime"),
    mark_as("value", "anything"),
    mark_as("value", "any trump"),
    mark_as("value", "natural"),
    mark_as("value", "ace no face"),
    mark_as("value", "no ace no face"),
    mark_as("value", "either"),
    mark_as("value", "none"),
    mark_as("value", "high"),
    mark_as("value", "high low"),
    mark_as("value", "spades"),
    mark_as("value", "dealer blind"),
    mark_as("value", "any"),
    mark_as("value", "not turned"),
    mark_as("value", "with call"),
    mark_as("value", "after discard"),
    mark_as("value", "maker left"),
    mark_as("value", "dealer left"),
    mark_as("value", "after first trick"),
    mark_as("value", "after broken"),
    mark_as("value", "single"),
    mark_as("value", "auction"),
    mark_as("value", "level and suit"),
    mark_as("value", "level"),
    mark_as("value", "alone"),
    mark_as("value", "call 1"),
    mark_as("value", "call 2"),
)
"""Values as people read them; see `Option.shown`."""


@dataclass(frozen=True)
class Option:
    """One house rule as it is shown. choices: every value (bools), or the usual values (numbers), default first.

    low and high bound a number; only names the one variant ("classic" or "bid") in which the option has a meaning.
    """

    name: str
    english_label: str
    english_help: str
    section: Section
    source: Source
    english_example: str
    default: Any
    choices: tuple[Any, ...]
    low: int | None = None
    high: int | None = None
    only: str | None = None

    @property
    def label(self) -> str:
        return say(self.english_label)

    @property
    def help(self) -> str:
        return say(self.english_help)

    @property
    def example(self) -> str:
        return say(self.english_example)

    def words(self, value: Any) -> str:
        """A value in the notation: yes and no for switches, none for an absent number."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else str(value)

    def shown(self, value: Any) -> str:
        """A value, or what is stored of one, as people read it."""
        return str(self.as_message(value))

    def as_message(self, value: Any) -> Message:
        """As `shown`, for a message that is kept."""
        if isinstance(value, bool):
            return Message(mark("yes") if value else mark("no"))
        return Message(mark_as("value", self.words(value).replace("_", " ")))


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
    words = {
        "english_label": label,
        "english_help": meaning,
        "section": section,
        "source": source,
        "english_example": example,
    }
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
    else:
        fits = type(value) is type(shown.default) and value in shown.choices
    if not fits:
        raise _impossible(shown, shown.words(value))


def value_from(shown: Option, value: Any) -> Any:
    """One option's value from its plain JSON form. Raises RuleError when it is not one of the option's values."""
    if not isinstance(shown.default, Enum):
        return value
    for choice in shown.choices:
        if choice.value == value and not isinstance(value, bool):
            return choice
    raise _impossible(shown, value)


def key_of(value: Any) -> str:
    """A value as it is written in an address or in a form."""
    return str(value.value if isinstance(value, Enum) else value).lower()


def allowed(shown: Option) -> str:
    """Every value: this or that or a third; or the numbers that are possible."""
    if shown.low is not None and shown.high is not None:
        return say("a whole number from {low} to {high}", low=shown.low, high=shown.high)
    words = [shown.words(choice) for choice in shown.choices]
    return reduce(lambda some, last: say("{some} or {last}", some=some, last=last), words)


def _impossible(shown: Option, value: object) -> RuleError:
    return RuleError(
        "{name}={value} isn’t possible: {label} must be {allowed}.",
        name=shown.name,
        value=str(value),
        label=shown.label,
        allowed=allowed(shown),
    )


def options_in(rules: Any) -> tuple[Option, ...]:
    """Every option of a class of rules, in reading order."""
    return _options_in(rules)


@cache
def _options_in(rules: type[Any]) -> tuple[Option, ...]:
    return tuple(Option(name=each.name, default=each.default, **each.metadata) for each in fields(rules))
