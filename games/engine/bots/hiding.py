"""Where the cards are that a seat has not seen, and which of them can be there: the frame that every guess must fit."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from games.engine.actions import EXCHANGED
from games.engine.bots.recall import Memory
from games.engine.cards import ALL_KINDS, KINDS, ORDERS, every_kind_in
from games.engine.choices import DealerDiscard, LeadTrump
from games.engine.phases import Phase
from games.engine.play import tricks_played
from games.engine.position import Position


class Spot(Enum):
    """What kind of place hidden cards are in.

    UNDER: low cards that a player put under the turned one; GIVEN: on their way from a lone maker to his partner.
    """

    HAND = "hand"
    LAID = "laid"
    UNDER = "under"
    KITTY = "kitty"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Place:
    """One place with hidden cards. seat: whose, -1 for none. room: how many cards. may_be: which, as a hand."""

    spot: Spot
    seat: int
    room: int
    may_be: int


def hidden_places(memory: Memory) -> tuple[Place, ...]:
    """Every place with cards that the seat has not seen."""
    at = memory.at
    shut = shown_out(at)
    pins = Counter(seat for seat, _ in pinned_cards(memory))
    hands = [
        Place(Spot.HAND, seat, count - pins[seat], ALL_KINDS & ~shut[seat])
        for seat, count in enumerate(memory.counts)
        if not at.cards[seat]
    ]
    laid = Counter(seat for seat, _ in at.laid if seat != memory.seat)
    away = [Place(Spot.LAID, seat, count, may_be_laid(at)) for seat, count in laid.items()]
    low = len(exchanged(at))
    kitty = [Place(Spot.KITTY, -1, len(at.kitty) - low, ALL_KINDS)]
    under = [Place(Spot.UNDER, at.under, low, at.setup.low_cards)]
    on_the_way = [Place(Spot.GIVEN, at.maker, len(at.given), ALL_KINDS)]
    places = [*hands, *away]
    places += kitty if at.phase != Phase.BURY else []
    places += under if at.under != memory.seat else []
    places += on_the_way if at.phase == Phase.BEST else []
    return tuple(place for place in places if place.room)


def exchanged(at: Position) -> tuple[int, ...]:
    """The low cards that lie under the turned one because a player swapped them there ("going under")."""
    return at.kitty[:EXCHANGED] if at.under >= 0 else ()


def may_be_laid(at: Position) -> int:
    """What a dealer may have discarded, as a hand."""
    is_kept = at.taken and at.setup.rules.dealer_discard is DealerDiscard.NOT_TURNED
    return ALL_KINDS & ~(1 << at.turned) if is_kept and at.setup.rules.packs == 1 else ALL_KINDS


def pinned_cards(memory: Memory) -> tuple[tuple[int, int], ...]:
    """Cards that must be in a certain hand, as (seat, kind): what the seat gave away, and what the dealer took up.

    A dealer who can still hold the turned card is assumed to hold it; hardly anyone discards it.
    """
    at, seat = memory.at, memory.seat
    if at.phase == Phase.PLAY and at.given:
        return tuple((at.setup.partners[seat][0], kind) for kind in at.given) if seat == at.maker else ()
    if not at.taken or at.dealer == seat or at.setup.rules.packs > 1 or at.turned in played_kinds(at):
        return ()
    is_out = at.setup.rules.cards_each == len(cards_played_by(at)[at.dealer])
    return () if is_out or shown_out(at)[at.dealer] >> at.turned & 1 else ((at.dealer, at.turned),)


def unseen_cards(memory: Memory) -> list[int]:
    """Every card that is in one of the hidden places."""
    at, seat = memory.at, memory.seat
    known = [*every_kind_in(at.cards[seat]), *played_kinds(at), *at.gone]
    known += [kind for owner, kind in at.laid if owner == seat]
    known += [kind for _, kind in pinned_cards(memory)]
    if at.turned >= 0 and not at.taken:
        known.append(at.turned)
    if at.under == seat:
        known += exchanged(at)
    if at.phase == Phase.GIVE:
        known += at.given
    if at.phase == Phase.BEST:
        known += at.returned
    return list((Counter(at.setup.deck) - Counter(known)).elements())


def played_kinds(at: Position) -> list[int]:
    """The cards of all tricks so far."""
    return [entry for entry in at.log if entry < KINDS]


def cards_played_by(at: Position) -> tuple[list[int], ...]:
    """The cards each seat has played."""
    played: tuple[list[int], ...] = tuple([] for _ in at.cards)
    for seat, kind in chain.from_iterable(tricks_played(at)):
        played[seat].append(kind)
    return played


def shown_out(at: Position) -> list[int]:
    """For each seat the cards it cannot hold, as a hand: it did not follow a suit, or led trump when it might not."""
    shut = [0] * at.setup.seats
    if at.strain < 0:
        return shut
    order, may_lead_trump = ORDERS[at.strain], at.setup.rules.lead_trump is LeadTrump.ANYTIME
    for plays in tricks_played(at):
        (leader, led), *others = plays
        if order.trumps >> led & 1 and not may_lead_trump:
            shut[leader] |= ALL_KINDS & ~order.trumps
        for seat, kind in others:
            if not order.follow[led] >> kind & 1:
                shut[seat] |= order.follow[led]
        after_first = at.setup.rules.lead_trump is LeadTrump.AFTER_FIRST_TRICK
        may_lead_trump = may_lead_trump or after_first or any(order.trumps >> kind & 1 for _, kind in plays)
    return shut
