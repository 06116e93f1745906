"""Formats speak of entries by number; people want names."""

import re
from collections.abc import Mapping

from tournaments.models import Event

_NUMBERED = re.compile(r"\bNo\. (\d+)\b")


def names_of(event: Event) -> dict[int, str]:
    """Entry number → the names of who plays for it."""
    return {entry.number: entry.name for entry in event.entries.prefetch_related("lineup__player")}


def with_names(text: str, names: Mapping[int, str]) -> str:
    """A format's sentence with "No. 12" replaced by the name; numbers that nobody has stay."""
    return _NUMBERED.sub(lambda found: names.get(int(found[1]), found[0]), text)


def numbers_in(text: str) -> set[int]:
    """The entries that a format's sentence speaks of."""
    return {int(number) for number in _NUMBERED.findall(text)}
