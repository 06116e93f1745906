"""Finds out whether people can be seated at all when couples stay together and others must not meet, and who sits out.

An exact search over those the wishes are about; everybody else fills the chairs that are left. Gives up, as if there
were no way, after a fixed number of steps.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from tournaments.formats.meetings import Pair

MOST_STEPS = 20_000

Unit = tuple[int, ...]
"""One person, or a couple."""


class Wishes:
    """Who goes with whom and who must not meet whom, among the people who are here."""

    def __init__(self, people: Sequence[int], together: Iterable[Pair] = (), apart: Iterable[Pair] = ()) -> None:
        couples = [tuple(sorted(pair)) for pair in together]
        coupled = {person for pair in couples for person in pair}
        self.units: list[Unit] = [*couples, *((person,) for person in people if person not in coupled)]
        self.apart = set(apart)
        self.shy = {person for pair in self.apart for person in pair}

    def is_shy(self, unit: Unit) -> bool:
        return not self.shy.isdisjoint(unit)

    def may_meet(self, unit: Unit, table: Iterable[int]) -> bool:
        return not any(frozenset((one, other)) in self.apart for one in unit for other in table)


def seat(wishes: Wishes, tables: int, turn: Mapping[int, tuple[float, ...]], lot: Random) -> list[int] | None:
    """A legal seating of so many tables, four people each in a row; None when there is none.

    turn: whose turn it is to sit out, lowest first; the first number is how often somebody has sat out. Who is not
    in the answer sits out: the people whose turn it is, unless only another choice lets the others sit legally.
    """
    how_many = sum(map(len, wishes.units)) - 4 * tables
    for out in _sit_outs(wishes, how_many, turn):
        found = _seat_all(wishes, [unit for unit in wishes.units if unit not in out], tables, lot)
        if found is not None:
            return found
    return None


def _sit_outs(wishes: Wishes, how_many: int, turn: Mapping[int, tuple[float, ...]]) -> Iterator[tuple[Unit, ...]]:
    """All choices that can matter, fairest first: of people without a wish about others only the next in turn."""
    place = {person: index for index, person in enumerate(sorted(turn, key=turn.__getitem__))}
    waiting = sorted(wishes.units, key=lambda unit: sum(place[person] for person in unit) / len(unit))
    singles = [unit for unit in waiting if len(unit) == 1 and not wishes.is_shy(unit)]
    couples = [unit for unit in waiting if len(unit) == 2 and not wishes.is_shy(unit)]
    options = [unit for unit in waiting if wishes.is_shy(unit)] + singles[:how_many] + couples[: how_many // 2]

    def fairness(units: tuple[Unit, ...]) -> tuple[float, int]:
        people = [person for unit in units for person in unit]
        return sum(turn[person][0] for person in people), sum(place[person] for person in people)

    choices = [units for size in range(how_many + 1) for units in combinations(options, size)]
    return iter(sorted((units for units in choices if sum(map(len, units)) == how_many), key=fairness))


def _seat_all(wishes: Wishes, units: Sequence[Unit], tables: int, lot: Random) -> list[int] | None:
    """Seats couples and shy people by backtracking, then the others by lots."""
    hard = [unit for unit in units if len(unit) == 2 or wishes.is_shy(unit)]
    others = [unit[0] for unit in units if len(unit) == 1 and not wishes.is_shy(unit)]
    hard.sort(key=lambda unit: (-len(unit), -sum(person in pair for pair in wishes.apart for person in unit)))
    rows: list[list[int]] = [[] for _ in range(tables)]
    steps = 0

    def place(index: int) -> bool:
        nonlocal steps
        steps += 1
        if index == len(hard):
            return True
        unit = hard[index]
        empty = [row for row in rows if not row][:1]
        for row in [*empty, *(row for row in rows if row)]:
            if steps < MOST_STEPS and len(row) + len(unit) <= 4 and wishes.may_meet(unit, row):
                row.extend(unit)
                if place(index + 1):
                    return True
                del row[-len(unit) :]
        return False

    if not place(0):
        return None
    lot.shuffle(others)
    lot.shuffle(rows)
    for row in rows:
        row.extend(others.pop() for _ in range(4 - len(row)))
    return [person for row in rows for person in row]
