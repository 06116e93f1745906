"""Streaks, partners and rivals of a card as JSON, and back."""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from tournaments.honours.statistics.cards import Card, Together
from tournaments.honours.statistics.streaks import Streak


def company_data(card: Card) -> dict[str, Any]:
    return {
        "winning": list(astuple(card.winning)),
        "losing": list(astuple(card.losing)),
        "partners": _games(card.partners),
        "rivals": _games(card.rivals),
    }


def company_from(data: Mapping[str, Any]) -> dict[str, Any]:
    """The inverse: the fields of a card but for its totals."""
    return {
        "winning": Streak(*data["winning"]),
        "losing": Streak(*data["losing"]),
        "partners": _together(data["partners"]),
        "rivals": _together(data["rivals"]),
    }


def _games(company: Mapping[int, Together]) -> dict[str, list[int]]:
    return {str(player): list(astuple(games)) for player, games in sorted(company.items())}


def _together(data: Mapping[str, list[int]]) -> dict[int, Together]:
    return {int(player): Together(*games) for player, games in data.items()}
