"""Brackets as data: every match, and who comes to each of its two places, such as "winner of match 5".

Knows no entries and no results. Byes are not matches: where one place is empty, the other side goes straight on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from games.engine.language import mark, say
from games.engine.messages import Message, message

Line = list["Place | None"]
"""Places in bracket order; None for an empty place."""


class Origin(Enum):
    SEED = "seed"
    WINNER = "winner of match"
    LOSER = "loser of match"


_PLACES = {
    Origin.SEED: message("seed {number}"),
    Origin.WINNER: message("winner of match {number}"),
    Origin.LOSER: message("loser of match {number}"),
}


@dataclass(frozen=True)
class Place:
    """Who comes to one side of a match. number: of the seed, 1 for the best, or of the match."""

    origin: Origin
    number: int

    @property
    def words(self) -> Message:
        return _PLACES[self.origin](number=self.number)

    def __str__(self) -> str:
        return str(self.words)


class Section(Enum):
    MAIN = mark("main bracket")
    LOSERS = mark("losers’ bracket")
    GRAND_FINAL = mark("grand final")
    RESET = mark("second grand final")
    THIRD = mark("third place")
    CONSOLATION = mark("consolation bracket")

    @property
    def label(self) -> str:
        return say(self.value)


@dataclass(frozen=True)
class Match:
    """One match of a bracket.

    stage: the round of its section, from 1; to_go: how many rounds of that section come after it, 0 for its final.
    round: the round of the event in which it is played when every match is played as soon as it can be.
    """

    number: int
    section: Section
    stage: int
    to_go: int
    places: tuple[Place, Place]
    round: int

    @property
    def sources(self) -> tuple[int, ...]:
        """The matches that decide who plays here."""
        return tuple(dict.fromkeys(place.number for place in self.places if place.origin is not Origin.SEED))


@dataclass(frozen=True)
class Bracket:
    """matches: by number, from 1; no one comes from a later match. seeds: how many there are."""

    seeds: int
    matches: tuple[Match, ...]

    def match(self, number: int) -> Match:
        return self.matches[number - 1]


def seed_order(size: int) -> list[int]:
    """The seeds from top to bottom of a bracket: beside each p comes size + 1 - p. size: a power of two.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = _doubled(order)
    return order


def seed_line(seeds: int, survivors: int = 1) -> list[int]:
    """The seeds from top to bottom of a bracket that stops when this many are left; 0 for an empty place.

    Every survivor comes from a part of its own, all of one size, in which the survivors' own seeds are the best; so
    each first match has an entry on at least one side, and the byes, all in the first round, go to the best.

    >>> seed_line(6)
    [1, 0, 4, 5, 2, 0, 3, 6]
    >>> seed_line(6, survivors=3)
    [1, 6, 2, 5, 3, 4]
    """
    order = [seed for seed in seed_order(_power_of_two(survivors)) if seed <= survivors]
    while len(order) < seeds:
        order = _doubled(order)
    return [seed if seed <= seeds else 0 for seed in order]


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()


def _doubled(order: list[int]) -> list[int]:
    return [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]


@cache
def single_elimination(seeds: int, third_place: bool = False, consolation: bool = False, survivors: int = 1) -> Bracket:
    """One defeat and out: seeds - survivors matches. seeds: at least 2; the byes go to the best.

    third_place: a match of those who lost the semi-finals. consolation: a bracket of their own for those who lost in
    the first round; with four seeds or less the match for third place takes its place. survivors: how many are left
    when it stops; no match with this many seeds or fewer.
    """
    plan = _Plan(seeds, survivors)
    line, beaten = plan.first_line(), list[Line]()
    for stage in range(1, plan.depth + 1):
        line, losers = plan.play(Section.MAIN, stage, plan.depth - stage, line)
        beaten.append(losers)
        if len(line) == 2 and third_place:
            plan.play(Section.THIRD, 1, 0, losers)
    if consolation and not (third_place and plan.depth == 2):
        plan.play_out(Section.CONSOLATION, beaten[0])
    return plan.bracket()


