"""What was possible with every card face up: the best result at each moment of a hand, and what each action lost.

Units. A worth is points in whole numbers: what one side scores for this hand less what the other scores, by the score
table of the house rules (scoring.py), so marches, loners, euchres and sets are in it. Bonus points of a single player
are not, and the score of the game isn't either. The two sides want opposite things (zero-sum), so one number says what
is best for both: minimax over all that is left to do, bidding, exchanges and going alone among it (von Neumann 1928;
in bridge it is called double dummy). Everyone sees everything, the kitty too. That makes it hindsight: what a seat
could know is weighed in `as_known`.

The loss of an action is the worth before it less the worth after it, for the side that acted. The worth before is the
most that any legal action keeps, so no loss is below zero, and losses of one hand add up: what the first side lost less
what the second lost is par less the result.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.actions import Action, action_of
from games.engine.analysis.solvers import MakeSolver, Solver, best_solver, check_sides
from games.engine.bots.playout_bot import share_tricks
from games.engine.bots.solver import lying, runs, single
from games.engine.bots.strain_tables import table_of
from games.engine.cards import ALL_KINDS, TWINS
from games.engine.errors import RuleError
from games.engine.hand import LEGAL, OVER, PLAY, Hand, do, next_stage
from games.engine.phases import Phase
from games.engine.position import Position, deal_position
from games.engine.result import result_of, score_of


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A legal action. worth: points ahead of the side that acts after it, with best play. tricks: of that side in the
    whole hand, None before the first card is played."""

    action: Action
    worth: int
    tricks: int | None


@dataclass(frozen=True, slots=True)
class OpenMoment:
    """One action of a hand beside all that could have been done. choices: every legal action in the engine's order."""

    seat: int
    phase: Phase
    chosen: OpenChoice
    choices: tuple[OpenChoice, ...]

    @property
    def worth(self) -> int:
        """Points ahead of the side that acts, before it acts."""
        return max(choice.worth for choice in self.choices)

    @property
    def loss(self) -> int:
        """Points that the action gave away. 0 when it was as good as any."""
        return self.worth - self.chosen.worth

    @property
    def tricks_lost(self) -> int | None:
        """Tricks that it gave away, None before the first card. A trick may be lost without a point."""
        if self.chosen.tricks is None:
            return None
        return max(choice.tricks or 0 for choice in self.choices) - self.chosen.tricks

    @property
    def best(self) -> tuple[Action, ...]:
        """All actions that lose no point."""
        return tuple(choice.action for choice in self.choices if choice.worth == self.worth)


@dataclass(frozen=True)
class OpenReview:
    """A finished hand with all cards face up. left_out: actions before the first moment, too far from the end for the
    solver. worth: points ahead of the first side at the first moment; result: the same at the end."""

    moments: tuple[OpenMoment, ...]
    left_out: int
    worth: int
    result: int

    def loss_of(self, seat: int) -> int:
        """Points that a seat gave away in all."""
        return sum(moment.loss for moment in self.moments if moment.seat == seat)


