"""The words every format shares: a draw, its byes and reasons, and what was played before.

Formats work on entry *numbers* (1, 2, 3 … as written on the sign-up sheet) and know no names and no models.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random
from types import NoneType
from typing import Any, Self, TypeVar, get_args, get_type_hints

from games.engine.errors import RuleError
from games.engine.slip import HandScore

HOUSE = 0
"""Numbers of HOUSE or below are house players: they fill a chair, move like anybody and score for nobody."""


@dataclass(frozen=True)
class Slip:
    """What one table reported.

    points: per side, in side order. hands: one by one, if they were tapped. tie_winner: the side that moves as the
    winner when points are level (the side that reached the score first, won the extra hand, won the cut).
    forfeited: sides that did not play; the points then are what the organizer awarded.
    """

    points: tuple[int, ...]
    hands: tuple[HandScore, ...] = ()
    tie_winner: int | None = None
    forfeited: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that won the table, or None when it is level and no tie-break was recorded."""
        best = max(self.points)
        leaders = [side for side, points in enumerate(self.points) if points == best]
        return leaders[0] if len(leaders) == 1 else self.tie_winner


@dataclass(frozen=True)
class TableDraw:
    """One table of a round. sides: entry numbers that score together, ((1, 4), (2, 3)); a pair's side holds one."""

    table: int
    sides: tuple[tuple[int, ...], ...]

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(number for side in self.sides for number in side)


@dataclass(frozen=True)
class ByeDraw:
    """An entry that does not play this round. points None: its own average per round played (see `standings`)."""

    entry: int
    points: int | None
    reason: str


@dataclass(frozen=True)
class RoundDraw:
    """One computed round. reasons: why it looks as it does, in words for the organizer, most important first."""

    number: int
    tables: tuple[TableDraw, ...]
    byes: tuple[ByeDraw, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayedTable:
    """A table of an earlier round with its standing result; slip None: void, or not played."""

    draw: TableDraw
    slip: Slip | None


@dataclass(frozen=True)
class PlayedRound:
    """An earlier round as it was really seated, substitutes included in the entry they played for."""

    number: int
    tables: tuple[PlayedTable, ...]
    byes: tuple[ByeDraw, ...] = ()


@dataclass(frozen=True)
class DrawRequest:
    """Everything a format may look at.

    number: the round to draw, from 1. field: entry numbers to be placed in this round, ascending; whoever is late,
    gone or sitting out on purpose is not in it. history: all earlier rounds, ascending. seed: the stage's own
    256-bit number; the same request always gives the same draw.
    """

    number: int
    field: tuple[int, ...]
    history: tuple[PlayedRound, ...]
    seed: int


@dataclass(frozen=True)
class Format:
    """A format as the rest of the project sees it: one row of `catalogue.FORMATS`.

    entry_size: players per entry (1 or 2). draw: raises RuleError when no legal round exists, naming the rule in the
    way. rounds: how many rounds a full run takes for a field of that size. rounds_left: how many are still to come, the
    requested one included, after what was really played. tie_question: what to ask the table when
    the slip is level and the movement needs a winner, else None. criteria: default standings order.
    """

    key: str
    name: str
    blurb: str
    entry_size: int
    config: type[Any]
    draw: Callable[[Any, DrawRequest], RoundDraw]
    rounds: Callable[[Any, int], int]
    rounds_left: Callable[[Any, DrawRequest], int]
    tie_question: Callable[[Any, Slip], str | None]
    criteria: tuple[str, ...]


Points = Fraction | int
Numbers = Sequence[int]
Config = TypeVar("Config")


class Choice(StrEnum):
    """A setting with a few named values. Every member is written as value, label, help text."""

    label: str
    help: str

    def __new__(cls, value: str, label: str, help_text: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        member.help = help_text
        return member


def about(label: str, help_text: str, lowest: int | None = None, highest: int | None = None) -> dict[str, Any]:
    """The metadata of a config's field: what a form or a page of documentation needs to show it.

    lowest, highest: the bounds of a whole number, both included, checked by `check_settings`.
    """
    return {"label": label, "help": help_text, "lowest": lowest, "highest": highest}


def check_settings(config: Any) -> None:
    """Call it from a config's __post_init__: RuleError for the first whole number outside its bounds."""
    for field in dataclasses.fields(config):
        value, lowest, highest = getattr(config, field.name), field.metadata["lowest"], field.metadata["highest"]
        if value is not None and lowest is not None and not lowest <= value <= highest:
            raise RuleError(f"“{field.metadata['label']}” is {value}. Choose a number from {lowest} to {highest}.")


def config_data(config: Any) -> dict[str, Any]:
    """A format's config as plain JSON data; `config_from` is the inverse."""
    return dataclasses.asdict(config)


def config_from(cls: type[Config], data: object) -> Config:
    """The config dataclass `cls` from plain JSON data (a mapping); settings that are missing keep their defaults.

    RuleError, naming the setting in words, for a setting that does not exist, a value of the wrong kind, a choice
    that is not offered or a number out of bounds.
    """
    if not isinstance(data, Mapping):
        raise RuleError("The settings of a format are a list of names with values. Start again from the format card.")
    fields: dict[str, dataclasses.Field[Any]] = {field.name: field for field in dataclasses.fields(cls)}  # type: ignore[arg-type]  # every config is a dataclass
    unknown = [str(name) for name in data if name not in fields]
    if unknown:
        raise RuleError(f"There is no setting “{unknown[0]}” here. The settings are: {', '.join(fields)}.")
    hints = get_type_hints(cls)
    return cls(**{name: _read(fields[name].metadata["label"], hints[name], value) for name, value in data.items()})


def _read(label: str, hint: Any, value: Any) -> Any:
    """One value as the type the dataclass names: a Choice, bool, int, or int | None."""
    kinds = get_args(hint) or (hint,)
    if value is None and NoneType in kinds:
        return None
    if issubclass(kinds[0], Choice):
        return _read_choice(label, kinds[0], value)
    if type(value) is not kinds[0]:
        wanted = "yes or no" if kinds[0] is bool else "a whole number"
        raise RuleError(f"“{label}” is “{value}”. It must be {wanted}.")
    return value


def _read_choice(label: str, choices: type[Choice], value: Any) -> Choice:
    for choice in choices:
        if isinstance(value, str) and value == choice.value:
            return choice
    raise RuleError(f"“{label}” is “{value}”. Choose one of: {', '.join(choice.value for choice in choices)}.")


def called(number: int) -> str:
    """How reasons and findings name an entry: "No. 12", or "house player 1" for a number of HOUSE or below."""
    return f"No. {number}" if number > HOUSE else f"house player {HOUSE - number + 1}"


def lots(request: DrawRequest, purpose: str) -> Random:
    """The dice for one purpose in one round: the same seed, round and purpose always roll the same."""
    return Random(f"{request.seed}/{request.number}/{purpose}")  # noqa: S311  # replayable lots, nothing secret
