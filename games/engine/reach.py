"""Which final points can be reached at all: small exact searches over hands, never over cards.

Classic Euchre is decided exactly for any number of sides, as long as the search stays short; with many sides and many
kinds of euchre it may be given up, and then the card gets the benefit of the doubt. In Bid Euchre, where points also go
down, two sides are decided exactly up to twelve agreed hands; beyond that only the least and most points per hand bound
the answer, because with so many hands nearly every total can happen.
"""

from functools import cache, lru_cache
from itertools import product

from games.engine.choices import Variant
from games.engine.game_end import is_over
from games.engine.rules import HouseRules
from games.engine.scoring import possible_hands

Points = tuple[int, ...]
MANY_HANDS = 12
MAX_SEARCH = 60_000
ANY_NUMBER = frozenset(range(101))


class SearchTooLong(Exception):
    """Raised inside this module when a search is given up."""


class Patience:
    """Counts the steps of one search."""

    def __init__(self) -> None:
        self.left = MAX_SEARCH

    def spend(self) -> None:
        """One step. Raises SearchTooLong when there were too many."""
        self.left -= 1
        if self.left < 0:
            raise SearchTooLong


def is_reachable(rules: HouseRules, points: Points, cut_short: bool) -> bool:
    """Whether a game can end, or be cut short by the bell, at exactly these points."""
    if rules.number_of_hands is not None:
        least = 1 if cut_short else rules.number_of_hands
        return any(in_hands(rules, points, hands) for hands in range(least, rules.number_of_hands + 1))
    return any(is_alive(rules, minus(points, last)) for last in vectors(rules))


@lru_cache(maxsize=512)
def vectors(rules: HouseRules) -> tuple[Points, ...]:
    """Points per side that one hand can give, largest first."""
    return tuple(sorted({hand.points for hand in possible_hands(rules)}, reverse=True))


def minus(points: Points, hand: Points) -> Points:
    """The points before that hand."""
    return tuple(total - own for total, own in zip(points, hand, strict=True))


@lru_cache(maxsize=100_000)
def is_alive(rules: HouseRules, points: Points) -> bool:
    """Whether a game to a target can stand at these points and go on.

    Below the target no earlier point of the game was over either (in Classic Euchre points only grow), so any way
    there will do; at or above it (win by two) the last hand is taken back. In Bid Euchre points go down as far as
    bids are lost.
    """
    if is_over(rules, points, 0):
        return False
    if rules.variant is Variant.BID:
        return True
    if min(points) < 0:
        return False
    if max(points) < rules.play_to:
        return bool(made_hands(rules, points))
    return any(is_alive(rules, minus(points, last)) for last in vectors(rules) if any(last))


def in_hands(rules: HouseRules, points: Points, hands: int) -> bool:
    """Whether exactly this many hands give these points."""
    if rules.variant is Variant.BID:
        return bid_in_hands(rules, points, hands)
    if min(points) < 0:
        return False
    counts = made_hands(rules, points)
    if rules.stick_the_dealer:
        return hands in counts
    return any(count <= hands for count in counts)


def bid_in_hands(rules: HouseRules, points: Points, hands: int) -> bool:
    """Bid Euchre: exactly for two sides and few hands, by the bounds otherwise."""
    if len(points) == 2 and hands <= MANY_HANDS:
        return points in sums(rules, hands)
    columns = list(zip(*vectors(rules), strict=True))
    return all(min(each) * hands <= own <= max(each) * hands for own, each in zip(points, columns, strict=True))


@lru_cache(maxsize=200)
def sums(rules: HouseRules, hands: int) -> frozenset[Points]:
    """Every total that this many hands can give two sides."""
    if hands == 0:
        return frozenset({(0, 0)})
    before = sums(rules, hands - 1)
    return frozenset((first + a, second + b) for first, second in before for a, b in vectors(rules))


@lru_cache(maxsize=512)
def single_scores(rules: HouseRules) -> tuple[int, ...]:
    """Points a hand can give to exactly one side; with two sides a euchre is such a score too."""
    return tuple(sorted({max(hand) for hand in vectors(rules) if sum(1 for own in hand if own) == 1}))


@lru_cache(maxsize=512)
def shared_scores(rules: HouseRules) -> tuple[tuple[int, int], ...]:
    """Euchres with three or more sides as (points to each, points to one lone defender's side)."""
    hands = [hand for hand in vectors(rules) if sum(1 for own in hand if own) > 1]
    return tuple(sorted({(sorted(hand)[1], max(hand)) for hand in hands}))


@lru_cache(maxsize=10_000)
def made_hands(rules: HouseRules, points: Points) -> frozenset[int]:
    """How many scoring hands can have led to exactly these points; empty when none can."""
    kinds = shared_scores(rules)
    least, second = sorted(points)[:2]
    most = least // 2 + second // 2 if kinds else 0
    counts: set[int] = set()
    patience = Patience()
    try:
        for euchres in product(range(most + 1), repeat=len(kinds)):
            patience.spend()
            if sum(euchres) <= most:
                counts |= {count + sum(euchres) for count in with_euchres(rules, points, euchres, patience)}
    except SearchTooLong:
        return ANY_NUMBER
    return frozenset(counts)


def with_euchres(rules: HouseRules, points: Points, euchres: tuple[int, ...], patience: Patience) -> frozenset[int]:
    """Counts of the remaining hands when each kind of shared euchre happened the given number of times.

    A side's own euchres give it nothing; its lone defences give it more. Both are dealt out side by side. A maker
    cannot be his own lone defender, so for no side may the two together exceed the number of such hands.
    """
    kinds = shared_scores(rules)
    lone = tuple(count if best > each else 0 for (each, best), count in zip(kinds, euchres, strict=True))

    @cache
    def rest(side: int, made: tuple[int, ...], defended: tuple[int, ...]) -> frozenset[int]:
        if side == len(points):
            return frozenset({0}) if not any(made) and not any(defended) else frozenset()
        sums_reached: set[int] = set()
        for own in product(*(range(count + 1) for count in made)):
            for best in product(*(range(min(d, k - m) + 1) for d, k, m in zip(defended, euchres, own, strict=True))):
                patience.spend()
                left = points[side] - shared_points(kinds, euchres, own, best)
                if singles := single_counts(rules, left):
                    after = rest(side + 1, minus(made, own), minus(defended, best))
                    sums_reached |= {single + more for single in singles for more in after}
        return frozenset(sums_reached)

    return rest(0, euchres, lone)


def shared_points(kinds: tuple[tuple[int, int], ...], euchres: Points, own: Points, best: Points) -> int:
    """What the shared euchres gave a side that made `own` of them itself and defended `best` of them alone."""
    given = zip(kinds, euchres, own, best, strict=True)
    return sum(each * (count - mine) + (more - each) * alone for (each, more), count, mine, alone in given)


@lru_cache(maxsize=10_000)
def single_counts(rules: HouseRules, total: int) -> frozenset[int]:
    """In how many hands that score for one side alone a total can be made up; empty when it cannot."""
    if total <= 0:
        return frozenset({0}) if total == 0 else frozenset()
    return frozenset(1 + count for score in single_scores(rules) for count in single_counts(rules, total - score))
