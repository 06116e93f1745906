"""How far a group's round robin has come: who is there, who has met in the running cycle, what is still planned.

Follows what was really played, so that a drop, a late entry, a void table or a round changed by hand only changes what
is still to come. Knows one group only and draws no tables.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from games.engine.messages import Message, message
from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, chance_for
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.pairing.meeting_plan import MeetingPlan, Pair

_LEFT = message("{entry} has left, so their remaining opponents have a bye.")
_CAME = message("{entries} joined for round {round}.")
_CAME_LATE = message("{entries} joined for round {round}. The plan needs extra rounds for everyone to meet ({more}).")
_MISSED = message("Pairs will make up the missed matches ({missed}) later.")
_MISSED_LONGER = message("Pairs will make up the missed matches ({missed}) in extra rounds ({more}).")


@dataclass
class Course:
    """The state of a group before a round. cycle: the running one, from 1. notes: by round, for the organizer.

    meetings: in all cycles. A void table that is corrected later, or the reverse, makes some more than their cycle has.
    """

    plan: MeetingPlan = field(default_factory=MeetingPlan)
    cycle: int = 0
    here: frozenset[int] = frozenset()
    met: set[Pair] = field(default_factory=set)
    meetings: Counter[Pair] = field(default_factory=Counter)
    notes: dict[int, list[Message]] = field(default_factory=dict)

    def note(self, number: int, text: Message) -> None:
        self.notes.setdefault(number, []).append(text)

    def rounds_left(self, cycles: int) -> int:
        return len(self.plan.rounds) + full_run(len(self.here), cycles - self.cycle)


def full_run(entries: int, cycles: int) -> int:
    """The rounds it takes for every two entries to meet this many times."""
    return cycles * (entries - 1 + entries % 2) if entries > 1 else 0


def course_of(cycles: int, request: DrawRequest) -> Course:
    """The course of the group that the request is about, with who is there for the requested round."""
    course = Course()
    for played in request.history:
        _admit(cycles, course, replace(request, number=played.number), played.present)
        _follow(course, played, chance_for(replace(request, number=played.number), "meet later"))
    _admit(cycles, course, request, request.field)
    return course


def _admit(cycles: int, course: Course, request: DrawRequest, field: Iterable[int]) -> None:
    """Adapts the plan to those who are there for a round, and starts the next cycle when one is over."""
    here = frozenset(field)
    for entry in sorted(course.here - here):
        course.plan.drop(entry)
        course.note(request.number, _LEFT(entry=EntryRef(entry)))
    if not course.plan.rounds and course.cycle < cycles and len(here) > 1:
        order = sorted(here)
        chance_for(request, "places").shuffle(order)
        course.cycle += 1
        course.met = {pair for pair, times in course.meetings.items() if times >= course.cycle}
        course.plan = MeetingPlan.circle(order)
        course.plan.strike(course.met)
    elif here - course.here:
        _let_in(course, sorted(here - course.here), here, request)
    course.here = here


def _let_in(course: Course, late: list[int], here: frozenset[int], request: DrawRequest) -> None:
    before = len(course.plan.rounds)
    owed = {frozenset((entry, other)) for entry in late for other in here - {entry}} - course.met - course.plan.pairs
    course.plan.include(owed, chance_for(request, "late entries"))
    more = len(course.plan.rounds) - before
    came = _CAME_LATE if more else _CAME
    course.note(request.number, came(entries=refs(late), round=request.number, more=more))


def _follow(course: Course, played: PlayedRound, chance: Random) -> None:
    """Takes a played round out of the plan. What was planned and not played is put in again."""
    planned = course.plan.pop().pairs if course.plan.rounds else set()
    done = {pair for table in played.tables for pair in _meetings(table)}
    course.meetings.update(done)
    course.plan.strike(done - planned)
    course.met |= done
    missed = planned - done
    if missed:
        before = len(course.plan.rounds)
        course.plan.include(missed, chance)
        more = len(course.plan.rounds) - before
        course.note(played.number + 1, (_MISSED_LONGER if more else _MISSED)(missed=len(missed), more=more))


def _meetings(table: PlayedTable) -> set[Pair]:
    if table.slip is None:
        return set()
    return {frozenset(pair) for pair in combinations(table.draw.entries, 2)}
