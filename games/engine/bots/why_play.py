"""Why a card is a good one to play, from the player's own hand and the table."""

from games.engine.bots.card_play import is_boss, played_cards
from games.engine.bots.reason import Reason, Why
from games.engine.bots.strain_tables import table_of
from games.engine.bots.wording import card_words
from games.engine.play import legal_play
from games.engine.position import Position


def why_play(at: Position, kind: int) -> Why:
    """The reason for playing that card."""
    return why_follow(at, kind) if at.best else why_lead(at, kind)


def why_lead(at: Position, kind: int) -> Why:
    """The reason for leading it."""
    card, table = card_words(kind), table_of(at.setup, at.strain)
    is_makers = at.setup.sides[at.turn] == at.setup.sides[at.maker]
    if is_makers and table.trumps >> kind & 1:
        return Why(Reason.DRAWS_TRUMP, f"Your side made trump: lead the {card} and draw theirs.")
    if is_boss(at, table, kind, played_cards(at)):
        return Why(Reason.CANNOT_BE_BEATEN, f"No card of its suit that is still out beats the {card}: lead it.")
    return Why(Reason.RISKS_LEAST, f"No lead is sure; the {card} risks least.")


def why_follow(at: Position, kind: int) -> Why:
    """The reason for following with it, or for throwing it away."""
    card, sides = card_words(kind), at.setup.sides
    if at.worth[kind] > at.best:
        return why_take(at, kind)
    if sides[at.winner] == sides[at.turn]:
        return Why(Reason.PARTNER_HAS_IT, f"The trick is your partner's so far: leave it to him and play the {card}.")
    if any(at.worth[other] > at.best for other in legal_play(at)):
        return Why(Reason.SAVES_BETTER, f"This trick is not worth a better card: play the {card}.")
    return Why(Reason.CANNOT_TAKE_IT, f"You cannot take this trick: the {card} costs you least.")


def why_take(at: Position, kind: int) -> Why:
    """The reason for taking the trick over."""
    card = card_words(kind)
    if table_of(at.setup, at.strain).trumps >> kind & 1 and not at.bound >> kind & 1:
        return Why(Reason.TRUMPS_IT, f"You have none of the suit led: trump the trick with the {card}.")
    if at.ring[at.turn] == at.leader:
        return Why(Reason.TAKES_IT, f"You play last, and the {card} is enough to take the trick.")
    return Why(Reason.TAKES_IT, f"The {card} beats what lies on the table: play it.")
