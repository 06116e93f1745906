"""What an experienced player says before the first lead: order, call, bid, alone or not.

Every choice looks at the speaker's own hand and at what all have heard, never at another hand. Each answers a code that
the rules allow at that moment. These are rules of thumb, which don't know the score: a playout bot tries them on deals,
and `aim` says what its points are worth.
"""

from math import inf

from games.engine.actions import (
    ALONE,
    ASSIST,
    BID_0,
    CALL_0,
    DEFEND,
    MISDEAL,
    NO_STRAIN,
    ORDER,
    ORDER_ALONE,
    PARTNER,
    PASS,
    UNDER_0,
    bid_rank,
    under_kinds,
)
from games.engine.auction import FIRST_LONE, legal_auction, legal_name
from games.engine.bidding import ALONE as LONE
from games.engine.bidding import legal_blind, legal_call, legal_order, offered_suit
from games.engine.bots.laying_away import without_worst
from games.engine.bots.valuation import contract_value, own_tricks, side_tricks
from games.engine.cards import ORDERS, TWINS, with_card, without_card
from games.engine.position import Position

CALL_AT, AGAINST_AT = 0.1, 0.3
"""Points that a call has to promise; an order to an opponent who deals."""
TURNED_SHARE, TURNED_LOSS = 0.4, 0.7
"""How much of what the turned card would add to the own hand is gained when the partner takes it up, and lost when an
opponent does."""
ALONE_AT = 0.15
DEFEND_AT = 0.6


def choose_blind(at: Position) -> int:
    """Nothing is known yet, so one suit is as good as another."""
    return legal_blind(at)[0]


def choose_order(at: Position) -> int:
    """Throw in a poor hand, go under with a poor hand, or order when the contract is worth it."""
    codes = legal_order(at)
    if MISDEAL in codes:
        return MISDEAL
    sides = at.setup.sides
    order = best_of(at, codes, CALL_AT if sides[at.turn] == sides[at.dealer] else AGAINST_AT)
    if codes[-1] >= UNDER_0 and not order:
        return best_under(at, codes)
    return order or PASS


def best_under(at: Position, codes: tuple[int, ...]) -> int:
    """The exchange that leaves the best cards."""
    exchanges = [code for code in codes if code >= UNDER_0]
    strain, hand = offered_suit(at), at.cards[at.turn]
    return max(exchanges, key=lambda code: own_tricks(at.setup, strain, without_low(hand, code)))


def without_low(hand: int, code: int) -> int:
    """The hand without the three cards of an exchange."""
    for kind in under_kinds(code):
        hand = without_card(hand, kind)
    return hand


def choose_call(at: Position) -> int:
    """The best call when it is worth it, or when passing isn't allowed."""
    codes = legal_call(at)
    return best_of(at, codes, CALL_AT if PASS in codes else -inf) or PASS


def best_of(at: Position, codes: tuple[int, ...], least: float = CALL_AT) -> int:
    """The order or call that promises most, 0 when none promises at least so much."""
    best, most, known = 0, -inf, -1
    may_pass = PASS in codes
    for code in codes:
        if not (code in (ORDER, ORDER_ALONE) or CALL_0 <= code < BID_0):
            continue
        strain, is_alone = call_parts(at, code)
        if strain != known:
            known, own = strain, tricks_as_maker(at, strain, code < CALL_0)
            is_open = not may_pass or has_trump_for(at, code)
        if is_open and (value := maker_value(at, own, is_alone)) > most:
            best, most = code, value
    return best if most >= least else 0


