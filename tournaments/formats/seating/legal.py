"""Finds out whether people can be seated when couples stay together and others must not meet, and who sits out.

An exact search over the people with wishes; everyone else fills the chairs that are left. After a fixed number of steps
it gives up and reports that there is no way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, count
from math import comb
from random import Random

from tournaments.formats.pairing.meetings import Pair

MAX_STEPS = 20_000
MAX_STEPS_IN_ALL = 60_000
MAX_CHOICES = 1_000

Unit = tuple[int, ...]
"""One person, or a couple."""


class Wishes:
    """Who goes with whom and who must not meet whom, among the people who are here."""

    def __init__(self, people: Sequence[int], together: Iterable[Pair] = (), apart: Iterable[Pair] = ()) -> None:
        couples = [tuple(sorted(pair)) for pair in together]
        coupled = {person for pair in couples for person in pair}
        self.units: list[Unit] = [*couples, *((person,) for person in people if person not in coupled)]
        self.strangers: dict[int, set[int]] = {}
        for first, second in map(sorted, apart):
            self.strangers.setdefault(first, set()).add(second)
            self.strangers.setdefault(second, set()).add(first)

    def is_shy(self, unit: Unit) -> bool:
        return not self.strangers.keys().isdisjoint(unit)

    def strangers_of(self, unit: Unit) -> int:
        return sum(len(self.strangers.get(person, ())) for person in unit)

    def may_meet(self, unit: Unit, table: Iterable[int]) -> bool:
        return all(self.strangers[person].isdisjoint(table) for person in unit if person in self.strangers)


def seat(
    wishes: Wishes, sizes: Sequence[int], turn: Mapping[int, tuple[float, ...]], chance: Random
) -> list[list[int]] | None:
    """A legal seating, the people of each table, couples side by side; None when there is none.

    sizes: people per table, 4 or 3, largest first; no couple sits at a table of three. turn: whose turn it is to sit
    out, lowest first; the first number is how often someone has sat out. Anyone not in the answer sits out: the people
    whose turn it is, unless only another choice lets the others sit legally.
    """
    how_many = sum(map(len, wishes.units)) - sum(sizes)
    steps = count()
    for out in _sit_outs(wishes, how_many, turn):
        if next(steps) > MAX_STEPS_IN_ALL:
            break
        seated = _seat_all(wishes, [unit for unit in wishes.units if unit not in out], sizes, chance, steps)
        if seated is not None:
            return seated
    return None


def _sit_outs(wishes: Wishes, how_many: int, turn: Mapping[int, tuple[float, ...]]) -> Iterator[tuple[Unit, ...]]:
    """The choices that can matter, fairest first: of people without a wish about others only the next in turn.

    All choices of those with a wish, or of as many of them, those with the most strangers, as can be gone through.
    """
    place = {person: index for index, person in enumerate(sorted(turn, key=turn.__getitem__))}
    waiting = sorted(wishes.units, key=lambda unit: sum(place[person] for person in unit) / len(unit))
    shy = sorted(filter(wishes.is_shy, waiting), key=lambda unit: -wishes.strangers_of(unit))
    while _count(len(shy), how_many) > MAX_CHOICES:
        shy.pop()
    singles = [unit for unit in waiting if len(unit) == 1 and unit not in shy]
    couples = [unit for unit in waiting if len(unit) == 2 and unit not in shy]

    def fairness(units: tuple[Unit, ...]) -> tuple[float, int]:
        people = [person for unit in units for person in unit]
        return sum(turn[person][0] for person in people), sum(place[person] for person in people)

    choices = []
    for units in chain.from_iterable(combinations(shy, size) for size in range(how_many + 1)):
        left = how_many - sum(map(len, units))
        for pairs in range(min(left // 2, len(couples)) + 1):
            if 0 <= left - 2 * pairs <= len(singles):
                choices.append((*units, *singles[: left - 2 * pairs], *couples[:pairs]))
    return iter(sorted(choices, key=fairness))


def _count(shy: int, how_many: int) -> int:
    """How many choices there are of up to this many."""
    return sum(comb(shy, size) for size in range(how_many + 1))


def _seat_all(
    wishes: Wishes, units: Sequence[Unit], sizes: Sequence[int], chance: Random, steps: Iterator[int]
) -> list[list[int]] | None:
    """Seats couples and people with foes by backtracking, then the others at random."""
    hard = [unit for unit in units if len(unit) == 2 or wishes.is_shy(unit)]
    others = [unit[0] for unit in units if len(unit) == 1 and not wishes.is_shy(unit)]
    hard.sort(key=lambda unit: (-len(unit), -wishes.strangers_of(unit)))
    tables: list[tuple[int, list[int]]] = [(size, []) for size in sizes]
    most = min(next(steps) + MAX_STEPS, MAX_STEPS_IN_ALL)

    def place(index: int) -> bool:
        step = next(steps)
        if index == len(hard):
            return True
        unit = hard[index]
        empty = {size: table for size, table in reversed(tables) if not table}
        for size, seats in [*empty.items(), *((size, table) for size, table in tables if table)]:
            is_room = len(seats) + len(unit) <= size and (len(unit) == 1 or size == 4)
            if step < most and is_room and wishes.may_meet(unit, seats):
                seats.extend(unit)
                if place(index + 1):
                    return True
                del seats[-len(unit) :]
        return False

    if not place(0):
        return None
    chance.shuffle(others)
    chance.shuffle(tables)
    tables.sort(key=lambda table: -table[0])
    for size, chairs in tables:
        chairs.extend(others.pop() for _ in range(size - len(chairs)))
    return [table for _, table in tables]
