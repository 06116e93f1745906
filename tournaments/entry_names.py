"""Formats speak of entries by number; people want names."""

from collections.abc import Iterable, Mapping

from games.engine.errors import RuleError
from games.engine.messages import and_list
from tournaments.events.models import Event
from tournaments.formats.numbers import refs


def names_of(event: Event) -> dict[int, str]:
    """Entry number → the names of who plays for it."""
    return {entry.number: entry.name for entry in event.entries.prefetch_related("lineup__player")}


def short_name(name: str, most: int) -> str:
    """A name that fits into a picture: "Ann W. & Bob C.", and cut off when that is still too long."""
    name = with_initials(name, most)
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def with_initials(name: str, most: int) -> str:
    """A longer name as "Ann W. & Bob C.", which may still be too long."""
    if len(name) <= most:
        return name
    return " & ".join(_initialled(person) for person in name.split(" & "))


def _initialled(person: str) -> str:
    """What tells namesakes apart stays: "John S. (2)"."""
    name, _, mark = person.partition(" (")
    first, *others = name.split(" ")
    short = f"{first} {others[-1][0]}." if others and others[-1] else first
    return f"{short} ({mark}" if mark else short


def entries_named(numbers: Iterable[int], names: Mapping[int, str]) -> str:
    """Entries with their names, ascending, joined as in the reader's language; numbers without a name stay as they
    are."""
    return and_list(ref.render(names) for ref in refs(sorted(numbers)))


def error_named(error: Exception, names: Mapping[int, str]) -> str:
    """What was refused, with names."""
    return error.words.render(names) if isinstance(error, RuleError) else str(error)
