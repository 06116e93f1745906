"""A picture of cards on a page: rows with a name, cards that the text is about, cards that may not be played now."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from games.engine.cards import Card, Strain
from games.engine.language import say
from games.engine.notation import cards_from
from games.tables.pieces import CardLook, in_hand_order


@dataclass(frozen=True)
class CardShown:
    """A card in a picture. under: the text below it. is_marked: it is meant. is_barred: it may not be played now."""

    card: CardLook
    under: str = ""
    is_marked: bool = False
    is_barred: bool = False


@dataclass(frozen=True)
class Row:
    """Cards side by side, and what they are."""

    label: str
    cards: tuple[CardShown, ...]


@dataclass(frozen=True)
class Picture:
    """Rows of cards and a sentence about them."""

    rows: tuple[Row, ...]
    caption: str


def held(
    label: str,
    cards: Iterable[Card] | str,
    strain: Strain | None = None,
    *,
    marked: Collection[Card] = (),
    possible: Collection[Card] | None = None,
) -> Row:
    """A hand as people hold it. possible: the cards that may be played, None when it is not about that."""
    asked = cards_from(cards) if isinstance(cards, str) else cards
    looks = in_hand_order((CardLook(card, strain=strain) for card in asked), strain)
    barred = [look for look in looks if possible is not None and look.card not in possible]
    return Row(label, tuple(CardShown(look, "", look.card in marked, look in barred) for look in looks))


def laid(label: str, cards: Iterable[tuple[str, Card]], winner: str = "") -> Row:
    """Cards on the table, each with who played it, by the English names of SEATS. winner: who took the trick, if it is
    over."""
    wins = say("You win") if winner == "You" else say("{player} wins", player=say(winner))
    shown = ((CardLook(card), wins if name == winner else say(name), name == winner) for name, card in cards)
    return Row(label, tuple(CardShown(*shown_card) for shown_card in shown))
