"""What a set of house rules comes to before the first card: seats in turn, decks, codes that may be offered.

Worked out once per set of rules, so that play needs no look at the options themselves.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from games.engine.actions import LONERS, NO_STRAIN, ORDER, ORDER_ALONE, PASS, bid_code, call_code
from games.engine.cards import LOWEST, deck_kinds
from games.engine.choices import (
    AloneSaid,
    BidKind,
    CallNeeds,
    DefendAlone,
    LeadTrump,
    MisdealClaim,
    NoTrump,
    TurnedDownSuit,
    Variant,
)
from games.engine.phases import later_phases
from games.engine.rules import HouseRules
from games.engine.scoring import Row, lone_bids, score_table
from games.engine.seating import next_seat, partners_of, side_count, side_of_seats


@dataclass(frozen=True, eq=False, slots=True)
class Setup:
    """The compiled rules. rings: for each set of seats sitting out (as bits) the next active seat of every seat."""

    rules: HouseRules
    seats: int
    sides: tuple[int, ...]
    side_count: int
    deck: tuple[int, ...]
    dealt: int
    rows: dict[tuple[int, int, int], Row]
    is_bid: bool
    strains: tuple[int, ...]
    orders: tuple[int, ...]
    is_free_to_order: bool
    says_alone: bool
    asks_alone: bool
    defends: DefendAlone
    has_claims: bool
    bars: bool
    limits_lead: bool
    low_cards: int
    partners: tuple[tuple[int, ...], ...]
    partner_bits: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    next_seat: tuple[int, ...]
    lone_ranks: tuple[int, ...]
    bid_strains: tuple[int, ...]
    stages: dict[int, tuple[int, ...]]
    calls: dict[int, tuple[int, ...]] = field(default_factory=dict)
    rings: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def ring(self, out: int) -> tuple[int, ...]:
        """The next active seat after each seat when the seats in `out` (bits) sit out."""
        if out not in self.rings:
            self.rings[out] = tuple(self.next_active(seat, out) for seat in range(self.seats))
        return self.rings[out]

    def next_active(self, seat: int, out: int) -> int:
        """The first seat after this one that plays."""
        after = self.next_seat[seat]
        return self.next_active(after, out) if out >> after & 1 else after

    def offered_calls(self, barred: int) -> tuple[int, ...]:
        """The codes for naming any strain but the barred suits (bits), alone too where that is said with the call."""
        if barred not in self.calls:
            named = [strain for strain in self.strains if not barred >> strain & 1]
            ways = (False, True) if self.says_alone else (False,)
            self.calls[barred] = tuple(call_code(strain, alone) for strain in named for alone in ways)
        return self.calls[barred]

    def bid_codes(self, rank: int) -> tuple[int, ...]:
        """The codes of every bid of that rank."""
        return tuple(bid_code(rank, strain) for strain in self.bid_strains)


@lru_cache(maxsize=512)
def setup_of(rules: HouseRules) -> Setup:
    """The setup for these rules."""
    classic = rules.variant is Variant.CLASSIC
    says_alone = classic and rules.go_alone and rules.alone_said is AloneSaid.WITH_CALL
    strains = (*range(4), *range(4, 4 + {NoTrump.NONE: 0, NoTrump.HIGH: 1, NoTrump.HIGH_LOW: 2}[rules.no_trump]))
    seats = range(rules.players)
    has_claims = rules.go_under or rules.misdeal_claim is not MisdealClaim.NEVER
    sides = side_of_seats(rules)
    return Setup(
        rules=rules,
        seats=rules.players,
        sides=sides,
        side_count=side_count(rules),
        deck=deck_kinds(rules.deck, rules.joker, rules.packs),
        dealt=rules.players * rules.cards_each,
        rows={(level, LONERS.index(loner), tricks): row for (level, loner, tricks), row in score_table(rules).items()},
        is_bid=not classic,
        strains=strains,
        orders=(PASS, ORDER, ORDER_ALONE) if says_alone else (PASS, ORDER),
        is_free_to_order=rules.call_needs is CallNeeds.ANYTHING and not rules.canadian_loner and not has_claims,
        says_alone=says_alone,
        asks_alone=classic and rules.go_alone and rules.alone_said is AloneSaid.AFTER_DISCARD,
        defends=rules.defend_alone,
        has_claims=has_claims,
        bars=rules.turned_down_suit is TurnedDownSuit.BARRED,
        limits_lead=rules.lead_trump is not LeadTrump.ANYTIME,
        low_cards=low_cards(rules),
        partners=tuple(partners_of(rules, seat) for seat in seats),
        partner_bits=tuple(sum(1 << other for other in partners_of(rules, seat)) for seat in seats),
        members=tuple(tuple(seat for seat in seats if sides[seat] == side) for side in range(side_count(rules))),
        next_seat=tuple(next_seat(rules, seat) for seat in seats),
        lone_ranks=tuple({"call_2": 17, "call_1": 18, "alone": 19}[loner] for loner in lone_bids(rules)),
        stages=later_phases(rules),
        bid_strains=strains if rules.bid_kind is BidKind.LEVEL_AND_SUIT else (NO_STRAIN,),
    )


def low_cards(rules: HouseRules) -> int:
    """The two lowest ranks of the deck, as a hand."""
    first = (14 - LOWEST[rules.deck] - 1) * 4
    return 0xFF << first
