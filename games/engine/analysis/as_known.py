"""What a seat could expect: the points of each legal action over deals that fit what it had seen and heard.

Units. A worth is points as in `open_cards`, for the side that acts, as the mean over the deals drawn. Its error is the
standard error of that mean: the standard deviation over the deals (n - 1) by the root of their number. Which deals are
drawn follows from the seed and the moment, so anyone gets the same numbers again.

In each deal the action is done. What is left to say before the first card is said by the rules of thumb
(bots/policy.py), each seat by its own cards. Then both sides play as if all cards lay open. So the worth of a card is
the mean of its open-card worths (Ginsberg 2001 for bridge, there called Monte Carlo over double dummy). It has that
method's known weakness: in each deal it knows where the cards are, so it sees no worth in finding out or in hiding
something.

The loss of what was chosen is the worth of the best less its own, over the same deals, so its error is smaller than
theirs. The best is the best of the estimates: where several are close, it is a little too good by chance. Take a loss
for one only if it `is_clear`.
"""

from dataclasses import dataclass
from math import inf, sqrt

from games.engine.actions import Action, action_of
from games.engine.analysis.fitting import FittingDeals
from games.engine.analysis.open_cards import OpenCards, after, opened
from games.engine.analysis.solvers import MakeSolver, best_solver, check_sides
from games.engine.bots.hiding import played_kinds
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.bots.solver import lying, runs
from games.engine.bots.strain_tables import table_of
from games.engine.cards import ALL_KINDS, mask_of
from games.engine.errors import RuleError
from games.engine.hand import PLAY, Hand, do
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.shuffle import chances, seed_from_number
from games.engine.view import View, view_for

DEALS = 40
"""Deals for each decision when nothing is said."""
CLEAR = 2.0
"""Standard errors that a loss must be above zero to be clear: by chance alone about one in forty is."""
MOMENTS = 1000
"""More than any hand has: the seed of a moment is the review's times this, and the number of the moment."""


@dataclass(frozen=True, slots=True)
class KnownChoice:
    """A legal action. worth: points that the side that acts could expect to be ahead. error: its standard error.

    tricks: that the side could expect of the whole hand, None before the first card. loss, loss_error: how much less
    the action is worth than the best, over the same deals. tricks_lost: the same in tricks, below zero when it takes
    more tricks for fewer points; None before the first card.
    """

    action: Action
    worth: float
    error: float
    tricks: float | None
    loss: float
    loss_error: float
    tricks_lost: float | None

    @property
    def is_clear(self) -> bool:
        """Whether the loss is more than chance."""
        return self.loss > CLEAR * self.loss_error


@dataclass(frozen=True, slots=True)
class KnownMoment:
    """A decision as its seat knew it. number: of the action in the hand, from 0. choices: every legal action in the
    engine's order.

    deals: how many were drawn. misfits: how often at most someone in them would have said something else than was
    heard; more than 0 says that the bidding was unusual, and that the deals fit what was seen rather than heard.
    """

    number: int
    seat: int
    phase: Phase
    chosen: KnownChoice
    choices: tuple[KnownChoice, ...]
    deals: int
    misfits: int

    @property
    def best(self) -> KnownChoice:
        """The action with the highest estimate, the first of equals."""
        return min(self.choices, key=lambda choice: choice.loss)


@dataclass(frozen=True)
class KnownReview:
    """The decisions of a finished hand, those with more than one legal action. seed, deals: what was asked.

    left_out: decisions too far from the end for the solver.
    """

    moments: tuple[KnownMoment, ...]
    seed: int
    deals: int
    left_out: int


