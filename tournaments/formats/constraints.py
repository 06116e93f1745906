"""What people may ask of an individual night: to keep their place, to stay together, not to meet. Draws nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

from games.engine.errors import RuleError
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.pairing.meetings import Pair


class Wish(StrEnum):
    """The kinds of wishes, named as the fields of `Constraints`."""

    STATIONARY = "stationary"
    TOGETHER = "together"
    APART = "apart"
    CLOSED_TABLES = "closed_tables"


@dataclass(frozen=True)
class Constraints:
    """Wishes by entry number; about people who are not there they say nothing.

    stationary: who keeps table and chair from the first round on; at most one of them, or one couple of them, at a
    table. together: pairs who are partners in every round and sit out together. apart: pairs who never share a table.
    closed_tables: table numbers that cannot be used.
    """

    stationary: tuple[int, ...] = ()
    together: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    closed_tables: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        paired: dict[int, int] = {}
        for entry, other in (*self.together, *self.apart):
            if entry == other:
                raise RuleError(
                    "{entry} can’t be paired with themselves. Choose 2 different people.", entry=EntryRef(entry)
                )
        for entry, other in (*self.together, *((b, a) for a, b in self.together)):
            if paired.setdefault(entry, other) != other:
                raise RuleError(
                    "{entry} asked to stay with {others}, but only 2 people can be partners. Remove one request.",
                    entry=EntryRef(entry),
                    others=names((paired[entry], other)),
                )
        for pair in self.apart:
            if paired.get(pair[0]) == pair[1]:
                raise RuleError(
                    "{entries} asked both to stay together and never to meet. Remove one of the 2 requests.",
                    entries=names(pair),
                )

    def couples(self, here: Iterable[int]) -> frozenset[Pair]:
        """The pairs to be kept together of whom both are here."""
        return frozenset(frozenset(pair) for pair in self.together if set(pair) <= set(here))

    def strangers(self, here: Iterable[int]) -> frozenset[Pair]:
        """The pairs here who may not share a table, either because they must not meet or because both keep one."""
        present = set(here)
        wished = {frozenset(pair) for pair in self.apart if set(pair) <= present}
        keepers = {frozenset(pair) for pair in combinations(sorted(set(self.stationary) & present), 2)}
        return frozenset((wished | keepers) - self.couples(present))


NO_WISHES = Constraints()


def constraints_from(data: Mapping[str, Any]) -> Constraints:
    """The constraints from plain JSON data, as `dataclasses.asdict` wrote them."""
    return Constraints(
        stationary=tuple(data.get(Wish.STATIONARY, ())),
        together=tuple((entry, other) for entry, other in data.get(Wish.TOGETHER, ())),
        apart=tuple((entry, other) for entry, other in data.get(Wish.APART, ())),
        closed_tables=tuple(data.get(Wish.CLOSED_TABLES, ())),
    )


def names(pair: Iterable[int]) -> tuple[EntryRef, ...]:
    return refs(sorted(pair))
