"""Everything that is true at one moment of a hand, as a workbench the rules write on.

Private to the engine: the public, immutable value is `Hand`, which lets the rules work on copies only.
"""

from operator import attrgetter
from typing import Any

from games.engine.cards import ALL_KINDS, mask_of
from games.engine.setup import Setup


class Position:
    """One moment of a hand. Seats are numbers, cards are kinds, -1 stands for no one or nothing.

    deck: the whole deal in order. cards: each seat's hand. kitty: face-down cards, next one first. turned: the turned
    card; gone: turned cards that were passed before it. barred: suits turned down, as bits. spoken, passes: turns taken
    and passes in a row in this round. high, named: the highest bid. laid: discards with their seats. given, returned:
    cards on their way between a lone maker and his partner. queue: seats still to be asked. first: who leads the first
    trick, leader: who leads this one. bound: cards that anyone who holds one of them must choose from. best: worth of
    the card that takes the trick so far, 0 before the lead. won: tricks by seat. log: every step, a card played as its
    kind, anything else as seat << 16 | code.
    """

    __slots__ = (
        "active",
        "barred",
        "best",
        "bound",
        "broken",
        "cards",
        "dealer",
        "deck",
        "defender",
        "first",
        "follows",
        "given",
        "gone",
        "high",
        "kitty",
        "laid",
        "leader",
        "level",
        "log",
        "loner",
        "maker",
        "misdealt",
        "named",
        "ordered",
        "out",
        "passes",
        "phase",
        "queue",
        "returned",
        "ring",
        "setup",
        "spoken",
        "strain",
        "taken",
        "tricks_left",
        "turn",
        "turned",
        "under",
        "winner",
        "won",
        "worth",
        "worths",
    )

    setup: Setup
    cards: list[int]
    kitty: tuple[int, ...]
    gone: tuple[int, ...]
    laid: tuple[tuple[int, int], ...]
    given: tuple[int, ...]
    returned: tuple[int, ...]
    queue: tuple[int, ...]
    ring: tuple[int, ...]
    deck: tuple[int, ...]
    follows: tuple[int, ...]
    first: int
    won: list[int]
    log: list[int]
    worth: tuple[int, ...]
    worths: tuple[tuple[int, ...], ...]
    phase: int
    turn: int
    dealer: int
    turned: int
    barred: int
    spoken: int
    passes: int
    high: int
    named: int
    strain: int
    maker: int
    loner: int
    level: int
    ordered: bool
    taken: bool
    misdealt: bool
    under: int
    defender: int
    out: int
    active: int
    leader: int
    bound: int
    best: int
    winner: int
    tricks_left: int
    broken: bool

    def __init__(self, setup: Setup, dealer: int, deck: tuple[int, ...], cards: list[int]) -> None:
        """A fresh deal. Of the undealt cards, at the end of the deck, the first is turned up in Classic Euchre."""
        self.setup = setup
        self.dealer = dealer
        self.deck = deck
        self.cards = cards
        rest = deck[setup.dealt :]
        self.kitty = rest if setup.is_bid else rest[1:]
        self.turned = -1 if setup.is_bid else rest[0]
        self.gone = self.laid = self.given = self.returned = self.queue = ()
        self.ring = self.follows = self.worth = self.worths = ()
        self.won = [0] * setup.seats
        self.log = []
        self.phase = self.turn = self.strain = self.maker = self.named = self.under = self.defender = -1
        self.winner = self.first = self.leader = -1
        self.barred = self.spoken = self.passes = self.high = self.loner = self.level = self.out = 0
        self.active = self.best = 0
        self.bound = ALL_KINDS
        self.tricks_left = setup.rules.cards_each
        self.ordered = self.taken = self.misdealt = self.broken = False

    def copy(self) -> "Position":
        """An independent copy."""
        other = Position.__new__(Position)
        (
            other.active,
            other.barred,
            other.best,
            other.bound,
            other.broken,
            other.dealer,
            other.deck,
            other.defender,
            other.first,
            other.follows,
            other.given,
            other.gone,
            other.high,
            other.kitty,
            other.laid,
            other.leader,
            other.level,
            other.loner,
            other.maker,
            other.misdealt,
            other.named,
            other.ordered,
            other.out,
            other.passes,
            other.phase,
            other.queue,
            other.returned,
            other.ring,
            other.setup,
            other.spoken,
            other.strain,
            other.taken,
            other.tricks_left,
            other.turn,
            other.turned,
            other.under,
            other.winner,
            other.worth,
            other.worths,
        ) = UNCHANGING(self)
        other.cards = self.cards[:]
        other.won = self.won[:]
        other.log = self.log[:]
        return other

    def facts(self) -> tuple[Any, ...]:
        """All of it as one hashable value; two positions are equal when their facts are."""
        values = (getattr(self, name) for name in Position.__slots__ if name != "setup")
        return (self.setup.rules, *(tuple(value) if isinstance(value, list) else value for value in values))


def deal_position(setup: Setup, deck: tuple[int, ...] | list[int], dealer: int) -> Position:
    """A fresh deal from a shuffled deck: in turn order from the player after the dealer each seat gets the next cards.

    Whether cards fall one by one or in packets makes no difference to a shuffled deck, so the simplest order is used.
    """
    each = setup.rules.cards_each
    cards = [0] * setup.seats
    seat, start, single = dealer, 0, setup.rules.packs == 1
    for _ in cards:
        seat = setup.next_seat[seat]
        end = start + each
        cards[seat] = sum([BIT[kind] for kind in deck[start:end]]) if single else mask_of(deck[start:end])
        start = end
    return Position(setup, dealer, tuple(deck), cards)


BIT = tuple(1 << kind for kind in range(33))
COPIED_APART = ("cards", "log", "won")
UNCHANGING = attrgetter(*(name for name in Position.__slots__ if name not in COPIED_APART))
