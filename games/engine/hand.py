"""One hand of euchre from the deal to the score: which stage comes when, whose turn it is, what may be done.

A hand is an immutable value: `apply` checks legality and answers a new hand. Shuffles nothing and keeps no game score.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.engine import auction, bidding, exchange, play
from games.engine.actions import LONERS, Action, LegalActions, action_of, code_of
from games.engine.cards import CARDS, STRAINS, Card, Strain
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.phases import Phase
from games.engine.position import Position, deal_position
from games.engine.result import HandResult, Trick, result_of, trick_of
from games.engine.rules import HouseRules
from games.engine.scoring import Loner
from games.engine.seating import next_seat, turn_order
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
    # The dealer takes the turned card up and discards one.
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
    for phase in at.setup.stages[at.phase]:
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
    """Finish a hand on the workbench with equally likely legal actions. chance: numbers in [0, 1)."""
    while at.phase < PLAY:
        codes = LEGAL[at.phase](at)
        do(at, codes[int(chance() * len(codes))])
    if at.phase == PLAY:
        play_tricks(at, chance)
        next_stage(at)
    return at


def play_tricks(at: Position, chance: Callable[[], float]) -> None:
    """Play all cards that are left, each equally likely among the legal ones."""
    legal_play, act_play, is_over = play.legal_play, play.act_play, False
    while not is_over:
        codes = legal_play(at)
        choices = len(codes)
        is_over = act_play(at, codes[int(chance() * choices)] if choices > 1 else codes[0])


def check_seat(rules: HouseRules, seat: int) -> None:
    """Raises RuleError when there is no such seat."""
    if seat not in range(rules.players):
        raise RuleError(
            "There’s no seat {seat}. The {players} seats are numbered from 0.", seat=seat, players=rules.players
        )


class Hand:
    """One hand at one moment; immutable, comparable, hashable. Make one with `deal` or `deal_to`."""

    __slots__ = ("_at", "_legal")

    def __init__(self, at: Position) -> None:
        self._at = at
        self._legal: LegalActions | None = None

    @classmethod
    def deal(cls, rules: HouseRules, deck: Sequence[Card], dealer: int) -> "Hand":
        """A hand from a shuffled deck (see deal_position). Raises RuleError if it is not the deck of the rules."""
        setup = setup_of(rules)
        kinds = tuple(card.kind for card in deck)
        if sorted(kinds) != sorted(setup.deck):
            raise RuleError(
                "These {number} cards aren’t the {size}-card deck the rules use.",
                number=len(kinds),
                size=len(setup.deck),
            )
        check_seat(rules, dealer)
        return cls.opened(deal_position(setup, kinds, dealer))

    @classmethod
    def deal_to(cls, rules: HouseRules, dealer: int, hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> "Hand":
        """A hand with given cards: one sequence per seat, and the undealt cards, in Classic Euchre the turned first."""
        each = rules.cards_each
        if len(hands) != rules.players or any(len(own) != each for own in hands):
            raise RuleError(
                "Each of the {players} players needs exactly {each} cards.", players=rules.players, each=each
            )
        check_seat(rules, dealer)
        order = turn_order(rules, next_seat(rules, dealer))
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
        """The stage that the hand is in."""
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
            legal = str(self.legal_actions) or say("none, the hand is over")
            raise RuleError("“{action}” isn’t possible now. Possible moves: {legal}.", action=action, legal=legal)
        at = self._at.copy()
        do(at, code)
        return Hand(at)

    @property
    def result(self) -> HandResult | None:
        """The score, None while the hand is being played."""
        return result_of(self._at) if self.is_over else None

    @property
    def position(self) -> Position:
        """The workbench itself, to be read by the engine's own modules and never written."""
        return self._at

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards each seat was dealt, in the order of the deck."""
        at, each = self._at, self.rules.cards_each
        order = turn_order(self.rules, at.setup.next_seat[at.dealer])
        starts = [order.index(seat) * each for seat in range(at.setup.seats)]
        return tuple(tuple(CARDS[kind] for kind in at.deck[start : start + each]) for start in starts)

    @property
    def undealt(self) -> tuple[Card, ...]:
        """The cards left over after the deal, in Classic Euchre the turned one first."""
        return tuple(CARDS[kind] for kind in self._at.deck[self._at.setup.dealt :])

    @property
    def tricks(self) -> tuple["Trick", ...]:
        """Every trick so far, the last one perhaps unfinished."""
        return tuple(trick_of(self._at, plays) for plays in play.tricks_played(self._at))

    @property
    def laid_away(self) -> tuple[tuple[int, Card], ...]:
        """Discards, face down, each with its seat."""
        return tuple((seat, CARDS[kind]) for seat, kind in self._at.laid)

    @property
    def loner(self) -> Loner:
        """How the maker plays it; NO before trump is made."""
        return LONERS[self._at.loner]

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """The seats that do not play this hand's tricks."""
        return tuple(seat for seat in range(self.rules.players) if self._at.out >> seat & 1)

    @property
    def history(self) -> tuple[tuple[int, Action], ...]:
        """Every action so far with its seat."""
        plays = [each for trick in play.tricks_played(self._at) for each in trick]
        bids = [(entry >> 16, entry & 0xFFFF) for entry in self._at.log if entry >= 1 << 6]
        return tuple((seat, action_of(code)) for seat, code in (*bids, *plays))

    @property
    def strain(self) -> Strain | None:
        """What the hand is played in, None before that is settled."""
        return None if self._at.strain < 0 else STRAINS[self._at.strain]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._at.facts() == other._at.facts()

    def __hash__(self) -> int:
        return hash(self._at.facts())
