"""Which of the legal choices are worth trying: all cards that differ, and of bids and discards the promising ones."""

from games.engine.actions import BID_0, CALL_0, DISCARD_0, GIVE_0, LEAVE, ORDER, ORDER_ALONE, UNDER_0
from games.engine.bots.calling import best_under, bid_value, call_value
from games.engine.bots.hiding import played_kinds
from games.engine.bots.laying_away import cost_of_parting
from games.engine.bots.solver import runs
from games.engine.bots.strain_tables import table_of
from games.engine.bots.valuation import own_tricks
from games.engine.cards import ALL_KINDS, mask_of
from games.engine.phases import Phase
from games.engine.position import Position

MOST_CALLS, MOST_CARDS = 4, 3


def candidates(at: Position, codes: tuple[int, ...], favourite: int) -> list[int]:
    """Legal codes to try, the favourite (what the rules of thumb say) first."""
    if at.phase == Phase.PLAY:
        found = unlike_plays(at, codes, favourite)
    elif at.phase in (Phase.TAKE, Phase.BURY, Phase.GIVE):
        found = cheapest_cards(at, codes)
    else:
        found = promising_calls(at, codes)
    return [favourite, *(code for code in found if code != favourite)]


def unlike_plays(at: Position, codes: tuple[int, ...], favourite: int) -> list[int]:
    """The lowest card of each run but the favourite's. Of two packs every card is tried."""
    if at.setup.rules.packs > 1:
        return list(codes)
    known = at.cards[at.turn] | mask_of(played_kinds(at))
    every = runs(table_of(at.setup, at.strain), mask_of(codes), ALL_KINDS & ~known)
    return [run[-1] for run in every if favourite not in run]


def cheapest_cards(at: Position, codes: tuple[int, ...]) -> list[int]:
    """Parting with the few cards that cost least, and leaving the turned card where that is possible."""
    first = GIVE_0 if at.phase == Phase.GIVE else DISCARD_0
    hand = at.cards[at.turn]
    cards = [code for code in codes if code != LEAVE]
    cards.sort(key=lambda code: cost_of_parting(at.setup, at.strain, hand, code - first))
    return cards[:MOST_CARDS] + [code for code in codes if code == LEAVE]


def promising_calls(at: Position, codes: tuple[int, ...]) -> list[int]:
    """Whatever is no bid, the best exchange, and the bids that promise most."""
    calls = [code for code in codes if is_call(code)]
    calls.sort(key=lambda code: -value_of(at, code))
    others = [code for code in codes if not is_call(code) and code < UNDER_0]
    exchanges = [best_under(at, codes)] if codes[-1] >= UNDER_0 else []
    return others + calls[:MOST_CALLS] + exchanges


def is_call(code: int) -> bool:
    """Whether the code orders, calls or bids."""
    return code in (ORDER, ORDER_ALONE) or CALL_0 <= code < UNDER_0


def value_of(at: Position, code: int) -> float:
    """How much an order, call or bid promises by the rules of thumb: points, or tricks once the bid is won."""
    if at.phase == Phase.NAME:
        return own_tricks(at.setup, (code - CALL_0) // 2, at.cards[at.turn])
    return bid_value(at, code) if code >= BID_0 else call_value(at, code)
