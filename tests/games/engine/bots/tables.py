"""Tables for the bots' tests: rules with every odd question in them, seats filled by bots, and random house rules."""

from random import Random

from games.engine.choices import (
    AloneBids,
    AloneSaid,
    Bidding,
    BidKind,
    DealerDiscard,
    Deck,
    DefendAlone,
    JokerTurnedUp,
    LeadTrump,
    MisdealClaim,
    NoTrump,
    Packs,
    Sides,
    TurnedDownSuit,
    Variant,
)
from games.engine.hand import Hand
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import view_for

BID = {"variant": Variant.BID, "cards_each": 6}
ODD = {
    "blind joker": HouseRules(
        joker=True, joker_turned_up=JokerTurnedUp.DEALER_BLIND, call_for_best=True, no_trump=NoTrump.HIGH_LOW
    ),
    "farmer’s hand": HouseRules(
        go_under=True, misdeal_claim=MisdealClaim.EITHER, stick_the_dealer=True, canadian_loner=True
    ),
    "farmer’s hand, more cards under": HouseRules(
        go_under=True, deck=Deck.SEVEN, joker=True, defend_alone=DefendAlone.ANYTIME
    ),
    "everyone alone": HouseRules(
        defend_alone=DefendAlone.ANYTIME, alone_said=AloneSaid.AFTER_DISCARD, lead_trump=LeadTrump.AFTER_BROKEN
    ),
    "kept card": HouseRules(
        dealer_may_decline=True, dealer_discard=DealerDiscard.NOT_TURNED, advance_kitty=True, alone_must_take_all=True
    ),
    "three alone": HouseRules(
        players=3, sides=Sides.SOLO, go_alone=False, solo_march=3, turned_down_suit=TurnedDownSuit.ALLOWED
    ),
    "three a side": HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN),
    "three pairs, two packs": HouseRules(players=6, sides=Sides.THREE_PAIRS, packs=Packs.TWO, joker=True),
    "called cards": HouseRules(variant=Variant.BID, cards_each=5, alone_bids=AloneBids.CALL_2, kitty_to_winner=True),
    "auction": HouseRules(
        **BID, bidding=Bidding.AUCTION, bid_kind=BidKind.LEVEL, stick_the_dealer=True, alone_bids=AloneBids.CALL_1
    ),
    "double pack": HouseRules(
        variant=Variant.BID, cards_each=12, packs=Packs.TWO, minimum_bid=6, no_trump=NoTrump.HIGH
    ),
}
RULES = {**PRESETS, **ODD}


def deal(rules, number):
    """A fresh hand; the dealer goes round with the number."""
    return Hand.deal(rules, deck_of(rules, seed_from_number(number)), number % rules.players)


def bot_states(rules, number, *bots):
    """Every state of one hand, the seats taken by the bots in turn."""
    hand, chance = deal(rules, number), Random(number).random
    while hand.turn is not None:
        yield hand
        hand = hand.apply(bots[hand.turn % len(bots)].choose(view_for(hand, hand.turn), chance))
    yield hand


class RandomBot:
    """Any legal action; lone bids, exchanges and other rare ones come often."""

    def choose(self, view, chance):
        actions = list(view.legal)
        rare = [action for action in actions if action.loner.value != "no" or action.verb in ("under", "defend")]
        pool = rare if rare and chance() < 0.4 else actions
        return pool[int(chance() * len(pool))]