class OpenCards:
    """What positions of one deal are worth. Remembers what it has found."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.known: dict[tuple[object, ...], int] = {}

    def can_reach(self, at: Position) -> bool:
        """Whether the solver gets to the end from here."""
        return at.tricks_left <= self.solver.most_tricks

    def worth(self, at: Position) -> int:
        """Points ahead of the first side with best play of both."""
        if at.phase >= PLAY:
            return self.result(at, self.tricks(at))
        key = what_matters(at)
        if key not in self.known:
            worths = (self.worth(after(at, code)) for code in LEGAL[at.phase](at))
            self.known[key] = min(worths) if at.setup.sides[at.turn] else max(worths)
        return self.known[key]

    def tricks(self, at: Position) -> int:
        """Tricks of the first side at the end of a hand in play or over."""
        if at.phase == PLAY and at.tricks_left:
            return self.solver.tricks(at)
        return sum([at.won[seat] for seat in at.setup.members[0]])

    def result(self, at: Position, first: int) -> int:
        """Points ahead of the first side when it has taken that many tricks."""
        if at.strain < 0:
            return 0
        ended = at.copy()
        share_tricks(ended, at.setup.rules.cards_each - first if at.setup.sides[at.maker] else first)
        ours, theirs = score_of(ended)[1]
        return ours - theirs

    def choices(self, at: Position) -> tuple[OpenChoice, ...]:
        """Every legal action of the seat to act."""
        if at.phase == PLAY:
            return tuple(self.plays(at))
        sign = -1 if at.setup.sides[at.turn] else 1
        codes = LEGAL[at.phase](at)
        return tuple(OpenChoice(action_of(code), sign * self.worth(after(at, code)), None) for code in codes)

    def plays(self, at: Position) -> Iterator[OpenChoice]:
        """Every card. Of cards that no other parts one is tried for all."""
        side = at.setup.sides[at.turn]
        by_kind: dict[int, OpenChoice] = {}
        for run in like_cards(at):
            next_at = after(at, run[0])
            first = self.tricks(next_at)
            worth = self.result(at, first)
            own = at.setup.rules.cards_each - first if side else first
            by_kind |= {kind: OpenChoice(action_of(kind), -worth if side else worth, own) for kind in run}
        return (by_kind[kind] for kind in LEGAL[PLAY](at))


def after(at: Position, code: int) -> Position:
    """A copy of the position with one legal action done."""
    copy = at.copy()
    do(copy, code)
    return copy


def what_matters(at: Position) -> tuple[object, ...]:
    """All that what follows depends on before the first card: two ways to the same key are worth the same."""
    return (
        (at.phase, at.turn, at.maker, at.strain, at.loner, at.level, at.high, at.named, at.defender),
        (at.spoken, at.passes, at.barred, at.turned, at.under, len(at.laid), at.ordered, at.taken, at.misdealt),
        tuple(at.cards),
        at.kitty,
        at.queue,
        tuple(sorted(at.given)),
        tuple(sorted(at.returned)),
    )


def like_cards(at: Position) -> list[list[int]]:
    """The legal cards in runs that are worth the same: no card of another hand or on the table lies between them."""
    held = single(at.cards[at.turn])
    others = lying(at)
    for seat, hand in enumerate(at.cards):
        if not at.out >> seat & 1:
            others |= single(hand) if seat != at.turn else hand // TWINS
    return runs(table_of(at.setup, at.strain), held & at.bound & ALL_KINDS or held, others)


def opened(hand: Hand) -> Position:
    """The deal of a hand before its first action."""
    at = deal_position(hand.position.setup, hand.position.deck, hand.dealer)
    next_stage(at)
    return at


def review_open(hand: Hand, make_solver: MakeSolver = best_solver) -> OpenReview:
    """Every action of a finished hand beside the best. Raises RuleError for a hand that isn't over, or of three or more
    sides. Moments that are too far from the end are left out."""
    check_sides(hand.position.setup)
    if not hand.is_over:
        raise RuleError("You can analyze a hand once it’s over.")
    values = OpenCards(make_solver(hand.position.setup))
    at, moments, left_out = opened(hand), list[OpenMoment](), 0
    for _, action in hand.history:
        if values.can_reach(at):
            choices = values.choices(at)
            chosen = next(choice for choice in choices if choice.action == action)
            moments.append(OpenMoment(at.turn, Phase(at.phase), chosen, choices))
        else:
            left_out += 1
        do(at, action.code)
    assert at.phase == OVER
    ours, theirs = result_of(at).points
    first = moments[0] if moments else None
    sign = -1 if first and at.setup.sides[first.seat] else 1
    return OpenReview(tuple(moments), left_out, sign * first.worth if first else ours - theirs, ours - theirs)
