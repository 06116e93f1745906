"""Round robin for fixed pairs: everybody meets everybody, by the circle method, once or twice.

Keeps no plan between calls: it lays the plan out again from the seed and follows what was really played, so that a
drop, a late entry, a void table or a round changed by hand only changes what is still to come.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from games.engine.errors import RuleError
from tournaments.formats.base import ByeDraw, DrawRequest, PlayedRound, PlayedTable, RoundDraw, Slip, TableDraw, lots
from tournaments.formats.config import Choice, about, check_settings
from tournaments.formats.meeting_plan import MeetingPlan, Pair, PlannedRound
from tournaments.formats.numbers import called
from tournaments.formats.table_numbers import table_numbers


class Cycles(Choice):
    SINGLE = "single", "Single", "Everybody meets everybody once."
    DOUBLE = "double", "Double", "Everybody meets everybody twice; the second time after all have met once."

    @property
    def times(self) -> int:
        return 1 if self is Cycles.SINGLE else 2


@dataclass(frozen=True)
class RoundRobin:
    """The settings of a round robin."""

    cycles: Cycles = field(default=Cycles.SINGLE, metadata=about("Meetings", "How often two pairs meet."))
    bye_points: int | None = field(
        default=0,
        metadata=about("Points for a bye", "What a round without an opponent is worth; empty: the own average.", 0, 40),
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass
class _Course:
    """How the tournament stands before a round: the running cycle, its plan, who is there, who has met in it.

    meetings: in all cycles. A void table that is corrected later, or the reverse, makes some more than their cycle has.
    """

    plan: MeetingPlan = field(default_factory=MeetingPlan)
    cycle: int = 0
    here: frozenset[int] = frozenset()
    met: set[Pair] = field(default_factory=set)
    meetings: Counter[Pair] = field(default_factory=Counter)
    notes: dict[int, list[str]] = field(default_factory=dict)


def draw_round(config: RoundRobin, request: DrawRequest) -> RoundDraw:
    """The next round. Each side holds one entry, a pair; two never meet again before the cycle ends.

    Who has no opponent in the round gets a bye: with an odd number each pair once a cycle, after a drop whoever was to
    meet it. A late entry, or one that comes back, meets everybody whom it has not met in the running cycle; rounds
    are added for it when they do not suffice, and it owes nothing for cycles that are over. A meeting that was void is
    still to come. RuleError: fewer than two entries, or everybody has met everybody.
    """
    course = _course(config, request)
    if not course.plan.rounds:
        raise RuleError("Everybody has met everybody: this round robin is complete. Close the stage.")
    left = _rounds_left(config, course)
    planned = course.plan.pop()
    byes = tuple(
        ByeDraw(entry, config.bye_points, _bye_reason(entry, planned, request.field))
        for entry in request.field
        if entry not in planned.opponents
    )
    return RoundDraw(request.number, _tables(request, planned), byes, _reasons(config, request, course, left))


def rounds(config: RoundRobin, entries: int) -> int:
    """How many rounds a full run takes: one less than the entries, as many when they are odd, times the cycles.

    0 for fewer than two entries.
    """
    return config.cycles.times * (entries - 1 + entries % 2) if entries > 1 else 0


def rounds_left(config: RoundRobin, request: DrawRequest) -> int:
    """How many rounds are still to be drawn, the requested one included; 0 when everybody has met everybody, or when
    there are not two entries."""
    return 0 if len(request.field) < 2 else _rounds_left(config, _course(config, request))


def tie_question(config: RoundRobin, slip: Slip) -> str | None:
    """Never a question: nobody moves by the result, and a level game may stay level."""
    return None


def _course(config: RoundRobin, request: DrawRequest) -> _Course:
    if len(request.field) < 2:
        raise RuleError("A round robin needs at least two pairs. Wait for another entry.")
    course = _Course()
    for played in request.history:
        _admit(config, course, replace(request, number=played.number, field=_present(played)))
        _follow(course, played, lots(replace(request, number=played.number), "meet later"))
    _admit(config, course, request)
    return course


def _admit(config: RoundRobin, course: _Course, request: DrawRequest) -> None:
    """Brings the plan in line with who is there for a round, and starts the next cycle when one is over."""
    here = frozenset(request.field)
    for entry in sorted(course.here - here):
        course.plan.drop(entry)
        _note(course, request.number, f"{called(entry)} has left; whoever was to meet it has a bye.")
    if not course.plan.rounds and course.cycle < config.cycles.times:
        order = sorted(here)
        lots(request, "places").shuffle(order)
        course.cycle += 1
        course.met = {pair for pair, times in course.meetings.items() if times >= course.cycle}
        course.plan = MeetingPlan.circle(order)
        course.plan.strike(course.met)
    elif here - course.here:
        _let_in(course, sorted(here - course.here), here, request)
    course.here = here


def _let_in(course: _Course, late: list[int], here: frozenset[int], request: DrawRequest) -> None:
    before = len(course.plan.rounds)
    owed = {frozenset((entry, other)) for entry in late for other in here - {entry}} - course.met - course.plan.pairs
    course.plan.include(owed, lots(request, "late entries"))
    more = len(course.plan.rounds) - before
    words = f"{' and '.join(called(entry) for entry in late)} came in for round {request.number}"
    added = f"; {more} more rounds are needed so that everybody meets everybody" if more else ""
    _note(course, request.number, f"{words}{added}.")


def _follow(course: _Course, played: PlayedRound, lot: Random) -> None:
    """Takes a played round out of the plan. What was planned and not played is put in again."""
    planned = course.plan.pop().pairs if course.plan.rounds else set()
    done = {pair for table in played.tables for pair in _meetings(table)}
    course.meetings.update(done)
    course.plan.strike(done - planned)
    course.met |= done
    missed = planned - done
    if missed:
        before = len(course.plan.rounds)
        course.plan.include(missed, lot)
        more = len(course.plan.rounds) - before
        added = f"; {more} more rounds are needed" if more else ""
        _note(course, played.number + 1, f"{len(missed)} planned meetings did not take place and come later{added}.")


def _meetings(table: PlayedTable) -> set[Pair]:
    if table.slip is None:
        return set()
    return {frozenset(pair) for pair in combinations(table.draw.entries, 2)}


def _present(played: PlayedRound) -> tuple[int, ...]:
    seated = {entry for table in played.tables for entry in table.draw.entries}
    return tuple(sorted(seated | {bye.entry for bye in played.byes}))


def _rounds_left(config: RoundRobin, course: _Course) -> int:
    cycles_to_come = config.cycles.times - course.cycle
    return len(course.plan.rounds) + cycles_to_come * rounds(RoundRobin(), len(course.here))


def _note(course: _Course, number: int, text: str) -> None:
    course.notes.setdefault(number, []).append(text)


def _reasons(config: RoundRobin, request: DrawRequest, course: _Course, left: int) -> tuple[str, ...]:
    last = request.number + left - 1
    where = f"Cycle {course.cycle} of {config.cycles.times}; by this plan round {last} is the last."
    return (*course.notes.get(request.number, ()), where)


def _bye_reason(entry: int, planned: PlannedRound, here: Sequence[int]) -> str:
    if planned.left_alone.get(entry, entry) not in here:
        return f"{called(entry)} was to meet {called(planned.left_alone[entry])}, who has left."
    if len(planned.opponents) == len(here) - 1:
        return f"{len(here)} pairs are an odd number: each has one bye a cycle."
    return f"Whom {called(entry)} has still to meet is busy with other meetings in this round."


def _tables(request: DrawRequest, planned: PlannedRound) -> tuple[TableDraw, ...]:
    """Table numbers so that nobody sits at one table much more often than at another."""
    order = sorted(sorted(pair) for pair in planned.pairs)
    lots(request, "tables").shuffle(order)
    visits = Counter(
        (entry, table.draw.table)
        for played in request.history
        for table in played.tables
        for entry in table.draw.entries
    )
    numbers = table_numbers(request, len(order))
    _even_out(order, numbers, visits)
    return tuple(TableDraw(table, ((one,), (other,))) for table, (one, other) in zip(numbers, order, strict=True))


def _even_out(order: list[list[int]], numbers: Sequence[int], visits: Counter[tuple[int, int]]) -> None:
    """Swaps two pairs' tables as long as that lowers the number of earlier visits."""

    def cost(pair: Sequence[int], index: int) -> int:
        return sum(visits[entry, numbers[index]] ** 2 for entry in pair)

    is_better = True
    while is_better:
        is_better = False
        for a, b in combinations(range(len(order)), 2):
            if cost(order[a], b) + cost(order[b], a) < cost(order[a], a) + cost(order[b], b):
                order[a], order[b] = order[b], order[a]
                is_better = True
