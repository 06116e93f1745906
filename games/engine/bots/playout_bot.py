"""A bot that tries its choices on deals that fit what it has seen, and takes the one that does best on average.

Every choice is tried on the same deals; the rest of each hand is played by the rules of thumb, its end exactly.
"""

from dataclasses import dataclass

from games.engine.actions import Action, action_of
from games.engine.bots.bot import Chance
from games.engine.bots.candidates import candidates
from games.engine.bots.endings import points_ahead
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.bots.strength import EXPERT, Strength
from games.engine.bots.worlds import Worlds
from games.engine.position import Position
from games.engine.view import View

HABIT = 0.02
"""Points by which another choice must be better than what the rules of thumb say: less than that is noise."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice, and the points by which the own side is ahead of the others after it, on average."""

    action: Action
    value: float


class PlayoutBot:
    """Answers every question that any house rules can ask. The same view and the same chances get the same answer."""

    def __init__(self, strength: Strength = EXPERT) -> None:
        self.strength = strength

    def choose(self, view: View, chance: Chance) -> Action:
        """What to do. Raises ValueError unless it is the viewer's turn."""
        best, *others = self.weigh(view, chance)
        near = [other for other in others if other.value >= best.value - self.strength.forgives]
        if near and chance() < self.strength.slips:
            return near[int(chance() * len(near))].action
        return best.action

    def weigh(self, view: View, chance: Chance) -> list[Weighed]:
        """The choices it has tried, best first."""
        memory = recall(view)
        favourite = choose(memory.at)
        codes = candidates(memory.at, view.legal.codes, favourite)
        if len(codes) == 1:
            return [Weighed(action_of(favourite), 0.0)]
        worlds = Worlds(memory).draw(self.strength.worlds, chance)
        values = [self.average(worlds, code) + HABIT * (code == favourite) for code in codes]
        ranked = sorted(zip(values, codes, strict=True), key=lambda pair: -pair[0])
        return [Weighed(action_of(code), value) for value, code in ranked]

    def average(self, worlds: list[Position], code: int) -> float:
        """The value of one choice over all worlds."""
        total = sum([points_ahead(world, code, self.strength.solves) for world in worlds])
        return total / len(worlds) if worlds else 0.0
