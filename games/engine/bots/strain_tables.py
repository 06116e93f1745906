"""What each card is worth before the first lead, worked out once per set of house rules and strain."""

from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

from games.engine.cards import JOKER, KINDS, ORDERS, TWINS, Order, count_cards, kinds_in, mask_of
from games.engine.setup import Setup

LOW_TRUMP = 0.45
RUFFED = 0.8
BEATEN = 0.85


@dataclass(frozen=True, eq=False, slots=True)
class Ladder:
    """One suit as it is played in a strain: its cards from the best down, and all of them as a hand.

    takes: the chance that a card takes a trick, by the number of better cards in other hands. all_members: the same
    cards with their twins. known: what holdings of the suit have been found to be worth.
    """

    kinds: tuple[int, ...]
    members: int
    takes: tuple[float, ...]
    all_members: int
    known: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class StrainTable:
    """All suits of one strain, trump first where there is one.

    rank: of a card when it is led itself; top: the rank of the best card of a plain suit.
    """

    ladders: tuple[Ladder, ...]
    trumps: int
    rank: tuple[int, ...]
    top: int
    packs: int


@lru_cache(maxsize=512)
def table_of(setup: Setup, strain: int) -> StrainTable:
    """The table of a strain, 0 to 5, under these rules."""
    order = ORDERS[strain]
    rank = tuple(order.worth[kind][kind] for kind in range(KINDS))
    deck = mask_of(set(setup.deck))
    suits = [order.trumps & deck, *sorted({suit_of(order, kind) & deck for kind in kinds_in(deck & ~order.trumps)})]
    ladders = tuple(ladder_of(setup, order, suit, rank) for suit in suits if suit)
    top = max(rank[kind] for kind in kinds_in(deck & ~order.trumps) if kind != JOKER)
    return StrainTable(ladders, order.trumps, rank, top, int(setup.rules.packs))


def suit_of(order: Order, kind: int) -> int:
    """The cards of the same suit. A joker without trump follows every suit and is counted as one of its own."""
    return 1 << JOKER if kind == JOKER else order.follow[kind] & ~(1 << JOKER)


def ladder_of(setup: Setup, order: Order, suit: int, rank: tuple[int, ...]) -> Ladder:
    """One suit's ladder. A better card hurts only when an opponent holds it; side suits can be ruffed as well."""
    kinds = tuple(sorted(kinds_in(suit), key=lambda kind: -rank[kind]))
    holds = 1 - BEATEN * held_by_opponents(setup)
    steps = range(len(kinds) * int(setup.rules.packs) + 1)
    both = suit | suit * TWINS
    if suit & order.trumps:
        return Ladder(kinds, suit, tuple(max(LOW_TRUMP, holds**better) for better in steps), both)
    goes_round = 1 - RUFFED * ruff_chance(setup, count_cards(suit)) if order.trumps else 1.0
    return Ladder(kinds, suit, tuple(goes_round * holds ** (1.5 * better) for better in steps), both)


def opponents(setup: Setup) -> int:
    """How many players are on other sides than the first seat."""
    return setup.seats - len(setup.members[0])


def held_by_opponents(setup: Setup) -> float:
    """The chance that a card the player does not hold is in an opponent's hand."""
    each = setup.rules.cards_each
    return opponents(setup) * each / (len(setup.deck) - each)


def ruff_chance(setup: Setup, suit_length: int) -> float:
    """The chance that at least one opponent has no card of a suit of which the player holds one."""
    each, packs = setup.rules.cards_each, int(setup.rules.packs)
    unseen = len(setup.deck) - each
    void = comb(max(0, unseen - (suit_length * packs - 1)), each) / comb(unseen, each)
    return float(1 - (1 - void) ** opponents(setup))
