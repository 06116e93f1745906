"""Taking tricks: who leads, what may be played, who wins. The same for every variant."""

from games.engine.cards import ALL_KINDS, FIRST_12, NEXT_12, ORDERS, SHORT, TWINS, kinds_in, without_card
from games.engine.choices import AloneLead, LeadTrump
from games.engine.position import Position


def begin_play(at: Position) -> bool:
    """Whoever sits out lays his hand down, and the first player leads. Nothing to play when nobody made trump."""
    if at.strain < 0:
        return False
    setup = at.setup
    at.out = sum(1 << seat for seat in sitting_out(at))
    at.ring = setup.ring(at.out)
    at.active = setup.seats - at.out.bit_count()
    order = ORDERS[at.strain]
    at.follows, at.worths = order.follow, order.worth
    at.turn = first_leader(at)
    start_trick(at)
    return True


def sitting_out(at: Position) -> tuple[int, ...]:
    """The partners of a lone maker and of a lone defender."""
    alone = at.setup.partners[at.maker] if at.loner else ()
    return alone + at.setup.partners[at.defender] if at.defender >= 0 else alone


def first_leader(at: Position) -> int:
    """The player after the dealer; if he sits out, the next who plays (Hoyle). Options move it to or past the maker."""
    rules = at.setup.rules
    if rules.bid_winner_leads:
        return at.maker
    if at.loner and rules.alone_lead is AloneLead.MAKER_LEFT:
        return at.ring[at.maker]
    return at.ring[at.dealer]


def start_trick(at: Position) -> None:
    """A new trick: any card may be led, unless trump may not be led yet and the leader holds something else."""
    at.left = at.active
    at.leader = at.turn
    at.trick_start = len(at.log)
    at.bound = ALL_KINDS
    if at.setup.limits_lead and not may_lead_trump(at):
        at.bound = ALL_KINDS & ~ORDERS[at.strain].trumps


def may_lead_trump(at: Position) -> bool:
    """Whether trump may be led by this house rule (always with nothing but trump in hand, see legal_play)."""
    if at.setup.rules.lead_trump is LeadTrump.AFTER_FIRST_TRICK:
        return at.tricks_left < at.setup.rules.cards_each
    return at.broken


def legal_play(at: Position) -> tuple[int, ...]:
    """Follow suit if you can, else any card: choose from the cards the trick binds you to, or from all."""
    hand = at.cards[at.turn]
    choice = hand & at.bound or hand
    if choice < SHORT:
        return FIRST_12[choice & 4095] + NEXT_12[choice >> 12]
    return kinds_in(choice)


def act_play(at: Position, card: int) -> bool:
    """Play the card. The lead decides what binds the others; a higher card takes the trick over, an equal one not."""
    seat = at.turn
    at.log.append(seat << 16 | card)
    hand = at.cards[seat]
    at.cards[seat] = hand ^ 1 << card if hand < TWINS else without_card(hand, card)
    if at.left == at.active:
        at.bound = at.follows[card]
        at.worth = worth = at.worths[card]
        at.best = worth[card]
        at.winner = seat
    elif at.worth[card] > at.best:
        at.best = at.worth[card]
        at.winner = seat
    at.left -= 1
    if at.left:
        at.turn = at.ring[seat]
        return False
    return end_trick(at)


def end_trick(at: Position) -> bool:
    """The winner takes the trick and leads to the next; the hand is over after the last."""
    at.won[at.winner] += 1
    at.turn = at.winner
    at.tricks_left -= 1
    if at.setup.limits_lead and not at.broken:
        trumps = ORDERS[at.strain].trumps
        at.broken = any(trumps >> (entry & 0xFFFF) & 1 for entry in at.log[at.trick_start :])
    if at.tricks_left == 0:
        return True
    start_trick(at)
    return False


def tricks_played(at: Position) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every trick so far as (seat, kind) in playing order, the last one perhaps unfinished."""
    plays = [(entry >> 16, entry & 0xFFFF) for entry in at.log if entry & 0xFFFF < 64]
    size = at.active or 1
    return tuple(tuple(plays[start : start + size]) for start in range(0, len(plays), size))


def winner_of(strain: int, plays: tuple[tuple[int, int], ...]) -> int:
    """Who wins a finished trick; of equal cards the first."""
    worth = ORDERS[strain].worth[plays[0][1]]
    return max(plays, key=lambda play: worth[play[1]])[0]
