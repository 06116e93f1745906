"""What is said at a table: actions on buttons, actions as they are reported, hands as they ended."""

from collections.abc import Sequence

from games.engine import card_names
from games.engine.actions import Action, Verb
from games.engine.card_names import at_the_start, strain_name
from games.engine.cards import Card, Strain, Suit
from games.engine.language import mark, mark_as, say
from games.engine.messages import Message, message
from games.engine.result import HandResult
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, Result
from games.engine.seating import assists, side_count, side_of_seats
from games.engine.view import Step, View

BUTTONS = {
    Verb.PASS: mark("Pass"),
    Verb.ALONE: mark("Play alone"),
    Verb.PARTNER: mark("Play with partner"),
    Verb.DEFEND: mark("Defend alone"),
    Verb.ASSIST: mark("Defend with partner"),
    Verb.MISDEAL: mark("Throw in the hand"),
    Verb.LEAVE: mark("Leave the upcard"),
}
TOLD = {
    Verb.PASS: mark_as("at the table", "passes"),
    Verb.ALONE: mark("plays alone"),
    Verb.PARTNER: mark("plays with a partner"),
    Verb.DEFEND: mark("defends alone"),
    Verb.ASSIST: mark("defends with a partner"),
    Verb.MISDEAL: mark("throws in the hand"),
    Verb.LEAVE: mark("leaves the upcard"),
    Verb.DISCARD: mark("discards"),
    Verb.GIVE: mark("passes a card"),
    Verb.UNDER: mark("exchanges 3 low cards"),
}
ENDS = {
    Result.MADE: mark("{side}: made it, {points}."),
    Result.MARCH: mark("{side}: march, {points}."),
    Result.EUCHRE: mark("{side}: euchred the other side, {points}."),
}
"""Named are those who get the points."""
LONE_ENDS = {
    Result.MADE: mark("{side}: made it alone, {points}."),
    Result.MARCH: mark("{side}: lone march, {points}."),
    Result.EUCHRE: mark("{side}: euchred the loner, {points}."),
}
LONE_BIDS = {
    Loner.ALONE: mark("alone"),
    Loner.CALL_1: mark("alone (one card from partner)"),
    Loner.CALL_2: mark("alone (2 cards from partner)"),
}


def card_name(card: Card) -> str:
    """ "jack of hearts"; the joker by its name."""
    return card_names.card_name(card)


def the_card(card: Card) -> str:
    """ "the jack of hearts"."""
    return card_names.the_card(card)


def suit_code(strain: Strain | None) -> str:
    """A suit as pictures and styles are called after it; empty without trump."""
    return next((suit.name.lower() for suit in Suit if strain and str(suit) == strain.value), "")


def button(action: Action, view: View) -> str:
    """What the button of an action says to the seat to act."""
    is_alone = action.loner is Loner.ALONE
    if action.verb is Verb.ORDER:
        return _order_button(view, is_alone=is_alone)
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


def _order_button(view: View, *, is_alone: bool) -> str:
    if is_alone:
        return say("Go alone")
    if view.turn is not None and assists(view.rules, view.dealer, view.turn):
        return say("Assist")
    assert view.turned, "a card is turned up where it may be ordered"
    card = the_card(view.turned)
    return say("Pick up {card}", card=card) if view.turn == view.dealer else say("Order up {card}", card=card)


def bid_words(action: Action) -> Message | str:
    """A bid: how many tricks, or how alone, and in what."""
    many = Message(LONE_BIDS[action.loner]) if action.level is None else str(action.level)
    if action.strain is None:
        return many
    return message("{tricks} in {suit}", tricks=many, suit=Message(card_names.STRAINS[action.strain]))


def phrase(step: Step, view: View) -> Message:
    """An action of the view's history without its subject, as one who may see only this much tells it."""
    action, is_alone = step.action, step.action.loner is Loner.ALONE
    if action.verb is Verb.ORDER and assists(view.rules, view.dealer, step.seat):
        return message("assists and plays alone") if is_alone else message("assists")
    if action.verb is Verb.ORDER and step.seat == view.dealer:
        return message("picks it up and plays alone") if is_alone else message("picks it up")
    if action.verb is Verb.ORDER:
        return message("orders it up and plays alone") if is_alone else message("orders it up")
    if action.verb is Verb.CALL:
        suit = Message(card_names.STRAINS[action.strain]) if action.strain else ""
        return message("calls {suit} and plays alone", suit=suit) if is_alone else message("calls {suit}", suit=suit)
    if action.verb is Verb.BID:
        return message("bids {bid}", bid=bid_words(action))
    if action.verb is Verb.PLAY:
        return message("plays {card}", card=the_card(action.card))
    return Message(TOLD[action.verb])


def did(player: str | Message, doing: Message | str) -> Message:
    """Who did what, as a sentence."""
    return message("{player} {deed}.", player=player, deed=doing)


def ending(result: HandResult, names: Sequence[str | Message], rules: HouseRules, mine: int | None = None) -> Message:
    """How a hand ended and for whom, in a sentence. mine: the reader's own seat, who is called “you”."""
    if result.result is Result.PASSED:
        return message("Everyone passed. The next player deals.")
    if result.result is Result.MISDEAL:
        return message("The hand was thrown in. The same dealer deals again.")
    sides, makers = side_names(names, rules, mine), side_of_seats(rules)[result.maker]
    scored = [side for side, points in enumerate(result.points) if points]
    others = [side for side in scored if side != makers] if result.result is Result.EUCHRE else []
    ends = ENDS if result.loner is Loner.NO else LONE_ENDS
    points = _points(result.points, scored, others or [makers], sides)
    side = ", ".join(sides[side] for side in others or [makers])
    return Message(ends[result.result], {"points": points, "side": side})


def side_names(names: Sequence[str | Message], rules: HouseRules, mine: int | None = None) -> list[str]:
    """Per side, its players; the reader last."""
    members: list[list[int]] = [[] for _ in range(side_count(rules))]
    for seat, side in enumerate(side_of_seats(rules)):
        members[side].append(seat)
    return [_side_name(names, seats, mine) for seats in members]


def _side_name(names: Sequence[str | Message], seats: list[int], mine: int | None) -> str:
    if seats == [mine]:
        return say("You")
    others = [str(names[seat]) for seat in seats if seat != mine]
    return " & ".join([*others, say("you")] if mine in seats else others)


def _points(points: Sequence[int], scored: list[int], named: list[int], sides: list[str]) -> Message | str:
    """What the named sides get; with their names where they get unequal points, or others get some too."""
    if not set(scored) <= set(named) or len({points[side] for side in named}) > 1:
        return ", ".join(f"{sides[side]} {points[side]}".replace(" -", " −") for side in scored)
    each = points[named[0]]
    if len(named) > 1:
        return message("{points} each", points=each)
    return message("1 point") if each == 1 else message("{number} points", number=each)
