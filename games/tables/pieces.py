"""The pieces of a table on the page: a card, a chair, a hand in the order in which people hold it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from games.engine.cards import ORDERS, Card, Strain
from games.engine.language import mark, mark_as, say
from games.engine.rules import HouseRules
from games.engine.seating import side_count
from games.tables import words
from games.tables.bots import character_of
from games.tables.models import Seat
from games.tables.presence import KEPT

LETTERS = {"right": mark_as("right bower", "R"), "left": mark_as("left bower", "L"), "": ""}
TRUMPS = {"right": mark(", right bower"), "left": mark(", left bower"), "": mark(", trump")}


MARKS = "●▲■◆"


def marks_of(rules: HouseRules) -> tuple[str, ...]:
    """The sign of each side, on its seats and its score; empty for two pairs, and where no one has a partner."""
    sides = side_count(rules)
    return tuple(MARKS[:sides]) if rules.players > 4 and sides < rules.players else ("",) * sides


@dataclass(frozen=True)
class SideScore:
    """A side in the score. is_own: the viewer plays on it."""

    names: str
    points: int
    is_own: bool
    mark: str


@dataclass(frozen=True)
class CardLook:
    """A card on the page. action: what choosing it does, in the engine's notation; empty when nothing. strain: what the
    hand is played in, by which trumps are marked. may_go: it may be one of three that go under the turned card."""

    card: Card
    action: str = ""
    strain: Strain | None = None
    may_go: bool = False

    @property
    def name(self) -> str:
        return words.card_name(self.card)

    @property
    def rank(self) -> str:
        text = str(self.card)
        return "★" if text == "JO" else "10" if text[0] == "T" else text[0]

    @property
    def suit(self) -> str:
        """As its pictures and styles are called."""
        return "joker" if self.card.suit is None else self.card.suit.name.lower()

    @property
    def picture(self) -> str:
        """Its name in the drawing of the deck: 10D, JOKER."""
        return "JOKER" if self.card.suit is None else f"{self.rank}{self.card.suit.name[0]}"

    @property
    def is_trump(self) -> bool:
        return self.strain is not None and bool(ORDERS[self.strain.number].trumps >> self.card.kind & 1)

    @property
    def bower(self) -> str:
        """Which of the two best trumps it is: right, left or none."""
        if not self.is_trump or self.rank != "J":
            return ""
        return "right" if self.strain and str(self.card.suit) == self.strain.value else "left"

    @property
    def bower_letter(self) -> str:
        return say(LETTERS[self.bower])

    @property
    def trump_words(self) -> str:
        """What makes it more than its face, said after its name."""
        return say(TRUMPS[self.bower])


@dataclass(frozen=True)
class SeatLook:
    """A chair as the viewer sees it. place: 0 for the viewer's own, then clockwise. seat: None when it is empty.
    is_free: the viewer may sit down there now. mark: of the seat's side, where it takes one to tell sides apart.
    took: the trick that lies on the table."""

    number: int
    place: int
    seat: Seat | None
    is_mine: bool
    is_free: bool = False
    is_turn: bool = False
    is_dealer: bool = False
    is_maker: bool = False
    sits_out: bool = False
    tricks: int | None = None
    held: int = 0
    shown: tuple[CardLook, ...] = ()
    played: CardLook | None = None
    took: bool = False
    said: str = ""
    is_partner: bool = False
    mark: str = ""

    @property
    def is_ours(self) -> bool:
        return self.is_mine or self.is_partner

    @property
    def name(self) -> str:
        return self.seat.player.name if self.seat else say("Empty seat")

    @property
    def maker_words(self) -> str:
        """What stands after the name of the one who made trump."""
        return say("called")

    @property
    def character(self) -> str:
        """What a bot that sits here is like."""
        return character_of(self.seat.player) if self.seat else ""

    @property
    def seconds_kept(self) -> int | None:
        """Seconds until a bot plays for someone who is missed; None when everyone is here."""
        if self.seat is None or self.seat.missed_since is None or self.seat.is_bot_controlled:
            return None
        return max(0, round((self.seat.missed_since + KEPT - timezone.now()).total_seconds()))

    @property
    def backs(self) -> range:
        return range(0 if self.shown else self.held)


def in_hand_order(cards: Iterable[CardLook], strain: Strain | None) -> list[CardLook]:
    """As people hold them: trump first, then suits in turning colours, high cards first."""
    return sorted(cards, key=lambda look: _place_in_hand(str(look.card), strain.value if strain else ""))


def _place_in_hand(text: str, trump: str) -> tuple[bool, int, int]:
    suit, rank = "" if text == "JO" else text[1], "AKQJT987".find(text[0])
    if text == f"J{MATES.get(trump)}":
        return (False, 0, -1)
    if suit and suit == trump:
        return (False, 0, -2 if text[0] == "J" else rank)
    return (bool(suit), "SHCD".find(suit), rank)


MATES = {"C": "S", "S": "C", "D": "H", "H": "D"}
"""Suits of the same colour: where the left bower comes from."""
