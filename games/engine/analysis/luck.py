"""What the cards gave and what play added, in points that add up to the result; and how well each seat decided.

*Cards* are par: what the deal is worth to a side when both do their best with every card face up. *Play* of a seat is
what it gave away from there, so it is never above zero. Par, less what the first side gave away, plus what the second
gave away, is the result of the hand (`open_cards`).

Over many deals with every seat dealing as often, par is zero on average for both sides, because the deck favors no one.
So the result less par is on average the result itself, and says more sharply who plays better: luck is taken out with a
control variate that knows nothing of play. (M. Zinkevich et al., "Optimal Unbiased Estimators for Evaluating Agent
Performance", AAAI 2006; for backgammon D. Zare, "Hedging Toward Skill", 2000.)

*Accuracy* is another measure, of decisions as their seat knew them (`as_known`): of the points that lay between the
best and the worst choice, the share that the seat kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.analysis.as_known import KnownReview
from games.engine.analysis.open_cards import OpenReview


@dataclass(frozen=True)
class Balance:
    """Points ahead of the first side: `cards` by the deals, `play` by each seat. Together they are `result`."""

    cards: int
    play: tuple[int, ...]

    @property
    def result(self) -> int:
        return self.cards + sum(self.play)

    def __add__(self, other: "Balance") -> "Balance":
        return Balance(self.cards + other.cards, tuple(map(sum, zip(self.play, other.play, strict=True))))

    def for_side(self, side: int) -> "Balance":
        """The same as seen from one of the two sides."""
        return self if side == 0 else Balance(-self.cards, tuple(-points for points in self.play))


def balance_of(review: OpenReview, sides: Sequence[int]) -> Balance:
    """Of one hand. sides: of each seat, 0 or 1. Where the solver can't see the start of the hand, what was done before
    counts as cards."""
    signs = [1 if side else -1 for side in sides]
    return Balance(review.worth, tuple(sign * review.loss_of(seat) for seat, sign in enumerate(signs)))


def total(balances: Iterable[Balance], seats: int) -> Balance:
    """Of several hands with the same seats."""
    return sum(balances, Balance(0, (0,) * seats))


@dataclass(frozen=True)
class Accuracy:
    """at_stake: points between the best and the worst choice, summed over the decisions. lost: of them, by what was
    chosen. Both are estimates."""

    decisions: int = 0
    at_stake: float = 0.0
    lost: float = 0.0

    @property
    def share(self) -> float | None:
        """0 to 1; None where nothing was at stake."""
        return 1 - self.lost / self.at_stake if self.at_stake else None

    def __add__(self, other: "Accuracy") -> "Accuracy":
        return Accuracy(self.decisions + other.decisions, self.at_stake + other.at_stake, self.lost + other.lost)


def accuracy_of(review: KnownReview, seat: int, left_out: Iterable[int] = ()) -> Accuracy:
    """Of a seat in one hand. left_out: numbers of actions, from 0, that someone else chose for it."""
    others = set(left_out)
    moments = [moment for moment in review.moments if moment.seat == seat and moment.number not in others]
    worths = [[choice.worth for choice in moment.choices] for moment in moments]
    at_stake = sum(max(each) - min(each) for each in worths)
    return Accuracy(len(moments), at_stake, sum(moment.chosen.loss for moment in moments))
