"""One hand of euchre from the deal to the score: which stage comes when, whose turn it is, what may be done.

A hand is an immutable value: `apply` checks legality and answers a new hand. Shuffles nothing and keeps no game score.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import auction, bidding, exchange, play
from games.engine.actions import LONERS, Action, LegalActions, action_of, code_of
from games.engine.cards import CARDS, STRAINS, Card, Strain, count_cards, every_kind_in, mask_of
from games.engine.errors import RuleError
from games.engine.position import Phase, Position, deal_position
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, Result
from games.engine.setup import setup_of


@dataclass(frozen=True)
class Stage:
    """One stage of a hand. begins: sets it up, or says that it is left out. legal: the codes on offer. act: does one
    of them and says whether the stage is over."""

    phase: Phase
    begins: Callable[[Position], bool]
    legal: Callable[[Position], tuple[int, ...]]
    act: Callable[[Position, int], bool]


STAGES = (
    # The joker is turned up: the dealer names trump unseen.
    Stage(Phase.BLIND, bidding.begin_blind, bidding.legal_blind, bidding.act_blind),
    # First round: the turned card is ordered up or passed.
    Stage(Phase.ORDER, bidding.begin_order, bidding.legal_order, bidding.act_order),
    # Second round: another suit is called or all pass.
    Stage(Phase.CALL, bidding.begin_call, bidding.legal_call, bidding.act_call),
    # Bid Euchre: the auction, and the winner's suit.
    Stage(Phase.AUCTION, auction.begin_auction, auction.legal_auction, auction.act_auction),
    Stage(Phase.NAME, auction.begin_name, auction.legal_name, auction.act_name),
    # Bid Euchre: the winner exchanges the kitty.
    Stage(Phase.BURY, exchange.begin_bury, exchange.legal_bury, exchange.act_bury),
    # The dealer takes the turned card up and lays one away.
    Stage(Phase.TAKE, exchange.begin_take, exchange.legal_take, exchange.act_take),
    # Who plays alone.
    Stage(Phase.ALONE, exchange.begin_alone, exchange.legal_alone, exchange.act_alone),
    Stage(Phase.DEFEND, exchange.begin_defend, exchange.legal_defend, exchange.act_defend),
    # A lone maker and his partner pass each other cards.
    Stage(Phase.GIVE, exchange.begin_give, exchange.legal_give, exchange.act_give),
    Stage(Phase.BEST, exchange.begin_best, exchange.legal_best, exchange.act_best),
    # The tricks.
    Stage(Phase.PLAY, play.begin_play, play.legal_play, play.act_play),
)
BEGINS = tuple(stage.begins for stage in STAGES)
LEGAL = tuple(stage.legal for stage in STAGES)
ACT = tuple(stage.act for stage in STAGES)
OVER = Phase.OVER.value
PLAY = Phase.PLAY.value


def next_stage(at: Position) -> None:
    """The first stage after this one that has something to do; when there is none the hand is over."""
    for phase in range(at.phase + 1, OVER):
        if BEGINS[phase](at):
            at.phase = phase
            return
    at.phase = OVER
    at.turn = -1


def do(at: Position, code: int) -> None:
    """Do a legal action. Legality is the caller's business."""
    if at.phase != PLAY:
        at.log.append(at.turn << 16 | code)
    if ACT[at.phase](at, code):
        next_stage(at)


def play_out(at: Position, chance: Callable[[], float]) -> Position:
    """Finish a hand on the workbench with equally likely legal actions. chance: numbers from 0 up to, not including, 1."""
    while at.phase < PLAY:
        codes = LEGAL[at.phase](at)
        do(at, codes[int(chance() * len(codes))])
    legal_play, act_play = play.legal_play, play.act_play
    while at.phase == PLAY:
        codes = legal_play(at)
        if act_play(at, codes[int(chance() * len(codes))]):
            next_stage(at)
    return at


@dataclass(frozen=True)
class HandResult:
    """How a hand ended. tricks and seat_points are by seat, points by side. maker: -1 when nobody made trump."""

    result: Result
    points: tuple[int, ...]
    seat_points: tuple[int, ...]
    tricks: tuple[int, ...]
    maker: int = -1
    loner: Loner = Loner.NO
    defender: int | None = None


