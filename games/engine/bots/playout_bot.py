"""A bot that tries its choices on deals that fit what it has seen, and takes the one that does best on average.

Every choice is tried on the same deals; the rest of each hand is played by the rules of thumb, its end exactly.
"""

from dataclasses import dataclass
from math import inf, sqrt

from games.engine.actions import (
    BID_0,
    CALL_0,
    DISCARD_0,
    GIVE_0,
    LEAVE,
    ORDER,
    ORDER_ALONE,
    PASS,
    UNDER_0,
    Action,
    Verb,
    action_of,
)
from games.engine.bots.aim import Aim, ForPoints, aim_at
from games.engine.bots.bot import Chance
from games.engine.bots.calling import best_under, bid_value, call_value, has_trump_for
from games.engine.bots.hiding import played_kinds
from games.engine.bots.laying_away import cost_of_parting
from games.engine.bots.policy import choose, play_on, play_tricks
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

# What a choice comes to in one world.


def value_after(world: Position, code: int, strength: Strength, aim: Aim) -> float:
    """What the hand is worth to the side to act once it has chosen that.

    It is played on by the rules of thumb, or exactly when only a few tricks are left. A bot that plays a card and does
    not count to the end of the hand counts its side's tricks, less those of the average other side, as far as it sees.
    """
    at = world.copy()
    do(at, code)
    side = world.setup.sides[world.turn]
    if world.phase == PLAY and world.tricks_left > strength.ahead:
        play_tricks(at, world.tricks_left - strength.ahead)
        return BY_TRICKS.value([sum([at.won[seat] for seat in seats]) for seats in at.setup.members], side, side)
    if at.phase == PLAY and at.tricks_left <= strength.solves and at.setup.side_count == 2:
        share_tricks(at, makers_tricks(at))
    else:
        play_on(at)
    points = score_of(at)[1] if at.strain >= 0 else [0] * at.setup.side_count
    dealing = at.dealer if at.misdealt else at.setup.next_seat[at.dealer]
    return aim.value(points, side, at.setup.sides[dealing])


BY_TRICKS = ForPoints()


def share_tricks(at: Position, makers: int) -> None:
    """Write down the tricks of a hand that was solved: all of a side's with its first player."""
    sides, tricks = at.setup.sides, at.setup.rules.cards_each
    at.won = [0] * at.setup.seats
    at.won[sides.index(sides[at.maker])] = makers
    at.won[sides.index(1 - sides[at.maker])] = tricks - makers


# Which of the legal choices are worth trying: all cards that differ, and of bids and discards the promising ones.


MAX_CALLS, MAX_CARDS = 4, 3
HOPELESS, TOO_POOR = 1.5, -1.0
"""A call that promises so much less than the best one is not tried, nor one that promises less than that at all where
passing is possible. Near the end of a game even a poor call can be right."""


def candidates(at: Position, codes: tuple[int, ...], favourite: int, *, is_late: bool = False) -> list[int]:
    """Legal codes to try, the favourite (what the rules of thumb say) first. is_late: see `Aim`."""
    if at.phase == Phase.PLAY:
        codes_tried = unlike_plays(at, codes, favourite)
    elif at.phase in (Phase.TAKE, Phase.BURY, Phase.GIVE):
        codes_tried = cheapest_cards(at, codes)
    else:
        codes_tried = promising_calls(at, codes, is_late=is_late)
    return [favourite, *(code for code in codes_tried if code != favourite)]


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


def promising_calls(at: Position, codes: tuple[int, ...], *, is_late: bool) -> list[int]:
    """Whatever is no bid, the best exchange, and the bids that promise most."""
    calls = [code for code in codes if is_call(code)]
    if at.phase != Phase.NAME and PASS in codes:
        calls = [code for code in calls if code >= BID_0 or has_trump_for(at, code)]
    values = {code: value_of(at, code) for code in calls}
    calls.sort(key=lambda code: -values[code])
    least = TOO_POOR if PASS in codes and not is_late else -inf
    calls = [code for code in calls if values[code] >= max(least, values[calls[0]] - HOPELESS)]
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
"""Points by which another choice must be better than what the rules of thumb say."""
CARD_DOUBT, CALL_DOUBT = 1.5, 1.0
"""Standard errors by which it must be better, too: less than that is noise. Near the end of a game the rules of thumb,
which do not know the score, have no such say in the bidding."""
AT_ONCE = 10
"""Deals that are tried before choices which are clearly worse are dropped, and again after as many more."""
CLEAR = 3.0
"""Standard errors by which a choice must be behind the best one to be dropped."""
MIN_VARIANCE, LATE_VARIANCE = 1.0, 8.0
"""Added to what the deals show, so that a few deals which happen to agree decide nothing. Late in a game every hand is
worth more."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice, and what it is worth on average: the points by which the bot's side is ahead of the others after it, or
    the points that its chance to win the game is worth.
    """

    action: Action
    value: float


