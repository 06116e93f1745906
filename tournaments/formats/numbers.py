"""Entries are numbers here: how they are named in reasons and findings, and which of them are the house's."""

from collections.abc import Iterable

HOUSE = 0
"""Numbers of HOUSE or below are house players: they fill a chair, move like anybody and score for nobody."""


def called(number: int) -> str:
    """How reasons and findings name an entry: "No. 12", or "house player 1" for a number of HOUSE or below."""
    return f"No. {number}" if number > HOUSE else f"house player {HOUSE - number + 1}"


def listed(numbers: Iterable[int]) -> str:
    """Several entries, ascending: "No. 3, No. 5 and No. 12"."""
    *most, last = [called(number) for number in sorted(numbers)]
    return f"{', '.join(most)} and {last}" if most else last
