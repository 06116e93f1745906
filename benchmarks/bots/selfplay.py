"""Hands in which every seat is played by the same bot, and what it does as maker."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from games.engine.actions import Verb
from games.engine.bots.bot import Bot
from games.engine.cards import ORDERS
from games.engine.hand import Hand
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.engine.scoring import Result
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import view_for

PLAY_NOW = preset("plain")
"""The rules of a game that begins at once."""


@dataclass
class Makers:
    """Hands that a bot has made, and its orders into the opponents' dealer by the trumps in the hand."""

    results: Counter[Result] = field(default_factory=Counter)
    orders: Counter[int] = field(default_factory=Counter)

    @property
    def made(self) -> int:
        return sum(self.results[each] for each in (Result.MADE, Result.MARCH, Result.EUCHRE))

    @property
    def euchred(self) -> float:
        """The share of the hands that were made which ended as a euchre."""
        return self.results[Result.EUCHRE] / max(1, self.made)

    @property
    def interval(self) -> float:
        """Half the width of its 95 % interval."""
        return 1.96 * sqrt(self.euchred * (1 - self.euchred) / max(1, self.made))


def hands(bot: Bot, deals: int, seed: int, rules: HouseRules = PLAY_NOW) -> Iterator[Hand]:
    """Every state of so many hands, the finished ones among them. The same seed gives the same hands."""
    for number in range(seed * 1_000_000, seed * 1_000_000 + deals):
        hand = Hand.deal(rules, deck_of(rules, seed_from_number(number)), number % rules.players)
        chance = Random(number).random
        yield hand
        while (seat := hand.turn) is not None:
            hand = hand.apply(bot.choose(view_for(hand, seat), chance))
            yield hand


def makers(bot: Bot, deals: int, seed: int) -> Makers:
    """What the bot does as maker."""
    found = Makers()
    for hand in hands(bot, deals, seed):
        if hand.result:
            found.results[hand.result.result] += 1
        if hand.history and hand.history[-1][1].verb is Verb.ORDER and is_against(hand):
            found.orders[trumps_at_the_order(hand)] += 1
    return found


def is_against(hand: Hand) -> bool:
    """Whether the turned card was ordered into the hand of an opponent."""
    sides = hand.position.setup.sides
    return sides[hand.history[-1][0]] != sides[hand.dealer]


def trumps_at_the_order(hand: Hand) -> int:
    """Trumps in the hand of who has just ordered."""
    at = hand.position
    return (at.cards[at.maker] & ORDERS[at.strain].trumps).bit_count()
