"""Matchings: can these entrants be paired at all, at what least cost, and who meets whom first in order.

The library that finds maximum-weight matchings is asked for their value only, never for which of several equal ones
it found; so every answer follows from the question alone. Where it is asked which, in
`cheapest_pairs`, costs have no ties.
"""

from collections.abc import Mapping, Sequence, Set
from importlib import import_module

Edge = tuple[int, int, int]
"""One possible pair and what it costs."""

NOBODY: frozenset[int] = frozenset()


def least_cost(edges: Sequence[Edge], nodes: Sequence[int]) -> int | None:
    """The least sum of costs over all ways to pair every node by these edges; None when there is no way.

    Costs are whole numbers of less than 120 bits in sum.
    """
    pairs = _matching(edges, nodes)
    return sum(cost for _, _, cost in pairs) if 2 * len(pairs) == len(nodes) else None


def cheapest_pairs(edges: Sequence[Edge], nodes: Sequence[int]) -> list[tuple[int, int]]:
    """As many pairs as there can be and, of those, the ones with the least sum of costs. Costs as in `least_cost`; no
    two sums may be equal, so that it is never left to the library which of several it finds."""
    return [(node, other) for node, other, _ in _matching(edges, nodes)]


def _matching(edges: Sequence[Edge], nodes: Sequence[int]) -> list[Edge]:
    """The pairs of one matching with the most pairs and, of those, the least costs."""
    # Not a plain import: the room also loads, and its other formats also draw, where the library is missing.
    library = import_module("rustworkx")
    index = {node: position for position, node in enumerate(nodes)}
    graph = library.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(index[node], index[other], cost) for node, other, cost in edges])
    pairs = library.max_weight_matching(graph, max_cardinality=True, weight_fn=int.__neg__)
    return [(nodes[first], nodes[second], int(graph.get_edge_data(first, second))) for first, second in pairs]


class Rivals:
    """Who may not meet (again), and whether a group can be paired under that.

    `crowd`: an even group of at least that size can always be paired, because everyone may meet at least half of it
    (Dirac's theorem). That answers nearly every question about a large group without a matching. A number higher than
    necessary costs time and changes no answer.
    """

    def __init__(self, met: Mapping[int, Set[int]], crowd: int | None = None) -> None:
        self.met = met
        self.crowd = 2 * (max(map(len, met.values()), default=0) + 1) if crowd is None else crowd

    def of(self, entrant: int) -> Set[int]:
        """Whom an entrant may not meet. A placeholder, which no one knows, may meet anyone."""
        return self.met.get(entrant, NOBODY)

    def may_meet(self, entry: int, other: int) -> bool:
        return other not in self.of(entry)

    def legal_edges(self, group: Sequence[int]) -> list[Edge]:
        return [
            (entry, other, 0)
            for place, entry in enumerate(group)
            for other in group[:place]
            if other not in self.of(entry)
        ]

    def can_pair(self, group: Sequence[int]) -> bool:
        """Whether everyone in the group can meet someone else in it."""
        if len(group) % 2:
            return False
        if not group or len(group) >= self.crowd:
            return True
        return least_cost(self.legal_edges(group), group) is not None


def most_pairs(rivals: Rivals, group: Sequence[int]) -> int:
    """How many pairs of a group can meet at the same time."""
    return len(_matching(rivals.legal_edges(group), group))


def first_partners(tops: Sequence[int], bottoms: Sequence[int], barred: Mapping[int, Set[int]]) -> list[int] | None:
    """One of the bottoms for each of the tops: the first in lexicographic order of all ways, None if there is none.

    tops, bottoms: as many of each, ascending. barred: top -> bottoms it may not get.
    """
    partner = _any_partners(tops, bottoms, barred)
    if partner is None:
        return None
    holder = {bottom: top for top, bottom in partner.items()}
    free = list(bottoms)
    for top in tops:
        place = 0
        while free[place] != partner[top] and not _take(top, free[place], free, partner, holder, barred):
            place += 1
        del free[place]
    return [partner[top] for top in tops]


def _any_partners(tops: Sequence[int], bottoms: Sequence[int], barred: Mapping[int, Set[int]]) -> dict[int, int] | None:
    partner = {top: bottom for top, bottom in zip(tops, bottoms, strict=True) if bottom not in barred[top]}
    holder = {bottom: top for top, bottom in partner.items()}
    for top in tops:
        if top not in partner:
            goals = set(bottoms) - holder.keys()
            chain = _chain(top, goals, set(holder), partner, holder, barred)
            if not chain:
                return None
            _follow(chain, partner, holder)
    return partner


def _take(
    top: int,
    bottom: int,
    free: Sequence[int],
    partner: dict[int, int],
    holder: dict[int, int],
    barred: Mapping[int, Set[int]],
) -> bool:
    """Gives a top the bottom that another holds, if a chain of changes leads from that one to a free bottom."""
    if bottom in barred[top]:
        return False
    given_up, loser = partner[top], holder[bottom]
    chain = _chain(loser, {given_up}, set(free) - {bottom, given_up}, partner, holder, barred)
    if chain:
        _follow([*chain, (top, bottom)], partner, holder)
    return bool(chain)


def _chain(
    start: int,
    goals: set[int],
    held: set[int],
    partner: Mapping[int, int],
    holder: Mapping[int, int],
    barred: Mapping[int, Set[int]],
) -> list[tuple[int, int]]:
    """Who takes which bottom so that `start` gets one and a goal is used up (an augmenting path); [] if impossible.

    held: the bottoms that may change hands.
    """
    taker: dict[int, int] = {}
    queue = [start]
    for top in queue:
        hits = goals - barred[top]
        if hits:
            chain = [(top, min(hits))]
            while top != start:
                bottom = partner[top]
                top = taker[bottom]
                chain.append((top, bottom))
            return chain
        fresh = held - barred[top]
        held = held - fresh
        for bottom in fresh:
            taker[bottom] = top
            queue.append(holder[bottom])
    return []


def _follow(chain: Sequence[tuple[int, int]], partner: dict[int, int], holder: dict[int, int]) -> None:
    for top, bottom in chain:
        partner[top] = bottom
        holder[bottom] = top
