"""Seeds for a stage from the places of an earlier one: by place, then by group, with group mates kept apart.

Knows no entries: it says which group each seed comes from, tier by tier.
"""

from collections.abc import Sequence

from tournaments.formats.pairing.matching import first_partners

NEVER = 99


def seed_tiers(tiers: Sequence[Sequence[int]], line: Sequence[int] = ()) -> list[list[int]]:
    """The groups of each tier in the order of their seeds: A1, B1, C1, then A2, B2, C2 …

    tiers: numbers of the groups that qualify someone with the best place, with the next place, and so on. line: for a
    knockout, the seeds from top to bottom of its bracket, 0 for an empty place. There each tier, from the best, is
    crossed: of all orders in which the first meeting with a mate of the same group is as late as it can be, the one
    nearest to A, B, C … With two groups, two of each: A1, B1, A2, B2, so that A1 meets B2 and B1 meets A2. With four
    groups the second places are seeded B2, A2, D2, C2.
    """
    positions = {seed: position for position, seed in enumerate(line) if seed}
    placed: dict[int, list[int]] = {}
    ordered, first = list[list[int]](), 1
    for tier in map(sorted, tiers):
        seeds = range(first, first + len(tier))
        order = _crossed({seed: positions[seed] for seed in seeds}, tier, placed) if line and tier else tier
        for seed, group in zip(seeds, order, strict=True):
            placed.setdefault(group, []).append(positions.get(seed, 0))
        ordered.append(order)
        first += len(tier)
    return ordered


def _crossed(positions: dict[int, int], tier: list[int], placed: dict[int, list[int]]) -> list[int]:
    """positions: seed -> its position in the bracket. placed: group -> the positions of those seeded already."""
    meetings = {
        seed: {
            group: min((_meeting(position, mate) for mate in placed.get(group, [])), default=NEVER) for group in tier
        }
        for seed, position in positions.items()
    }
    limits = sorted({meeting for each in meetings.values() for meeting in each.values()}, reverse=True)
    orders = (first_partners(list(positions), tier, _too_early(meetings, limit)) for limit in limits)
    return next(order for order in orders if order is not None)


def _too_early(meetings: dict[int, dict[int, int]], limit: int) -> dict[int, set[int]]:
    return {seed: {group for group, meeting in each.items() if meeting < limit} for seed, each in meetings.items()}


def _meeting(position: int, other: int) -> int:
    """The round of a bracket in which two of its rows can meet first: 1 for neighbours."""
    return (position ^ other).bit_length()
