"""How a hand ended: tricks with their winners, and the points of the score table. Reads positions, changes none."""

from dataclasses import dataclass

from games.engine import play
from games.engine.actions import LONERS
from games.engine.cards import CARDS, Card
from games.engine.position import Position
from games.engine.scoring import Loner, Result, Row


@dataclass(frozen=True)
class HandResult:
    """How a hand ended. tricks and seat_points are by seat, points by side. maker: -1 when no one made trump."""

    result: Result
    points: tuple[int, ...]
    seat_points: tuple[int, ...]
    tricks: tuple[int, ...]
    maker: int = -1
    loner: Loner = Loner.NO
    defender: int | None = None


def score_of(at: Position) -> tuple[Row, list[int]]:
    """The row of the score table a played hand comes to, and the points per side."""
    setup, won = at.setup, at.won
    makers = setup.sides[at.maker]
    made = 0
    for seat in setup.members[makers]:
        made += won[seat]
    row = setup.rows[at.level, at.loner, made]
    if row.others is None:
        points = [sum(won[seat] for seat in members) for members in setup.members]
    else:
        points = [row.others] * setup.side_count
    points[makers] = row.makers
    if at.defender >= 0 and row.result is Result.EUCHRE:
        points[setup.sides[at.defender]] = row.lone_defender
    return row, points


def result_of(at: Position) -> HandResult:
    """The score of a finished hand, read from the score table; a hand without a maker scores nothing."""
    setup = at.setup
    if at.strain < 0:
        result = Result.MISDEAL if at.misdealt else Result.PASSED
        return HandResult(result, (0,) * setup.side_count, (0,) * setup.seats, tuple(at.won))
    row, points = score_of(at)
    seat_points = [points[side] for side in setup.sides]
    seat_points[at.maker] += row.bonus
    defender = at.defender if at.defender >= 0 else None
    tricks = tuple(at.won)
    return HandResult(row.result, tuple(points), tuple(seat_points), tricks, at.maker, LONERS[at.loner], defender)


@dataclass(frozen=True)
class Trick:
    """One trick: (seat, card) in playing order, and who has won it (None while cards are still to come)."""

    plays: tuple[tuple[int, Card], ...]
    winner: int | None


def trick_of(at: Position, plays: tuple[tuple[int, int], ...]) -> Trick:
    """A trick with its winner, computed from the cards."""
    shown = tuple((seat, CARDS[kind]) for seat, kind in plays)
    if len(plays) < at.active:
        return Trick(shown, None)
    return Trick(shown, play.winner_of(at.strain, plays))
