"""Pairs people who came alone, as equally as possible: the strongest with the weakest, and so on inward.

The measure is the variance of the pairs' sums of ratings. The number of pairs comes first, then who is left over: the
last in line. If any two may be partners the fold is best, by the rearrangement inequality. If some may not, a matching
of least cost is, because the variance is least where the sum of the products of partners' ratings is. Both are optimal,
not estimates.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.pairing.matching import cheapest_pairs

Pair = tuple[int, int]
_TIE, _BALANCE = 1 << 42, 1 << 78
"""More than the sums of what tells ties apart, and of that and the products of ratings."""


@dataclass(frozen=True)
class Single:
    """Someone without a partner. strength: the rating, a whole number from 0 to 10,000."""

    number: int
    strength: int


@dataclass(frozen=True)
class BalancedPairs:
    """pairs: the stronger one first, of pairs the one with the strongest player first. left: in the order of the line,
    empty or one, unless too many may not be partners."""

    pairs: tuple[Pair, ...]
    left: tuple[int, ...]


def balanced_pairs(
    line: Sequence[Single], together: Collection[Pair] = (), apart: Collection[Pair] = ()
) -> BalancedPairs:
    """The pairs with the least variance of sums. line: at most a thousand people, who came first in front.

    together: pairs that are made already, of people in the line, each in one of them at most. apart: who may not be
    partners.
    """
    taken = {number for pair in together for number in pair}
    free = [single for single in line if single.number not in taken]
    barred = {frozenset(pair) for pair in apart}
    pairs = _matched(free, barred) if barred else _folded(free)
    strength = {single.number: single.strength for single in line}
    place = {single.number: position for position, single in enumerate(_by_strength(line))}
    made = [tuple(sorted(pair, key=place.__getitem__)) for pair in (*together, *pairs)]
    partners = {number for pair in made for number in pair}
    return BalancedPairs(
        tuple((number, other) for number, other in sorted(made, key=lambda pair: (place[pair[0]], -strength[pair[1]]))),
        tuple(single.number for single in line if single.number not in partners),
    )


def variance(sums: Sequence[int]) -> Fraction:
    """Of the pairs' sums: how far they are from their mean, squared, on average. 0 without a pair."""
    if not sums:
        return Fraction(0)
    mean = Fraction(sum(sums), len(sums))
    return sum(((total - mean) ** 2 for total in sums), Fraction(0)) / len(sums)


def _by_strength(line: Sequence[Single]) -> list[Single]:
    """The strongest first; of equals who came first."""
    return sorted(line, key=lambda single: -single.strength)


def _folded(free: Sequence[Single]) -> list[Pair]:
    ordered = _by_strength(free[: len(free) // 2 * 2])
    half = len(ordered) // 2
    return [
        (single.number, other.number) for single, other in zip(ordered[:half], reversed(ordered[half:]), strict=True)
    ]


def _matched(free: Sequence[Single], barred: Collection[frozenset[int]]) -> list[Pair]:
    """With the most pairs; of those with the ones who came first; of those with the least sum of products."""
    worth = {single.number: len(free) - position for position, single in enumerate(free)}
    edges = [
        (single.number, other.number, _cost(single, other) - _BALANCE * (worth[single.number] + worth[other.number]))
        for place, single in enumerate(free)
        for other in free[:place]
        if frozenset((single.number, other.number)) not in barred
    ]
    return cheapest_pairs(edges, [single.number for single in free])


def _cost(single: Single, other: Single) -> int:
    """Two sets of pairs are hardly ever equal in it, so which of them is found doesn't depend on how it is searched."""
    low, high = sorted((single.number, other.number))
    tie = int.from_bytes(hashlib.blake2b(f"{low}/{high}".encode(), digest_size=4).digest())
    return single.strength * other.strength * _TIE + tie
