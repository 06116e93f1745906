"""Entries are numbers here: how they are named in reasons and findings, and which of them are the house's."""

from collections.abc import Iterable

from tournaments.formats import kept

HOUSE = 0
"""Numbers of HOUSE or below are house players: they fill a chair, move like anybody and score for nobody."""


_HOUSE_PLAYER = kept.kept_part("house player {number}")


def called(number: int) -> str:
    """How reasons and findings name an entry: "No. 12", or "house player 1" for a number of HOUSE or below.

    The same in every language: the site puts names in the place of these.
    """
    return f"No. {number}" if number > HOUSE else _HOUSE_PLAYER(number=HOUSE - number + 1)


def listed(numbers: Iterable[int]) -> str:
    """Several entries, ascending: "No. 3, No. 5 and No. 12"; the same in every language, as `called`."""
    return kept.listed(called(number) for number in sorted(numbers))