class PlayoutBot:
    """Answers every question that any house rules can ask. The same view and the same chances get the same answer.

    score: points per side before this hand, which everyone at a table knows; None when only this hand counts.
    """

    def __init__(self, strength: Strength = EXPERT, score: tuple[int, ...] | None = None) -> None:
        self.strength = strength
        self.score = score

    def choose(self, view: View, chance: Chance) -> Action:
        """What to do. Raises ValueError unless it is the viewer's turn."""
        best, *others = self.weigh(view, chance)
        near = [other for other in others if other.value >= best.value - self.strength.forgives]
        if near and best.action.verb is Verb.PLAY and chance() < self.strength.slips:
            return near[int(chance() * len(near))].action
        return best.action

    def weigh(self, view: View, chance: Chance) -> list[Weighed]:
        """The choices it has tried, best first; those that were dropped on the way come last."""
        memory = recall(view)
        favourite = choose(memory.at)
        aim = aim_at(memory.at.setup, self.score)
        codes = candidates(memory.at, view.legal.codes, favourite, is_late=aim.is_late)
        if len(codes) == 1:
            return [Weighed(action_of(favourite), 0.0)]
        worlds = Worlds(memory)
        trial = Trial(codes, favourite, doubt_at(memory.at, aim), LATE_VARIANCE if aim.is_late else MIN_VARIANCE)
        most = self.strength.worlds if memory.at.phase == PLAY else self.strength.calls
        for tried in range(0, most, AT_ONCE):
            for world in worlds.draw(min(AT_ONCE, most - tried), chance):
                trial.note([value_after(world, code, self.strength, aim) for code in trial.open])
            trial.drop_the_worse()
            if len(trial.open) == 1:
                break
        return [Weighed(action_of(code), trial.average(code)) for code in trial.ranked()]


def doubt_at(at: Position, aim: Aim) -> float:
    """How much the rules of thumb are to be trusted against what has been tried, in standard errors."""
    if at.phase == PLAY:
        return CARD_DOUBT
    return 0.0 if aim.is_late else CALL_DOUBT


class Trial:
    """What choices have come to, deal by deal. open: those that may still be the best."""

    def __init__(self, codes: list[int], favourite: int, doubt: float, least: float) -> None:
        self.open = codes
        self.favourite = favourite
        self.doubt = doubt
        self.least = least
        self.values: dict[int, list[float]] = {code: [] for code in codes}
        self.dropped: list[int] = []

    def note(self, values: list[float]) -> None:
        """What every open choice comes to in one deal."""
        for code, value in zip(self.open, values, strict=True):
            self.values[code].append(value)

    def average(self, code: int) -> float:
        """What a choice is worth by the deals tried so far."""
        values = self.values[code]
        return sum(values) / len(values) if values else 0.0

    def drop_the_worse(self) -> None:
        """Choices that are clearly worse than the best one on the same deals are tried no further."""
        best = max(self.open, key=self.average)
        worse = [code for code in self.open if code != best and self.is_clear(best, code)]
        self.dropped += sorted(worse, key=self.average)
        self.open = [code for code in self.open if code not in worse]

    def is_clear(self, best: int, other: int) -> bool:
        """Whether the lead is more than chance."""
        mean, error = self.lead(best, other, self.least)
        return mean > CLEAR * error

    def lead(self, code: int, other: int, least: float = 0.0) -> tuple[float, float]:
        """By how much one choice is better than another on the same deals, and the standard error."""
        leads = [mine - its for mine, its in zip(self.values[code], self.values[other], strict=True)]
        if not leads:
            return 0.0, 0.0
        mean = sum(leads) / len(leads)
        return mean, sqrt((sum([(lead - mean) ** 2 for lead in leads]) / len(leads) + least) / len(leads))

    def ranked(self) -> list[int]:
        """All choices, best first. In doubt that is what the rules of thumb say."""
        ranked = sorted(self.open, key=self.average, reverse=True)
        if self.favourite in ranked:
            mean, error = self.lead(ranked[0], self.favourite)
            if mean < HABIT + self.doubt * error:
                ranked.remove(self.favourite)
                ranked.insert(0, self.favourite)
        return [*ranked, *reversed(self.dropped)]
