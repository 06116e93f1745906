"""What a choice comes to in one world, in points."""

from games.engine.bots.policy import play_on
from games.engine.bots.solver import makers_tricks
from games.engine.hand import PLAY, do
from games.engine.position import Position
from games.engine.result import score_of


def points_ahead(world: Position, code: int, solves: int) -> float:
    """By how many points the side to act is ahead of the average other side once it has chosen that.

    The hand is played on by the rules of thumb, or exactly when no more than `solves` tricks are left.
    """
    at = world.copy()
    do(at, code)
    side = world.setup.sides[world.turn]
    if at.phase == PLAY and at.tricks_left <= solves and at.setup.side_count == 2:
        share_tricks(at, makers_tricks(at))
    else:
        play_on(at)
    if at.strain < 0:
        return 0.0
    _, points = score_of(at)
    return points[side] - (sum(points) - points[side]) / (len(points) - 1)


def share_tricks(at: Position, makers: int) -> None:
    """Write down the tricks of a hand that was solved: all of a side's with its first player."""
    sides, tricks = at.setup.sides, at.setup.rules.cards_each
    at.won = [0] * at.setup.seats
    at.won[sides.index(sides[at.maker])] = makers
    at.won[sides.index(1 - sides[at.maker])] = tricks - makers
