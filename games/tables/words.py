"""What is said at a table: actions on buttons, actions as they are told, hands as they ended."""

from games.engine.actions import Action, Verb
from games.engine.cards import Card, Strain
from games.engine.result import HandResult
from games.engine.scoring import Loner, Result
from games.engine.view import Step

STRAINS = {
    Strain.CLUBS: "clubs", Strain.DIAMONDS: "diamonds", Strain.HEARTS: "hearts", Strain.SPADES: "spades",
    Strain.HIGH: "no trump", Strain.LOW: "no trump, low cards win",
}  # fmt: skip
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
BUTTONS = {
    Verb.PASS: "Pass", Verb.ALONE: "Play alone", Verb.PARTNER: "Play with partner", Verb.DEFEND: "Defend alone",
    Verb.ASSIST: "Defend with partner", Verb.MISDEAL: "Throw the hand in", Verb.LEAVE: "Leave the turned card",
}  # fmt: skip
TOLD = {
    Verb.PASS: "passes", Verb.ALONE: "plays alone", Verb.PARTNER: "plays with the partner",
    Verb.DEFEND: "defends alone", Verb.ASSIST: "defends with the partner", Verb.MISDEAL: "throws the hand in",
    Verb.LEAVE: "leaves the turned card", Verb.DISCARD: "lays a card away", Verb.GIVE: "gives a card",
    Verb.UNDER: "exchanges three low cards",
}  # fmt: skip
ENDS = {
    Result.MADE: "made it", Result.MARCH: "took every trick", Result.EUCHRE: "was euchred",
}  # fmt: skip


def card_name(card: Card) -> str:
    """ "jack of hearts"; the joker by its name."""
    text = str(card)
    return "joker" if text == "JO" else f"{RANKS[text[0]]} of {SUITS[text[1]]}"


def button(action: Action, turned: Card | None) -> str:
    """What the button of an action says."""
    alone = " alone" if action.loner is Loner.ALONE else ""
    if action.verb is Verb.ORDER:
        return f"Order up the {card_name(turned)}{alone and ', alone'}" if turned else f"Order it up{alone}"
    if action.verb is Verb.CALL:
        return f"Call {STRAINS[action.strain]}{alone}" if action.strain else f"Call{alone}"
    if action.verb is Verb.BID:
        return f"Bid {bid_words(action)}"
    if action.verb is Verb.UNDER:
        return f"Exchange {', '.join(card_name(card) for card in action.cards)}"
    if action.cards:
        return card_name(action.card).capitalize()
    return BUTTONS[action.verb]


def bid_words(action: Action) -> str:
    """A bid: how many tricks, or how alone, and in what."""
    loners = {Loner.ALONE: "alone", Loner.CALL_1: "alone with one card", Loner.CALL_2: "alone with two cards"}
    parts = [str(action.level) if action.level is not None else loners[action.loner]]
    return " ".join([*parts, *([f"in {STRAINS[action.strain]}"] if action.strain else [])])


def told(step: Step) -> str:
    """An action without its subject, as one who may see only this much tells it."""
    action = step.action
    alone = " and plays alone" if action.loner is Loner.ALONE else ""
    if action.verb is Verb.ORDER:
        return f"orders it up{alone}"
    if action.verb is Verb.CALL:
        return f"calls {STRAINS[action.strain]}{alone}" if action.strain else f"calls{alone}"
    if action.verb is Verb.BID:
        return f"bids {bid_words(action)}"
    if action.verb is Verb.PLAY:
        return f"plays the {card_name(action.card)}"
    return TOLD[action.verb]


def ending(result: HandResult, names: list[str]) -> str:
    """How a hand ended, in a sentence."""
    if result.result is Result.PASSED:
        return "Everybody passed. The deal goes on."
    if result.result is Result.MISDEAL:
        return "The hand was thrown in. The same dealer deals again."
    alone = " alone" if result.loner is not Loner.NO else ""
    points = " – ".join(str(points) for points in result.points)
    return f"{names[result.maker]}{alone} {ENDS[result.result]}: {points}."
