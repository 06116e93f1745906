"""Par: what a deal comes to when everyone bids and plays their best with every card face up, and the contract for it.

Points are as in `open_cards`. Often several ways are worth the same. Then par names one by a fixed rule: a side calls
where that leaves it ahead, otherwise it passes, and else the first action in the engine's order is taken.
"""

from dataclasses import dataclass

from games.engine.actions import ASSIST, LONERS, PARTNER, PASS, Action, action_of
from games.engine.analysis.open_cards import OpenCards, after, opened
from games.engine.analysis.solvers import MakeSolver, best_solver, check_sides
from games.engine.bots.playout_bot import share_tricks
from games.engine.cards import STRAINS, Strain
from games.engine.errors import RuleError
from games.engine.hand import LEGAL, PLAY, Hand
from games.engine.position import Position
from games.engine.result import score_of
from games.engine.scoring import Loner


@dataclass(frozen=True)
class Par:
    """The best for both sides. points: by side. maker: the seat that makes trump, None when all pass or throw in.

    level: tricks bid, 0 in Classic Euchre. defender: a seat that defends alone, else None. tricks: of the makers.
    bidding: what leads there, as (seat, action), everything before the first card.
    """

    points: tuple[int, ...]
    maker: int | None
    strain: Strain | None
    loner: Loner
    level: int
    defender: int | None
    tricks: int
    bidding: tuple[tuple[int, Action], ...]


def par_of(hand: Hand, make_solver: MakeSolver = best_solver) -> Par:
    """Par of the hand's deal, whatever has been done with it. Raises RuleError for three or more sides, and for hands
    with more tricks than the solver can solve."""
    setup = hand.position.setup
    check_sides(setup)
    values = OpenCards(make_solver(setup))
    at, bidding = opened(hand), list[tuple[int, Action]]()
    if not values.can_reach(at):
        raise RuleError(
            "We can work out par for hands of up to {most} tricks. This one has {number}.",
            most=values.solver.most_tricks,
            number=at.tricks_left,
        )
    while at.phase < PLAY:
        code = best_code(values, at)
        bidding.append((at.turn, action_of(code)))
        at = after(at, code)
    return contract(values, at, tuple(bidding))


def best_code(values: OpenCards, at: Position) -> int:
    """The best action of the seat to act, by the rule above among equals."""
    sign = -1 if at.setup.sides[at.turn] else 1
    worths = {code: sign * values.worth(after(at, code)) for code in LEGAL[at.phase](at)}
    most = max(worths.values())
    best = [code for code, worth in worths.items() if worth == most]
    if most > 0:
        return next((code for code in best if code != PASS), PASS)
    return next((code for code in best if code in (PASS, PARTNER, ASSIST)), best[0])


def contract(values: OpenCards, at: Position, bidding: tuple[tuple[int, Action], ...]) -> Par:
    """What has been agreed when the first card is led, or all have passed."""
    if at.strain < 0:
        return Par((0, 0), None, None, Loner.NO, 0, None, 0, bidding)
    first = values.tricks(at)
    makers = at.setup.rules.cards_each - first if at.setup.sides[at.maker] else first
    ended = at.copy()
    share_tricks(ended, makers)
    return Par(
        points=tuple(score_of(ended)[1]),
        maker=at.maker,
        strain=STRAINS[at.strain],
        loner=LONERS[at.loner],
        level=at.level,
        defender=at.defender if at.defender >= 0 else None,
        tricks=makers,
        bidding=bidding,
    )
