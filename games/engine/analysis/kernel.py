"""The rest of a hand with every card face up, compiled: the same numbers as the plain solver, a hundred times as fast.

Alpha-beta with a null window and a table of what has been found at the start of tricks, as in bots/solver.py, written
with numbers and arrays alone so that Numba compiles it. The first call in a new place compiles for some seconds; then
the result is kept on the disk. One pack only. Imported by `solvers`, and there only when it is asked for.

Inside, a card is its place: the suits of the strain one after the other, each from its best card down, with a bar
between two suits. So cards that nothing parts are found with one addition.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numba
import numpy as np

from games.engine.bots.solver import lying
from games.engine.bots.strain_tables import table_of
from games.engine.cards import KINDS, ORDERS
from games.engine.choices import LeadTrump
from games.engine.position import Position
from games.engine.setup import Setup

Numbers = np.ndarray[Any, np.dtype[np.int64]]
PLACES = 40
"""At least 33 cards and the bars between five suits."""
DEPTH = 100
"""At least the cards of all hands, and one."""
ENTRIES = 1 << 17
DE_BRUIJN = 0x03F79D71B4CB0A89
"""Times a power of two it begins with another six bits for each."""
SPREAD = 0x1E3779B97F4A7C15
BIT_NUMBERS = np.zeros(64, dtype=np.int64)
for _number in range(63):
    BIT_NUMBERS[(DE_BRUIJN << _number & (1 << 64) - 1) >> 58] = _number
TABLE: Numbers = np.zeros((ENTRIES, 4), dtype=np.int64)
"""What has been found: key, stamp of the deal, at least so many tricks, at most so many."""
TURN, LEADER, LED, BEST, WINNER, BOUND, LYING, LEFT, BROKEN, TARGET, CHOICE, CARD = range(12)


class Layout(NamedTuple):
    """A strain under some rules. places: of each kind, -1 for none. follow, worth: as in `Order`, by places. bars: the
    places that are no card. trumps: as places."""

    places: Numbers
    follow: Numbers
    worth: Numbers
    bars: int
    trumps: int


@lru_cache(maxsize=256)
def layout_of(setup: Setup, strain: int) -> Layout:
    """The places of the cards in a strain."""
    order = ORDERS[strain]
    places, bars, place = np.full(KINDS, -1, dtype=np.int64), 0, 0
    for ladder in table_of(setup, strain).ladders:
        for kind in ladder.kinds:
            places[kind], place = place, place + 1
        bars, place = bars | 1 << place, place + 1
    follow, worth = np.zeros(PLACES, dtype=np.int64), np.zeros((PLACES, PLACES), dtype=np.int64)
    dealt = [kind for kind in range(KINDS) if places[kind] >= 0]
    for led in dealt:
        follow[places[led]] = moved(order.follow[led], places)
        for kind in dealt:
            worth[places[led], places[kind]] = order.worth[led][kind]
    return Layout(places, follow, worth, bars, moved(order.trumps, places))


def moved(hand: int, places: Numbers) -> int:
    """A hand by places."""
    return sum(1 << int(place) for kind, place in enumerate(places) if place >= 0 and hand >> kind & 1)


def first_sides_tricks(
    cards: Numbers,
    ring: Numbers,
    places: Numbers,
    follow: Numbers,
    worth: Numbers,
    bars: int,
    trumps: int,
    first: int,
    limits: bool,
    start: Numbers,
    table: Numbers,
    stamp: int,
    bit_numbers: Numbers,
) -> int:
    """Tricks that the first side still takes. cards: hands by kinds, ring: the next seat of each. first: the seats of
    the first side, as bits. limits: whether trump is led only once it has been played. start: the trick on the table in
    the order of TURN to BROKEN, cards by kinds, LED -1 before the lead."""
    seats = len(cards)
    hands = np.zeros(seats, dtype=np.int64)
    bound = lies = led = 0
    for kind in range(len(places)):
        if places[kind] >= 0:
            bit = 1 << places[kind]
            for seat in range(seats):
                hands[seat] |= bit * (cards[seat] >> kind & 1)
            bound |= bit * (start[BOUND] >> kind & 1)
            lies |= bit * (start[LYING] >> kind & 1)
    led = places[start[LED]] if start[LED] >= 0 else -1
    stack = np.zeros((DEPTH, 12), dtype=np.int64)
    least, most = 0, start[LEFT]
    while least < most:
        asked = (least + most + 1) // 2
        for name in range(BROKEN + 1):
            stack[0, name] = start[name]
        stack[0, LED], stack[0, BOUND], stack[0, LYING], stack[0, TARGET] = led, bound, lies, asked
        now, entering, answer = 0, True, False
        while now >= 0:
            at = stack[now]
            turn = at[TURN]
            wanted = bool(first >> turn & 1)
            if entering:
                entering = False
                if at[LED] < 0:
                    key = at[LEADER] << 40 | at[BROKEN] << 44
                    for seat in range(seats):
                        key |= hands[seat]
                    slot = (key * SPREAD >> 40) & (ENTRIES - 1)
                    is_known = table[slot, 0] == key and table[slot, 1] == stamp
                    if at[TARGET] <= 0 or (is_known and table[slot, 2] >= at[TARGET]):
                        answer = True
                        now -= 1
                        continue
                    if at[TARGET] > at[LEFT] or (is_known and table[slot, 3] < at[TARGET]):
                        answer = False
                        now -= 1
                        continue
                others = bars | at[LYING]
                for seat in range(seats):
                    if seat != turn:
                        others |= hands[seat]
                held = hands[turn]
                choice = held & at[BOUND]
                if choice == 0:
                    choice = held
                # A card is like the next better one of the hand if the addition carries from there up to it.
                others |= held & ~choice
                at[CHOICE] = choice & ~(~(choice | others) + (choice << 1))
            else:
                hands[turn] ^= 1 << at[CARD]
                if answer == wanted:
                    at[CHOICE] = 0
            if at[CHOICE] == 0:
                if answer != wanted:
                    answer = not wanted
                if at[LED] < 0:
                    key = at[LEADER] << 40 | at[BROKEN] << 44
                    for seat in range(seats):
                        key |= hands[seat]
                    slot = (key * SPREAD >> 40) & (ENTRIES - 1)
                    if table[slot, 0] != key or table[slot, 1] != stamp:
                        table[slot, 0], table[slot, 1], table[slot, 2], table[slot, 3] = key, stamp, 0, at[LEFT]
                    if answer:
                        table[slot, 2] = max(table[slot, 2], at[TARGET])
                    else:
                        table[slot, 3] = min(table[slot, 3], at[TARGET] - 1)
                now -= 1
                continue
            bit = at[CHOICE] & -at[CHOICE]
            at[CHOICE] ^= bit
            card = bit_numbers[(bit * DE_BRUIJN >> 58) & 63]
            at[CARD] = card
            hands[turn] ^= bit
            then = stack[now + 1]
            then[LED] = card if at[LED] < 0 else at[LED]
            value = worth[then[LED], card]
            takes = at[LED] < 0 or value > at[BEST]
            winner = turn if takes else at[WINNER]
            then[LYING] = at[LYING] | bit
            if ring[turn] != at[LEADER]:
                then[TURN], then[LEADER], then[LEFT], then[BROKEN] = ring[turn], at[LEADER], at[LEFT], at[BROKEN]
                then[BEST], then[WINNER] = value if takes else at[BEST], winner
                then[BOUND], then[TARGET] = follow[then[LED]], at[TARGET]
            else:
                then[TURN], then[LEADER], then[LEFT], then[LED] = winner, winner, at[LEFT] - 1, -1
                then[BROKEN] = 1 if at[BROKEN] or then[LYING] & trumps else 0
                then[BOUND] = ~trumps if limits and not then[BROKEN] else -1
                then[BEST], then[WINNER], then[LYING] = 0, -1, 0
                then[TARGET] = at[TARGET] - (first >> winner & 1)
            now, entering = now + 1, True
            answer = not (first >> then[TURN] & 1)
        if answer:
            least = asked
        else:
            most = asked - 1
    return least


compiled = numba.njit(cache=True)(first_sides_tricks)


class Stamps:
    """A new number for each deal whose endings share what is found."""

    last = 0

    @classmethod
    def new(cls) -> int:
        """The next."""
        cls.last += 1
        return cls.last


class KernelSolver:
    """See `games.engine.analysis.solvers.Solver`."""

    most_tricks = 8

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.first = sum(1 << seat for seat in setup.members[0])
        self.limits = setup.rules.lead_trump is LeadTrump.AFTER_BROKEN
        self.rings: dict[int, Numbers] = {}
        self.deals: dict[tuple[int, int], list[tuple[list[int], int]]] = {}

    def tricks(self, at: Position) -> int:
        """See `Solver`."""
        layout = layout_of(self.setup, at.strain)
        if at.out not in self.rings:
            self.rings[at.out] = np.array(at.ring, dtype=np.int64)
        hands = [0 if at.out >> seat & 1 else hand for seat, hand in enumerate(at.cards)]
        on_table = lying(at)
        led = at.log[-on_table.bit_count()] if at.best else -1
        start = (at.turn, at.leader, led, at.best, at.winner, at.bound, on_table, at.tricks_left, at.broken)
        more = compiled(
            np.array(hands, dtype=np.int64),
            self.rings[at.out],
            *layout[:3],
            layout.bars,
            layout.trumps,
            self.first,
            self.limits,
            np.array(start, dtype=np.int64),
            TABLE,
            self.stamp(at, hands),
            BIT_NUMBERS,
        )
        return int(more) + sum([at.won[seat] for seat in self.setup.members[0]])

    def stamp(self, at: Position, hands: list[int]) -> int:
        """The number of a deal of which these hands are what is left: in it the cards say who holds them."""
        known = self.deals.setdefault((at.strain, at.out), [])
        for whole, number in known:
            if all(hand & own == hand for hand, own in zip(hands, whole, strict=True)):
                return number
        known.append((hands, Stamps.new()))
        return known[-1][1]
