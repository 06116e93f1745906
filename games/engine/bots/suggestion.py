"""What a bot would do in a player's place, with the reason in one plain sentence, for people who are learning."""

from dataclasses import dataclass

from games.engine.actions import Action, Verb
from games.engine.bots.bot import Chance
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.reason import Reason, Why
from games.engine.bots.recall import recall
from games.engine.bots.strain_tables import table_of
from games.engine.bots.strength import STRONG, Strength
from games.engine.bots.why_play import why_play
from games.engine.bots.why_speak import why_speak
from games.engine.bots.wording import card_words, holding
from games.engine.cards import without_card
from games.engine.position import Position
from games.engine.view import View

SPOKEN = (Verb.PASS, Verb.ORDER, Verb.CALL, Verb.BID)
PARTED = (Verb.DISCARD, Verb.GIVE)
PLAIN = {
    Verb.MISDEAL: Why(Reason.POOR_HAND, "The rules let you throw in a hand as poor as this: do it."),
    Verb.UNDER: Why(
        Reason.LOW_CARDS, "Three low cards take no trick: exchange them for the cards under the turned one."
    ),
    Verb.LEAVE: Why(Reason.LEAVES_CARD, "All your own cards are worth more than the turned one: leave it."),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action and why."""

    action: Action
    why: Why


def suggest(view: View, chance: Chance, strength: Strength = STRONG) -> Suggestion:
    """What a bot of that strength would do. Raises ValueError unless it is the viewer's turn."""
    action = PlayoutBot(strength).choose(view, chance)
    return Suggestion(action, explain(view, action))


def explain(view: View, action: Action) -> Why:
    """Why that action, which must be legal, is a good one."""
    at = recall(view).at
    if len(view.legal) == 1:
        return Why(Reason.ONLY_CHOICE, "The rules leave you nothing else to do.")
    if action.verb in PLAIN:
        return PLAIN[action.verb]
    if action.verb in SPOKEN:
        return why_speak(at, action, may_pass=any(each.verb is Verb.PASS for each in view.legal))
    if action.verb is Verb.PLAY:
        return why_play(at, action.card.kind)
    return why_part(at, action.card.kind) if action.verb in PARTED else why_alone(at, action.verb)


def why_part(at: Position, kind: int) -> Why:
    """The reason for laying a card away or giving it to the partner."""
    table, hand = table_of(at.setup, at.strain), without_card(at.cards[at.turn], kind)
    suit = next(ladder for ladder in table.ladders if ladder.members >> kind & 1)
    if hand & table.trumps and not suit.members & (hand | table.trumps):
        return Why(Reason.EMPTIES_SUIT, f"Without the {card_words(kind)} you can trump its suit: part with it.")
    return Why(Reason.WORTH_LEAST, f"The {card_words(kind)} is worth least to you: part with it.")


def why_alone(at: Position, verb: Verb) -> Why:
    """The reason for playing or defending alone, or with the partner."""
    held = holding(at.cards[at.turn], at.strain)
    if verb is Verb.ALONE:
        return Why(Reason.STRONG_ALONE, f"You hold {held}: go alone.")
    if verb is Verb.DEFEND:
        return Why(Reason.STOPS_MAKERS, f"You hold {held} against them: defend alone.")
    return Why(Reason.NEEDS_PARTNER, f"You hold {held}: that is not enough without your partner.")
