"""A decision and what was wrong with it, in one sentence that a player understands, and nothing the seat couldn't know.

Sentences are made for estimates (`as_known`) alone. What open cards say is hindsight and gets numbers, no advice.
"""

from games.engine.actions import Action, Verb
from games.engine.analysis.as_known import KnownMoment
from games.engine.bidding import offered_suit
from games.engine.bots.hiding import played_kinds, shown_out
from games.engine.bots.recall import recall
from games.engine.bots.strain_tables import StrainTable, table_of
from games.engine.bots.wording import holding, number_words, suit_words, the_card
from games.engine.card_names import at_the_start
from games.engine.cards import ORDERS, with_card, without_card
from games.engine.language import decimal, mark, say
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.scoring import Loner
from games.engine.view import View

LITTLE = 0.05
"""Points or tricks that round to nothing."""


def sentence(view: View, moment: KnownMoment, players: tuple[str, ...]) -> str:
    """What a decision cost, and why by what the seat had seen. For one that lost nothing it says so.

    view: of the seat at that moment. players: names by seat.
    """
    what = at_the_start(doing(view, moment.chosen.action))
    if not moment.chosen.loss:
        return say("{what} was the best choice.", what=what)
    why = reason(view, moment, players)
    return say("{what} cost {cost}: {why}.", what=what, cost=cost(moment), why=why)


def cost(moment: KnownMoment) -> str:
    """The loss in points, and in tricks where it's one."""
    points, tricks = decimal(f"{moment.chosen.loss:.1f}"), moment.chosen.tricks_lost
    if moment.chosen.loss < LITTLE:
        return say("almost nothing")
    if tricks is None or tricks < LITTLE:
        return say("{points} points", points=points)
    return say("{points} points ({tricks} tricks)", points=points, tricks=decimal(f"{tricks:.1f}"))


# What was done, as the subject of a sentence.

PLAIN = {
    Verb.PASS: mark("passing"),
    Verb.ALONE: mark("going alone"),
    Verb.PARTNER: mark("playing with a partner"),
    Verb.DEFEND: mark("defending alone"),
    Verb.ASSIST: mark("defending with a partner"),
    Verb.MISDEAL: mark("throwing in the hand"),
    Verb.LEAVE: mark("leaving the upcard"),
    Verb.UNDER: mark("going under"),
}


def doing(view: View, action: Action) -> str:
    """An action of the seat that looks, as "leading the ace of hearts"."""
    if action.verb in PLAIN:
        return say(PLAIN[action.verb])
    if action.verb is Verb.PLAY:
        is_lead = all(trick.winner is not None for trick in view.tricks)
        card = the_card(action.card.kind)
        return say("leading {card}", card=card) if is_lead else say("playing {card}", card=card)
    if action.verb is Verb.DISCARD:
        return say("discarding {card}", card=the_card(action.card.kind))
    if action.verb is Verb.GIVE:
        return say("giving {card}", card=the_card(action.card.kind))
    if action.verb is Verb.ORDER:
        return ordering(view, is_alone=action.loner is Loner.ALONE)
    return naming(action)


def ordering(view: View, *, is_alone: bool) -> str:
    """The dealer picks up, the others order."""
    if view.viewer == view.dealer:
        return say("picking it up alone") if is_alone else say("picking it up")
    return say("ordering it up alone") if is_alone else say("ordering it up")


def naming(action: Action) -> str:
    """A call or a bid."""
    suit = "" if action.strain is None else suit_words(action.strain.number)
    if action.level is not None:
        level = number_words(action.level)
        return say("bidding {level} in {suit}", level=level, suit=suit) if suit else say("bidding {level}", level=level)
    if action.verb is Verb.CALL:
        is_alone = action.loner is Loner.ALONE
        return say("calling {suit} alone", suit=suit) if is_alone else say("calling {suit}", suit=suit)
    if action.loner is Loner.CALL_1:
        return (
            say("bidding {suit} alone with one card from partner", suit=suit)
            if suit
            else say("bidding alone with one card from partner")
        )
    if action.loner is Loner.CALL_2:
        return (
            say("bidding {suit} alone with 2 cards from partner", suit=suit)
            if suit
            else say("bidding alone with 2 cards from partner")
        )
    return say("bidding {suit} alone", suit=suit) if suit else say("bidding alone")


# Why another choice was better.


