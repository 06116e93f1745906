"""Formats speak of entries by number; people want names, in sentences of their own language."""

import re
from collections.abc import Mapping

from tournaments.formats.kept import said_list, told, told_value
from tournaments.models import Event

_NUMBERED = re.compile(r"\bNo\. (\d+)\b")
_CALLED = r"(?:\bNo\. \d+|\bhouse player \d+)\b"
_LIST = re.compile(rf"{_CALLED}(?:, {_CALLED})* and {_CALLED}")


def names_of(event: Event) -> dict[int, str]:
    """Entry number → the names of who plays for it."""
    return {entry.number: entry.name for entry in event.entries.prefetch_related("lineup__player")}


def short_name(name: str, most: int) -> str:
    """A name that fits into a picture: "Ann W. & Bob C.", and cut off when that is still too long."""
    if len(name) > most:
        name = " & ".join(_initialled(person) for person in name.split(" & "))
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _initialled(person: str) -> str:
    first, *others = person.split(" ")
    return f"{first} {others[-1][0]}." if others else first


def numbers_in(text: str) -> set[int]:
    """The entries that a format's sentence speaks of."""
    return {int(number) for number in _NUMBERED.findall(text)}


def with_names(text: str, names: Mapping[int, str]) -> str:
    """A format's sentence in the reader's language, "No. 12" replaced by the name; numbers that nobody has stay.

    Sentences that were said already come through here too: only their lists of entries are English still.
    """
    said = _LIST.sub(lambda found: said_list(map(told_value, re.findall(_CALLED, found[0]))), told(text))
    return _NUMBERED.sub(lambda found: names.get(int(found[1]), found[0]), said)
