"""Why a round of a rotation looks as it does, in words for the organizer."""

from collections.abc import Iterator

from tournaments.formats.base import DrawRequest, TableDraw
from tournaments.formats.constraints import Constraints, names
from tournaments.formats.kept import kept, kept_part
from tournaments.formats.numbers import called
from tournaments.formats.pairing.meetings import Pair
from tournaments.formats.rotation.course import Course
from tournaments.formats.seating.partnerships import partnerships
from tournaments.formats.seating.places import moved_keepers
from tournaments.formats.wishes.reasons import TOGETHER

_BYE = kept(
    "{players} players are here and the tables seat {seats}; it is the turn of {entry} ({times} sit-outs so far)."
)
_REPEATED = kept("{entries} are partners for time number {time}: {cause}.")
_PROVEN = kept_part("over the whole night it cannot be avoided")
_SEARCHED = kept_part("no plan without it was found")
_FOLLOWS = kept("This round follows the plan made for rounds {first} to {last} at the start.")
_ANEW = kept("{cause}: rounds {first} to {last} were planned anew; what was played before counts.")
_PARTNERS = kept_part("Partners")
_OPPONENTS = kept_part("Opponents")
_NONE = kept("{role}: nobody meets anybody twice by the end of the plan. Optimal.")
_BOUND = kept("{role}: {repeats} repeats by the end of the plan. Optimal: the bound is reached.")
_ABOVE = kept("{role}: {repeats} repeats by the end of the plan, {more} above the bound of {bound}.")


def reasons(
    request: DrawRequest, course: Course, tables: tuple[TableDraw, ...], constraints: Constraints
) -> tuple[str, ...]:
    """Repeated partners first, then moves of people who keep their place, then the plan and how good it is."""
    couples = constraints.couples(request.field)
    return (
        *_repeated_partners(request, course, tables, couples),
        *moved_keepers(request, tables),
        *(TOGETHER(entries=names(pair)) for pair in sorted(couples, key=sorted)),
        _since(request, course),
        _quality(_PARTNERS(), course.plan.repeats.partners, course.plan.bound.partners),
        _quality(_OPPONENTS(), course.plan.repeats.opponents, course.plan.bound.opponents),
    )


def bye_reason(players: int, seats: int, entry: int, times: int) -> str:
    """Why somebody sits out. times: how often before."""
    return _BYE(players=players, seats=seats, entry=called(entry), times=times)


def _repeated_partners(
    request: DrawRequest, course: Course, tables: tuple[TableDraw, ...], couples: frozenset[Pair]
) -> Iterator[str]:
    earlier = partnerships(request.history)
    is_proven = course.plan.repeats.partners == course.plan.bound.partners
    cause = _PROVEN() if is_proven else _SEARCHED()
    for pair in (frozenset(side) for table in tables for side in table.sides):
        if earlier[pair] and pair not in couples:
            yield _REPEATED(entries=names(pair), time=earlier[pair] + 1, cause=cause)


def _since(request: DrawRequest, course: Course) -> str:
    last = course.since + len(course.plan.rounds) - 1
    if not course.cause:
        return _FOLLOWS(first=course.since, last=last)
    return _ANEW(cause=course.cause, first=course.since, last=last)


def _quality(role: str, repeats: int, bound: int) -> str:
    """A repeat: two people meeting in a role for the second time; for the third time it counts two more, and so on."""
    if repeats == 0:
        return _NONE(role=role)
    if repeats == bound:
        return _BOUND(role=role, repeats=repeats)
    return _ABOVE(role=role, repeats=repeats, more=repeats - bound, bound=bound)
