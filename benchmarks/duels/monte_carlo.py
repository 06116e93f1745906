"""Perfect-information Monte Carlo: every choice is solved with open cards in deals that fit, and the best average wins.

Written from M. Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game" (JAIR 14, 2001), and
J. Long and others, "Understanding the Success of Perfect Information Monte Carlo Sampling" (AAAI 2010). It draws from
what the seat has seen and judges no bidding. In each deal the bidding, too, goes on with open cards.
"""

from games.engine.actions import Action, action_of
from games.engine.analysis.fitting import FittingDeals
from games.engine.analysis.open_cards import OpenCards
from games.engine.analysis.solvers import best_solver
from games.engine.bots.bot import Chance
from games.engine.bots.recall import recall
from games.engine.view import View

DEALS = 50


class MonteCarlo:
    """Tries each choice in so many deals."""

    def __init__(self, deals: int = DEALS) -> None:
        self.deals = deals

    def choose(self, view: View, chance: Chance) -> Action:
        """The choice with the highest average, the first of equals."""
        codes = view.legal.codes
        if len(codes) == 1:
            return action_of(codes[0])
        totals = dict.fromkeys(codes, 0)
        for deal in FittingDeals(recall(view)).deals(self.deals, chance):
            for choice in OpenCards(best_solver(deal.setup)).choices(deal):
                totals[choice.action.code] += choice.worth
        return action_of(max(codes, key=totals.__getitem__))
