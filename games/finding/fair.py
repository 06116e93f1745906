"""Who is seated with whom, and when: arithmetic about people who wait. Numbers stand for people; the clock and the
chances are the caller's, so that an evening can be simulated (`python -m benchmarks finding`).

Everyone begins with a narrow range of strength, which the wait widens; two sit together when each is in the range of
the other. People who avoid each other never do.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

NARROW, WIDER_PER_SECOND = 150, 2
"""Points of rating; a newcomer has 1000, and a hundred points are a good year."""
ANYONE_AFTER = 120
"""Seconds after which strength keeps no one apart."""
FEWEST = 3
"""Searches from which a wait can be told at all."""
BOTS_AFTER_AT_LEAST, BOTS_AFTER_AT_MOST = 30, 90
"""Seconds. Bots are offered no sooner and no later."""


@dataclass(frozen=True)
class Seeker:
    """A player who waits. waited: seconds. avoids: people never to sit with, whichever of the two wants it."""

    number: int
    strength: int
    waited: float
    avoids: frozenset[int] = frozenset()


@dataclass(frozen=True)
class OpenTable:
    """A table with seats that people can take. people: who sits there, with their strength."""

    number: int
    people: tuple[tuple[int, int], ...]


def range_after(waited: float) -> float:
    """How far from their own strength a player may be seated after waiting so long."""
    return math.inf if waited >= ANYONE_AFTER else NARROW + WIDER_PER_SECOND * waited


def may_sit_together(seeker: Seeker, other: Seeker) -> bool:
    """Whether the two may sit together now."""
    if other.number in seeker.avoids or seeker.number in other.avoids:
        return False
    return abs(seeker.strength - other.strength) <= min(range_after(seeker.waited), range_after(other.waited))


def group_of(seekers: Iterable[Seeker], seats: int) -> tuple[int, ...]:
    """The next who sit down together, in the order of their seats; empty if there are none.

    Who has waited longest is served first, with those nearest in strength."""
    queue = sorted(seekers, key=lambda seeker: (-seeker.waited, seeker.number))
    for first in queue:
        near = sorted(queue, key=lambda seeker: (abs(seeker.strength - first.strength), -seeker.waited, seeker.number))
        group = [first]
        for other in near:
            if len(group) < seats and other is not first and all(may_sit_together(other, seeker) for seeker in group):
                group.append(other)
        if len(group) == seats:
            return _at_seats(group)
    return ()


def table_for(seeker: Seeker, tables: Iterable[OpenTable]) -> list[int]:
    """Tables where the seeker may take a seat now, the best first: nearest in strength, then with more people."""
    fitting = []
    for table in tables:
        apart = [abs(strength - seeker.strength) for _, strength in table.people]
        is_avoided = any(number in seeker.avoids or number == seeker.number for number, _ in table.people)
        if apart and not is_avoided and max(apart) <= range_after(seeker.waited):
            fitting.append((max(apart), -len(apart), table.number))
    return [number for _, _, number in sorted(fitting)]


def expected_wait(waits: Sequence[float | None]) -> int | None:
    """Seconds until half of those who looked lately had people to play with. None: it cannot be told.

    waits: of each search that is over; None for one that found no one, which might have taken forever."""
    if len(waits) < FEWEST:
        return None
    middle = median(math.inf if wait is None else wait for wait in waits)
    return None if math.isinf(middle) else math.ceil(middle)


def bots_after(expected: int | None) -> int:
    """Seconds of waiting after which bots are offered."""
    if expected is None:
        return BOTS_AFTER_AT_LEAST
    return min(BOTS_AFTER_AT_MOST, max(BOTS_AFTER_AT_LEAST, round(1.5 * expected)))


def _at_seats(group: Sequence[Seeker]) -> tuple[int, ...]:
    """By strength round the table, the strongest opposite the weakest of four, so that the sides are even."""
    ranked = [seeker.number for seeker in sorted(group, key=lambda seeker: (-seeker.strength, seeker.number))]
    return (ranked[0], ranked[1], ranked[3], ranked[2]) if len(ranked) == 4 else tuple(ranked)
