"""Why a call, a bid or a pass is a good one, from the speaker's own hand."""

from games.engine.actions import Action, Verb
from games.engine.bidding import offered_suit
from games.engine.bots.reason import Reason, Why
from games.engine.bots.valuation import own_tricks
from games.engine.bots.wording import holding, number_words, suit_words, trick_words
from games.engine.cards import with_card
from games.engine.language import say
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.scoring import Loner


def why_speak(at: Position, action: Action, may_pass: bool) -> Why:
    """The reason for an order, a call, a bid or a pass."""
    if action.verb is Verb.PASS:
        return why_pass(at)
    strain, doing = strain_of(at, action), doing_words(at, action)
    if at.phase == Phase.BLIND:
        told = say("You have not seen your cards, so one suit is as good as another: {doing}.", doing=doing)
        return Why(Reason.MUST_SPEAK, told)
    hand = with_card(at.cards[at.turn], at.turned) if takes_turned_card(at, action) else at.cards[at.turn]
    held = say("You hold {held}: {doing}.", held=holding(hand, strain), doing=doing)
    if action.loner is not Loner.NO:
        return Why(Reason.STRONG_ALONE, held)
    if not may_pass and at.phase != Phase.NAME:
        suit = suit_words(strain)
        told = say("You may not pass, and {suit} suits your hand best: {doing}.", suit=suit, doing=doing)
        return Why(Reason.MUST_SPEAK, told)
    return Why(Reason.STRONG_ENOUGH, held)


def why_pass(at: Position) -> Why:
    """The reason for passing: what the hand would be worth."""
    strains = (offered_suit(at),) if at.phase == Phase.ORDER else at.setup.strains
    tricks = round(max(own_tricks(at.setup, strain, at.cards[at.turn]) for strain in strains))
    told = say("By itself your hand is good for about {tricks}: pass.", tricks=trick_words(tricks))
    return Why(Reason.TOO_WEAK, told)


def strain_of(at: Position, action: Action) -> int:
    """What would be played; the best strain for a bid that names none."""
    if action.strain is not None:
        return action.strain.number
    if action.verb is Verb.ORDER:
        return offered_suit(at)
    return max(at.setup.strains, key=lambda strain: own_tricks(at.setup, strain, at.cards[at.turn]))


def takes_turned_card(at: Position, action: Action) -> bool:
    """Whether the speaker would pick up the turned card."""
    return action.verb is Verb.ORDER and at.turn == at.dealer


def doing_words(at: Position, action: Action) -> str:
    """What to do, as an order."""
    if action.verb is Verb.ORDER:
        return order_words(at, is_alone=action.loner is Loner.ALONE)
    suit = "" if action.strain is None else suit_words(action.strain.number)
    if action.verb is Verb.CALL:
        alone = say("call {suit} and go alone", suit=suit)
        return alone if action.loner is Loner.ALONE else say("call {suit}", suit=suit)
    if action.level is not None:
        number = number_words(action.level)
        return say("bid {number} {suit}", number=number, suit=suit) if suit else say("bid {number}", number=number)
    return lone_bid_words(action.loner, suit)


def order_words(at: Position, *, is_alone: bool) -> str:
    """The dealer takes the card up himself."""
    if at.turn == at.dealer:
        return say("take it up and go alone") if is_alone else say("take it up")
    return say("order it up and go alone") if is_alone else say("order it up")


def lone_bid_words(loner: Loner, suit: str) -> str:
    """A bid to take all tricks alone, with cards from the partner or without."""
    if loner is Loner.CALL_1:
        with_one = say("bid {suit} alone and ask for one card", suit=suit)
        return with_one if suit else say("bid alone and ask for one card")
    if loner is Loner.CALL_2:
        with_two = say("bid {suit} alone and ask for two cards", suit=suit)
        return with_two if suit else say("bid alone and ask for two cards")
    return say("bid {suit} alone", suit=suit) if suit else say("bid alone")
