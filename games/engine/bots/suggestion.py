"""What a bot would do in a player's place, with the reason in one plain sentence, for people who are learning."""

from dataclasses import dataclass

from games.engine.actions import Action, Verb
from games.engine.bidding import offered_suit
from games.engine.bots.bot import Chance
from games.engine.bots.card_play import is_boss, played_cards
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.reason import Reason, Why
from games.engine.bots.recall import recall
from games.engine.bots.strain_tables import table_of
from games.engine.bots.strength import STRONG, Strength
from games.engine.bots.valuation import own_tricks
from games.engine.bots.wording import holding, number_words, suit_words, the_card, trick_words
from games.engine.card_names import at_the_start
from games.engine.cards import with_card, without_card
from games.engine.language import mark, say
from games.engine.phases import Phase
from games.engine.play import legal_play
from games.engine.position import Position
from games.engine.scoring import Loner
from games.engine.seating import assists
from games.engine.view import View

# Why a call, a bid or a pass is a good one, from the speaker's own hand.


def why_speak(at: Position, action: Action, may_pass: bool) -> Why:
    """The reason for an order, a call, a bid or a pass."""
    if action.verb is Verb.PASS:
        return why_pass(at)
    strain, doing = strain_of(at, action), doing_words(at, action)
    if at.phase == Phase.BLIND:
        text = say("You haven’t seen your cards, so one suit is as good as another: {doing}.", doing=doing)
        return Why(Reason.MUST_SPEAK, text)
    hand = with_card(at.cards[at.turn], at.turned) if takes_turned_card(at, action) else at.cards[at.turn]
    held = say("You hold {held}: {doing}.", held=holding(hand, strain), doing=doing)
    if action.loner is not Loner.NO:
        return Why(Reason.STRONG_ALONE, held)
    if not may_pass and at.phase != Phase.NAME:
        suit = suit_words(strain)
        text = say("You can’t pass, and your best call is {suit}: {doing}.", suit=suit, doing=doing)
        return Why(Reason.MUST_SPEAK, text)
    return Why(Reason.STRONG_ENOUGH, held)


def why_pass(at: Position) -> Why:
    """The reason for passing: what the hand would be worth."""
    strains = (offered_suit(at),) if at.phase == Phase.ORDER else at.setup.strains
    tricks = round(max(own_tricks(at.setup, strain, at.cards[at.turn]) for strain in strains))
    text = say("On its own, your hand is good for about {tricks}: pass.", tricks=trick_words(tricks))
    return Why(Reason.TOO_WEAK, text)


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
        return say("pick it up and go alone") if is_alone else say("pick it up")
    if assists(at.setup.rules, at.dealer, at.turn):
        return say("assist and go alone") if is_alone else say("assist")
    return say("order it up and go alone") if is_alone else say("order it up")


def lone_bid_words(loner: Loner, suit: str) -> str:
    """A bid to take all tricks alone, with cards from the partner or without."""
    if loner is Loner.CALL_1:
        with_one = say("bid {suit} alone and ask for one card", suit=suit)
        return with_one if suit else say("bid alone and ask for one card")
    if loner is Loner.CALL_2:
        with_two = say("bid {suit} alone and ask for 2 cards", suit=suit)
        return with_two if suit else say("bid alone and ask for 2 cards")
    return say("bid {suit} alone", suit=suit) if suit else say("bid alone")


# Why a card is a good one to play, from the player's own hand and the table.


def why_play(at: Position, kind: int) -> Why:
    """The reason for playing that card."""
    return why_follow(at, kind) if at.best else why_lead(at, kind)


