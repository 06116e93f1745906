"""Who played with whom, and against whom, as tables for a page: one row and one column for each player."""

from collections.abc import Mapping, Sequence

from tournaments.honours.statistics.cards import Card, Together

Matrix = tuple[tuple[Together, ...], ...]
"""Row by row, in the order of the players asked for; nothing on the diagonal."""


def partners(cards: Mapping[int, Card], players: Sequence[int]) -> Matrix:
    """Games on one side. The same from both of them: partners win together."""
    return tuple(tuple(_of(cards, player).partners.get(other, Together()) for other in players) for player in players)


def rivals(cards: Mapping[int, Card], players: Sequence[int]) -> Matrix:
    """Games against each other; wins are those of the row's player."""
    return tuple(tuple(_of(cards, player).rivals.get(other, Together()) for other in players) for player in players)


def _of(cards: Mapping[int, Card], player: int) -> Card:
    return cards.get(player, Card())