def reason(view: View, moment: KnownMoment, players: tuple[str, ...]) -> str:
    """A clause without a full stop."""
    at, chosen, best = recall(view).at, moment.chosen.action, moment.best.action
    if moment.phase is Phase.PLAY:
        kinds = chosen.card.kind, best.card.kind
        return (why_follow if at.best else why_lead)(at, *kinds, players)
    if best.verb is Verb.PASS:
        return say("the hand had only {held}", held=held_for(at, chosen))
    if best.verb is Verb.DISCARD:
        return why_part(at, best.card.kind, doing(view, best))
    if best.verb in (Verb.ORDER, Verb.CALL, Verb.BID):
        better = doing(view, best)
        return say("{choice} was better, with {held}", choice=better, held=held_for(at, best))
    return was_better(doing(view, best))


def was_better(better: str) -> str:
    """When there is no more to say."""
    return say("{choice} was better", choice=better)


def held_for(at: Position, action: Action) -> str:
    """What the hand has for what is called."""
    if action.verb is Verb.ORDER:
        hand = at.cards[at.turn]
        return holding(with_card(hand, at.turned) if at.turn == at.dealer else hand, offered_suit(at))
    strain = action.strain.number if action.strain is not None else at.setup.strains[0]
    return holding(at.cards[at.turn], strain)


def why_part(at: Position, best: int, better: str) -> str:
    """What discarding another card would have done."""
    table, hand = table_of(at.setup, at.strain), without_card(at.cards[at.turn], best)
    suit = next(ladder for ladder in table.ladders if ladder.members >> best & 1)
    if hand & table.trumps and not suit.members & (hand | table.trumps):
        return say("without {card}, the hand could trump that suit", card=the_card(best))
    return was_better(better)


def why_lead(at: Position, chosen: int, best: int, players: tuple[str, ...]) -> str:
    """What the leader could see that speaks against the card, else for the other."""
    table, shut = table_of(at.setup, at.strain), shown_out(at)
    others = [seat for seat in active(at) if at.setup.sides[seat] != at.setup.sides[at.turn]]
    suit = ORDERS[at.strain].follow[chosen]
    taken = at.turned if at.taken and at.turned not in played_kinds(at) else -1
    if at.dealer in others and taken >= 0 and suit >> taken & 1 and table.rank[taken] > table.rank[chosen]:
        return say("{player} had picked up {card}", player=players[at.dealer], card=the_card(taken))
    if not table.trumps >> chosen & 1 and suit != ORDERS[at.strain].follow[best]:
        for seat in others:
            if table.trumps and suit & ~shut[seat] == 0 and table.trumps & ~shut[seat]:
                return say("{player} was out of that suit and could trump it", player=players[seat])
    if is_highest(at, table, best) and best != chosen:
        return say("{card} was the highest card left in its suit", card=the_card(best))
    above = better_cards(at, table, chosen)
    if above and not is_highest(at, table, chosen):
        return say("{card} was still out", card=the_card(above[0]))
    return was_better(say("leading {card}", card=the_card(best)))


def why_follow(at: Position, chosen: int, best: int, players: tuple[str, ...]) -> str:
    """The same for a card that follows."""
    takes, would_take = at.worth[chosen] > at.best, at.worth[best] > at.best
    is_partners = at.setup.sides[at.winner] == at.setup.sides[at.turn]
    is_last, card = at.ring[at.turn] == at.leader, the_card(best)
    if takes and not would_take and is_partners:
        return say("{player} was already winning the trick", player=players[at.winner])
    if would_take and not takes:
        return (
            say("{card} would have won the trick", card=card)
            if is_last
            else say("{card} would have beaten what was on the table", card=card)
        )
    if takes and would_take and at.worth[best] < at.worth[chosen]:
        return say("{card} was enough", card=card)
    if takes and would_take and not is_last:
        return say("{card} was harder to beat", card=card)
    table = table_of(at.setup, at.strain)
    if not takes and is_highest(at, table, chosen) and not is_highest(at, table, best):
        return say("{card} was worth keeping as the highest card left in its suit", card=the_card(chosen))
    return was_better(say("playing {card}", card=card))


def active(at: Position) -> list[int]:
    """The seats that play tricks."""
    return [seat for seat in range(at.setup.seats) if not at.out >> seat & 1]


def better_cards(at: Position, table: StrainTable, kind: int) -> list[int]:
    """Cards of its suit that beat it and that the seat hasn't seen, the best first."""
    seen = at.cards[at.turn] | sum(1 << own for own in set(played_kinds(at)))
    suit = next(ladder for ladder in table.ladders if ladder.members >> kind & 1)
    above = suit.kinds[: suit.kinds.index(kind)]
    gone = {own for owner, own in at.laid if owner == at.turn} | ({at.turned} if not at.taken else set())
    return [own for own in above if not seen >> own & 1 and own not in gone]


def is_highest(at: Position, table: StrainTable, kind: int) -> bool:
    """Whether no card of its suit that is out beats it."""
    return not better_cards(at, table, kind)