def why_lead(at: Position, kind: int) -> Why:
    """The reason for leading it."""
    card, table = the_card(kind), table_of(at.setup, at.strain)
    is_makers = at.setup.sides[at.turn] == at.setup.sides[at.maker]
    if is_makers and table.trumps >> kind & 1:
        return Why(
            Reason.DRAWS_TRUMP, say("Your side made trump: lead {card} to pull the defenders’ trump.", card=card)
        )
    if is_boss(at, table, kind, played_cards(at)):
        text = say("Lead {card}: it’s the highest card left in its suit.", card=card)
        return Why(Reason.CANNOT_BE_BEATEN, text)
    return Why(Reason.RISKS_LEAST, say("No lead is safe, but {card} risks the least.", card=card))


def why_follow(at: Position, kind: int) -> Why:
    """The reason for following with it, or for throwing it away."""
    card, sides = the_card(kind), at.setup.sides
    if at.worth[kind] > at.best:
        return why_take(at, kind)
    if sides[at.winner] == sides[at.turn]:
        text = say("Your partner is winning the trick: play {card} and keep your better cards.", card=card)
        return Why(Reason.PARTNER_HAS_IT, text)
    if any(at.worth[other] > at.best for other in legal_play(at)):
        return Why(Reason.SAVES_BETTER, say("This trick isn’t worth a better card: play {card}.", card=card))
    return Why(Reason.CANNOT_TAKE_IT, say("You can’t win this trick: {card} costs you the least.", card=card))


def why_take(at: Position, kind: int) -> Why:
    """The reason for taking the trick over."""
    card = the_card(kind)
    if table_of(at.setup, at.strain).trumps >> kind & 1 and not at.bound >> kind & 1:
        text = say("You have none of the suit led: trump the trick with {card}.", card=card)
        return Why(Reason.TRUMPS_IT, text)
    if at.ring[at.turn] == at.leader:
        return Why(Reason.TAKES_IT, say("You play last, and {card} is enough to win the trick.", card=card))
    text = say("{card} beats the cards on the table: play it.", card=at_the_start(card))
    return Why(Reason.TAKES_IT, text)


SPOKEN = (Verb.PASS, Verb.ORDER, Verb.CALL, Verb.BID)
PARTED = (Verb.DISCARD, Verb.GIVE)
PLAIN = {
    Verb.MISDEAL: (Reason.POOR_HAND, mark("The rules let you throw in a hand this poor, so throw it in.")),
    Verb.UNDER: (
        Reason.LOW_CARDS,
        mark("Your 3 low cards won’t win tricks: swap them for the cards under the upcard."),
    ),
    Verb.LEAVE: (Reason.LEAVES_CARD, mark("All your cards are worth more than the upcard: leave it.")),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action and why."""

    action: Action
    why: Why


def suggest(
    view: View, chance: Chance, strength: Strength = STRONG, score: tuple[int, ...] | None = None
) -> Suggestion:
    """What a bot of that strength would do at that score. Raises ValueError unless it is the viewer's turn."""
    action = PlayoutBot(strength, score).choose(view, chance)
    return Suggestion(action, explain(view, action))


def explain(view: View, action: Action) -> Why:
    """Why that action, which must be legal, is a good one."""
    at = recall(view).at
    if len(view.legal) == 1:
        return Why(Reason.ONLY_CHOICE, say("The rules leave you no other choice."))
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
        text = say("Discard {card}, and you can trump its suit.", card=the_card(kind))
        return Why(Reason.EMPTIES_SUIT, text)
    text = say("{card} is worth the least to you: let it go.", card=at_the_start(the_card(kind)))
    return Why(Reason.WORTH_LEAST, text)


def why_alone(at: Position, verb: Verb) -> Why:
    """The reason for playing or defending alone, or with the partner."""
    held = holding(at.cards[at.turn], at.strain)
    if verb is Verb.ALONE:
        return Why(Reason.STRONG_ALONE, say("You hold {held}: go alone.", held=held))
    if verb is Verb.DEFEND:
        return Why(Reason.STOPS_MAKERS, say("You hold {held}: defend alone.", held=held))
    text = say("You hold {held}: that isn’t enough without your partner.", held=held)
    return Why(Reason.NEEDS_PARTNER, text)
