"""Cards, suits, decks and what beats what. A pack is a set of bits inside and of Card values outside.

Inside the engine a card is its `kind`, 0 (ace of clubs) to 32 (joker), and a hand is an integer: bit `kind` means the
card is held, bit `kind + 33` that its twin from the second pack is held too. Equal hands are equal integers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache

from games.engine.choices import Deck
from games.engine.errors import RuleError


class Suit(IntEnum):
    """The four suits."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def mate(self) -> "Suit":
        """The other suit of the same colour."""
        return Suit(3 - self)

    def __str__(self) -> str:
        return "CDHS"[self]


class Rank(IntEnum):
    """Ranks by their plain order; the joker is above the ace."""

    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    JOKER = 15

    def __str__(self) -> str:
        return "789TJQKA*"[self - 7]


class Strain(Enum):
    """What a hand is played in: a suit as trump, or no trump with the highest or the lowest card winning."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    HIGH = "N"
    LOW = "L"

    @property
    def number(self) -> int:
        """Its place in the tables, suits first in the order of Suit."""
        return "CDHSNL".index(self.value)

    def __str__(self) -> str:
        return self.value


STRAINS = tuple(Strain)
KINDS = 33
JOKER = 32
ALL_KINDS = (1 << KINDS) - 1
TWINS = 1 << KINDS
SHORT = 1 << 24


@dataclass(frozen=True, slots=True)
class Card:
    """One playing card; the joker has no suit. Text form: rank and suit (`JH`, `TC`), `JO` for the joker."""

    rank: Rank
    suit: Suit | None = None

    @property
    def kind(self) -> int:
        """The number of the card inside the engine."""
        return JOKER if self.suit is None else (Rank.ACE - self.rank) * 4 + self.suit

    def __str__(self) -> str:
        return "JO" if self.suit is None else f"{self.rank}{self.suit}"


CARDS = (*(Card(Rank(14 - kind // 4), Suit(kind % 4)) for kind in range(32)), Card(Rank.JOKER))
BY_TEXT = {str(card): card for card in CARDS}
LOWEST = {Deck.SEVEN: 7, Deck.EIGHT: 8, Deck.NINE: 9, Deck.TEN: 10, Deck.JACK: 11}


def card_from(text: str) -> Card:
    """The card written so, in either case. Raises RuleError for anything else."""
    card = BY_TEXT.get(text.upper())
    if card is None:
        raise RuleError(
            "{text!r} isn’t a card. Enter a rank and a suit, e.g. JH or 9C, or JO for the joker.", text=text
        )
    return card


def deck_kinds(deck: Deck, joker: bool, packs: int) -> tuple[int, ...]:
    """Every card of the deck in a fixed order: the packs one after the other, each from the aces down, joker last."""
    return (*range((15 - LOWEST[deck]) * 4), *([JOKER] if joker else [])) * packs


def mask_of(kinds: Iterable[int]) -> int:
    """A hand of those cards."""
    hand = 0
    for kind in kinds:
        hand = with_card(hand, kind)
    return hand


def with_card(hand: int, kind: int) -> int:
    """The hand and one more card."""
    bit = 1 << kind
    return hand | (bit << KINDS if hand & bit else bit)


def without_card(hand: int, kind: int) -> int:
    """The hand without one such card; the caller makes sure that it is held."""
    bit = 1 << kind
    twin = bit << KINDS
    return hand ^ (twin if hand & twin else bit)


def count_cards(hand: int) -> int:
    """How many cards a hand holds, twins counted twice."""
    return hand.bit_count()


def bits_table(shift: int, width: int) -> tuple[tuple[int, ...], ...]:
    """For every pattern of `width` bits the kinds it means."""
    return tuple(tuple(shift + bit for bit in range(width) if pattern >> bit & 1) for pattern in range(1 << width))


FIRST_12, NEXT_12, LAST_9 = bits_table(0, 12), bits_table(12, 12), bits_table(24, 9)


def kinds_in(hand: int) -> tuple[int, ...]:
    """The different cards of a hand, each once."""
    if hand < SHORT:
        return FIRST_12[hand & 4095] + NEXT_12[hand >> 12]
    hand &= ALL_KINDS
    return FIRST_12[hand & 4095] + NEXT_12[hand >> 12 & 4095] + LAST_9[hand >> 24]


def every_kind_in(hand: int) -> tuple[int, ...]:
    """All cards of a hand in order, twins twice."""
    return tuple(sorted(kinds_in(hand) + kinds_in(hand >> KINDS)))


@dataclass(frozen=True, slots=True)
class Order:
    """What follows and what wins in one strain.

    follow[led]: the cards that follow suit to that lead. worth[led][card]: the higher wins the trick, 0 cannot win.
    trumps: all trumps as a hand. Of two equal cards the one played first wins, because only a higher worth takes over.
    """

    follow: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]
    trumps: int


@cache
def order_of(strain: Strain) -> Order:
    """The order of cards in a strain.

    Both bowers and the joker are trumps in every respect. Without trump there are no bowers, and the joker counts as
    the best card of whatever suit is led: its holder must play it when he has no other card of that suit, and when it
    is led itself everyone may play what he likes. (The sources leave the joker without trump open.)
    """
    suits = [played_suit(card, strain) for card in CARDS]
    members = {suit: mask_of(kind for kind, own in enumerate(suits) if own is suit) for suit in {*suits}}
    worths = {led: tuple(worth_of(card, led, strain) for card in CARDS) for led in members}
    is_plain = strain in (Strain.HIGH, Strain.LOW)
    extra = 1 << JOKER if is_plain else 0
    follow = tuple(ALL_KINDS if suit is None else members[suit] | extra for suit in suits)
    return Order(follow, tuple(worths[led] for led in suits), 0 if is_plain else members[Suit(strain.number)])


def played_suit(card: Card, strain: Strain) -> Suit | None:
    """The suit a card belongs to in play: the left bower and the joker are trumps; None for a joker without trump."""
    if strain in (Strain.HIGH, Strain.LOW):
        return card.suit
    trump = Suit(strain.number)
    if card.suit is None or (card.rank is Rank.JACK and card.suit is trump.mate):
        return trump
    return card.suit


def worth_of(card: Card, led: Suit | None, strain: Strain) -> int:
    """How high a card counts in a trick with that suit led."""
    if card.suit is None:
        return 100
    if strain is Strain.LOW:
        return 40 - card.rank if card.suit is led else 0
    own = played_suit(card, strain)
    if strain is not Strain.HIGH and own is Suit(strain.number):
        bower = card.rank is Rank.JACK
        return (99 if card.suit is own else 98) if bower else 60 + card.rank
    return 20 + card.rank if own is led else 0


ORDERS = tuple(order_of(strain) for strain in STRAINS)
