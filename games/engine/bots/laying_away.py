"""Which cards an experienced player parts with: discards, cards for the kitty's, cards given to a partner."""

from functools import lru_cache

from games.engine.actions import DISCARD_0, GIVE_0, LEAVE
from games.engine.bots.strain_tables import table_of
from games.engine.bots.valuation import own_tricks
from games.engine.cards import kinds_in, without_card
from games.engine.exchange import legal_best, legal_bury, legal_give, legal_take
from games.engine.position import Position
from games.engine.setup import Setup


def cost_of_parting(setup: Setup, strain: int, hand: int, kind: int) -> tuple[float, int]:
    """What it costs to give up a card, to compare with others: tricks that are lost, and its rank."""
    return -own_tricks(setup, strain, without_card(hand, kind)), table_of(setup, strain).rank[kind]


def worst_card(setup: Setup, strain: int, hand: int, kinds: tuple[int, ...]) -> int:
    """Of these cards the one whose loss costs fewest tricks, the lowest among equals."""
    return min(kinds, key=lambda kind: cost_of_parting(setup, strain, hand, kind))


@lru_cache(maxsize=1 << 13)
def without_worst(setup: Setup, strain: int, hand: int) -> int:
    """The hand without its worst card."""
    return without_card(hand, worst_card(setup, strain, hand, kinds_in(hand)))


def choose_discard(at: Position) -> int:
    """The worst card goes; a turned card that may be left is left when it would be that card."""
    codes = legal_take(at)
    hand = at.cards[at.turn]
    worst = worst_card(at.setup, at.strain, hand, tuple(code - DISCARD_0 for code in codes if code != LEAVE))
    return LEAVE if LEAVE in codes and worst == at.turned else DISCARD_0 + worst


def choose_bury(at: Position) -> int:
    """The worst card goes, one after the other."""
    kinds = tuple(code - DISCARD_0 for code in legal_bury(at))
    return DISCARD_0 + worst_card(at.setup, at.strain, at.cards[at.turn], kinds)


def choose_gift(at: Position) -> int:
    """A lone maker gives the card he needs least."""
    kinds = tuple(code - GIVE_0 for code in legal_give(at))
    return GIVE_0 + worst_card(at.setup, at.strain, at.cards[at.turn], kinds)


def choose_best(at: Position) -> int:
    """The partner must give his best; which of several equals makes no difference to him."""
    return legal_best(at)[0]
