"""Counts how often people have met, as partners and as opponents. It judges nothing.

People are numbered from 0 here. A seating is everyone of one round in a row, four to a table: the first two of a table
are partners and play against the other two.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Seating = Sequence[int]
Pair = frozenset[int]
Matrix = list[list[int]]


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
    """Meetings of every two people, in both directions."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.partners: Matrix = [[0] * people for _ in range(people)]
        self.opponents: Matrix = [[0] * people for _ in range(people)]

    def copy(self) -> "Tally":
        twin = Tally(self.people)
        twin.partners = [row.copy() for row in self.partners]
        twin.opponents = [row.copy() for row in self.opponents]
        return twin

    def add(self, seating: Seating) -> None:
        for table in tables_of(seating):
            _count(self.partners, partners_at(table))
            _count(self.opponents, opponents_at(table))

    def note(self, one: int, other: int, partners: int, opponents: int) -> None:
        """Adds this many meetings of two people."""
        for a, b in ((one, other), (other, one)):
            self.partners[a][b] += partners
            self.opponents[a][b] += opponents

    def with_rounds(self, seatings: Iterable[Seating]) -> "Tally":
        """This tally and the rounds after it, as a new one."""
        twin = self.copy()
        for seating in seatings:
            twin.add(seating)
        return twin

    @property
    def repeats(self) -> Repeats:
        return Repeats(_repeats(self.partners), _repeats(self.opponents))

    @property
    def table_repeats(self) -> int:
        """The same for sitting at one table, in whatever role."""
        rows = zip(self.partners, self.opponents, strict=True)
        return _repeats([[one + other for one, other in zip(*row, strict=True)] for row in rows])


def _count(matrix: Matrix, pairs: Iterable[tuple[int, int]]) -> None:
    for one, other in pairs:
        matrix[one][other] += 1
        matrix[other][one] += 1


def _repeats(matrix: Matrix) -> int:
    return sum(matrix[one][other] * (matrix[one][other] - 1) // 2 for one, other in combinations(range(len(matrix)), 2))
