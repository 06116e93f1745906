"""Bidding by counterfactual regret, and cards by Monte Carlo.

Written from M. Zinkevich and others, "Regret Minimization in Games with Incomplete Information" (NIPS 2007), with
chance sampled (M. Lanctot and others, NIPS 2009). A hand is known by a few things about the suit in question, suits
being alike. A call is worth what open cards make of it in the deal. All seats learn at once, each for its side. What is
used is the choice that was taken most on average.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from benchmarks.bots.duel import RULES
from benchmarks.duels.monte_carlo import MonteCarlo
from games.engine.actions import ALONE, ORDER, PARTNER, PASS, Action, action_of, call_code
from games.engine.analysis.open_cards import OpenCards, after
from games.engine.analysis.solvers import best_solver
from games.engine.bots.bot import Chance
from games.engine.bots.laying_away import without_worst
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.cards import CARDS, KINDS, ORDERS, Rank, Suit, with_card
from games.engine.hand import Hand, do
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import View

LEARNED, SEED = 20_000, 9
SEATS, SUITS = 4, 4
STAY, WITH_PARTNER, BY_ONESELF = range(3)
Key = tuple[int, ...]
Worths = dict[tuple[int, int, bool], int]
"""Who makes it, in which suit, alone or not → points ahead of the even seats."""


class Bidding:
    """What was learned. Of each kind of hand: regrets, and how often each choice was taken."""

    def __init__(self) -> None:
        self.regrets: dict[Key, list[float]] = defaultdict(lambda: [0.0] * 3)
        self.taken: dict[Key, list[float]] = defaultdict(lambda: [0.0] * 3)

    def learn(self, deals: int, seed: int) -> "Bidding":
        """From so many deals."""
        for number in range(seed * 1_000_000, seed * 1_000_000 + deals):
            hand = Hand.deal(RULES, deck_of(RULES, seed_from_number(number)), number % SEATS)
            self.walk(hand.position, worths_of(hand.position), 0, [1.0] * SEATS)
        return self

    def walk(self, at: Position, worths: Worths, spoken: int, reach: list[float]) -> float:
        """Points ahead of the even seats from here on. reach: how likely each seat is to let it come to this."""
        if spoken == 2 * SEATS:
            return 0.0
        seat = (at.dealer + 1 + spoken) % SEATS
        suit = offered(at, seat, spoken)
        key, sign = key_of(at, seat, spoken, suit), -1 if seat % 2 else 1
        chances = matched(self.regrets[key])
        further = [*reach]
        further[seat] *= chances[STAY]
        values = [
            self.walk(at, worths, spoken + 1, further),
            float(worths[seat, suit, False]),
            float(worths[seat, suit, True]),
        ]
        value = sum(chance * each for chance, each in zip(chances, values, strict=True))
        others = 1.0
        for other in range(SEATS):
            others *= reach[other] if other != seat else 1.0
        for choice, each in enumerate(values):
            self.regrets[key][choice] += others * sign * (each - value)
            self.taken[key][choice] += reach[seat] * chances[choice]
        return value


class RegretBot:
    """Bids as it has learned, discards its worst card, and plays cards by Monte Carlo."""

    def __init__(self, learned: int = LEARNED, seed: int = SEED) -> None:
        self.bidding = Bidding().learn(learned, seed)
        self.cards = MonteCarlo()

    def choose(self, view: View, chance: Chance) -> Action:
        """What it took most on average in its bidding; kinds of hands that it has never seen pass."""
        if view.phase is Phase.PLAY:
            return self.cards.choose(view, chance)
        at = recall(view).at
        if view.phase is Phase.TAKE:
            return action_of(choose(at))
        seat, spoken = at.turn, 0 if at.phase == Phase.ORDER or at.ordered else SEATS
        suit = offered(at, seat, spoken) if at.strain < 0 else at.strain
        taken = self.bidding.taken[key_of(at, seat, spoken, suit)]
        if view.phase is Phase.ALONE:
            return action_of(ALONE if taken[BY_ONESELF] > taken[WITH_PARTNER] else PARTNER)
        if taken[STAY] >= max(taken):
            return action_of(PASS)
        return action_of(call_code(suit, False) if spoken else ORDER)


def matched(regrets: Sequence[float]) -> list[float]:
    """Choices in proportion to what they'd have gained."""
    gains = [max(0.0, regret) for regret in regrets]
    total = sum(gains)
    return [gain / total for gain in gains] if total else [1.0, 0.0, 0.0]


def worths_of(at: Position) -> Worths:
    """What each contract comes to when it is played with open cards."""
    cards, found = OpenCards(best_solver(at.setup)), Worths()
    turned = suit_of(at.turned)
    for seat in range(SEATS):
        for suit in range(SUITS):
            made = at.copy()
            while made.turn != seat or (made.phase == Phase.ORDER) != (suit == turned):
                do(made, PASS)
            do(made, ORDER if suit == turned else call_code(suit, False))
            if made.phase == Phase.TAKE:
                do(made, choose(made))
            for alone in (False, True):
                found[seat, suit, alone] = cards.worth(after(made, ALONE if alone else PARTNER))
    return found


def suit_of(kind: int) -> int:
    suit = CARDS[kind].suit
    assert suit is not None
    return int(suit)


def offered(at: Position, seat: int, spoken: int) -> int:
    """The turned suit, and after that the best of the others."""
    turned = suit_of(at.turned)
    if spoken < SEATS:
        return turned
    return max((suit for suit in range(SUITS) if suit != turned), key=lambda suit: weight(at.cards[seat], suit))


def weight(hand: int, suit: int) -> int:
    """How good a suit looks."""
    trumps, right, left, aces, _ = features(hand, suit)
    return 4 * trumps + 5 * right + 3 * left + 3 * aces


def key_of(at: Position, seat: int, spoken: int, suit: int) -> Key:
    """The kind of hand, for who speaks then."""
    hand, place = at.cards[seat], (seat - at.dealer - 1) % SEATS
    if spoken >= SEATS:
        return (1, place, int(Suit(suit_of(at.turned)).mate == suit), *features(hand, suit))
    if seat == at.dealer and not at.taken:
        hand = without_worst(at.setup, suit, with_card(hand, at.turned))
    rank = CARDS[at.turned].rank
    return (0, place, 2 if rank is Rank.JACK else int(rank is Rank.ACE), *features(hand, suit))


@cache
def features(hand: int, suit: int) -> tuple[int, int, int, int, int]:
    """Trumps, the right bower, the left one, aces beside them, and whether a suit is missing."""
    trumps = ORDERS[suit].trumps
    jacks = [kind for kind in range(KINDS) if CARDS[kind].rank is Rank.JACK and trumps >> kind & 1]
    right = next(kind for kind in jacks if suit_of(kind) == suit)
    (left,) = (kind for kind in jacks if kind != right)
    others = [kind for kind in range(KINDS) if (hand & ~trumps) >> kind & 1]
    aces = sum(CARDS[kind].rank is Rank.ACE for kind in others)
    is_void = len({suit_of(kind) for kind in others}) < SUITS - 1
    return (hand & trumps).bit_count(), hand >> right & 1, hand >> left & 1, aces, int(is_void)
