"""Why a round of a rotation looks as it does, in words for the organizer."""

from collections.abc import Iterator

from tournaments.formats.base import DrawRequest, TableDraw
from tournaments.formats.constraints import Constraints, names
from tournaments.formats.meetings import Pair
from tournaments.formats.numbers import called
from tournaments.formats.partnerships import partnerships
from tournaments.formats.places import moved_keepers
from tournaments.formats.rotation_course import Course


def reasons(
    request: DrawRequest, course: Course, tables: tuple[TableDraw, ...], constraints: Constraints
) -> tuple[str, ...]:
    """Repeated partners first, then moves of people who keep their place, then the plan and how good it is."""
    couples = constraints.couples(request.field)
    return (
        *_repeated_partners(request, course, tables, couples),
        *moved_keepers(request, tables),
        *(f"{names(pair)} stay together, as they wished." for pair in sorted(couples, key=sorted)),
        _since(request, course),
        _quality("Partners", course.plan.repeats.partners, course.plan.bound.partners),
        _quality("Opponents", course.plan.repeats.opponents, course.plan.bound.opponents),
    )


def bye_reason(players: int, seats: int, entry: int, times: int) -> str:
    """Why somebody sits out. times: how often before."""
    turn = f"it is the turn of {called(entry)} ({times} sit-outs so far)"
    return f"{players} players are here and the tables seat {seats}; {turn}."


def _repeated_partners(
    request: DrawRequest, course: Course, tables: tuple[TableDraw, ...], couples: frozenset[Pair]
) -> Iterator[str]:
    earlier = partnerships(request.history)
    is_proven = course.plan.repeats.partners == course.plan.bound.partners
    why = "over the whole night it cannot be avoided" if is_proven else "no plan without it was found"
    for pair in (frozenset(side) for table in tables for side in table.sides):
        if earlier[pair] and pair not in couples:
            yield f"{names(pair)} are partners for time number {earlier[pair] + 1}: {why}."


def _since(request: DrawRequest, course: Course) -> str:
    last = course.since + len(course.plan.rounds) - 1
    if not course.cause:
        return f"This round follows the plan made for rounds {course.since} to {last} at the start."
    return f"{course.cause}: rounds {course.since} to {last} were planned anew; what was played before counts."


def _quality(what: str, repeats: int, bound: int) -> str:
    """A repeat: two people meeting in a role for the second time; for the third time it counts two more, and so on."""
    if repeats == 0:
        return f"{what}: nobody meets anybody twice by the end of the plan. Optimal."
    if repeats == bound:
        return f"{what}: {repeats} repeats by the end of the plan. Optimal: the bound is reached."
    return f"{what}: {repeats} repeats by the end of the plan, {repeats - bound} above the bound of {bound}."
