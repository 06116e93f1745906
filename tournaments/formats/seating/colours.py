"""Which card, high or low, each player holds. The chair decides: a side of two is written high first, low second."""

from collections.abc import Iterable, Sequence
from enum import Enum

from tournaments.formats.base import PlayedRound


class Card(Enum):
    HIGH = 0
    LOW = 1


def held_cards(history: Sequence[PlayedRound]) -> dict[int, Card]:
    """The card each entry held when it last sat in a partnership; who never did holds none and is not in the answer.

    A hand-made change of chairs is thereby a change of cards: the chair wins.
    """
    cards: dict[int, Card] = {}
    for played in history:
        for table in played.tables:
            for side in table.draw.sides:
                if len(side) == 2:
                    cards |= zip(side, Card, strict=True)
    return cards


def surplus_card(people: Iterable[int], cards: dict[int, Card]) -> Card | None:
    """The card that more of these people hold, or None when both are held by as many."""
    held = [cards[person] for person in people if person in cards]
    difference = held.count(Card.HIGH) - held.count(Card.LOW)
    if difference == 0:
        return None
    return Card.HIGH if difference > 0 else Card.LOW
