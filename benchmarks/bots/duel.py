"""Two bots against each other: every deal twice, the second time with the sides swapped."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import mean, stdev
from typing import Protocol

from games.engine.actions import Action
from games.engine.bots.bot import Bot, Chance
from games.engine.choices import AloneSaid, DealerDiscard
from games.engine.hand import Hand
from games.engine.rules import HouseRules
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import View, view_for

RULES = HouseRules(dealer_discard=DealerDiscard.NOT_TURNED, alone_said=AloneSaid.AFTER_DISCARD)
"""As OpenSpiel plays, so that it can referee."""

Referee = Callable[[Hand], None]


class Seer(Protocol):
    """A bot in another process, which makes the view there."""

    def choose_in(self, hand: Hand, chance: Chance) -> Action:
        """What it does in the seat to act."""
        ...


Player = Bot | Seer
Worth = Callable[[Hand], float]
"""What a finished hand is worth to the side of the even seats."""


@dataclass(frozen=True)
class Score:
    """Net points per hand of the first bot's side, and half the width of the 95 % interval."""

    deals: int
    mean: float
    interval: float


class RandomBot:
    """Any legal action, each as likely."""

    def choose(self, view: View, chance: Chance) -> Action:
        actions = list(view.legal)
        return actions[int(chance() * len(actions))]


class Timed:
    """A bot with a watch: seconds of CPU and of wall clock for every decision that is one."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[tuple[float, float]] = []

    def choose(self, view: View, chance: Chance) -> Action:
        cpu, wall = time.process_time(), time.perf_counter()
        action = self.bot.choose(view, chance)
        if len(view.legal) > 1:
            self.seconds.append((time.process_time() - cpu, time.perf_counter() - wall))
        return action


def play_duel(one: Player, other: Player, deals: int, seed: int, referee: Referee | None) -> Score:
    """The first bot's lead per hand. The same seed gives the same deals and the same chances."""
    return score_of([play_twice(one, other, seed * 1_000_000 + number, referee) for number in range(deals)])


def score_of(leads: list[float]) -> Score:
    """The average of the leads, one for each deal."""
    return Score(len(leads), mean(leads), 1.96 * stdev(leads) / len(leads) ** 0.5)


def play_twice(
    one: Player, other: Player, number: int, referee: Referee | None = None, worth: Worth | None = None
) -> float:
    """The first bot's average lead over both hands of a deal: in points, if no other worth is given."""
    worth = worth or points_ahead
    return (worth(play(one, other, number, referee)) - worth(play(other, one, number, referee))) / 2


def points_ahead(hand: Hand) -> float:
    """Points by which the even seats' side is ahead after the hand."""
    assert hand.result is not None
    return hand.result.points[0] - hand.result.points[1]


def play(even: Player, odd: Player, number: int, referee: Referee | None) -> Hand:
    """The finished hand."""
    hand = Hand.deal(RULES, deck_of(RULES, seed_from_number(number)), number % 4)
    chance = Random(number).random
    while (seat := hand.turn) is not None:
        hand = hand.apply(action_of(odd if seat % 2 else even, hand, chance))
    if referee:
        referee(hand)
    return hand


def action_of(player: Player, hand: Hand, chance: Chance) -> Action:
    """What the player does in the seat to act."""
    assert hand.turn is not None
    if isinstance(player, Bot):
        return player.choose(view_for(hand, hand.turn), chance)
    return player.choose_in(hand, chance)
