"""Making trump in Classic Euchre: the turned card is ordered up or turned down, then a suit is called.

Only bidding: what the dealer and lone players do afterwards is in exchange.py, Bid Euchre's auction in auction.py.
"""

from itertools import combinations

from games.engine.actions import CALL_0, EXCHANGED, MISDEAL, ORDER_ALONE, PASS, UNDER_0, under_code, under_kinds
from games.engine.cards import JOKER, KINDS, ORDERS, Suit, every_kind_in, with_card, without_card
from games.engine.choices import CallNeeds, JokerTurnedUp, MisdealClaim
from games.engine.position import Position

ALONE = 3
ACES = 0xF | 0xF << KINDS
FACES = (0xFFF0 | 1 << JOKER) * (1 | 1 << KINDS)


def make_trump(at: Position, maker: int, strain: int, loner: int, level: int = 0) -> None:
    """Records what the hand is played in, once a player has named it."""
    at.maker, at.strain, at.loner, at.level = maker, strain, loner, level


def begin_blind(at: Position) -> bool:
    """The joker is turned up and the dealer must name trump before he looks at his hand."""
    at.turn = at.dealer
    return at.turned == JOKER and at.setup.rules.joker_turned_up is JokerTurnedUp.DEALER_BLIND


def legal_blind(at: Position) -> tuple[int, ...]:
    """Any suit, alone or not; no-trump games belong to the second round."""
    return tuple(code for code in at.setup.offered_calls(0) if code < CALL_0 + 8)


def act_blind(at: Position, code: int) -> bool:
    """The dealer's side are makers, and he takes the joker."""
    at.ordered = True
    return act_call(at, code)


def begin_order(at: Position) -> bool:
    """First round: the turned card is offered round the table."""
    return begin_round(at)


def begin_round(at: Position) -> bool:
    """Bidding goes once round the table, unless trump is made or the hand thrown in already."""
    if at.strain >= 0 or at.misdealt:
        return False
    setup = at.setup
    at.spoken = at.passes = 0
    at.turn = at.dealer if setup.rules.dealer_bids_first else setup.next_seat[at.dealer]
    return True


def offered_suit(at: Position) -> int:
    """The suit of the turned card; a joker offers spades."""
    return Suit.SPADES.value if at.turned == JOKER else at.turned % 4


def legal_order(at: Position) -> tuple[int, ...]:
    """Pass, or order the turned card up, alone or not; and what a poor hand may claim."""
    setup = at.setup
    if setup.is_free_to_order:
        return setup.orders
    orders = setup.orders
    if setup.rules.canadian_loner and at.dealer in setup.partners[at.turn]:
        orders = (PASS, ORDER_ALONE)
    if not holds_what_a_call_needs(at):
        orders = (PASS,)
    return (*orders, *claims(at)) if setup.has_claims else orders


def holds_what_a_call_needs(at: Position) -> bool:
    """A card of the printed suit, or any trump including the left bower and the joker."""
    suit = offered_suit(at)
    hand = at.cards[at.turn]
    needs = at.setup.rules.call_needs
    if needs is CallNeeds.NATURAL:
        return bool(hand & 0x11111111 << suit)
    return needs is CallNeeds.ANYTHING or bool(hand & ORDERS[suit].trumps)


def claims(at: Position) -> tuple[int, ...]:
    """Throwing in a misdeal, and each way to go under."""
    hand = at.cards[at.turn]
    throw_in = (MISDEAL,) if is_misdeal(hand, at.setup.rules.misdeal_claim) else ()
    if not at.setup.rules.go_under or at.under >= 0:
        return throw_in
    low = at.setup.low_cards
    kinds = every_kind_in(hand & (low | low << KINDS))
    return throw_in + tuple(sorted({under_code(three) for three in combinations(kinds, EXCHANGED)}))


def is_misdeal(hand: int, claim: MisdealClaim) -> bool:
    """Whether the hand may be thrown in: no face card (nor joker), and one ace or none as the rule says."""
    aces = (hand & ACES).bit_count()
    if hand & FACES or aces > 1 or claim is MisdealClaim.NEVER:
        return False
    return claim is not (MisdealClaim.NO_ACE_NO_FACE if aces else MisdealClaim.ACE_NO_FACE)


def act_order(at: Position, code: int) -> bool:
    """One turn of the first round; going under is followed by the bid of the same player."""
    if code >= UNDER_0:
        go_under(at, under_kinds(code))
        return False
    if code == MISDEAL:
        at.misdealt = True
        return True
    if code == PASS:
        return pass_turned_card(at)
    at.ordered = True
    make_trump(at, at.turn, offered_suit(at), ALONE if code == ORDER_ALONE else 0)
    return True


def go_under(at: Position, low: tuple[int, ...]) -> None:
    """Exchanges three low cards for the top three under the turned one; further cards stay where they are, unseen."""
    hand = at.cards[at.turn]
    for kind in low:
        hand = without_card(hand, kind)
    for kind in at.kitty[:EXCHANGED]:
        hand = with_card(hand, kind)
    at.cards[at.turn] = hand
    at.kitty = (*low, *at.kitty[EXCHANGED:])
    at.under = at.turn


def pass_turned_card(at: Position) -> bool:
    """Pass; with an advancing kitty the next player is offered the next card. The last kitty card stays."""
    at.spoken += 1
    is_last = at.spoken == at.setup.seats
    if is_last or at.setup.rules.advance_kitty:
        at.barred |= 1 << offered_suit(at)
    if at.setup.rules.advance_kitty and at.kitty and not is_last:
        at.gone += (at.turned,)
        at.turned, at.kitty = at.kitty[0], at.kitty[1:]
    at.turn = at.setup.next_seat[at.turn]
    return is_last


def begin_call(at: Position) -> bool:
    """Second round: the card is turned down and any other suit may be named."""
    return begin_round(at)


def legal_call(at: Position) -> tuple[int, ...]:
    """Pass, unless the last bidder is stuck, or name a strain that is not barred."""
    setup = at.setup
    calls = setup.offered_calls(at.barred if setup.bars else 0)
    is_stuck = setup.rules.stick_the_dealer and at.spoken == setup.seats - 1
    return calls if is_stuck else (PASS, *calls)


def act_call(at: Position, code: int) -> bool:
    """One turn of the second round. When all have passed the deal passes on."""
    if code == PASS:
        at.spoken += 1
        at.turn = at.setup.next_seat[at.turn]
        return at.spoken == at.setup.seats
    strain, alone = divmod(code - CALL_0, 2)
    make_trump(at, at.turn, strain, ALONE if alone else 0)
    return True
