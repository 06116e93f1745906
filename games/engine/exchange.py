"""Between trump and the first lead: cards taken up, discarded and passed, and who plays alone.

Each stage knows whether it begins, what is legal in it, and what an action does; act_* returns whether it is over.
"""

from games.engine.actions import ALONE, ASSIST, DEFEND, DISCARD_0, GIVE_0, LEAVE, LONERS, PARTNER
from games.engine.cards import ORDERS, kinds_in, with_card, without_card
from games.engine.choices import DealerDiscard, DefendAlone, DefendAsked
from games.engine.position import Position
from games.engine.scoring import Loner
from games.engine.seating import turn_order

CALLED_CARDS = {Loner.CALL_1: 1, Loner.CALL_2: 2}


def lay_away(at: Position, kind: int) -> None:
    """A card of the hand goes face down; only its player knows it."""
    at.cards[at.turn] = without_card(at.cards[at.turn], kind)
    at.laid += ((at.turn, kind),)


def discards_in(hand: int) -> tuple[int, ...]:
    """Laying away each card of a hand."""
    return tuple([DISCARD_0 + kind for kind in kinds_in(hand)])


def begin_bury(at: Position) -> bool:
    """Bid Euchre: the winner takes up the kitty."""
    if not at.setup.rules.kitty_to_winner or at.strain < 0:
        return False
    for kind in at.kitty:
        at.cards[at.maker] = with_card(at.cards[at.maker], kind)
    at.turn = at.maker
    return True


def legal_bury(at: Position) -> tuple[int, ...]:
    """Any card, one after the other."""
    return discards_in(at.cards[at.turn])


def act_bury(at: Position, code: int) -> bool:
    """Lay away as many as were taken."""
    lay_away(at, code - DISCARD_0)
    if len(at.laid) < len(at.kitty):
        return False
    at.kitty = ()
    return True


def begin_take(at: Position) -> bool:
    """Gives the dealer the turned card if it was ordered, no matter who ordered it (in-world table), alone or not."""
    if not at.ordered:
        return False
    at.turn = at.dealer
    at.cards[at.dealer] = with_card(at.cards[at.dealer], at.turned)
    at.taken = True
    return True


def legal_take(at: Position) -> tuple[int, ...]:
    """Lay one card away (perhaps not the one just taken), or leave the turned card where the rules allow it."""
    hand, rules = at.cards[at.dealer], at.setup.rules
    if rules.dealer_discard is DealerDiscard.NOT_TURNED:
        hand = without_card(hand, at.turned)
    codes = discards_in(hand)
    return (*codes, LEAVE) if rules.dealer_may_decline else codes


def act_take(at: Position, code: int) -> bool:
    """The dealer has his hand."""
    if code == LEAVE:
        at.cards[at.dealer] = without_card(at.cards[at.dealer], at.turned)
        at.taken = False
    else:
        lay_away(at, code - DISCARD_0)
    return True


def begin_alone(at: Position) -> bool:
    """Where it is said only now, the maker decides whether to play alone."""
    at.turn = at.maker
    return at.setup.asks_alone and at.strain >= 0 and not at.loner


def legal_alone(at: Position) -> tuple[int, ...]:
    """Alone or with the partner."""
    return (ALONE, PARTNER)


def act_alone(at: Position, code: int) -> bool:
    """The maker has decided."""
    at.loner = LONERS.index(Loner.ALONE) if code == ALONE else 0
    return True


def begin_defend(at: Position) -> bool:
    """Defenders are asked in turn whether one plays alone."""
    asked = at.setup.defends
    if at.strain < 0 or asked is DefendAlone.NEVER or (asked is DefendAlone.AGAINST_ALONE and not at.loner):
        return False
    rules, sides = at.setup.rules, at.setup.sides
    first = at.maker if rules.defend_asked is DefendAsked.MAKER_LEFT else at.dealer
    order = turn_order(rules, at.setup.next_seat[first])
    at.queue = tuple(seat for seat in order if sides[seat] != sides[at.maker])
    at.turn = at.queue[0]
    return True


def legal_defend(at: Position) -> tuple[int, ...]:
    """Alone, or with the partner."""
    return (DEFEND, ASSIST)


def act_defend(at: Position, code: int) -> bool:
    """The first to speak up defends alone; the others are not asked."""
    if code == DEFEND:
        at.defender = at.turn
        return True
    at.queue = at.queue[1:]
    at.turn = at.queue[0] if at.queue else at.turn
    return not at.queue


def called_cards(at: Position) -> int:
    """How many cards a lone maker and his partner pass each other."""
    if at.setup.is_bid:
        return CALLED_CARDS.get(LONERS[at.loner], 0)
    return int(bool(at.loner) and at.setup.rules.call_for_best)


def begin_give(at: Position) -> bool:
    """A lone maker gives first, before he sees what comes back (Bicycle, pagat)."""
    at.turn = at.maker
    return called_cards(at) > 0


def legal_give(at: Position) -> tuple[int, ...]:
    """Any card of the hand."""
    return tuple([GIVE_0 + kind for kind in kinds_in(at.cards[at.turn])])


def act_give(at: Position, code: int) -> bool:
    """The card waits face down until the partner has given his."""
    kind = code - GIVE_0
    at.cards[at.turn] = without_card(at.cards[at.turn], kind)
    at.given += (kind,)
    return len(at.given) == called_cards(at)


def begin_best(at: Position) -> bool:
    """The partner gives his best and sits out."""
    if not at.given:
        return False
    at.turn = at.setup.partners[at.maker][0]
    return True


def legal_best(at: Position) -> tuple[int, ...]:
    """The highest trump, else any card of the highest rank: the card that counts most when led."""
    worth = ORDERS[at.strain].worth
    kinds = kinds_in(at.cards[at.turn])
    best = max(worth[kind][kind] for kind in kinds)
    return tuple(GIVE_0 + kind for kind in kinds if worth[kind][kind] == best)


def act_best(at: Position, code: int) -> bool:
    """When all are given, both take up what they got."""
    kind = code - GIVE_0
    at.cards[at.turn] = without_card(at.cards[at.turn], kind)
    at.returned += (kind,)
    if len(at.returned) < len(at.given):
        return False
    for mine, theirs in zip(at.given, at.returned, strict=True):
        at.cards[at.turn] = with_card(at.cards[at.turn], mine)
        at.cards[at.maker] = with_card(at.cards[at.maker], theirs)
    return True
