"""When a game is over and who has won it. Looks at scores and hands played only."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.rules import HouseRules


class EndReason(StrEnum):
    """Why a game ended."""

    TARGET = "target"
    HANDS = "hands"


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winning sides (several share it), why it ended, and the final points per side."""

    winners: tuple[int, ...]
    reason: EndReason
    points: tuple[int, ...]

    @property
    def is_shared(self) -> bool:
        """True when equal scores share the win."""
        return len(self.winners) > 1


def is_over(rules: HouseRules, points: tuple[int, ...], hands: int) -> bool:
    """Whether the game ends at these points after this many hands (an agreed number of hands replaces the target)."""
    if rules.number_of_hands is not None:
        return hands >= rules.number_of_hands
    first, second = sorted(points, reverse=True)[:2]
    return first >= rules.play_to and (not rules.win_by_two or first - second >= 2)


def outcome_of(rules: HouseRules, points: tuple[int, ...], hands: int) -> Outcome | None:
    """The outcome, or None while the game goes on. The highest score wins; equal highest scores share the win.

    Two sides can pass the target in one hand (a cutthroat euchre): the higher score wins (in-world table).
    """
    if not is_over(rules, points, hands):
        return None
    reason = EndReason.TARGET if rules.number_of_hands is None else EndReason.HANDS
    best = max(points)
    return Outcome(tuple(side for side, own in enumerate(points) if own == best), reason, points)
