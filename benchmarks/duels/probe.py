"""A search for what beats our bots: rules of thumb with other thresholds, tried against ours on deals of their own.

Candidates are drawn at random. All play a first part of the deals, the best eighth a second part with new deals, and
the best of those plays all the deals asked for, new ones again. So its last figure isn't the luckiest of many.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import ModuleType

from benchmarks.bots.duel import Player, Score, play_duel
from games.engine.actions import Action, action_of
from games.engine.bots import calling, valuation
from games.engine.bots.bot import Chance
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.view import View

CANDIDATES, NEXT = 64, 8
FIRST, SECOND = 10, 3
"""Into so many parts of the deals asked for."""
RANGES: dict[tuple[ModuleType, str], tuple[float, float]] = {
    (calling, "CALL_AT"): (-0.6, 0.6),
    (calling, "AGAINST_AT"): (-0.6, 0.9),
    (calling, "ALONE_AT"): (-0.5, 0.8),
    (calling, "TURNED_SHARE"): (0.0, 0.8),
    (calling, "TURNED_LOSS"): (0.2, 1.2),
    (valuation, "HELP"): (0.3, 1.0),
}
"""Thresholds of the bidding, between what and what."""
Thresholds = dict[tuple[ModuleType, str], float]


class OtherRuleBot:
    """The rules of thumb with other thresholds, which hold while it thinks and no longer."""

    def __init__(self, thresholds: Thresholds) -> None:
        self.thresholds = thresholds

    def choose(self, view: View, chance: Chance) -> Action:
        """Nothing is left to chance."""
        with _set(self.thresholds):
            return action_of(choose(recall(view).at))

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:.2f}" for (_, name), value in self.thresholds.items())


@contextmanager
def _set(thresholds: Thresholds) -> Iterator[None]:
    before = {(module, name): getattr(module, name) for module, name in thresholds}
    for (module, name), value in thresholds.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for (module, name), value in before.items():
            setattr(module, name, value)


def probe(ours: Player, deals: int, seed: int) -> str:
    """What came of the search, in words."""
    best, score = strongest(ours, deals, seed)
    return (
        f"best of {CANDIDATES}: {score.mean:+.3f} ± {score.interval:.3f} points a hand over {deals} deals, with {best}"
    )


def strongest(ours: Player, deals: int, seed: int) -> tuple[OtherRuleBot, Score]:
    """The candidate that does best, and by how much it is ahead on deals that didn't choose it."""
    dice = Random(seed)
    bots = [OtherRuleBot({each: dice.uniform(*between) for each, between in RANGES.items()}) for _ in range(CANDIDATES)]
    for part, kept in ((FIRST, NEXT), (SECOND, 1)):
        seed += 1
        leads = {bot: play_duel(bot, ours, max(2, deals // part), seed, None).mean for bot in bots}
        bots = sorted(bots, key=leads.__getitem__, reverse=True)[:kept]
    return bots[0], play_duel(bots[0], ours, deals, seed + 1, None)
