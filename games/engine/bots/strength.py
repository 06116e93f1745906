"""How strong a playout bot is: how many deals it tries, and how often it takes its second best choice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """worlds: deals tried per decision. slips: how often, of all decisions, a choice that is not the best is taken.

    forgives: points that such a slip may cost, by the bot's own reckoning, so that it stays one a person could make.
    solves: from how many tricks before the end on every deal is played out exactly.
    """

    worlds: int
    slips: float = 0.0
    forgives: float = 0.0
    solves: int = 2


BEGINNER = Strength(worlds=6, slips=0.4, forgives=0.8)
CASUAL = Strength(worlds=12, slips=0.2, forgives=0.5)
STRONG = Strength(worlds=30)
EXPERT = Strength(worlds=100)
STRENGTHS = {"beginner": BEGINNER, "casual": CASUAL, "strong": STRONG, "expert": EXPERT}
