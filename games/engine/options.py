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


VALUES = {
    "classic": mark_as("value", "classic"),
    "bid": mark_as("value", "bid"),
    "solo": mark_as("value", "solo"),
    "left": mark_as("value", "left"),
    "right": mark_as("value", "right"),
    "barred": mark_as("value", "barred"),
    "allowed": mark_as("value", "allowed"),
    "never": mark_as("value", "never"),
    "against_alone": mark_as("value", "only against a loner"),
    "anytime": mark_as("value", "anytime"),
    "anything": mark_as("value", "none needed"),
    "any_trump": mark_as("value", "any trump"),
    "natural": mark_as("value", "a card printed in that suit"),
    "ace_no_face": mark_as("value", "one ace, no face cards"),
    "no_ace_no_face": mark_as("value", "no ace or face cards"),
    "either": mark_as("value", "no face cards, at most one ace"),
    "none": mark_as("value", "none"),
    "high": mark_as("value", "high"),
    "high_low": mark_as("value", "high and low"),
    "spades": mark_as("value", "spades"),
    "dealer_blind": mark_as("value", "dealer calls blind"),
    "any": mark_as("value", "any card"),
    "not_turned": mark_as("value", "not the upcard"),
    "with_call": mark_as("value", "with the call"),
    "after_discard": mark_as("value", "after the discard"),
    "maker_left": mark_as("value", "maker’s left"),
    "dealer_left": mark_as("value", "dealer’s left"),
    "after_first_trick": mark_as("value", "after the first trick"),
    "after_broken": mark_as("value", "after trump is broken"),
    "single": mark_as("value", "one bid each"),
    "auction": mark_as("value", "auction"),
    "level_and_suit": mark_as("value", "tricks and suit"),
    "level": mark_as("value", "tricks only"),
    "alone": mark_as("value", "alone"),
    "call_1": mark_as("value", "one card from partner"),
    "call_2": mark_as("value", "2 cards from partner"),
}
"""Values of the notation → as people read them; see `Option.shown`."""


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
        words = self.words(value)
        return Message(VALUES.get(words) or mark_as("value", words.replace("_", " ")))


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
