"""Rotation: players play for themselves, with a new partner each round for as long as there are new ones.

Keeps no plan between calls: it lays all rounds to come out again from the seed and what was played, so a night that
goes to plan follows one plan throughout, and a change of people or a round changed by hand alters only what comes
after.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import Message, message
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, Slip, TableDraw, chance_for
from tournaments.formats.config import about, check_settings
from tournaments.formats.constraints import Constraints, names
from tournaments.formats.numbers import EntryRef
from tournaments.formats.outlook import Outlook, in_turns
from tournaments.formats.pairing.meetings import Pair, tables_of
from tournaments.formats.rotation.course import Course, follow
from tournaments.formats.seating.partnerships import partnerships
from tournaments.formats.seating.places import kept_places, moved_keepers, seat_groups
from tournaments.formats.seating.sit_outs import sit_out_counts
from tournaments.formats.seating.table_numbers import table_numbers
from tournaments.formats.wishes.reasons import TOGETHER

# Why a round of a rotation looks as it does, in words for the organizer.


_BYE = message(
    "{players} players are here and the tables seat {seats}. It’s {entry}’s turn to sit out (sit-outs so far: {times})."
)
_REPEATED = message("{entries} are partners again ({time} times in all): {cause}.")
_PROVEN = message("no plan for the whole night avoids every repeat")
_SEARCHED = message("we found no plan without repeats")
_FOLLOWS = message("This round follows the plan made for rounds {first} to {last} at the start.")
_ANEW = message("{cause}, so we replanned rounds {first} to {last}. Earlier rounds still count.")
_PARTNERS = message("Partners")
_OPPONENTS = message("Opponents")
_NONE = message("{role}: no repeats by the end of the plan, which is the best possible.")
_BOUND = message("{role}: repeats by the end of the plan, as few as possible: {repeats}.")
_ABOVE = message(
    "{role}: repeats by the end of the plan will total {repeats}, which is {more} above the minimum of {bound}."
)


def reasons(
    request: DrawRequest, course: Course, tables: tuple[TableDraw, ...], constraints: Constraints
) -> tuple[Message, ...]:
    """Repeated partners first, then moves of people who keep their place, then the plan and how good it is."""
    couples = constraints.couples(request.field)
    return (
        *_repeated_partners(request, course, tables, couples),
        *moved_keepers(request, tables),
        *(TOGETHER(entries=names(pair)) for pair in sorted(couples, key=sorted)),
        _since(request, course),
        _quality(_PARTNERS, course.plan.repeats.partners, course.plan.bound.partners),
        _quality(_OPPONENTS, course.plan.repeats.opponents, course.plan.bound.opponents),
    )


def bye_reason(players: int, seats: int, entry: int, times: int) -> Message:
    """Why someone sits out. times: how often before."""
    return _BYE(players=players, seats=seats, entry=EntryRef(entry), times=times)


def _repeated_partners(
    request: DrawRequest, course: Course, tables: tuple[TableDraw, ...], couples: frozenset[Pair]
) -> Iterator[Message]:
    earlier = partnerships(request.history)
    is_proven = course.plan.repeats.partners == course.plan.bound.partners
    cause = _PROVEN if is_proven else _SEARCHED
    for pair in (frozenset(side) for table in tables for side in table.sides):
        if earlier[pair] and pair not in couples:
            yield _REPEATED(entries=names(pair), time=earlier[pair] + 1, cause=cause)


def _since(request: DrawRequest, course: Course) -> Message:
    last = course.since + len(course.plan.rounds) - 1
    if not course.cause:
        return _FOLLOWS(first=course.since, last=last)
    return _ANEW(cause=course.cause, first=course.since, last=last)


def _quality(role: Message, repeats: int, bound: int) -> Message:
    """A repeat: two people meeting in a role for the second time; for the third time it counts two more, and so on."""
    if repeats == 0:
        return _NONE(role=role)
    if repeats == bound:
        return _BOUND(role=role, repeats=repeats)
    return _ABOVE(role=role, repeats=repeats, more=repeats - bound, bound=bound)


@dataclass(frozen=True)
class Rotation:
    """The settings of a rotation."""

    rounds: int = field(
        default=8, metadata=about(mark("Rounds"), mark("The number of rounds you plan to play, e.g. 8."), 1, 60)
    )
    tables: int | None = field(
        default=None,
        metadata=about(
            mark("Tables in the room"),
            mark("Players without a seat sit out. Leave empty to use as many tables as needed."),
            1,
            100,
        ),
    )
    bye_points: int | None = field(
        default=7,
        metadata=about(
            mark("Points for sitting out"),
            mark("A fixed score for each round a player sits out. Leave empty to use the player’s average."),
            0,
            40,
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)


def draw_round(config: Rotation, request: DrawRequest) -> RoundDraw:
    """Draws the next round: as in the plan for the night, as far as the night went to plan.

    Sides are of two, North and South first. Sit-outs go to those with the fewest, then to those whose last is longest
    ago, then at random. RuleError, with the ways out: fewer than four players, no table that can be used, or wishes
    that leave no legal round.
    """
    constraints = request.constraints
    numbers = _tables(config, request)
    course = follow(request, config.rounds, len(numbers), constraints)
    groups = [tuple(table) for table in tables_of(course.seating)]
    tables = seat_groups(groups, numbers, request.history, constraints.stationary, chance_for(request, "places"))
    out = sorted(set(request.field).difference(course.seating))
    counts = sit_out_counts(request.history, request.field)
    seats = 4 * len(numbers)
    return RoundDraw(
        number=request.number,
        tables=tables,
        byes=tuple(
            ByeDraw(entry, config.bye_points, bye_reason(len(request.field), seats, entry, counts[entry]))
            for entry in out
        ),
        reasons=reasons(request, course, tables, constraints),
    )


def rounds(config: Rotation, entries: int) -> int:
    """How many rounds the night has, whatever the number of entries."""
    return config.rounds


def rounds_left(config: Rotation, request: DrawRequest) -> int:
    """How many rounds of the night are still to be drawn, the requested one included."""
    return max(0, config.rounds - request.number + 1)


def tie_question(config: Rotation, slip: Slip) -> str | None:
    """Never asks: no one moves by the result, and a tied round may stay tied."""
    return None


def outlook(config: Rotation, entries: int) -> Outlook:
    """What a night of this many players will be like. RuleError as for the first round."""
    _check_enough(entries)
    tables = min(entries // 4, config.tables or entries)
    return in_turns(entries, config.rounds, tables, 4 * tables)


def _check_enough(players: int) -> None:
    if players < 4:
        raise RuleError(
            "A rotation needs at least 4 players, and you have {players}. Wait for more to arrive.", players=players
        )


def _tables(config: Rotation, request: DrawRequest) -> Sequence[int]:
    """The tables of the round, ascending."""
    players = len(request.field)
    _check_enough(players)
    kept = {table for table, _ in kept_places(request).values()}
    numbers = table_numbers(request, players // 4, kept, config.tables)
    if not numbers:
        raise RuleError("All tables in the room are closed. Reopen one, or add more tables.")
    return numbers
