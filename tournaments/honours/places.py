"""Places by values, shared ones counted 1, 2, 2, 4, and one player's place among many. Knows no games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

Value = tuple[int | Fraction, ...]
"""What ranks, most important first; more is better."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A player with a place. is_shared: others have the same one."""

    place: int
    player: int
    value: Value
    is_shared: bool = False


def placed(values: Mapping[int, Value]) -> tuple[Placed, ...]:
    """Everyone from the top; players who share a place are in order of their numbers."""
    placings: list[Placed] = []
    order = sorted(values, key=lambda player: (*(-part for part in values[player]), player))
    for value, group in groupby(order, key=lambda player: values[player]):
        level, place = list(group), len(placings) + 1
        placings += [Placed(place, player, value, len(level) > 1) for player in level]
    return tuple(placings)


@dataclass(frozen=True)
class Whereabouts:
    """One player's row, those around it, and how many there are. above: the next better place, if there is one."""

    own: Placed
    around: tuple[Placed, ...]
    above: Placed | None
    of: int


def where_is(placings: Sequence[Placed], player: int, reach: int = 2) -> Whereabouts | None:
    """Where a player ranks, with `reach` rows on either side; None for players who are not on the board."""
    index = next((index for index, placing in enumerate(placings) if placing.player == player), None)
    if index is None:
        return None
    own = placings[index]
    above = placings[own.place - 2] if own.place > 1 else None
    return Whereabouts(own, tuple(placings[max(0, index - reach) : index + reach + 1]), above, len(placings))
