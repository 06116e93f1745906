"""Counts how often people have met, as partners and as opponents. It judges nothing.

People are numbered from 0 here. A seating is everyone of one round in a row, four to a table: the first two of a table
are partners and play against the other two.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Seating = Sequence[int]
Pair = frozenset[int]
Matrix = list[list[int]]
Meetings = list[Counter[int]]
"""For each person, how often they have met each other one. It holds only people they have met."""


def tables_of(seating: Seating) -> Iterator[Seating]:
    """The tables of a seating, four people each."""
    for first in range(0, len(seating), 4):
        yield seating[first : first + 4]


def partners_at(table: Seating) -> tuple[tuple[int, int], ...]:
    a, b, c, d = table
    return (a, b), (c, d)


def opponents_at(table: Seating) -> tuple[tuple[int, int], ...]:
    a, b, c, d = table
    return (a, c), (a, d), (b, c), (b, d)


@dataclass(frozen=True)
class Repeats:
    """How far people have met again: each two people who met m times count m(m-1)/2."""

    partners: int
    opponents: int


class Tally:
    """Meetings of every two people, in both directions. In a night few of all pairs meet: the others take no room."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.partners: Meetings = [Counter() for _ in range(people)]
        self.opponents: Meetings = [Counter() for _ in range(people)]

    def add(self, seating: Seating) -> None:
        for table in tables_of(seating):
            _count(self.partners, partners_at(table))
            _count(self.opponents, opponents_at(table))

    def note(self, person: int, other: int, partners: int, opponents: int) -> None:
        """Adds this many meetings of two people."""
        for a, b in ((person, other), (other, person)):
            self.partners[a][b] += partners
            self.opponents[a][b] += opponents

    def with_rounds(self, seatings: Iterable[Seating]) -> "Tally":
        """This tally and the rounds after it, as a new one."""
        twin = Tally(0)
        twin.people = self.people
        twin.partners = [met.copy() for met in self.partners]
        twin.opponents = [met.copy() for met in self.opponents]
        for seating in seatings:
            twin.add(seating)
        return twin

    @property
    def repeats(self) -> Repeats:
        return Repeats(_repeats(self.partners), _repeats(self.opponents))

    @property
    def table_repeats(self) -> int:
        """The same for sitting at one table, in whatever role."""
        both = zip(self.partners, self.opponents, strict=True)
        return _repeats(as_partners + as_opponents for as_partners, as_opponents in both)

    @property
    def overlap(self) -> int:
        """How often two were partners, times how often they were opponents, over all pairs."""
        both = zip(self.partners, self.opponents, strict=True)
        twice = sum(times * against[other] for with_them, against in both for other, times in with_them.items())
        return twice // 2


def _count(meetings: Meetings, pairs: Iterable[tuple[int, int]]) -> None:
    for person, other in pairs:
        meetings[person][other] += 1
        meetings[other][person] += 1


def _repeats(meetings: Iterable[Counter[int]]) -> int:
    """Each pair stands in it twice, once from either side."""
    return sum(times * (times - 1) for met in meetings for times in met.values()) // 4