def result_of(at: Position) -> HandResult:
    """The score of a finished hand, read from the score table."""
    setup = at.setup
    if at.strain < 0:
        result = Result.MISDEAL if at.misdealt else Result.PASSED
        return HandResult(result, (0,) * setup.side_count, (0,) * setup.seats, tuple(at.won))
    tricks = [0] * setup.side_count
    for seat, won in enumerate(at.won):
        tricks[setup.sides[seat]] += won
    makers = setup.sides[at.maker]
    row = setup.table[at.level, score_loner(at), tricks[makers]]
    points = tricks if row.others is None else [row.others] * setup.side_count
    points[makers] = row.makers
    if at.defender >= 0 and row.result is Result.EUCHRE:
        points[setup.sides[at.defender]] = row.lone_defender
    seat_points = [points[side] for side in setup.sides]
    seat_points[at.maker] += row.bonus
    lone_defender = at.defender if at.defender >= 0 else None
    return HandResult(row.result, tuple(points), tuple(seat_points), tuple(at.won), at.maker, LONERS[at.loner],
                      lone_defender)  # fmt: skip


def score_loner(at: Position) -> Loner:
    """How the maker played it, as the score table names it."""
    return LONERS[at.loner]


def check_seat(rules: HouseRules, seat: int) -> None:
    """Raises RuleError when there is no such seat."""
    if seat not in range(rules.players):
        raise RuleError(f"There is no seat {seat}; the {rules.players} seats are numbered from 0.")


class Hand:
    """One hand at one moment; immutable, comparable, hashable. Make one with `deal` or `deal_to`."""

    __slots__ = ("_at", "_legal")

    def __init__(self, at: Position) -> None:
        self._at = at
        self._legal: LegalActions | None = None

    @classmethod
    def deal(cls, rules: HouseRules, deck: Sequence[Card], dealer: int) -> "Hand":
        """A hand from a shuffled deck, first card first (see deal_position). Raises RuleError if it is not that deck."""
        setup = setup_of(rules)
        kinds = tuple(card.kind for card in deck)
        if sorted(kinds) != sorted(setup.deck):
            raise RuleError(f"These {len(kinds)} cards are not the deck of {len(setup.deck)} that the rules ask for.")
        check_seat(rules, dealer)
        return cls.opened(deal_position(setup, kinds, dealer))

    @classmethod
    def deal_to(
        cls, rules: HouseRules, dealer: int, hands: Sequence[Sequence[Card]], rest: Sequence[Card]
    ) -> "Hand":
        """A hand with given cards: one sequence per seat, and the undealt cards, in Classic Euchre the turned first."""
        each = rules.cards_each
        if len(hands) != rules.players or any(len(own) != each for own in hands):
            raise RuleError(f"Each of {rules.players} players needs exactly {each} cards.")
        check_seat(rules, dealer)
        order = [(dealer + i * (1 if rules.direction == "left" else -1)) % rules.players
                 for i in range(1, rules.players + 1)]  # fmt: skip
        return cls.deal(rules, [*(card for seat in order for card in hands[seat]), *rest], dealer)

    @classmethod
    def opened(cls, at: Position) -> "Hand":
        """A fresh deal with its first stage begun."""
        next_stage(at)
        return cls(at)

    @property
    def rules(self) -> HouseRules:
        """The house rules it is played by."""
        return self._at.setup.rules

    @property
    def phase(self) -> Phase:
        """The stage it is in."""
        return Phase(self._at.phase)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._at.phase == OVER

    @property
    def turn(self) -> int | None:
        """The seat to act, None when the hand is over."""
        return None if self.is_over else self._at.turn

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._at.dealer

    @property
    def legal_actions(self) -> LegalActions:
        """Everything the seat to act may do; empty when the hand is over."""
        if self._legal is None:
            self._legal = LegalActions(() if self.is_over else LEGAL[self._at.phase](self._at))
        return self._legal

    def apply(self, action: Action) -> "Hand":
        """The hand after that action of the seat to act. Raises RuleError, with what is legal, when it is not."""
        code = code_of(action)
        if code not in self.legal_actions.codes:
            legal = str(self.legal_actions) or "nothing, the hand is over"
            raise RuleError(f"'{action}' is not possible now; possible: {legal}.")
        at = self._at.copy()
        do(at, code)
        return Hand(at)

    @property
    def result(self) -> HandResult | None:
        """The score, None while the hand is being played."""
        return result_of(self._at) if self.is_over else None

    @property
    def history(self) -> tuple[tuple[int, Action], ...]:
        """Every action so far with its seat."""
        return tuple((entry >> 16, action_of(entry & 0xFFFF)) for entry in self._at.log)

    @property
    def strain(self) -> Strain | None:
        """What the hand is played in, None before that is settled."""
        return None if self._at.strain < 0 else STRAINS[self._at.strain]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._at.facts() == other._at.facts()

    def __hash__(self) -> int:
        return hash(self._at.facts())