@cache
def double_elimination(seeds: int, reset: bool = True) -> Bracket:
    """Two defeats and out: 2 * seeds - 2 matches. seeds: at least 2.

    reset: one more match, the last, for the case that the winner of the losers' bracket wins the grand final; then both
    have lost once. Who is beaten in the main bracket drops to the losers' bracket in an order that keeps two who have
    met apart for as long as possible.
    """
    plan = _Plan(seeds)
    line, losers = plan.play(Section.MAIN, 1, plan.depth - 1, plan.first_line())
    lower, last = losers, 2 * plan.depth - 2
    for stage in range(2, plan.depth + 1):
        line, dropped = plan.play(Section.MAIN, stage, plan.depth - stage, line)
        lower, _ = plan.play(Section.LOSERS, 2 * stage - 3, last - 2 * stage + 3, lower)
        turn = DROPS[min(stage - 2, len(DROPS) - 1)]
        meeting = [place for pair in zip(lower, turn(dropped), strict=True) for place in pair]
        lower, _ = plan.play(Section.LOSERS, 2 * stage - 2, last - 2 * stage + 2, meeting)
    plan.play(Section.GRAND_FINAL, 1, int(reset), [*line, *lower])
    if reset:
        final = len(plan.matches)
        again: Line = [Place(Origin.LOSER, final), Place(Origin.WINNER, final)]
        plan.play(Section.RESET, 2, 0, again)
    return plan.bracket()


def _halves(line: Line) -> tuple[Line, Line]:
    return line[: len(line) // 2], line[len(line) // 2 :]


def _reverse(line: Line) -> Line:
    return line[::-1]


def _swap_halves(line: Line) -> Line:
    upper, lower = _halves(line)
    return lower + upper


def _reverse_halves(line: Line) -> Line:
    upper, lower = _halves(line)
    return upper[::-1] + lower[::-1]


def _as_it_is(line: Line) -> Line:
    return line


DROPS: Sequence[Callable[[Line], Line]] = (_reverse, _swap_halves, _reverse_halves, _as_it_is)
"""The order in which those beaten in round 2, 3, 4 … of the main bracket drop. No other of these orders keeps rematches
away longer, in brackets of 8 to 128."""


class _Plan:
    """A bracket in the making."""

    def __init__(self, seeds: int, survivors: int = 1) -> None:
        self.seeds, self.survivors = seeds, survivors
        self.depth = (-(-seeds // survivors) - 1).bit_length()
        self.matches: list[Match] = []

    def first_line(self) -> Line:
        return [Place(Origin.SEED, seed) if seed else None for seed in seed_line(self.seeds, self.survivors)]

    def play(self, section: Section, stage: int, to_go: int, line: Line) -> tuple[Line, Line]:
        """Neighbours meet. Returns the winners and the losers, in order."""
        results = [self._meet(section, stage, to_go, *line[start : start + 2]) for start in range(0, len(line), 2)]
        return [winner for winner, _ in results], [loser for _, loser in results]

    def play_out(self, section: Section, line: Line) -> None:
        depth = len(line).bit_length() - 1
        for stage in range(1, depth + 1):
            line, _ = self.play(section, stage, depth - stage, line)

    def _meet(
        self, section: Section, stage: int, to_go: int, first: Place | None, second: Place | None
    ) -> tuple[Place | None, Place | None]:
        if first is None or second is None:
            return first or second, None
        number = len(self.matches) + 1
        before = [self.matches[place.number - 1].round for place in (first, second) if place.origin is not Origin.SEED]
        self.matches.append(Match(number, section, stage, to_go, (first, second), max(before, default=0) + 1))
        return Place(Origin.WINNER, number), Place(Origin.LOSER, number)

    def bracket(self) -> Bracket:
        return Bracket(self.seeds, tuple(map(self._counted, self.matches)))

    def _counted(self, match: Match) -> Match:
        """Counts the rounds of a losers' or consolation bracket from 1, without those in which no one meets."""
        if match.section not in (Section.LOSERS, Section.CONSOLATION):
            return match
        stages = sorted({other.stage for other in self.matches if other.section is match.section})
        return replace(match, stage=stages.index(match.stage) + 1)
