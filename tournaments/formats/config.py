"""Settings as a dataclass that explains itself: to forms, to the documentation, and to stored JSON."""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, Self, TypeVar, get_args, get_origin, get_type_hints

from games.engine.errors import RuleError
from games.engine.language import say

Config = TypeVar("Config")


class Choice(StrEnum):
    """A setting with a few named values. Every member is written as value, label, help text; mark the two."""

    _label: str
    _help: str

    def __new__(cls, value: str, label: str, help_text: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member._label = label
        member._help = help_text
        return member

    @classmethod
    def of(cls, value: str) -> Self:
        """The member with this value, which is one."""
        return next(choice for choice in cls if choice.value == value)

    @property
    def label(self) -> str:
        """In the reader's language."""
        return say(self._label)

    @property
    def help(self) -> str:
        return say(self._help)


class About(dict[str, Any]):
    """Builds its words when they are read: a config is made once and read in many languages."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        return say(value) if isinstance(value, str) else value


def about(
    label: str, help_text: str, lowest: int | None = None, highest: int | None = None, proposed: Choice | None = None
) -> About:
    """The metadata of a config's field: what a form or a page of documentation needs to show it. Mark the two texts.

    lowest, highest: the bounds of a whole number, both included, checked by `check_settings`. proposed: what forms
    begin with, where that is not the default, which older configs have that do not name the setting.
    """
    return About(label=label, help=help_text, lowest=lowest, highest=highest, proposed=proposed)


def check_settings(config: Any) -> None:
    """Call it from a config's __post_init__: RuleError for the first whole number outside its bounds."""
    for field in dataclasses.fields(config):
        value, lowest, highest = getattr(config, field.name), field.metadata["lowest"], field.metadata["highest"]
        if value is not None and lowest is not None and not lowest <= value <= highest:
            raise RuleError(
                "“{label}” is {value}. Choose a number from {lowest} to {highest}.",
                label=field.metadata["label"],
                value=str(value),
                lowest=lowest,
                highest=highest,
            )


def config_data(config: Any) -> dict[str, Any]:
    """A format's config as plain JSON data; `config_from` is the inverse."""
    return dataclasses.asdict(config)


def config_from(cls: type[Config], data: object) -> Config:
    """The config dataclass `cls` from plain JSON data (a mapping); settings that are missing keep their defaults.

    RuleError, naming the setting in words, for a setting that does not exist, a value of the wrong kind, a choice
    that is not offered, a number out of bounds, or one that is missing and has no default.
    """
    if not isinstance(data, Mapping):
        raise RuleError("Format settings must be a list of names and values. Choose the format again.")
    fields: dict[str, dataclasses.Field[Any]] = {field.name: field for field in dataclasses.fields(cls)}  # type: ignore[arg-type]  # every config is a dataclass
    unknown = [str(name) for name in data if name not in fields]
    if unknown:
        raise RuleError(
            "There’s no setting called “{unknown}”. Choose from: {fields}.",
            unknown=unknown[0],
            fields=", ".join(fields),
        )
    missing = [field for name, field in fields.items() if field.default is dataclasses.MISSING and name not in data]
    if missing:
        raise RuleError("“{label}” is missing. Enter it.", label=missing[0].metadata["label"])
    hints = _hints(cls)  # type: ignore[arg-type]  # every class is hashable
    return cls(**{name: _read(fields[name].metadata, hints[name], value) for name, value in data.items()})


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _read(described: Mapping[str, Any], hint: Any, value: Any) -> Any:
    """One value as the type the dataclass names: a Choice, bool, int, str, int | None, a config, or a tuple of such."""
    kinds = get_args(hint) or (hint,)
    if get_origin(hint) is tuple:
        return _read_list(described, kinds[0], value)
    if value is None and NoneType in kinds:
        return None
    if dataclasses.is_dataclass(kinds[0]) and isinstance(kinds[0], type) and isinstance(value, Mapping):
        return config_from(kinds[0], value)
    if issubclass(kinds[0], Choice):
        return _read_choice(described, kinds[0], value)
    if type(value) is not kinds[0]:
        raise _wrong_kind(described, value, kinds[0])
    return value


def _wrong_kind(described: Mapping[str, Any], value: Any, kind: Any) -> RuleError:
    label, value = described["label"], str(value)
    if kind is bool:
        return RuleError("“{label}” is “{value}”. It must be yes or no.", label=label, value=value)
    if kind is int:
        return RuleError("“{label}” is “{value}”. It must be a whole number.", label=label, value=value)
    if kind is str:
        return RuleError("“{label}” is “{value}”. It must be text.", label=label, value=value)
    return RuleError("“{label}” is “{value}”. It must be a list of names and values.", label=label, value=value)


def _read_list(described: Mapping[str, Any], kind: Any, values: Any) -> tuple[Any, ...]:
    if not isinstance(values, list | tuple):
        raise RuleError("“{label}” is “{values}”. It must be a list.", label=described["label"], values=values)
    return tuple(_read(described, kind, value) for value in values)


def _read_choice(described: Mapping[str, Any], choices: type[Choice], value: Any) -> Choice:
    for choice in choices:
        if isinstance(value, str) and value == choice.value:
            return choice
    raise RuleError(
        "“{label}” is “{value}”. Choose one of: {choices}.",
        label=described["label"],
        value=str(value),
        choices=", ".join(choice.value for choice in choices),
    )