def review_as_known(hand: Hand, seed: int, deals: int = DEALS, make_solver: MakeSolver = best_solver) -> KnownReview:
    """Every decision of a finished hand, as its seat knew it. Raises RuleError for a hand that isn't over, of three or
    more sides, and for fewer than 2 deals, of which there is no error."""
    setup = hand.position.setup
    check_sides(setup)
    if not hand.is_over:
        raise RuleError("You can analyze a hand once it’s over.")
    if deals < 2:
        raise RuleError("An estimate needs at least 2 deals. You asked for {number}.", number=deals)
    reach, at, moments, left_out = make_solver(setup).most_tricks, opened(hand), list[KnownMoment](), 0
    for number, (seat, action) in enumerate(hand.history):
        now = Hand(at.copy())
        if len(now.legal_actions) > 1:
            if at.tricks_left <= reach:
                choices, drawn, misfits = weigh(view_for(now, seat), seed * MOMENTS + number, deals, make_solver)
                chosen = next(choice for choice in choices if choice.action == action)
                moments.append(KnownMoment(number, seat, now.phase, chosen, choices, drawn, misfits))
            else:
                left_out += 1
        do(at, action.code)
    return KnownReview(tuple(moments), seed, deals, left_out)


def weigh(
    view: View, seed: int, deals: int = DEALS, make_solver: MakeSolver = best_solver
) -> tuple[tuple[KnownChoice, ...], int, int]:
    """Every legal action of the seat to act, how many deals were drawn, and their misfits (see `KnownMoment`).

    It is given a view and nothing else, so no hidden card gets in. Raises ValueError unless it is the viewer's turn.
    """
    memory = recall(view)
    drawn, misfits = FittingDeals(memory).draw_fitting(deals, chances(seed_from_number(seed)).__next__)
    groups = alike(memory.at, view.legal.codes)
    by_deal = [[outcome(deal, group[0], make_solver) for group in groups] for deal in drawn]
    by_code = {code: column for group, column in zip(groups, zip(*by_deal, strict=True), strict=True) for code in group}
    return summed(memory.at, {code: by_code[code] for code in view.legal.codes}), len(drawn), misfits


def alike(at: Position, codes: tuple[int, ...]) -> list[list[int]]:
    """The legal actions, cards together that are worth the same in every deal: no card that is out or on the table lies
    between them. With two packs every card is its own."""
    if at.phase != PLAY or at.setup.rules.packs > 1:
        return [[code] for code in codes]
    known = at.cards[at.turn] | mask_of(played_kinds(at))
    return runs(table_of(at.setup, at.strain), mask_of(codes), ALL_KINDS & ~known | lying(at))


Outcome = tuple[int, int]
"""Points ahead and tricks of the side that acted."""


def outcome(deal: Position, code: int, make_solver: MakeSolver) -> Outcome:
    """What an action comes to in one deal."""
    values, at = OpenCards(make_solver(deal.setup)), after(deal, code)
    while at.phase < PLAY:
        do(at, choose(at))
    first = values.tricks(at)
    worth = values.result(at, first)
    if deal.setup.sides[deal.turn]:
        return -worth, at.setup.rules.cards_each - first
    return worth, first


def summed(at: Position, by_code: dict[int, tuple[Outcome, ...]]) -> tuple[KnownChoice, ...]:
    """Means, errors and losses over the same deals."""
    best = max(by_code.values(), key=lambda outcomes: sum(worth for worth, _ in outcomes))
    return tuple(choice_of(at, code, outcomes, best) for code, outcomes in by_code.items())


def choice_of(at: Position, code: int, outcomes: tuple[Outcome, ...], best: tuple[Outcome, ...]) -> KnownChoice:
    """One action beside the best."""
    pairs = list(zip(outcomes, best, strict=True))
    worth, error = mean_and_error([own for own, _ in outcomes])
    loss, loss_error = mean_and_error([most - own for (own, _), (most, _) in pairs])
    tricks = tricks_lost = None
    if at.phase == PLAY:
        tricks = sum(taken for _, taken in outcomes) / len(outcomes)
        tricks_lost = sum(most - taken for (_, taken), (_, most) in pairs) / len(pairs)
    return KnownChoice(action_of(code), worth, error, tricks, loss, loss_error, tricks_lost)


def mean_and_error(values: list[int]) -> tuple[float, float]:
    """The mean and its standard error, which one value alone doesn't have."""
    number = len(values)
    mean = sum(values) / number
    if number == 1:
        return mean, inf
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (number - 1) / number)
