"""What a seat does when its clock runs out and the table skips it: it passes, stays with its partner, or parts with the
lowest legal card.
"""

from games.engine.actions import Action, Verb
from games.engine.cards import ORDERS, STRAINS, Strain
from games.engine.view import View

STAYS_PUT = (Verb.PASS, Verb.LEAVE, Verb.PARTNER, Verb.ASSIST)
WITH_A_CARD = frozenset({Verb.PLAY, Verb.DISCARD, Verb.GIVE})


def least_action(view: View) -> Action | None:
    """The least that the seat to act may do; None where it has to make up its mind about trump."""
    by_verb = {action.verb: action for action in view.legal}
    for verb in STAYS_PUT:
        if verb in by_verb:
            return by_verb[verb]
    cards = [action for action in view.legal if action.verb in WITH_A_CARD]
    return min(cards, key=lambda action: lowness(view.strain, action.card.kind)) if cards else None


def lowness(strain: Strain | None, kind: int) -> tuple[bool, int]:
    """Plain cards before trumps, each from its weakest."""
    order = ORDERS[STRAINS.index(strain or Strain.HIGH)]
    return bool(order.trumps >> kind & 1), order.worth[kind][kind]
