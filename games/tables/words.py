"""What is said at a table: actions on buttons, actions as they are told, hands as they ended."""

from collections.abc import Sequence

from games.engine import card_names
from games.engine.actions import Action, Verb
from games.engine.card_names import at_the_start, strain_name
from games.engine.cards import Card, Strain, Suit
from games.engine.language import Later, later, mark, mark_as, say
from games.engine.result import HandResult
from games.engine.scoring import Loner, Result
from games.engine.view import Step

BUTTONS = {
    Verb.PASS: mark("Pass"), Verb.ALONE: mark("Play alone"), Verb.PARTNER: mark("Play with partner"),
    Verb.DEFEND: mark("Defend alone"), Verb.ASSIST: mark("Defend with partner"),
    Verb.MISDEAL: mark("Throw the hand in"), Verb.LEAVE: mark("Leave the turned card"),
}  # fmt: skip
TOLD = {
    Verb.PASS: mark_as("at the table", "passes"), Verb.ALONE: mark("plays alone"),
    Verb.PARTNER: mark("plays with the partner"),
    Verb.DEFEND: mark("defends alone"), Verb.ASSIST: mark("defends with the partner"),
    Verb.MISDEAL: mark("throws the hand in"), Verb.LEAVE: mark("leaves the turned card"),
    Verb.DISCARD: mark("lays a card away"), Verb.GIVE: mark("gives a card"),
    Verb.UNDER: mark("exchanges three low cards"),
}  # fmt: skip
ENDS = {
    Result.MADE: mark("{player} made it: {points}."), Result.MARCH: mark("{player} took every trick: {points}."),
    Result.EUCHRE: mark("{player} was euchred: {points}."),
}  # fmt: skip
LONE_ENDS = {
    Result.MADE: mark("{player} alone made it: {points}."),
    Result.MARCH: mark("{player} alone took every trick: {points}."),
    Result.EUCHRE: mark("{player} alone was euchred: {points}."),
}  # fmt: skip
LONE_BIDS = {
    Loner.ALONE: mark("alone"), Loner.CALL_1: mark("alone with one card"), Loner.CALL_2: mark("alone with two cards"),
}  # fmt: skip


def card_name(card: Card) -> str:
    """ "jack of hearts"; the joker by its name."""
    return card_names.card_name(card)


def the_card(card: Card) -> str:
    """ "the jack of hearts"."""
    return card_names.the_card(card)


def suit_code(strain: Strain | None) -> str:
    """A suit as pictures and styles are called after it; empty without trump."""
    return next((suit.name.lower() for suit in Suit if strain and str(suit) == strain.value), "")


def button(action: Action, turned: Card | None) -> str:
    """What the button of an action says."""
    is_alone = action.loner is Loner.ALONE
    if action.verb is Verb.ORDER:
        return _order_button(turned, is_alone=is_alone)
    if action.verb is Verb.CALL:
        suit = strain_name(action.strain) if action.strain else ""
        return say("Call {suit} alone", suit=suit) if is_alone else say("Call {suit}", suit=suit)
    if action.verb is Verb.BID:
        return say("Bid {bid}", bid=bid_words(action))
    if action.verb is Verb.UNDER:
        return say("Exchange {cards}", cards=", ".join(card_name(card) for card in action.cards))
    if action.cards:
        return at_the_start(card_name(action.card))
    return say(BUTTONS[action.verb])


def _order_button(turned: Card | None, *, is_alone: bool) -> str:
    if turned is None:
        return say("Order it up alone") if is_alone else say("Order it up")
    card = the_card(turned)
    return say("Order up {card}, alone", card=card) if is_alone else say("Order up {card}", card=card)


def bid_words(action: Action) -> Later | str:
    """A bid: how many tricks, or how alone, and in what."""
    many = later(LONE_BIDS[action.loner]) if action.level is None else str(action.level)
    if action.strain is None:
        return many
    return later("{tricks} in {suit}", tricks=many, suit=later(card_names.STRAINS[action.strain]))


def told(step: Step) -> Later:
    """An action without its subject, as one who may see only this much tells it."""
    action, is_alone = step.action, step.action.loner is Loner.ALONE
    if action.verb is Verb.ORDER:
        return later("orders it up and plays alone") if is_alone else later("orders it up")
    if action.verb is Verb.CALL:
        suit = later(card_names.STRAINS[action.strain]) if action.strain else ""
        return later("calls {suit} and plays alone", suit=suit) if is_alone else later("calls {suit}", suit=suit)
    if action.verb is Verb.BID:
        return later("bids {bid}", bid=bid_words(action))
    if action.verb is Verb.PLAY:
        return later("plays {card}", card=the_card(action.card))
    return later(TOLD[action.verb])


def deed(player: str | Later, doing: Later | str) -> Later:
    """Who did what, as a sentence."""
    return later("{player} {deed}.", player=player, deed=doing)


def ending(result: HandResult, names: Sequence[str | Later]) -> Later:
    """How a hand ended, in a sentence."""
    if result.result is Result.PASSED:
        return later("Everybody passed. The deal goes on.")
    if result.result is Result.MISDEAL:
        return later("The hand was thrown in. The same dealer deals again.")
    ends = ENDS if result.loner is Loner.NO else LONE_ENDS
    points = " – ".join(str(points) for points in result.points)
    return later(ends[result.result], player=names[result.maker], points=points)
