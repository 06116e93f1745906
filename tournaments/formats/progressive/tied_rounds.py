"""Who moves as the winner of a table when points are tied."""

from games.engine.language import say
from games.engine.slip import HandScore
from tournaments.formats.base import Slip
from tournaments.formats.progressive.config import Progressive, Tied


def reached_first(slip: Slip) -> int | None:
    """The side that came to the final, tied score first, read from the hands (club rule sheets).

    None when the points are not tied, no side scored, or the hands are missing or do not add up to the points.
    """
    best = max(slip.points)
    level = [side for side, points in enumerate(slip.points) if points == best]
    if len(level) < 2 or best == 0 or _totals(slip.hands, len(slip.points)) != slip.points:
        return None
    return min(level, key=lambda side: _last_scored(slip.hands, side))


def winner_of(config: Progressive, slip: Slip | None) -> int | None:
    """The side that counts as the winner for the movement, or None when nothing on the slip decides it."""
    if slip is None:
        return None
    if slip.winner is None and config.tied is Tied.REACHED_FIRST:
        return reached_first(slip)
    return slip.winner


def tie_question(config: Progressive, slip: Slip) -> str | None:
    """What to ask the table when points are tied and nothing on the slip shows who moves; otherwise None."""
    if winner_of(config, slip) is not None:
        return None
    if config.tied is Tied.EXTRA_HAND:
        return say("Points are tied. Play one extra hand to decide who moves. Which side won it?")
    if config.tied is Tied.CUT:
        return say("Points are tied. Cut the cards to decide who moves. Which side cut the high card?")
    return say("Points are tied at {points}. Which side reached {points} first?", points=max(slip.points))


def tie_label(config: Progressive) -> str:
    """The short question beside the score."""
    return config.tied.label


def _totals(hands: tuple[HandScore, ...], sides: int) -> tuple[int, ...]:
    return tuple(sum(hand.points for hand in hands if hand.side == side) for side in range(sides))


def _last_scored(hands: tuple[HandScore, ...], side: int) -> int:
    return max(index for index, hand in enumerate(hands) if hand.side == side and hand.points > 0)
