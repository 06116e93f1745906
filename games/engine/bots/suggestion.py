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
from games.engine.bots.wording import holding, the_card
from games.engine.card_names import at_the_start
from games.engine.cards import without_card
from games.engine.language import mark, say
from games.engine.position import Position
from games.engine.view import View

SPOKEN = (Verb.PASS, Verb.ORDER, Verb.CALL, Verb.BID)
PARTED = (Verb.DISCARD, Verb.GIVE)
PLAIN = {
    Verb.MISDEAL: (Reason.POOR_HAND, mark("The rules let you throw in a hand as poor as this: do it.")),
    Verb.UNDER: (
        Reason.LOW_CARDS,
        mark("Three low cards take no trick: exchange them for the cards under the turned one."),
    ),
    Verb.LEAVE: (Reason.LEAVES_CARD, mark("All your own cards are worth more than the turned one: leave it.")),
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
        return Why(Reason.ONLY_CHOICE, say("The rules leave you nothing else to do."))
    if action.verb in PLAIN:
        reason, sentence = PLAIN[action.verb]
        return Why(reason, say(sentence))
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
        told = say("Without {card} you can trump its suit: part with it.", card=the_card(kind))
        return Why(Reason.EMPTIES_SUIT, told)
    told = say("{card} is worth least to you: part with it.", card=at_the_start(the_card(kind)))
    return Why(Reason.WORTH_LEAST, told)


def why_alone(at: Position, verb: Verb) -> Why:
    """The reason for playing or defending alone, or with the partner."""
    held = holding(at.cards[at.turn], at.strain)
    if verb is Verb.ALONE:
        return Why(Reason.STRONG_ALONE, say("You hold {held}: go alone.", held=held))
    if verb is Verb.DEFEND:
        return Why(Reason.STOPS_MAKERS, say("You hold {held} against them: defend alone.", held=held))
    told = say("You hold {held}: that is not enough without your partner.", held=held)
    return Why(Reason.NEEDS_PARTNER, told)
