"""The rest of a hand with all cards known, solved exactly: how many tricks the makers take against the best play.

With three or more sides all the others play together against the makers. Alpha-beta with a null window: it asks only
whether the makers can take a number of further tricks, and remembers the answers from trick to trick.
"""

from typing import NamedTuple

from games.engine.bots.strain_tables import StrainTable, table_of
from games.engine.cards import ALL_KINDS, ORDERS, TWINS, without_card
from games.engine.choices import LeadTrump
from games.engine.position import Position

Hands = tuple[int, ...]


class Trick(NamedTuple):
    """A trick on the table. left: tricks not yet won, this one among them. target: how many the makers try to take.

    bound, worth, best, winner: as in Position. lying: the cards on the table. is_broken: trump has been played before.
    """

    leader: int
    left: int
    target: int
    bound: int
    worth: tuple[int, ...]
    best: int
    winner: int
    lying: int
    is_broken: bool


def makers_tricks(at: Position) -> int:
    """Tricks of the makers' side at the end of a hand that is being played. The position is left as it is."""
    search = Search(at)
    won = sum(tricks for tricks, is_maker in zip(at.won, search.is_maker, strict=True) if is_maker)
    more = 0
    while more < at.tricks_left and search.can_take(at, more + 1):
        more += 1
    return won + more


class Search:
    """One seating and strain, and what has been found out about its endings so far."""

    def __init__(self, at: Position) -> None:
        self.ring = at.ring
        self.order = ORDERS[at.strain]
        self.plain = ALL_KINDS & ~self.order.trumps
        self.table = table_of(at.setup, at.strain)
        self.is_maker = tuple(side == at.setup.sides[at.maker] for side in at.setup.sides)
        self.lead_rule = at.setup.rules.lead_trump
        self.found: dict[tuple[Hands, int, int, bool], bool] = {}

    def can_take(self, at: Position, target: int) -> bool:
        """Whether the makers can take this many of the tricks that are not won yet."""
        hands = tuple(0 if at.out >> seat & 1 else hand for seat, hand in enumerate(at.cards))
        trick = Trick(at.leader, at.tricks_left, target, at.bound, at.worth, at.best, at.winner, lying(at), at.broken)
        return self.play(trick, hands, at.turn)

    def begin(self, hands: Hands, leader: int, left: int, target: int, is_broken: bool) -> bool:
        """The same at the start of a trick."""
        if target <= 0 or target > left:
            return target <= 0
        key = (hands, leader, target, is_broken)
        if key not in self.found:
            bound = ALL_KINDS if is_broken or self.lead_rule is not LeadTrump.AFTER_BROKEN else self.plain
            self.found[key] = self.play(Trick(leader, left, target, bound, (), 0, -1, 0, is_broken), hands, leader)
        return self.found[key]

    def play(self, trick: Trick, hands: Hands, turn: int) -> bool:
        """One card by the best choice of the seat whose turn it is: makers look for a way, the others against it."""
        wanted = self.is_maker[turn]
        held = single(hands[turn])
        others = trick.lying
        for seat, hand in enumerate(hands):
            others |= single(hand) if seat != turn else hand // TWINS
        for run in runs(self.table, held & trick.bound or held, others):
            if self.after(trick, hands, turn, run[0]) == wanted:
                return wanted
        return not wanted

    def after(self, trick: Trick, hands: Hands, turn: int, kind: int) -> bool:
        """What the makers can do once that card is played."""
        now = without_card(hands[turn], kind)
        hands = (*hands[:turn], now, *hands[turn + 1 :])
        if not trick.best:
            worth = self.order.worth[kind]
            trick = trick._replace(bound=self.order.follow[kind], worth=worth, best=worth[kind], winner=turn)
        elif trick.worth[kind] > trick.best:
            trick = trick._replace(best=trick.worth[kind], winner=turn)
        trick = trick._replace(lying=trick.lying | 1 << kind)
        if self.ring[turn] != trick.leader:
            return self.play(trick, hands, self.ring[turn])
        is_broken = trick.is_broken or bool(trick.lying & self.order.trumps)
        return self.begin(hands, trick.winner, trick.left - 1, trick.target - self.is_maker[trick.winner], is_broken)


def lying(at: Position) -> int:
    """The cards on the table, as a hand."""
    cards, seat = 0, at.leader
    for kind in reversed(at.log) if at.best else ():
        if seat == at.turn:
            break
        cards |= 1 << kind
        seat = at.ring[seat]
    return cards


def single(hand: int) -> int:
    """Every card of a hand once."""
    return (hand | hand // TWINS) & ALL_KINDS


def runs(table: StrainTable, choice: int, others: int) -> list[list[int]]:
    """The cards in runs that no other card parts, each from its best card down: within a run it makes no difference
    which one is played. choice and others: hands without twins."""
    kinds: list[list[int]] = []
    for ladder in table.ladders:
        if not choice & ladder.members:
            continue
        is_run = False
        for kind in ladder.kinds:
            bit = 1 << kind
            if others & bit:
                is_run = False
            if choice & bit:
                if is_run:
                    kinds[-1].append(kind)
                else:
                    kinds.append([kind])
                is_run = not others & bit
    return kinds
