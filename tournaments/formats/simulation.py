"""Plays whole events with made-up results, from nothing but a seed. For judging formats from outside, and for tests."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.engine.errors import RuleError
from tournaments.formats.audit.round_audit import Finding, audit
from tournaments.formats.base import DrawRequest, Format, PlayedRound, PlayedTable, RoundDraw, Slip, TableDraw
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.constraints import NO_WISHES, Constraints

GAME = 10
"""Points that win a game, where a round is not a number of hands."""
PATIENCE = 10
"""An event may take this many times the rounds that it has when everything is played."""


@dataclass(frozen=True)
class Attendance:
    """Who is there. entries: how many signed up, numbered from 1.

    absent: round -> who is not there. late: entry -> the first round it is there. left: entry -> the first round it is
    no longer there.
    """

    entries: int
    absent: Mapping[int, Collection[int]] = field(default_factory=dict)
    late: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, int] = field(default_factory=dict)

    def here(self, number: int) -> tuple[int, ...]:
        """The entries in the field of a round, ascending."""
        away = self.absent.get(number, ())
        return tuple(
            entry
            for entry in range(1, self.entries + 1)
            if entry not in away and self.late.get(entry, 1) <= number < self.left.get(entry, number + 1)
        )


@dataclass(frozen=True)
class Chances:
    """How often, out of 1, something happens: a side forfeits, a table is void, points are tied (of all tables); before
    a round, a result of an earlier one is corrected."""

    forfeit: float = 0
    void: float = 0
    level: float = 0
    correction: float = 0


@dataclass(frozen=True)
class SimulatedRound:
    """One round: what was asked, what was drawn, what the audit says about it, and how it was played at first."""

    request: DrawRequest
    draw: RoundDraw
    findings: tuple[Finding, ...]
    played: PlayedRound


@dataclass(frozen=True)
class Event:
    """An event to be played. key, config: of the format. rounds: the maximum; None: until the format ends it."""

    key: str
    config: Any
    attendance: Attendance
    seed: int = 1
    rounds: int | None = None
    chances: Chances = Chances()
    constraints: Constraints = NO_WISHES


def play(event: Event) -> Iterator[SimulatedRound]:
    """The rounds of an event, one by one; the same event always gives the same. At least one is asked for.

    RuleError: the format refuses a round, or the event does not come to an end.
    """
    format_, rng, history = FORMATS[event.key], Random(f"{event.seed}/results"), list[PlayedRound]()  # noqa: S311  # replayable, nothing secret
    rules = hard_rules(event.key, event.config)
    number = 1
    while event.rounds is None or number <= event.rounds:
        if history and rng.random() < event.chances.correction:
            _correct(history, event, format_, rng)
        here = event.attendance.here(number)
        request = DrawRequest(number, here, tuple(history), event.seed, event.constraints)
        if history and format_.rounds_left(event.config, request) == 0:
            return
        _lose_patience(event, format_, number)
        draw = format_.draw(event.config, request)
        played = PlayedRound(number, tuple(_play(table, event, format_, rng) for table in draw.tables), draw.byes)
        yield SimulatedRound(request, draw, audit(rules, request, draw), played)
        history.append(played)
        number += 1


def _lose_patience(event: Event, format_: Format, number: int) -> None:
    longest = PATIENCE * format_.rounds(event.config, max(2, event.attendance.entries))
    if event.rounds is None and number > longest:
        raise RuleError(
            "The event isn’t over after {longest} rounds. Make void tables less likely, or set a number of rounds.",
            longest=longest,
        )


def _play(table: TableDraw, event: Event, format_: Format, rng: Random) -> PlayedTable:
    """The table with a result as its players could have handed it in."""
    chances, fate = event.chances, rng.random()
    sides = range(len(table.sides))
    if fate < chances.void:
        return PlayedTable(table, None)
    if fate < chances.void + chances.forfeit:
        return PlayedTable(table, _forfeit(len(sides), rng))
    slip = Slip(_points(len(sides), format_, rng))
    if fate > 1 - chances.level:
        slip = Slip((max(slip.points),) * len(sides))
    if format_.tie_question(event.config, slip):
        slip = replace(slip, tie_winner=rng.choice(sides))
    return PlayedTable(table, slip)


def _points(sides: int, format_: Format, rng: Random) -> tuple[int, ...]:
    """No two alike. Pairs play a game; the others play hands, and all points count."""
    if format_.entry_size == 1:
        return tuple(rng.sample(range(16), sides))
    points = [GAME, *rng.sample(range(GAME), sides - 1)]
    rng.shuffle(points)
    return tuple(points)


def _forfeit(sides: int, rng: Random) -> Slip:
    """One side did not play, now and then none did; the first of those who did is given a game."""
    absent = tuple(range(sides)) if rng.random() < 0.2 else (rng.randrange(sides),)
    winner = next((side for side in range(sides) if side not in absent), None)
    return Slip(tuple(GAME * (side == winner) for side in range(sides)), forfeited=absent)


def _correct(history: list[PlayedRound], event: Event, format_: Format, rng: Random) -> None:
    """Gives some table of some round another result."""
    index = rng.randrange(len(history))
    tables = list(history[index].tables)
    place = rng.randrange(len(tables))
    tables[place] = _play(tables[place].draw, event, format_, rng)
    history[index] = replace(history[index], tables=tuple(tables))
