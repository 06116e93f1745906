"""Why a card is a good one to play, from the player's own hand and the table."""

from games.engine.bots.card_play import is_boss, played_cards
from games.engine.bots.reason import Reason, Why
from games.engine.bots.strain_tables import table_of
from games.engine.bots.wording import the_card
from games.engine.card_names import at_the_start
from games.engine.language import say
from games.engine.play import legal_play
from games.engine.position import Position


def why_play(at: Position, kind: int) -> Why:
    """The reason for playing that card."""
    return why_follow(at, kind) if at.best else why_lead(at, kind)


def why_lead(at: Position, kind: int) -> Why:
    """The reason for leading it."""
    card, table = the_card(kind), table_of(at.setup, at.strain)
    is_makers = at.setup.sides[at.turn] == at.setup.sides[at.maker]
    if is_makers and table.trumps >> kind & 1:
        return Why(Reason.DRAWS_TRUMP, say("Your side made trump: lead {card} and draw theirs.", card=card))
    if is_boss(at, table, kind, played_cards(at)):
        told = say("No card of its suit that is still out beats {card}: lead it.", card=card)
        return Why(Reason.CANNOT_BE_BEATEN, told)
    return Why(Reason.RISKS_LEAST, say("No lead is sure; {card} risks least.", card=card))


def why_follow(at: Position, kind: int) -> Why:
    """The reason for following with it, or for throwing it away."""
    card, sides = the_card(kind), at.setup.sides
    if at.worth[kind] > at.best:
        return why_take(at, kind)
    if sides[at.winner] == sides[at.turn]:
        told = say("The trick is your partner's so far: leave it to him and play {card}.", card=card)
        return Why(Reason.PARTNER_HAS_IT, told)
    if any(at.worth[other] > at.best for other in legal_play(at)):
        return Why(Reason.SAVES_BETTER, say("This trick is not worth a better card: play {card}.", card=card))
    return Why(Reason.CANNOT_TAKE_IT, say("You cannot take this trick: {card} costs you least.", card=card))


def why_take(at: Position, kind: int) -> Why:
    """The reason for taking the trick over."""
    card = the_card(kind)
    if table_of(at.setup, at.strain).trumps >> kind & 1 and not at.bound >> kind & 1:
        told = say("You have none of the suit led: trump the trick with {card}.", card=card)
        return Why(Reason.TRUMPS_IT, told)
    if at.ring[at.turn] == at.leader:
        return Why(Reason.TAKES_IT, say("You play last, and {card} is enough to take the trick.", card=card))
    told = say("{card} beats what lies on the table: play it.", card=at_the_start(card))
    return Why(Reason.TAKES_IT, told)
