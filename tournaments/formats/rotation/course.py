"""The state of a rotation before a round: which plan it follows, since when, and why that plan was made.

A plan holds as long as the same people are there and every round was seated as planned. After a round that was not, the
rest of the plan is improved, each time with half the effort: so a draw costs less than two whole plans, however many
rounds an organizer has changed. A void table was seated too: the people who sat together there have met.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from games.engine.messages import NOTHING, Message, message
from tournaments.formats.base import DrawRequest, PlayedRound, chance_for
from tournaments.formats.constraints import Constraints
from tournaments.formats.numbers import refs
from tournaments.formats.pairing.meetings import partners_at, tables_of
from tournaments.formats.rotation.plan import Night, People, Plan, plan_night
from tournaments.formats.seating.sit_outs import present, sit_out_counts
from tournaments.formats.wishes.refusal import OTHER_TABLES, no_seating

_ALL_PLAYED = message("You’ve played all the planned rounds")
_OFF_PLAN = message("Round {round} didn’t follow the plan")
_CAME = message("{entries} joined")
_LEFT = message("{entries} left")
_CAME_AND_LEFT = message("{entries} joined and {others} left")
_TABLES = message("The number of tables changed")


@dataclass(frozen=True)
class Course:
    """plan: all rounds from number `since` on. seating: the round asked for. cause: why the plan was made then."""

    plan: Plan
    since: int
    seating: People
    cause: Message


def follow(request: DrawRequest, rounds: int, tables: int, constraints: Constraints) -> Course:
    """The plan that the round asked for belongs to. rounds: of the whole night. RuleError: no legal round exists."""
    start, cause = _latest_change(request, tables)
    if start < len(request.history) and request.number > rounds:
        start, cause = len(request.history), _ALL_PLAYED
    plan, changes = _plan_from(request, start, rounds, tables, constraints), 0
    for index, played in enumerate(request.history[start:], start):
        if not _is_as_planned(plan.rounds[index - start], played):
            cause = _OFF_PLAN(round=played.number)
            draft = _rest(plan, index - start, played)
            start, changes = index + 1, changes + 1
            plan = _plan_from(request, start, rounds, tables, constraints, draft, changes)
    return Course(plan, _number(request, start), plan.rounds[len(request.history) - start], cause)


def _number(request: DrawRequest, index: int) -> int:
    return request.history[index].number if index < len(request.history) else request.number


def _latest_change(request: DrawRequest, tables: int) -> tuple[int, Message]:
    """The index in the history since which the same people were there at as many tables, and what changed then."""
    field = set(request.field)
    start = len(request.history)
    while start and present(request.history[start - 1]) == field and len(request.history[start - 1].tables) == tables:
        start -= 1
    if not start:
        return 0, NOTHING
    before = present(request.history[start - 1])
    came, left = field - before, before - field
    if came and left:
        return start, _CAME_AND_LEFT(entries=refs(sorted(came)), others=refs(sorted(left)))
    if came:
        return start, _CAME(entries=refs(sorted(came)))
    return start, _LEFT(entries=refs(sorted(left))) if left else _TABLES


def _is_as_planned(seating: People, played: PlayedRound) -> bool:
    planned = {frozenset(frozenset(side) for side in partners_at(table)) for table in tables_of(seating)}
    seated = [frozenset(frozenset(side) for side in table.draw.sides) for table in played.tables]
    return planned == set(seated)


def _rest(plan: Plan, done: int, played: PlayedRound) -> tuple[People, ...]:
    """What is left of a plan, to be improved; nothing if others sat out than planned, and it is no longer fair."""
    seated = {entry for table in played.tables for entry in table.draw.entries}
    return plan.rounds[done + 1 :] if seated == set(plan.rounds[done]) else ()


def _plan_from(
    request: DrawRequest,
    start: int,
    rounds: int,
    tables: int,
    constraints: Constraints,
    draft: tuple[People, ...] = (),
    changes: int = 0,
) -> Plan:
    """The plan made before the round with this index in the history, from nothing but the rounds before it.

    draft: rounds to start from. changes: how many rounds were changed by hand before.
    """
    number = _number(request, start)
    then = replace(request, number=number, history=request.history[:start])
    night = replace(_night(then, max(1, rounds - number + 1), tables, constraints), draft=draft, effort=0.5**changes)
    plan = _plan(night, request.seed, number)
    if plan is None:
        raise no_seating(request, (4,) * tables, OTHER_TABLES)
    return plan


@lru_cache(maxsize=64)
def _plan(night: Night, seed: int, number: int) -> Plan | None:
    return plan_night(night, chance_for(DrawRequest(number, night.people, (), seed), "plan"))


def _night(request: DrawRequest, rounds: int, tables: int, constraints: Constraints) -> Night:
    people = tuple(sorted(request.field))
    counts = sit_out_counts(request.history, people)
    last = {bye.entry: played.number for played in request.history for bye in played.byes}
    return Night(
        people=people,
        rounds=rounds,
        tables=tables,
        meetings=_meetings(request.history, set(people)),
        turns=tuple((counts[number], last.get(number, 0)) for number in people),
        together=constraints.couples(people),
        apart=constraints.strangers(people),
    )


def _meetings(history: Sequence[PlayedRound], people: set[int]) -> tuple[tuple[int, int, int, int], ...]:
    """Every two of these people who have met: one, other, times as partners, times as opponents."""
    partners: Counter[tuple[int, int]] = Counter()
    opponents: Counter[tuple[int, int]] = Counter()
    for table in (table.draw for played in history for table in played.tables):
        for pair in combinations(sorted(people.intersection(table.entries)), 2):
            together = any(set(pair) <= set(side) for side in table.sides)
            (partners if together else opponents)[pair] += 1
    return tuple((*pair, partners[pair], opponents[pair]) for pair in sorted(partners | opponents))
