"""How strong a playout bot is: how many deals it tries, and how many tricks it counts ahead when it plays a card.

A weaker bot never calls wildly. Weighing fewer deals it keeps closer to the rules of thumb when it bids, and it plays
its cards with less foresight. A beginner also plays a card now and then that isn't the best.
"""

from dataclasses import dataclass

ALL_TRICKS = 99


@dataclass(frozen=True, slots=True)
class Strength:
    """worlds: deals tried per card at most; a choice that is clearly worse is dropped sooner. calls: the same for all
    that is said before the first card.

    ahead: tricks counted ahead when a card is played, the one on the table among them; calls are always weighed to the
    end of the hand. solves: from how many tricks before the end on every deal is played out exactly.

    slips: how often a card that isn't the best is played. forgives: points that such a slip may cost, by the bot's own
    reckoning, so that it stays one a person could make. Nothing slips in the bidding.
    """

    worlds: int
    calls: int = 60
    ahead: int = ALL_TRICKS
    solves: int = 2
    slips: float = 0.0
    forgives: float = 0.0


BEGINNER = Strength(worlds=6, calls=15, ahead=1, slips=0.5, forgives=1.0)
CASUAL = Strength(worlds=12, calls=25, ahead=2)
STRONG = Strength(worlds=30, calls=60)
EXPERT = Strength(worlds=100, calls=100)
STRENGTHS = {"beginner": BEGINNER, "casual": CASUAL, "strong": STRONG, "expert": EXPERT}
