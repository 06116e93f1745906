"""The meetings still to come in a round robin, laid out in rounds. Knows pairs of numbers only, no results."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

Pair = frozenset[int]


@dataclass
class PlannedRound:
    """opponents: entry -> opponent, both ways. left_alone: entry -> the opponent it was to meet, who has left."""

    opponents: dict[int, int] = field(default_factory=dict)
    left_alone: dict[int, int] = field(default_factory=dict)

    @property
    def pairs(self) -> set[Pair]:
        return {frozenset(pair) for pair in self.opponents.items()}

    def copy(self) -> "PlannedRound":
        return PlannedRound(dict(self.opponents), dict(self.left_alone))

    def add(self, entry: int, other: int) -> None:
        self.opponents |= {entry: other, other: entry}

    def remove(self, pair: Iterable[int]) -> None:
        for entry in pair:
            del self.opponents[entry]


class MeetingPlan:
    """Rounds in which no two meet twice. Every change keeps that true and adds a round only when it has to."""

    def __init__(self, rounds: Sequence[PlannedRound] = ()) -> None:
        self.rounds = list(rounds)

    @classmethod
    def circle(cls, entries: Sequence[int]) -> "MeetingPlan":
        """Every two entries meet once, by the circle method (Berger tables): n - 1 rounds, n when n is odd.

        One entry keeps its place and the others go round it; with an odd number the fixed place is the bye.
        """
        ring: list[int | None] = [*entries, None] if len(entries) % 2 else list(entries)
        rounds = []
        for _ in range(len(ring) - 1):
            planned = PlannedRound()
            for entry, other in zip(ring[: len(ring) // 2], reversed(ring), strict=False):
                if entry is not None and other is not None:
                    planned.add(entry, other)
            rounds.append(planned)
            ring = [*ring[1:-1], ring[0], ring[-1]]
        return cls(rounds)

    @property
    def pairs(self) -> set[Pair]:
        return {pair for planned in self.rounds for pair in planned.pairs}

    def pop(self) -> PlannedRound:
        return self.rounds.pop(0)

    def drop(self, entry: int) -> None:
        """Strikes all meetings of an entry that has left; rounds without meetings go."""
        for planned in self.rounds:
            if entry in planned.opponents:
                opponent = planned.opponents[entry]
                planned.remove((entry, opponent))
                planned.left_alone[opponent] = entry
        self._tidy()

    def strike(self, pairs: Iterable[Pair]) -> None:
        """Takes out meetings that have taken place already."""
        for pair in pairs:
            for planned in self.rounds:
                if pair in planned.pairs:
                    planned.remove(pair)
        self._tidy()

    def include(self, pairs: Iterable[Pair], chance: Random, tries: int = 20) -> None:
        """Adds meetings, in the random order that needs the fewest rounds out of a number of tries."""
        wanted = sorted(tuple(sorted(pair)) for pair in pairs)
        best, fewest = self.rounds, self._fewest_rounds(wanted)
        for attempt in range(tries if wanted else 0):
            chance.shuffle(wanted)
            trial = MeetingPlan([planned.copy() for planned in self.rounds])
            for entry, other in wanted:
                trial._insert(entry, other)
            if attempt == 0 or len(trial.rounds) < len(best):
                best = trial.rounds
            if len(best) == fewest:
                break
        self.rounds = best

    def _fewest_rounds(self, more: list[tuple[int, ...]]) -> int:
        """No plan can be shorter: the busiest entry needs a round per meeting, and no round is taken away."""
        meetings = Counter(entry for pair in [*map(tuple, self.pairs), *more] for entry in pair)
        return max([len(self.rounds), *meetings.values()])

    def _insert(self, entry: int, other: int) -> None:
        free = [planned for planned in self.rounds if entry not in planned.opponents]
        for planned in free:
            if other not in planned.opponents:
                return planned.add(entry, other)
        for first in free:
            for second in self.rounds:
                if other not in second.opponents and _make_room(first, second, entry, other):
                    return first.add(entry, other)
        self.rounds.append(PlannedRound())
        return self.rounds[-1].add(entry, other)

    def _tidy(self) -> None:
        self.rounds = [planned for planned in self.rounds if planned.opponents]


def _make_room(first: PlannedRound, second: PlannedRound, entry: int, other: int) -> bool:
    """Frees `other` in `first` by swapping a chain of meetings between the two rounds; False when it runs into `entry`.

    `entry` is free in the first round and `other` in the second (the alternating chain of edge colouring, after Kempe).
    """
    chain, here, there = [other], first, second
    while chain[-1] in here.opponents:
        chain.append(here.opponents[chain[-1]])
        here, there = there, here
    if chain[-1] == entry:
        return False
    links = list(pairwise(chain))
    for index, pair in enumerate(links):
        (first, second)[index % 2].remove(pair)
    for index, pair in enumerate(links):
        (second, first)[index % 2].add(*pair)
    return True
