"""The hands of a day: pure functions of its secret, and of what the player did.

The player sits in seat 0. Everything else follows: the deals, and what the bots do, which depends on the deal and on
what happened in the hand so far. Who plays the same way gets the same hand to the last card.
"""

import hashlib
import hmac
from dataclasses import replace
from datetime import date
from functools import lru_cache

from games.engine.actions import Action
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import STRONG
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.language import mark, say
from games.engine.notation import action_from
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.engine.seating import side_of_seats, step
from games.engine.shuffle import chances, deck_of
from games.engine.view import view_for

HANDS = 8
YOU = 0
RULES = {
    "plain": mark("Plain euchre"),
    "progressive_night": mark("Stick the dealer"),
    "hoyle": mark("32 cards, from the 7 up"),
    "krengineering": mark("Counterclockwise, no loners"),
}
"""Of four players in two sides, with a turned card."""
WEEK = ("plain", "progressive_night", "hoyle", "plain", "krengineering", "progressive_night", "plain")
"""From Monday to Sunday."""


def rules_words(day: date) -> str:
    """The house rules of that day, by name."""
    return say(RULES[WEEK[day.weekday()]])


def rules_of(day: date) -> HouseRules:
    """The house rules of that day."""
    return replace(preset(WEEK[day.weekday()]), number_of_hands=HANDS)


def dealer_of(rules: HouseRules, number: int) -> int:
    """The deal goes round."""
    return step(rules) * number % rules.players


def begun(rules: HouseRules, secret: bytes, number: int) -> Hand:
    """A hand, from 1, when the player first has to do something."""
    seed = hmac.digest(secret, f"hand {number}".encode(), hashlib.sha256)
    return _until_yours(Hand.deal(rules, deck_of(rules, seed), dealer_of(rules, number)), seed)


def played(rules: HouseRules, secret: bytes, number: int, actions: str) -> Hand:
    """The hand after those actions, of everyone, in the engine's notation with "; " between."""
    return _replayed(rules, secret, number, actions)


def after(hand: Hand, secret: bytes, number: int, action: Action) -> Hand:
    """The hand when the player has done that and has to do something again, or when it is over. RuleError for what
    isn't the player's to do."""
    if hand.turn != YOU:
        raise RuleError("It isn’t your turn.")
    seed = hmac.digest(secret, f"hand {number}".encode(), hashlib.sha256)
    return _until_yours(hand.apply(action), seed)


def actions_of(hand: Hand) -> str:
    return "; ".join(str(action) for _, action in hand.history)


def points_of(hand: Hand) -> int:
    """Points by which the player's side is ahead in a hand that is over."""
    assert hand.result, "the hand is over"
    side = side_of_seats(hand.rules)[YOU]
    return hand.result.points[side] - hand.result.points[1 - side]


def _until_yours(hand: Hand, seed: bytes) -> Hand:
    bot = PlayoutBot(STRONG)
    while not hand.is_over and hand.turn != YOU:
        assert hand.turn is not None
        chance = chances(hmac.digest(seed, actions_of(hand).encode(), hashlib.sha256)).__next__
        hand = hand.apply(bot.choose(view_for(hand, hand.turn), chance))
    return hand


@lru_cache(maxsize=1024)
def _replayed(rules: HouseRules, secret: bytes, number: int, actions: str) -> Hand:
    seed = hmac.digest(secret, f"hand {number}".encode(), hashlib.sha256)
    hand = Hand.deal(rules, deck_of(rules, seed), dealer_of(rules, number))
    for text in actions.split("; ") if actions else ():
        hand = hand.apply(action_from(text))
    return hand
