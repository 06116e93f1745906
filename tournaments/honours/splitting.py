"""Money shared out so that no cent is lost or made. Knows no prizes and no people, only cents and weights."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random

Number = Fraction | int


def share_out(cents: int, weights: Sequence[Number], unit: int = 1) -> tuple[int, ...]:
    """The cents in proportion to the weights, each share in whole units, in the order of the weights.

    Largest remainder: everyone gets the exact share rounded down to the unit. The units left over go one each to those
    whose share lost most, and among equals to the first. cents: whole units. weights: none negative, one above 0.
    """
    assert cents >= 0
    assert cents % unit == 0
    assert min(weights) >= 0
    whole = sum(weights)
    exact = [divmod(cents // unit * weight, whole) for weight in weights]
    left = cents // unit - sum(units for units, _ in exact)
    luckier = set(sorted(range(len(exact)), key=lambda index: -exact[index][1])[:left])
    return tuple((int(units) + (index in luckier)) * unit for index, (units, _) in enumerate(exact))


def whole_units(cents: Number, unit: int) -> int:
    """The cents rounded down to whole units."""
    return int(cents // unit) * unit


def lot_order(seed: int, purpose: str, entries: Iterable[int]) -> tuple[int, ...]:
    """The entries in a random order that anyone with the seed can draw again, whatever order they come in.

    Each entry's number is drawn separately, so it does not depend on who else takes part.
    """
    return tuple(sorted(entries, key=lambda entry: (lot_number(seed, purpose, entry), entry)))


def lot_number(seed: int, purpose: str, entry: int) -> int:
    """The number that an entry draws; the lowest is the best."""
    return Random(f"{seed}/prize lot/{purpose}/{entry}").getrandbits(32)  # noqa: S311  # replayable, nothing secret
