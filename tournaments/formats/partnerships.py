"""Who partners whom at a table: nobody the partner just had, when avoidable; then the fewest earlier partnerships."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from tournaments.formats.base import PlayedRound
from tournaments.formats.chairs import Chair
from tournaments.formats.colours import Card

Sides = tuple[tuple[int, ...], ...]


def partnerships(history: Sequence[PlayedRound]) -> Counter[frozenset[int]]:
    """How many rounds each two people have been partners."""
    return Counter(
        frozenset(side) for played in history for table in played.tables for side in table.draw.sides if len(side) == 2
    )


class Partners:
    """The partnerships of the earlier rounds, to split the next tables by."""

    def __init__(self, history: Sequence[PlayedRound], lot: Random) -> None:
        self.earlier = partnerships(history)
        self.latest = partnerships(history[-1:])
        self.lot = lot

    def split(self, people: dict[int, Chair]) -> Sides:
        """The sides of one table: two and two, high before low where there are colours; or three of one each."""
        if len(people) == 3:
            return tuple((person,) for person in people)
        options = _coloured_splits(people) or _free_splits(list(people))
        return min(options, key=self._cost)

    def _cost(self, sides: Sides) -> tuple[int, int, float]:
        pairs = [frozenset(side) for side in sides]
        return sum(self.latest[pair] for pair in pairs), sum(self.earlier[pair] for pair in pairs), self.lot.random()


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
