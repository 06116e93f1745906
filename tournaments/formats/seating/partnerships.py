"""Chooses partners at a table: not the last partner if avoidable, then the fewest earlier partnerships.

Couples who stay together come before that, and anyone who keeps a place gets the same chair again.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations, product
from random import Random

from tournaments.formats.base import PlayedRound
from tournaments.formats.pairing.meetings import Pair
from tournaments.formats.seating.chairs import Chair
from tournaments.formats.seating.colours import Card

Sides = tuple[tuple[int, ...], ...]


def partnerships(history: Sequence[PlayedRound]) -> Counter[frozenset[int]]:
    """How many rounds each two people have been partners."""
    return Counter(
        frozenset(side) for played in history for table in played.tables for side in table.draw.sides if len(side) == 2
    )


class Partners:
    """The partnerships of the earlier rounds, to split the next tables by. couples: who stays together."""

    def __init__(self, history: Sequence[PlayedRound], chance: Random, couples: Collection[Pair] = ()) -> None:
        self.couples = couples
        self.earlier = partnerships(history)
        self.latest = partnerships(history[-1:])
        self.chance = chance

    def split(self, people: dict[int, Chair]) -> Sides:
        """The sides of one table: two and two, high before low where there are colours; or three of one each."""
        if len(people) == 3:
            return tuple((person,) for person in people)
        options = _coloured_splits(people) or _free_splits(list(people))
        return min(options, key=self._cost)

    def _cost(self, sides: Sides) -> tuple[int, int, int, float]:
        pairs = [frozenset(side) for side in sides]
        together = sum(pair in self.couples for pair in pairs)
        latest, earlier = sum(self.latest[pair] for pair in pairs), sum(self.earlier[pair] for pair in pairs)
        return -together, latest, earlier, self.chance.random()


def sit_down(sides: Sides, kept: Mapping[int, int], is_coloured: bool) -> Sides:
    """The same partners, in the order in which as many as possible have the chair they keep.

    kept: person -> chair, counted through the sides from 0. With colours the first of a side stays the first.
    """
    options = [
        order
        for ways in permutations([[side] if is_coloured else list(permutations(side)) for side in sides])
        for order in product(*ways)
    ]
    return min(
        options, key=lambda order: sum(kept.get(person, chair) != chair for chair, person in enumerate(sum(order, ())))
    )


def _coloured_splits(people: dict[int, Chair]) -> list[Sides]:
    highs = [person for person, chair in people.items() if chair.card is Card.HIGH]
    lows = [person for person, chair in people.items() if chair.card is Card.LOW]
    return [tuple(zip(highs, order, strict=True)) for order in (lows, lows[::-1]) if order]


def _free_splits(people: list[int]) -> list[Sides]:
    first, *others = people
    splits: list[Sides] = []
    for partner in others:
        opponents = tuple(person for person in others if person != partner)
        splits.append(((first, partner), opponents))
    return splits
