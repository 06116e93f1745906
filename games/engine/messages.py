"""What is said to people and kept: a template with its values, rendered in the reader's language.

A message decides by its values, never by its text. What people typed is a value, and nothing in it is read.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from games.engine.language import say

Names = Mapping[int, str]
"""What those who read may call the entries that a message speaks of, by number."""
NOBODY: Names = {}
MAX_WITHIN = 20
"""How deep messages may stand within each other: no file may ask for more."""
_FIELD = re.compile(r"\{(\w+)(!r)?\}")


class Value(ABC):
    """What a message can speak of besides text, numbers, other messages and lists. tag: its name in JSON."""

    tag: ClassVar[str]
    _known: ClassVar[dict[str, "type[Value]"]] = {}

    def __init_subclass__(cls) -> None:
        Value._known[cls.tag] = cls

    @abstractmethod
    def as_data(self) -> Any:
        """As JSON."""

    @classmethod
    def from_data(cls, data: Any) -> "Value":
        """The inverse of `as_data`. A value that is made of a whole number needs no other."""
        if type(data) is not int:
            raise TypeError
        make: Callable[[int], Value] = cls
        return make(data)

    @abstractmethod
    def render(self, names: Names) -> str:
        """As the reader says it."""

    def __str__(self) -> str:
        return self.render(NOBODY)


V = TypeVar("V", bound=Value)


@dataclass(frozen=True)
class Joined(Value):
    """Values in a row with the same between any two; a list or tuple of values is said as "a, b and c"."""

    tag = "joined"
    values: tuple[Any, ...]
    between: str = ", "

    def as_data(self) -> Any:
        return [self.between, *map(_as_data, self.values)]

    def render(self, names: Names) -> str:
        return self.between.join(_render(value, names) for value in self.values)


@dataclass(frozen=True)
class Message:
    """One message, or with () a template that is called with its values.

    The template is English and written out where `message` is called: translators see nothing else.
    """

    template: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    do_not_call_in_templates: ClassVar[bool] = True
    """Django calls what a template names if it can be called, and the values would be gone."""

    def __post_init__(self) -> None:
        if any(isinstance(value, list) for value in self.values.values()):
            as_kept = {name: tuple(value) if isinstance(value, list) else value for name, value in self.values.items()}
            object.__setattr__(self, "values", as_kept)

    def __call__(self, **values: Any) -> "Message":
        """With those of the values that the template names."""
        named = {match[1] for match in _FIELD.finditer(self.template)}
        return Message(self.template, {name: value for name, value in values.items() if name in named})

    def __str__(self) -> str:
        return self.render()

    def __bool__(self) -> bool:
        return bool(self.template)

    def render(self, names: Names = NOBODY) -> str:
        """In the reader's language, with the names of those whom the reader may see by name.

        Without values it is taken as it stands, braces and all.
        """
        said = say(self.template)
        if not self.values:
            return said
        return _FIELD.sub(lambda match: self._field(match, names), said)

    def _field(self, match: re.Match[str], names: Names) -> str:
        name, as_written = match.groups()
        if name not in self.values:
            return match[0]
        said = _render(self.values[name], names)
        return repr(said) if as_written else said

    def as_data(self) -> list[Any]:
        """For JSON: the template, and the values by name."""
        return [self.template, {name: _as_data(value) for name, value in self.values.items()}]


NOTHING = Message("")


def message(template: str, /, **values: Any) -> Message:
    """A message; the template is written out here, or where `mark` is called."""
    return Message(template, values)


def message_from(data: Any) -> Message:
    """The inverse of `Message.as_data`, ValueError for anything else. A text alone is a template without values."""
    try:
        return _message_from(data, MAX_WITHIN)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("That is no message.") from error


def verbatim(text: str | Value) -> Message:
    """Text that is no sentence of ours, as someone typed it; or a value alone."""
    return Message("{text}", {"text": text}) if text else NOTHING


def in_a_row(messages: Sequence[Message], between: str = " ") -> Message:
    """Several sentences as one message."""
    return messages[0] if len(messages) == 1 else Message("{text}", {"text": Joined(tuple(messages), between)})


def and_list(texts: Iterable[str]) -> str:
    """a, b and c, in the reader's language."""
    *first, last = list(texts) or [""]
    return say("{first} and {last}", first=", ".join(first), last=last) if first else last


def values_in(value: Any, kind: type[V]) -> Iterator[V]:
    """Every value of a kind that a message speaks of, in the messages within it too."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, Message):
        for part in value.values.values():
            yield from values_in(part, kind)
    elif isinstance(value, Joined):
        yield from values_in(value.values, kind)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from values_in(part, kind)


def _render(value: Any, names: Names) -> str:
    if isinstance(value, Message | Value):
        return value.render(names)
    if isinstance(value, list | tuple):
        return and_list(_render(part, names) for part in value)
    return str(value)


def _as_data(value: Any) -> Any:
    """Other values than those that `Message` names are kept as the text that they give."""
    if isinstance(value, Message):
        return value.as_data()
    if isinstance(value, Value):
        return {value.tag: value.as_data()}
    if isinstance(value, list | tuple):
        return {"list": [_as_data(part) for part in value]}
    return value if type(value) is int else str(value)


def _message_from(data: Any, most_within: int) -> Message:
    if isinstance(data, str):
        return Message(data)
    template, values = data
    if not isinstance(template, str):
        raise TypeError
    return Message(template, {name: _from_data(value, most_within) for name, value in values.items()})


def _from_data(data: Any, most_within: int = MAX_WITHIN) -> Any:
    if not most_within:
        raise TypeError
    if isinstance(data, list):
        return _message_from(data, most_within - 1)
    if not isinstance(data, dict):
        return data
    ((tag, inner),) = data.items()
    if tag == "list":
        return tuple(_from_data(part, most_within - 1) for part in inner)
    if tag == Joined.tag:
        between, *values = inner
        return Joined(tuple(_from_data(part, most_within - 1) for part in values), str(between))
    return Value._known[tag].from_data(inner)
