"""How long a bot seems to think: like a person, and without revealing its cards.

It looks at the table as a watcher without a seat sees it, so a forced card takes as long as a hard one.
"""

from math import log

from games.engine.phases import Phase
from games.engine.view import View, Watcher

SHORTEST, LONGEST = 0.6, 4.0
"""Seconds."""
TRICK_STAYS = 1.6
"""Seconds at least for which the cards of a trick lie there to be read, before a bot leads to the next one."""
USUAL = {Phase.ORDER: 1.0, Phase.CALL: 1.2, Phase.AUCTION: 1.4, Phase.TAKE: 1.2, Phase.BURY: 1.0}
USUAL_CARD, USUAL_LEAD, LAST_TRICK = 0.5, 0.9, 0.15


def thinking_time(seen: View, draw: float) -> float:
    """Seconds before a bot acts. seen: the table with all hands face down; draw: a random number in [0, 1).

    Most of the times are short and a few are long (exponential above the shortest). Raises ValueError for the view of
    a seat: a time that knew a hand would tell of it.
    """
    if seen.viewer is not Watcher.FACE_DOWN:
        raise ValueError("A bot's delay may know only what everybody sees.")
    return min(LONGEST, shortest_time(seen) - usual_time(seen) * log(1 - draw))


def shortest_time(seen: View) -> float:
    """Seconds for which a bot waits in any case."""
    is_read = seen.phase is Phase.PLAY and bool(seen.tricks) and seen.tricks[-1].winner is not None
    return TRICK_STAYS if is_read else SHORTEST


def usual_time(seen: View) -> float:
    """Average seconds above the shortest: leading takes longer than following, the last trick plays itself."""
    if seen.phase is not Phase.PLAY:
        return USUAL.get(seen.phase, 0.8)
    if sum(seen.tricks_won) == seen.rules.cards_each - 1:
        return LAST_TRICK
    is_lead = not seen.tricks or seen.tricks[-1].winner is not None
    return USUAL_LEAD if is_lead else USUAL_CARD
