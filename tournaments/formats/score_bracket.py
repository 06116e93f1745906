"""Who meets whom in a group of equal score with its upfloaters (C.04.6, article 3.6). Nobody floats here any more.

Of each pair the smaller number is the top member. Among all pairings without a rematch, and among these with the
fewest upfloaters against a pair that floated the round before, the one whose top members come first in lexicographic
order is chosen, and then the one whose bottom members do. Entrants are pairing numbers here.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence

from tournaments.formats.floats import Field
from tournaments.formats.matching import Edge, first_partners, least_cost

Pairs = list[tuple[int, int]]


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
    return _Search(field, group, upfloaters, avoided).pairs()


class _Search:
    """The first pairing where the upper half cannot simply meet the lower half.

    Fixes the top members, then the bottom members, each as small as still leaves a pairing of the least cost. cost: the
    upfloaters who meet a resident that floated the round before.
    """

    def __init__(
        self, field: Field, group: Sequence[int], upfloaters: Collection[int], avoided: Collection[int]
    ) -> None:
        self.group = group
        self.edges: list[Edge] = [
            (top, bottom, int({top, bottom} & set(upfloaters) != set() and not avoided.isdisjoint({top, bottom})))
            for place, top in enumerate(group)
            for bottom in group[place + 1 :]
            if field.rivals.may_meet(top, bottom)
        ]
