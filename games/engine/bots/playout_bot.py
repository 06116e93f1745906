"""A bot that tries its choices on deals that fit what it has seen, and takes the one that does best on average.

Every choice is tried on the same deals; the rest of each hand is played by the rules of thumb, its end exactly.
"""

from dataclasses import dataclass

from games.engine.actions import BID_0, CALL_0, DISCARD_0, GIVE_0, LEAVE, ORDER, ORDER_ALONE, UNDER_0, Action, action_of
from games.engine.bots.bot import Chance
from games.engine.bots.calling import best_under, bid_value, call_value
from games.engine.bots.hiding import played_kinds
from games.engine.bots.laying_away import cost_of_parting
from games.engine.bots.policy import choose, play_on
from games.engine.bots.recall import recall
from games.engine.bots.solver import makers_tricks, runs
from games.engine.bots.strain_tables import table_of
from games.engine.bots.strength import EXPERT, Strength
from games.engine.bots.valuation import own_tricks
from games.engine.bots.worlds import Worlds
from games.engine.cards import ALL_KINDS, mask_of
from games.engine.hand import PLAY, do
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.result import score_of
from games.engine.view import View

# What a choice comes to in one world, in points.


def points_ahead(world: Position, code: int, solves: int) -> float:
    """By how many points the side to act is ahead of the average other side once it has chosen that.

    The hand is played on by the rules of thumb, or exactly when no more than `solves` tricks are left.
    """
    at = world.copy()
    do(at, code)
    side = world.setup.sides[world.turn]
    if at.phase == PLAY and at.tricks_left <= solves and at.setup.side_count == 2:
        share_tricks(at, makers_tricks(at))
    else:
        play_on(at)
    if at.strain < 0:
        return 0.0
    _, points = score_of(at)
    return points[side] - (sum(points) - points[side]) / (len(points) - 1)


def share_tricks(at: Position, makers: int) -> None:
    """Write down the tricks of a hand that was solved: all of a side's with its first player."""
    sides, tricks = at.setup.sides, at.setup.rules.cards_each
    at.won = [0] * at.setup.seats
    at.won[sides.index(sides[at.maker])] = makers
    at.won[sides.index(1 - sides[at.maker])] = tricks - makers


# Which of the legal choices are worth trying: all cards that differ, and of bids and discards the promising ones.


MAX_CALLS, MAX_CARDS = 4, 3


def candidates(at: Position, codes: tuple[int, ...], favourite: int) -> list[int]:
    """Legal codes to try, the favourite (what the rules of thumb say) first."""
    if at.phase == Phase.PLAY:
        found = unlike_plays(at, codes, favourite)
    elif at.phase in (Phase.TAKE, Phase.BURY, Phase.GIVE):
        found = cheapest_cards(at, codes)
    else:
        found = promising_calls(at, codes)
    return [favourite, *(code for code in found if code != favourite)]


def unlike_plays(at: Position, codes: tuple[int, ...], favourite: int) -> list[int]:
    """The lowest card of each run but the favourite's. Of two packs every card is tried."""
    if at.setup.rules.packs > 1:
        return list(codes)
    known = at.cards[at.turn] | mask_of(played_kinds(at))
    every = runs(table_of(at.setup, at.strain), mask_of(codes), ALL_KINDS & ~known)
    return [run[-1] for run in every if favourite not in run]


def cheapest_cards(at: Position, codes: tuple[int, ...]) -> list[int]:
    """Parting with the few cards that cost least, and leaving the turned card where that is possible."""
    first = GIVE_0 if at.phase == Phase.GIVE else DISCARD_0
    hand = at.cards[at.turn]
    cards = [code for code in codes if code != LEAVE]
    cards.sort(key=lambda code: cost_of_parting(at.setup, at.strain, hand, code - first))
    return cards[:MAX_CARDS] + [code for code in codes if code == LEAVE]


def promising_calls(at: Position, codes: tuple[int, ...]) -> list[int]:
    """Whatever is no bid, the best exchange, and the bids that promise most."""
    calls = [code for code in codes if is_call(code)]
    calls.sort(key=lambda code: -value_of(at, code))
    others = [code for code in codes if not is_call(code) and code < UNDER_0]
    exchanges = [best_under(at, codes)] if codes[-1] >= UNDER_0 else []
    return others + calls[:MAX_CALLS] + exchanges


def is_call(code: int) -> bool:
    """Whether the code orders, calls or bids."""
    return code in (ORDER, ORDER_ALONE) or CALL_0 <= code < UNDER_0


def value_of(at: Position, code: int) -> float:
    """How much an order, call or bid promises by the rules of thumb: points, or tricks once the bid is won."""
    if at.phase == Phase.NAME:
        return own_tricks(at.setup, (code - CALL_0) // 2, at.cards[at.turn])
    return bid_value(at, code) if code >= BID_0 else call_value(at, code)


HABIT = 0.02
"""Points by which another choice must be better than what the rules of thumb say: less than that is noise."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice, and the points by which the own side is ahead of the others after it, on average."""

    action: Action
    value: float


class PlayoutBot:
    """Answers every question that any house rules can ask. The same view and the same chances get the same answer."""

    def __init__(self, strength: Strength = EXPERT) -> None:
        self.strength = strength

    def choose(self, view: View, chance: Chance) -> Action:
        """What to do. Raises ValueError unless it is the viewer's turn."""
        best, *others = self.weigh(view, chance)
        near = [other for other in others if other.value >= best.value - self.strength.forgives]
        if near and chance() < self.strength.slips:
            return near[int(chance() * len(near))].action
        return best.action

    def weigh(self, view: View, chance: Chance) -> list[Weighed]:
        """The choices it has tried, best first."""
        memory = recall(view)
        favourite = choose(memory.at)
        codes = candidates(memory.at, view.legal.codes, favourite)
        if len(codes) == 1:
            return [Weighed(action_of(favourite), 0.0)]
        worlds = Worlds(memory).draw(self.strength.worlds, chance)
        values = [self.average(worlds, code) + HABIT * (code == favourite) for code in codes]
        ranked = sorted(zip(values, codes, strict=True), key=lambda pair: -pair[0])
        return [Weighed(action_of(code), value) for value, code in ranked]

    def average(self, worlds: list[Position], code: int) -> float:
        """The value of one choice over all worlds."""
        total = sum([points_ahead(world, code, self.strength.solves) for world in worlds])
        return total / len(worlds) if worlds else 0.0
