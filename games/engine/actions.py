"""Everything a player can do, as values with a text form. Says nothing about when it is allowed.

Inside the engine an action is a small number; plays are the card's own kind, so that playing needs no translation.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from games.engine.cards import CARDS, KINDS, STRAINS, Card, Strain
from games.engine.scoring import Loner


class Verb(StrEnum):
    """What is done. CALL names a strain; LEAVE leaves the turned card; ASSIST defends with the partner."""

    PASS = "pass"
    ORDER = "order"
    ALONE = "alone"
    PARTNER = "partner"
    DEFEND = "defend"
    ASSIST = "assist"
    MISDEAL = "misdeal"
    LEAVE = "leave"
    CALL = "call"
    BID = "bid"
    UNDER = "under"
    DISCARD = "discard"
    GIVE = "give"
    PLAY = "play"


UNKNOWN = -2


@dataclass(frozen=True, slots=True)
class Action:
    """One action. cards: what is played, discarded, given or exchanged. strain: what is named. level: tricks bid.

    loner: alone with the order, the call or the bid. code: the engine's own number, worked out when not given.
    """

    verb: Verb
    cards: tuple[Card, ...] = ()
    strain: Strain | None = None
    level: int | None = None
    loner: Loner = Loner.NO
    code: int = field(default=UNKNOWN, repr=False, compare=False)

    @property
    def card(self) -> Card:
        """The only card of an action that has one."""
        (only,) = self.cards
        return only

    def __str__(self) -> str:
        words = [self.verb.value, *(str(card) for card in self.cards)]
        words += [str(part) for part in (self.level, self.strain) if part is not None]
        return " ".join(words if self.loner is Loner.NO else [*words, self.loner.value])


PLAY_0, DISCARD_0, GIVE_0 = 0, 64, 128
PASS, ORDER, ORDER_ALONE, ALONE, PARTNER, DEFEND, ASSIST, MISDEAL, LEAVE = range(192, 201)
CALL_0, BID_0, UNDER_0 = 208, 256, 1024
EXCHANGED = 3
"""How many cards go under the turned one, and how many come."""
NO_STRAIN = len(STRAINS)
LONERS = tuple(Loner)
FIXED = {
    PASS: Action(Verb.PASS),
    ORDER: Action(Verb.ORDER),
    ORDER_ALONE: Action(Verb.ORDER, loner=Loner.ALONE),
    ALONE: Action(Verb.ALONE),
    PARTNER: Action(Verb.PARTNER),
    DEFEND: Action(Verb.DEFEND),
    ASSIST: Action(Verb.ASSIST),
    MISDEAL: Action(Verb.MISDEAL),
    LEAVE: Action(Verb.LEAVE),
}
FIXED_CODES = {action: code for code, action in FIXED.items()}
WITH_CARD = ((GIVE_0, Verb.GIVE), (DISCARD_0, Verb.DISCARD), (PLAY_0, Verb.PLAY))


def call_code(strain: int, alone: bool) -> int:
    """Naming trump, alone or not."""
    return CALL_0 + strain * 2 + alone


def bid_code(rank: int, strain: int) -> int:
    """A Bid Euchre bid; rank: 1 to 16 for a level, above that call 2, call 1 and alone; strain 6: not named yet."""
    return BID_0 + rank * 8 + strain


def bid_rank(code: int) -> int:
    """How high a bid is: each bid must be higher than the one before."""
    return (code - BID_0) // 8


def under_code(kinds: tuple[int, ...]) -> int:
    """Exchanging three low cards, given in ascending order."""
    first, second, third = kinds
    return UNDER_0 + (first * KINDS + second) * KINDS + third


def under_kinds(code: int) -> tuple[int, int, int]:
    """The three cards of an exchange."""
    rest, three = divmod(code - UNDER_0, KINDS)
    return rest // KINDS, rest % KINDS, three


def code_of(action: Action) -> int:
    """The number of an action; -1 for a value that is no action at all. Exchanged cards may come in any order."""
    if action.code != UNKNOWN:
        return action.code
    code = possible_code(action)
    in_order = replace(action, cards=tuple(sorted(action.cards, key=lambda card: card.kind)))
    return code if code >= 0 and action_of(code) == in_order else -1


def possible_code(action: Action) -> int:
    """The number an action would have if all its parts fit together."""
    if action in FIXED_CODES:
        return FIXED_CODES[action]
    strain = NO_STRAIN if action.strain is None else action.strain.number
    if action.verb is Verb.CALL and strain != NO_STRAIN:
        return call_code(strain, action.loner is Loner.ALONE)
    if action.verb is Verb.BID:
        rank = action.level if action.level is not None else 16 + LONERS.index(action.loner)
        return bid_code(rank, strain) if 1 <= rank <= 19 else -1
    if action.verb is Verb.UNDER and len(action.cards) == EXCHANGED:
        return under_code(tuple(sorted(card.kind for card in action.cards)))
    starts = [first for first, verb in WITH_CARD if verb is action.verb]
    return starts[0] + action.card.kind if starts and len(action.cards) == 1 else -1


@lru_cache(maxsize=4096)
def action_of(code: int) -> Action:
    """The action with that number."""
    return replace(described(code), code=code)


def described(code: int) -> Action:
    """The parts of the action with that number."""
    if code in FIXED:
        return FIXED[code]
    if code >= UNDER_0:
        return Action(Verb.UNDER, tuple(CARDS[kind] for kind in under_kinds(code)))
    if code >= BID_0:
        return bid_of(bid_rank(code), (code - BID_0) % 8)
    if code >= CALL_0:
        strain, alone = divmod(code - CALL_0, 2)
        return Action(Verb.CALL, strain=STRAINS[strain], loner=Loner.ALONE if alone else Loner.NO)
    first, verb = next(pair for pair in WITH_CARD if code >= pair[0])
    return Action(verb, (CARDS[code - first],))


def bid_of(rank: int, strain: int) -> Action:
    """The bid of that rank."""
    named = None if strain == NO_STRAIN else STRAINS[strain]
    if rank > 16:
        return Action(Verb.BID, strain=named, loner=LONERS[rank - 16])
    return Action(Verb.BID, strain=named, level=rank)


class LegalActions(Collection[Action]):
    """The legal actions of one state: iterate, count, test with `in`, print. Empty when the hand is over."""

    __slots__ = ("codes",)

    def __init__(self, codes: tuple[int, ...]) -> None:
        self.codes = codes

    def __iter__(self) -> Iterator[Action]:
        return map(action_of, self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and code_of(action) in self.codes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalActions) and sorted(self.codes) == sorted(other.codes)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.codes)))

    def __str__(self) -> str:
        return ", ".join(str(action) for action in self)

    __repr__ = __str__
