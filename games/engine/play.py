"""Taking tricks: who leads, what may be played, who wins. The same for every variant."""

from games.engine.cards import ALL_KINDS, FIRST_12, JOKER, NEXT_12, ORDERS, SHORT, TWINS, kinds_in, without_card
from games.engine.choices import AloneLead, LeadTrump
from games.engine.position import Position


def begin_play(at: Position) -> bool:
    """Players who sit out put down their hands, and the first player leads. False when no one made trump."""
    if at.strain < 0:
        return False
    setup = at.setup
    at.out = sitting_out(at)
    at.ring = setup.ring(at.out)
    at.active = setup.seats - at.out.bit_count()
    order = ORDERS[at.strain]
    at.follows, at.worths = order.follow, order.worth
    at.turn = at.leader = at.first = first_leader(at)
    if setup.limits_lead:
        limit_lead(at)
    return True


def sitting_out(at: Position) -> int:
    """The partners of a lone maker and of a lone defender, as bits."""
    bits = at.setup.partner_bits
    out = bits[at.maker] if at.loner else 0
    return out | bits[at.defender] if at.defender >= 0 else out


def first_leader(at: Position) -> int:
    """The player after the dealer; if he sits out, the next who plays (Hoyle). Options move it to or past the maker."""
    rules = at.setup.rules
    if rules.bid_winner_leads:
        return at.maker
    if at.loner and rules.alone_lead is AloneLead.MAKER_LEFT:
        return at.ring[at.maker]
    return at.ring[at.dealer]


def limit_lead(at: Position) -> None:
    """The leader must choose from his other cards while trump may not be led yet (see legal_play for only trumps)."""
    rule, trumps = at.setup.rules.lead_trump, ORDERS[at.strain].trumps
    last_trick = at.log[-at.active :] if at.tricks_left < at.setup.rules.cards_each else []
    at.broken = at.broken or any(trumps >> card & 1 for card in last_trick)
    if (not last_trick) if rule is LeadTrump.AFTER_FIRST_TRICK else (not at.broken):
        at.bound = ALL_KINDS & ~trumps


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
    at.log.append(card)
    hand = at.cards[seat]
    at.cards[seat] = hand ^ 1 << card if hand < TWINS else without_card(hand, card)
    best = at.best
    if not best:
        at.bound = at.follows[card]
        at.worth = worth = at.worths[card]
        at.best = worth[card]
        at.winner = seat
    elif at.worth[card] > best:
        at.best = at.worth[card]
        at.winner = seat
    turn = at.ring[seat]
    if turn == at.leader:
        return end_trick(at)
    at.turn = turn
    return False


def end_trick(at: Position) -> bool:
    """The winner takes the trick and leads any card to the next; the hand is over after the last."""
    at.won[at.winner] += 1
    at.turn = at.leader = at.winner
    at.best = 0
    at.bound = ALL_KINDS
    at.tricks_left -= 1
    if at.setup.limits_lead:
        limit_lead(at)
    return not at.tricks_left


def tricks_played(at: Position) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every trick so far as (seat, kind) in playing order, the last one perhaps unfinished."""
    cards = [entry for entry in at.log if entry < JOKER + 1]
    tricks: list[tuple[tuple[int, int], ...]] = []
    seat = at.first
    for start in range(0, len(cards), at.active or 1):
        seats = [seat]
        while len(seats) < at.active:
            seats.append(at.ring[seats[-1]])
        tricks.append(tuple(zip(seats, cards[start : start + at.active], strict=False)))
        seat = winner_of(at.strain, tricks[-1])
    return tuple(tricks)


def winner_of(strain: int, plays: tuple[tuple[int, int], ...]) -> int:
    """Who wins a finished trick; of equal cards the first."""
    worth = ORDERS[strain].worth[plays[0][1]]
    return max(plays, key=lambda play: worth[play[1]])[0]
