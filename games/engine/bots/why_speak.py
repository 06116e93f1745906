"""Why a call, a bid or a pass is a good one, from the speaker's own hand."""

from games.engine.actions import Action, Verb
from games.engine.bidding import offered_suit
from games.engine.bots.reason import Reason, Why
from games.engine.bots.valuation import own_tricks
from games.engine.bots.wording import counted, holding, number_words, suit_words
from games.engine.cards import with_card
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.scoring import Loner


def why_speak(at: Position, action: Action, may_pass: bool) -> Why:
    """The reason for an order, a call, a bid or a pass."""
    if action.verb is Verb.PASS:
        return why_pass(at)
    strain, doing = strain_of(at, action), doing_words(at, action)
    if at.phase == Phase.BLIND:
        return Why(Reason.MUST_SPEAK, f"You have not seen your cards, so one suit is as good as another: {doing}.")
    hand = with_card(at.cards[at.turn], at.turned) if takes_turned_card(at, action) else at.cards[at.turn]
    if action.loner is not Loner.NO:
        return Why(Reason.STRONG_ALONE, f"You hold {holding(hand, strain)}: {doing}.")
    if not may_pass and at.phase != Phase.NAME:
        return Why(Reason.MUST_SPEAK, f"You may not pass, and {suit_words(strain)} suits your hand best: {doing}.")
    return Why(Reason.STRONG_ENOUGH, f"You hold {holding(hand, strain)}: {doing}.")


def why_pass(at: Position) -> Why:
    """The reason for passing: what the hand would be worth."""
    strains = (offered_suit(at),) if at.phase == Phase.ORDER else at.setup.strains
    tricks = round(max(own_tricks(at.setup, strain, at.cards[at.turn]) for strain in strains))
    return Why(Reason.TOO_WEAK, f"By itself your hand is good for about {counted(tricks, 'trick')}: pass.")


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
    alone = " and go alone" if action.loner is Loner.ALONE else ""
    if action.verb is Verb.ORDER:
        return ("take it up" if at.turn == at.dealer else "order it up") + alone
    named = "" if action.strain is None else " " + suit_words(action.strain.number)
    if action.verb is Verb.CALL:
        return f"call{named}{alone}"
    if action.level is not None:
        return f"bid {number_words(action.level)}{named}"
    called = {Loner.CALL_1: " and ask for one card", Loner.CALL_2: " and ask for two cards"}.get(action.loner, "")
    return f"bid{named} alone{called}"
