"""The sealed deals of a duplicate: the same cards for every table, from the stage's seed. Plays and prints nothing.

Anyone who knows a stage's seed knows every deal. Anyone who knows the seed of one deal knows that deal and no other.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from games.engine.cards import Card, Rank, Suit
from games.engine.hand import Hand
from games.engine.language import mark
from games.engine.rules import HouseRules
from games.engine.shuffle import SEED_BYTES, SealedDeal, deck_of, seal_of

COMPASS = (mark("North"), mark("East"), mark("South"), mark("West"))
MIDDLE = mark("Kitty")
PURPOSE = b"duplicate deal"
SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}


@dataclass(frozen=True)
class SuitLine:
    """The cards of one suit in a hand, highest first. name: of the suit; ranks: as text, a dash for none."""

    name: str
    symbol: str
    ranks: str


@dataclass(frozen=True)
class Deal:
    """One deal of a round. hands: in the order of COMPASS. kitty: the cards below the turned one, never seen."""

    number: int
    dealer: str
    hands: tuple[tuple[Card, ...], ...]
    turned: Card
    kitty: tuple[Card, ...]
    sealed: SealedDeal


@dataclass(frozen=True)
class HandSheet:
    """What is printed for one seat and deal; for the middle of the table, its kitty with the turned card on top."""

    round: int
    deal: int
    seat: str
    dealer: str
    cards: tuple[Card, ...]
    turned: Card

    @property
    def suits(self) -> tuple[SuitLine, ...]:
        return suit_lines(self.cards)

    @property
    def turned_text(self) -> str:
        return card_text(self.turned)


def deal_seed(stage_seed: int, round_number: int, number: int, dealing: int = 0) -> bytes:
    """The 32 bytes that decide one deal. stage_seed: the stage's 256 bits. dealing: counts up when a round gets other
    cards because someone has seen its first ones."""
    key = stage_seed.to_bytes(SEED_BYTES, "big")
    what = PURPOSE + round_number.to_bytes(4, "big") + number.to_bytes(4, "big")
    if dealing:
        what += dealing.to_bytes(4, "big")
    return hmac.digest(key, what, hashlib.sha256)


def dealer_of(number: int) -> int:
    """The seat that deals, 0 for North: North the first deal, then clockwise, as on the boards of bridge."""
    return (number - 1) % len(COMPASS)


def deal_of(rules: HouseRules, stage_seed: int, round_number: int, number: int, dealing: int = 0) -> Deal:
    """One deal with its seal. rules: of the stage; the deck and the number of cards are theirs."""
    seed, dealer = deal_seed(stage_seed, round_number, number, dealing), dealer_of(number)
    hand = Hand.deal(rules, deck_of(rules, seed), dealer)
    turned, *kitty = hand.undealt
    sealed = seal_of(seed, f"round {round_number}, deal {number}")
    return Deal(number, COMPASS[dealer], hand.dealt, turned, tuple(kitty), sealed)


def hand_sheets(round_number: int, deals: Sequence[Deal]) -> tuple[HandSheet, ...]:
    """Every sheet of a round for one table: deal by deal the four seats and the middle."""
    return tuple(chain.from_iterable(_sheets(round_number, deal) for deal in deals))


def suit_lines(cards: Sequence[Card]) -> tuple[SuitLine, ...]:
    """A hand as bridge players write it: one line for each suit, black and red in turn."""
    held = {suit: sorted((card.rank for card in cards if card.suit is suit), reverse=True) for suit in SUITS}
    return tuple(
        SuitLine(suit.name.lower(), symbol, " ".join(map(_rank_text, held[suit])) or "–")
        for suit, symbol in SUITS.items()
    )


def card_text(card: Card) -> str:
    """A card for people: 10♥."""
    assert card.suit is not None, "a duplicate is played without jokers"
    return f"{_rank_text(card.rank)}{SUITS[card.suit]}"


def _rank_text(rank: Rank) -> str:
    return str(rank).replace("T", "10")


def _sheets(round_number: int, deal: Deal) -> Iterator[HandSheet]:
    for seat, cards in zip((*COMPASS, MIDDLE), (*deal.hands, deal.kitty), strict=True):
        yield HandSheet(round_number, deal.number, seat, deal.dealer, cards, deal.turned)
