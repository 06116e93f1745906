"""A hand as the engine knows it, from what is stored: its deck or the seed of it, and every action since."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.engine.hand import Hand as EngineHand
from games.engine.notation import action_from, cards_from
from games.engine.rules import HouseRules
from games.engine.shuffle import deck_of
from games.tables.models import Hand


def state_of(hand: Hand) -> EngineHand:
    """The hand as it is now: its deck, and every action since."""
    return _played(_deal_of(hand), hand.actions)


def state_after(hand: Hand, actions: Iterable[str]) -> EngineHand:
    """The hand after those of its actions."""
    return _played(_deal_of(hand), "; ".join(filter(None, actions)))


class Deal(NamedTuple):
    """What a hand began with. source: the deck itself where it was prepared, else the seed that it follows from."""

    rules: HouseRules
    dealer: int
    source: str
    is_prepared: bool


def _deal_of(hand: Hand) -> Deal:
    return Deal(
        hand.game.house_rules, hand.dealer, hand.prepared.deck if hand.prepared else hand.seed, bool(hand.prepared)
    )


@lru_cache(maxsize=4096)
def _played(deal: Deal, actions: str) -> EngineHand:
    """A pure function of what is stored; the hand one action earlier is mostly still known."""
    if not actions:
        deck = cards_from(deal.source) if deal.is_prepared else deck_of(deal.rules, bytes.fromhex(deal.source))
        return EngineHand.deal(deal.rules, deck, deal.dealer)
    before, _, last = actions.rpartition("; ")
    return _played(deal, before).apply(action_from(last))
