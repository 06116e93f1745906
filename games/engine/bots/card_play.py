"""Leading and following the way an experienced player does, from his own hand and the cards on the table.

Written for speed: a bot plays thousands of hands in its head with it. Never looks at another hand.
"""

from games.engine.bots.strain_tables import StrainTable, table_of
from games.engine.cards import KINDS, TWINS
from games.engine.play import legal_play
from games.engine.position import Position

TRUMP = 60
"""From this worth on a card is a trump."""


def choose_play(at: Position) -> int:
    """The card to play."""
    kinds = legal_play(at)
    if len(kinds) == 1:
        return kinds[0]
    if at.best:
        return follow(at, kinds)
    return lead(at, kinds)


def follow(at: Position, kinds: tuple[int, ...]) -> int:
    """Leave the partner's trick to him; else take it as cheaply as is safe, or throw the lowest card."""
    worth, best, sides = at.worth, at.best, at.setup.sides
    is_last = at.ring[at.turn] == at.leader
    if sides[at.winner] == sides[at.turn] and (is_last or best >= table_of(at.setup, at.strain).top):
        return lowest(at, kinds)
    winners = [kind for kind in kinds if worth[kind] > best]
    if not winners:
        return lowest(at, kinds)
    is_trump = worth[winners[0]] >= TRUMP
    return (min if is_last or is_trump else max)(winners, key=worth.__getitem__)


def lowest(at: Position, kinds: tuple[int, ...]) -> int:
    """The card that costs least to lose; when the suit cannot be followed, rather the only one of another suit."""
    table = table_of(at.setup, at.strain)
    rank = table.rank
    if at.bound & 1 << kinds[0]:
        return min(kinds, key=rank.__getitem__)
    hand = at.cards[at.turn]
    return min(kinds, key=lambda kind: rank[kind] + (0 if is_single(table, hand, kind) else 2))


def is_single(table: StrainTable, hand: int, kind: int) -> bool:
    """Whether the card is the only one of its suit in the hand."""
    bit = 1 << kind
    for ladder in table.ladders:
        if ladder.members & bit:
            return hand & ladder.members == bit
    return False


def lead(at: Position, kinds: tuple[int, ...]) -> int:
    """Makers draw trump from the top. Everyone cashes cards that nothing can beat, and otherwise risks the least."""
    table = table_of(at.setup, at.strain)
    trumps = [kind for kind in kinds if table.trumps >> kind & 1]
    plain = [kind for kind in kinds if not table.trumps >> kind & 1]
    rank = table.rank
    gone = played_cards(at)
    is_maker_side = at.setup.sides[at.turn] == at.setup.sides[at.maker]
    if trumps and is_maker_side and trumps_left(at, table, gone):
        best = max(trumps, key=rank.__getitem__)
        if at.turn != at.maker or len(trumps) > 1 or is_boss(at, table, best, gone):
            return best
    bosses = [kind for kind in plain if is_boss(at, table, kind, gone)]
    if bosses:
        return bosses[0]
    if not plain:
        return max(trumps, key=rank.__getitem__)
    return min(plain, key=lambda kind: (not is_single(table, at.cards[at.turn], kind), -rank[kind]))


def played_cards(at: Position) -> int:
    """All cards of this hand's tricks; twins count as gone with the first."""
    gone = 0
    for entry in at.log:
        if entry < KINDS:
            gone |= 1 << entry
    return gone


def trumps_left(at: Position, table: StrainTable, gone: int) -> bool:
    """Whether others may still hold a trump."""
    hand = at.cards[at.turn]
    return bool(table.ladders[0].members & ~gone & ~(hand | hand // TWINS))


def is_boss(at: Position, table: StrainTable, kind: int, gone: int) -> bool:
    """Whether no card of its suit that others may hold beats this one."""
    hand = at.cards[at.turn]
    known = gone | hand
    suit = next(ladder.kinds for ladder in table.ladders if ladder.members >> kind & 1)
    for better in suit:
        if better == kind:
            return True
        if not known >> better & 1:
            return False
    return False
