"""Bid Euchre's bidding: tricks are bid, each bid higher than the last; the winner names what is played.

Single: each player speaks once. Auction: until all others have passed after a bid. The suits have no rank.
"""

from games.engine.actions import BID_0, CALL_0, NO_STRAIN, PASS, bid_rank
from games.engine.bidding import begin_round, make_trump
from games.engine.choices import Bidding
from games.engine.position import Position

FIRST_LONE = 17


def begin_auction(at: Position) -> bool:
    """Bidding starts beside the dealer, or with him."""
    return begin_round(at)


def legal_auction(at: Position) -> tuple[int, ...]:
    """Any higher bid, lone bids above all levels; or pass, unless the last bidder is stuck with no bid before him."""
    setup, rules = at.setup, at.setup.rules
    lowest = max(rules.minimum_bid, at.high + 1)
    ranks = [*range(lowest, rules.cards_each + 1), *(rank for rank in setup.lone_ranks if rank > at.high)]
    bids = tuple(code for rank in ranks for code in setup.bid_codes(rank))
    is_stuck = rules.stick_the_dealer and not at.high and at.passes == setup.seats - 1
    return bids if is_stuck else (PASS, *bids)


def act_auction(at: Position, code: int) -> bool:
    """One turn of the bidding."""
    at.spoken += 1
    at.passes += 1
    if code != PASS:
        at.maker, at.high, at.passes = at.turn, bid_rank(code), 0
        at.named = (code - BID_0) % 8
    at.turn = at.setup.next_seat[at.turn]
    if not is_decided(at):
        return False
    if at.maker >= 0 and at.named != NO_STRAIN:
        win_bid(at, at.named)
    return True


def is_decided(at: Position) -> bool:
    """Whether the bidding is over."""
    seats = at.setup.seats
    if at.setup.rules.bidding is Bidding.SINGLE:
        return at.spoken == seats
    return at.passes == (seats - 1 if at.high else seats)


def win_bid(at: Position, strain: int) -> None:
    """The highest bidder is maker. A lone bid promises all tricks."""
    is_lone = at.high >= FIRST_LONE
    loner = at.high - FIRST_LONE + 1 if is_lone else 0
    make_trump(at, at.maker, strain, loner, at.setup.rules.cards_each if is_lone else at.high)


def begin_name(at: Position) -> bool:
    """The winner of a bid without a suit names one now."""
    at.turn = at.maker if at.maker >= 0 else at.turn
    return at.maker >= 0 and at.strain < 0


def legal_name(at: Position) -> tuple[int, ...]:
    """Any strain on offer."""
    return at.setup.offered_calls(0)


def act_name(at: Position, code: int) -> bool:
    """The winner names the strain."""
    win_bid(at, (code - CALL_0) // 2)
    return True
