"""Who meets whom in a group of equal score with its upfloaters (C.04.6, article 3.6). All floats are settled by now.

Of each pair the smaller number is the top member. Among all pairings without a rematch, and among these with the fewest
upfloaters against a pair that floated the round before, the one whose top members come first in lexicographic order is
chosen, and then the one whose bottom members do. Entrants are pairing numbers here.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass

from tournaments.formats.pairing.matching import Edge, first_partners, least_cost
from tournaments.formats.swiss.floats import Field, choose_upfloaters

Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Bracket:
    """A group of equal score, who floated up to it, and the pairs, top member first."""

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


def pair_field(field: Field, entrants: Iterable[int]) -> list[Bracket]:
    """Pairs everyone, group by group from the highest score down. An even number that must be pairable."""
    waiting, brackets = field.in_order(entrants), list[Bracket]()
    while waiting:
        residents, lower = field.split(waiting)
        upfloaters = choose_upfloaters(field, residents, lower)
        pairs = pair_bracket(field, residents, upfloaters)
        brackets.append(Bracket(tuple(residents), tuple(upfloaters), tuple(pairs)))
        waiting = [entrant for entrant in lower if entrant not in upfloaters]
    return brackets


def pair_bracket(field: Field, residents: Sequence[int], upfloaters: Sequence[int]) -> Pairs:
    """The pairs, top member first, ascending. There must be a pairing."""
    group = sorted([*residents, *upfloaters])
    avoided = field.floated & set(residents)
    barred = {entrant: set(field.rivals.of(entrant)) for entrant in group}
    for upfloater in upfloaters:
        barred[upfloater] |= avoided
        for resident in avoided:
            barred[resident].add(upfloater)
    half = len(group) // 2
    bottoms = first_partners(group[:half], group[half:], barred)
    if bottoms is not None:
        return list(zip(group[:half], bottoms, strict=True))
    return _Search(field, group, set(upfloaters), avoided).pairs()


class _Search:
    """The first pairing where the upper half cannot simply meet the lower half.

    Fixes the top members, then the bottom members, each as small as still leaves a pairing of the least cost. The cost
    is the number of upfloaters who meet a resident that floated the round before.
    """

    def __init__(self, field: Field, group: Sequence[int], upfloaters: Set[int], avoided: Set[int]) -> None:
        self.group = list(group)
        self.costs = {
            (top, bottom): int({top, bottom} & upfloaters != set() and {top, bottom} & avoided != set())
            for place, top in enumerate(group)
            for bottom in group[place + 1 :]
            if field.rivals.may_meet(top, bottom)
        }
        self.best = least_cost([(*pair, cost) for pair, cost in self.costs.items()], group) or 0

    def pairs(self) -> Pairs:
        tops = self._tops()
        edges, waiting, pairs = self._edges(tops, set(self.group) - set(tops)), list(self.group), Pairs()
        best = self.best
        for top in tops:
            options = sorted(edge for edge in edges if edge[0] == top)
            waiting.remove(top)
            while not self._is_left(options[0], edges, waiting, best):
                options.pop(0)
            _, bottom, cost = options[0]
            edges, best = _without(top, bottom, edges), best - cost
            waiting.remove(bottom)
            pairs.append((top, bottom))
        return pairs

    def _is_left(self, edge: Edge, edges: Sequence[Edge], waiting: Sequence[int], best: int) -> bool:
        """Whether the others can still be paired at the least cost when these two meet."""
        top, bottom, cost = edge
        others = [entrant for entrant in waiting if entrant != bottom]
        return least_cost(_without(top, bottom, edges), others) == best - cost

    def _tops(self) -> list[int]:
        """Takes as many as possible in order, then passes one over, and so on."""
        tops, bottoms, half = list[int](), set[int](), len(self.group) // 2
        while len(tops) < half:
            ahead = self.group[len(tops) + len(bottoms) :]
            tops += ahead[: self._longest(tops, ahead, bottoms)]
            bottoms.update(self.group[len(tops) + len(bottoms) :][: len(tops) < half])
        return tops

    def _longest(self, tops: list[int], ahead: list[int], bottoms: Set[int]) -> int:
        """How many of those ahead can all be top members as well."""

        def is_too_long(count: int) -> bool:
            return least_cost(self._edges(tops + ahead[:count], bottoms), self.group) != self.best

        return bisect_left(range(1, len(self.group) // 2 - len(tops) + 1), True, key=is_too_long)

    def _edges(self, tops: Collection[int], bottoms: Set[int]) -> list[Edge]:
        """The pairs left when these have to be top members and those bottom members."""
        above = set(tops)
        return [(*pair, cost) for pair, cost in self.costs.items() if pair[0] not in bottoms and pair[1] not in above]


def _without(top: int, bottom: int, edges: Sequence[Edge]) -> list[Edge]:
    return [edge for edge in edges if top not in edge[:2] and bottom not in edge[:2]]
