"""The chairs of a fixed movement: each chair of a table is a line of its own, whose people move on together."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from itertools import combinations, permutations
from typing import NamedTuple

from tournaments.formats.base import DrawRequest, PlayedRound, chance_for
from tournaments.formats.numbers import GHOST
from tournaments.formats.pairing.meetings import Pair

Steps = tuple[tuple[int, ...], ...]
"""For each side, how many tables each of its chairs moves after a round; -1 is up, towards table 1."""


class Chair(NamedTuple):
    """line: the chair's number within the table, from 0 in the order of the steps."""

    table: int
    line: int


def chair_count(steps: Steps) -> int:
    return sum(map(len, steps))


def next_chairs(steps: Steps, last: PlayedRound) -> dict[int, Chair]:
    """Where the movement leads everyone from the last round, wrapping round at both ends.

    Among pairs, a pair that sat out counts as having been at the table past the last one, in the first line.
    """
    flat = [step for side in steps for step in side]
    tables = sorted(last.tables, key=lambda table: table.draw.table)
    goals: dict[int, Chair] = {}
    past = len(flat) == 2 and bool(last.byes)
    for position, table in enumerate(tables):
        for line, (entry, step) in enumerate(zip(table.draw.entries, flat, strict=False)):
            ring = len(tables) + (past and line == 0)
            goals[entry] = Chair((position + step) % ring + 1, line)
    if past:
        goals[last.byes[0].entry] = Chair(len(tables) + 1 + flat[0], 0)
    return goals


def wish_chairs(
    tables: Mapping[int, int], goals: Mapping[int, Chair], couples: Collection[Pair], kept: Set[tuple[int, Chair]]
) -> dict[int, Chair]:
    """Chairs for people whose table is already settled; of four at a table. Couples get the two of one side.

    tables: person -> table. kept: who keeps which chair. The others get the chair that the movement leads to, or the
    one in their line, or one that it leads no one else to.
    """
    taken: dict[int, Chair] = {}
    wanted = {goal for entry, goal in goals.items() if entry not in tables}
    for table in sorted(set(tables.values())):
        here = [person for person, at in sorted(tables.items()) if at == table]
        pairs = [pair for pair in couples if pair <= set(here)]

        def cost(chairs: Iterable[Chair], here: Sequence[int] = here, pairs: Sequence[Pair] = pairs) -> tuple[int, ...]:
            seats = dict(zip(here, chairs, strict=True))
            split = sum(len({seats[person].line // 2 for person in pair}) == 2 for pair in pairs)
            strayed = sum(seats[person].line != goals[person].line for person in here if person in goals)
            return split, -len(seats.items() & kept), strayed + len(wanted.intersection(seats.values()))

        there = [Chair(table, line) for line in range(4)]
        taken |= zip(here, min(permutations(there, len(here)), key=cost), strict=True)
    return taken


def fill(
    people: Sequence[int],
    goals: dict[int, Chair],
    tables: int,
    steps: Steps,
    request: DrawRequest,
    taken: Mapping[int, Chair],
) -> dict[Chair, int]:
    """Returns a chair for everyone: the one the movement leads to, or a free one for those it leads nowhere.

    A free chair goes first to people who had that chair elsewhere, then to those who have met the table's people least
    often, then at random. taken: chairs that are settled already.
    """
    chairs = [Chair(table, line) for table in range(1, tables + 1) for line in range(chair_count(steps))]
    free = [entry for entry in people if entry not in taken]
    seats: dict[Chair, int] = {goals[entry]: entry for entry in free if goals.get(entry) in chairs}
    seats |= {chair: entry for entry, chair in taken.items()}
    waiting = [entry for entry in free if seats.get(goals.get(entry, Chair(0, 0))) != entry]
    chance_for(request, "free chairs").shuffle(waiting)
    met = _meetings(request.history)
    for chair in chairs:
        if chair not in seats:
            others = [entry for place, entry in seats.items() if place.table == chair.table]

            def strangeness(entry: int, line: int = chair.line, here: Sequence[int] = others) -> tuple[bool, int]:
                had = goals.get(entry)
                return had is not None and had.line != line, sum(met[frozenset((entry, other))] for other in here)

            seats[chair] = min(waiting, key=strangeness)
            waiting.remove(seats[chair])
    return seats


def _meetings(history: Sequence[PlayedRound]) -> Counter[frozenset[int]]:
    tables = [table.draw.entries for played in history for table in played.tables]
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2) if min(pair) > GHOST)
