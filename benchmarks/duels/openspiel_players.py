"""Players that come with OpenSpiel, each asked in a state of OpenSpiel's own game."""

import importlib
from collections.abc import Sequence
from typing import Any

from benchmarks.bots.duel import Seer
from benchmarks.bots.openspiel import game_or_none, number_of, played_to
from games.engine.actions import Action
from games.engine.bots.bot import Chance
from games.engine.hand import Hand

SIMULATIONS = 1_000
EXPLORATION = 2.0
ANY_NUMBER = -1
"""Of deals that it looks at."""
SEATS = 4


class OpenSpielPlayer:
    """Bots of OpenSpiel, one for each seat. They draw their own chances."""

    def __init__(self, game: Any, bots: Sequence[Any]) -> None:
        self.game, self.bots = game, bots

    def choose_in(self, hand: Hand, chance: Chance) -> Action:
        """What it does in the seat to act."""
        number = self.bots[hand.turn or 0].step(played_to(self.game, hand))
        return next(action for action in hand.legal_actions if number_of(hand, action) == number)


def random_or_none(seed: int) -> Seer | None:
    """Any legal action; None without OpenSpiel."""
    if (game := game_or_none()) is None:
        return None
    spiel = importlib.import_module("pyspiel")
    return OpenSpielPlayer(game, [spiel.make_uniform_random_bot(seat, seed + seat) for seat in range(SEATS)])


def search_or_none(seed: int) -> Seer | None:
    """Information set Monte Carlo tree search (P. Cowling and others, 2012); None without OpenSpiel."""
    if (game := game_or_none()) is None:
        return None
    spiel = importlib.import_module("pyspiel")
    rollouts, chosen = spiel.RandomRolloutEvaluator(1, seed), spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = spiel.ISMCTSBot(seed, rollouts, EXPLORATION, SIMULATIONS, ANY_NUMBER, chosen, False, False)
    return OpenSpielPlayer(game, [bot] * SEATS)