def has_trump_for(at: Position, code: int) -> bool:
    """Whether the speaker holds or takes up at least one trump of an order or call. Without one no one should call."""
    strain, _ = call_parts(at, code)
    trumps = ORDERS[strain].trumps
    takes_up = code < CALL_0 and at.turn == at.dealer
    return takes_up or not trumps or bool((at.cards[at.turn] | at.cards[at.turn] // TWINS) & trumps)


def call_value(at: Position, code: int) -> float:
    """Points that an order or call promises the caller's side."""
    strain, is_alone = call_parts(at, code)
    own = tricks_as_maker(at, strain, code < CALL_0)
    return maker_value(at, own, is_alone)


def call_parts(at: Position, code: int) -> tuple[int, bool]:
    """The strain that is named, and whether alone."""
    if code < CALL_0:
        return offered_suit(at), code == ORDER_ALONE
    strain, alone = divmod(code - CALL_0, 2)
    return strain, bool(alone)


def maker_value(at: Position, own: float, is_alone: bool) -> float:
    """Points for a Classic maker whose own hand is good for this many tricks."""
    if is_alone:
        return contract_value(at.setup, 0, LONE, own) - ALONE_AT
    return contract_value(at.setup, 0, 0, side_tricks(at.setup, own))


def tricks_as_maker(at: Position, strain: int, is_order: bool) -> float:
    """Tricks of the speaker's own hand; the turned card helps the dealer's side and hurts the others."""
    setup, hand = at.setup, at.cards[at.turn]
    if not is_order:
        return own_tricks(setup, strain, hand)
    if at.turn == at.dealer:
        return own_tricks(setup, strain, without_worst(setup, strain, with_card(hand, at.turned)))
    own = own_tricks(setup, strain, hand)
    gain = own_tricks(setup, strain, with_card(hand, at.turned)) - own
    return own + TURNED_SHARE * gain if setup.sides[at.turn] == setup.sides[at.dealer] else own - TURNED_LOSS * gain


def choose_alone(at: Position) -> int:
    """Alone when that promises more than playing with the partner."""
    own = own_tricks(at.setup, at.strain, at.cards[at.turn])
    return ALONE if maker_value(at, own, True) > maker_value(at, own, False) else PARTNER


def choose_defend(at: Position) -> int:
    """Alone when the hand can be expected to beat the makers by itself."""
    setup = at.setup
    made = min(
        tricks
        for (level, loner, tricks), row in setup.rows.items()
        if (level, loner) == (at.level, at.loner) and row.makers > 0
    )
    needed = setup.rules.cards_each - made + 1
    return DEFEND if own_tricks(setup, at.strain, at.cards[at.turn]) >= needed + DEFEND_AT else ASSIST


def choose_bid(at: Position) -> int:
    """The lowest bid of the most promising kind, unless a partner holds the bidding or none is worth it."""
    codes = legal_auction(at)
    bids = [code for code in codes if code != PASS]
    value, best = max([(bid_value(at, code), -code) for code in bids], default=(0.0, -PASS))
    if PASS not in codes or (value > CALL_AT and not is_held_by_partner(at)):
        return -best
    return PASS


def is_held_by_partner(at: Position) -> bool:
    """Whether the highest bid so far belongs to the player's own side."""
    return at.maker >= 0 and at.setup.sides[at.maker] == at.setup.sides[at.turn]


def bid_value(at: Position, code: int) -> float:
    """Points that a bid promises the bidder's side; a bid without a suit is as good as its best suit."""
    setup, rank, strain = at.setup, bid_rank(code), (code - BID_0) % 8
    strains = setup.strains if strain == NO_STRAIN else (strain,)
    own = max(own_tricks(setup, each, at.cards[at.turn]) for each in strains)
    if rank >= FIRST_LONE:
        called = FIRST_LONE + LONE - 1 - rank
        return contract_value(setup, setup.rules.cards_each, rank - FIRST_LONE + 1, own + 0.5 * called)
    return contract_value(setup, rank, 0, side_tricks(setup, own))


def choose_name(at: Position) -> int:
    """The strain in which the hand takes most."""
    setup, hand = at.setup, at.cards[at.turn]
    return max(legal_name(at), key=lambda code: own_tricks(setup, (code - CALL_0) // 2, hand))
