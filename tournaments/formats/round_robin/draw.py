"""Round robin for fixed pairs: every two pairs meet, by the circle method, once or twice, in one group or several.

Keeps no plan between calls: it lays the plan out again from the seed and follows what was really played.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import NOTHING, Message, message
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, Slip, TableDraw, chance_for
from tournaments.formats.config import Choice, about, check_settings
from tournaments.formats.numbers import EntryRef
from tournaments.formats.outlook import Outlook
from tournaments.formats.pairing.meeting_plan import PlannedRound
from tournaments.formats.round_robin import pools
from tournaments.formats.round_robin.course import Course, course_of, full_run
from tournaments.formats.round_robin.pools import Grouping, Groups
from tournaments.formats.seating.table_numbers import table_numbers

_CYCLE = message("Cycle {cycle} of {cycles}. The plan ends with round {last}.")
_THROUGH = message("Everyone has met everyone.")
_NOBODY_LEFT = message("{entry} has no one left to meet in {group}.")
_GONE = message("{entry} should have met {other}, who has left.")
_ODD = message("There’s an odd number of pairs ({pairs}), so each pair has one bye per cycle.")
_ODD_GROUP = message("{group} has an odd number of pairs ({pairs}), so each pair has one bye per cycle.")
_BUSY = message("All of {entry}’s remaining opponents are already playing in this round.")


class Cycles(Choice):
    SINGLE = "single", mark("Single round robin"), mark("Everyone meets everyone once.")
    DOUBLE = (
        "double",
        mark("Double round robin"),
        mark("Everyone meets everyone twice. Rematches start after everyone has met once."),
    )

    @property
    def times(self) -> int:
        return 1 if self is Cycles.SINGLE else 2


@dataclass(frozen=True)
class RoundRobin:
    """The settings of a round robin."""

    cycles: Cycles = field(
        default=Cycles.SINGLE,
        metadata=about(mark("Meetings per opponent"), mark("Choose how many times each pair plays every other pair.")),
    )
    bye_points: int | None = field(
        default=0,
        metadata=about(mark("Points for a bye"), mark("Leave empty to use the pair’s average."), 0, 40),
    )

    groups: int = field(
        default=1,
        metadata=about(mark("Groups"), mark("Pools or divisions: pairs only play within their own group."), 1, 16),
    )
    grouping: Grouping = field(
        default=Grouping.SERPENTINE,
        metadata=about(mark("Group assignment"), mark("Only used with more than one group.")),
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True)
class _Part:
    """One group before a round: the request as if it played alone, its course, and its next round as planned.

    name: NOTHING for the only group.
    """

    name: Message
    request: DrawRequest
    course: Course
    left: int
    planned: PlannedRound


def draw_round(config: RoundRobin, request: DrawRequest) -> RoundDraw:
    """Draws the next round of every group. Each side holds one entry, a pair; two never meet again before the cycle
    ends.

    An entry without an opponent in the round gets a bye: with an odd number each pair once a cycle, after a drop the
    pair that was to meet it, and before the others every pair of a group that has finished. A late entry, or one that
    comes back, meets all of its group whom it has not met in the current cycle; rounds are added if needed, and it owes
    nothing for finished cycles. A void meeting is still to come. RuleError: fewer than two entries in a group at the
    start, or every two entries have met.
    """
    _check_enough(len(request.field))
    parts = _parts(config, request)
    if not any(part.left for part in parts):
        raise RuleError("Everyone has met everyone, so this round robin is complete. Close the stage.")
    byes = {entry: _bye_reason(entry, part) for part in parts for entry in _without_opponent(part)}
    return RoundDraw(
        request.number,
        _tables(
            request, PlannedRound({entry: other for part in parts for entry, other in part.planned.opponents.items()})
        ),
        tuple(ByeDraw(entry, config.bye_points, byes[entry]) for entry in sorted(byes)),
        tuple(reason for part in parts for reason in _reasons(config, part)),
    )


def rounds(config: RoundRobin, entries: int) -> int:
    """How many rounds a full run takes: one less than the entries of the largest group, as many when they are odd,
    times the cycles.

    0 when that has fewer than two entries.
    """
    return full_run(-(-entries // config.groups), config.cycles.times)


def rounds_left(config: RoundRobin, request: DrawRequest) -> int:
    """How many rounds are still to be drawn, the requested one included. The group that needs most decides.

    0 when every two entries have met, or when there are not two entries.
    """
    parts = (pools.within(request, group) for group in _groups(config, request))
    return max(course_of(config.cycles.times, part).rounds_left(config.cycles.times) for part in parts)


def outlook(config: RoundRobin, entries: int) -> Outlook:
    """What an event of this many pairs will be like. RuleError as for the first round."""
    _check_enough(entries)
    dealt = groups(config, DrawRequest(1, tuple(range(1, entries + 1)), (), 0))
    pools.check_sizes(dealt)
    sizes = [len(group) for group in dealt]
    games = tuple(config.cycles.times * (size - 1) for size in (min(sizes), max(sizes)))
    tables = sum(size // 2 for size in sizes)
    return Outlook(entries, rounds(config, entries), tables, (games[0], games[1]), entries - 2 * tables)


def _check_enough(pairs: int) -> None:
    if pairs < 2:
        raise RuleError("A round robin needs at least 2 pairs. Wait for another pair.")


def groups(config: RoundRobin, request: DrawRequest) -> Groups:
    """Who is ranked together, of the field: the same all night, no matter who comes and goes."""
    field = set(request.field)
    return tuple(tuple(entry for entry in group if entry in field) for group in _groups(config, request))


def group_name(config: RoundRobin, number: int) -> str:
    """Pool A or Division 1; nothing when there is only one group."""
    return str(_name(config, number))


def _name(config: RoundRobin, number: int) -> Message:
    return pools.group_name(config.grouping, number) if config.groups > 1 else NOTHING


def is_seeded(config: RoundRobin) -> bool:
    """Whether the order of the pairs says who plays in which group."""
    return config.groups > 1 and config.grouping is not Grouping.LOTS


def tie_question(config: RoundRobin, slip: Slip) -> str | None:
    """Never asks: no one moves by the result, and a tied game may stay tied."""
    return None


def _groups(config: RoundRobin, request: DrawRequest) -> Groups:
    return pools.groups_of(config.grouping, config.groups, request)


def _parts(config: RoundRobin, request: DrawRequest) -> list[_Part]:
    grouped = _groups(config, request)
    if not request.history:
        pools.check_sizes(grouped)
    return [
        _part(config, _name(config, number), pools.within(request, group)) for number, group in enumerate(grouped, 1)
    ]


def _part(config: RoundRobin, name: Message, request: DrawRequest) -> _Part:
    course = course_of(config.cycles.times, request)
    left = course.rounds_left(config.cycles.times)
    return _Part(name, request, course, left, course.plan.pop() if left else PlannedRound())


def _without_opponent(part: _Part) -> list[int]:
    return [entry for entry in part.request.field if entry not in part.planned.opponents]


def _reasons(config: RoundRobin, part: _Part) -> list[Message]:
    last = part.request.number + part.left - 1
    where = _CYCLE(cycle=part.course.cycle, cycles=config.cycles.times, last=last) if part.left else _THROUGH
    notes = (*part.course.notes.get(part.request.number, ()), where)
    return [pools.note_of(part.name, note) for note in notes]


def _bye_reason(entry: int, part: _Part) -> Message:
    planned, here = part.planned, part.request.field
    if not part.left:
        return _NOBODY_LEFT(entry=EntryRef(entry), group=part.name)
    if planned.left_alone.get(entry, entry) not in here:
        return _GONE(entry=EntryRef(entry), other=EntryRef(planned.left_alone[entry]))
    if len(planned.opponents) == len(here) - 1:
        return (_ODD_GROUP if part.name else _ODD)(pairs=len(here), group=part.name)
    return _BUSY(entry=EntryRef(entry))


def _tables(request: DrawRequest, planned: PlannedRound) -> tuple[TableDraw, ...]:
    """Numbers the tables so that no one sits at one table much more often than at another."""
    order = sorted(sorted(pair) for pair in planned.pairs)
    chance_for(request, "tables").shuffle(order)
    visits = Counter(
        (entry, table.draw.table)
        for played in request.history
        for table in played.tables
        for entry in table.draw.entries
    )
    numbers = table_numbers(request, len(order))
    _even_out(order, numbers, visits)
    return tuple(TableDraw(table, ((entry,), (other,))) for table, (entry, other) in zip(numbers, order, strict=True))


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
