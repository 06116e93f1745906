"""Duplicate for fixed pairs: every table of a round plays the same sealed deals, North/South against East/West.

A pair is compared with those who sat in the same direction, because they held the same cards (see `duplicate_scores`).
So fairness depends not only on whom a pair meets but on whom it is compared with, and how often. No movement can have
all of it: where every two pairs are compared equally often, some pairs must sit in one direction nearly all evening.
This one first makes sure that no two pairs meet again before all have met. Next, no pair sits in one direction more
than one round beyond half of them. Then it makes the comparisons as even as a search can, over all remaining rounds at
once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count

from games.engine.errors import RuleError
from games.engine.messages import Message, message
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, Slip, TableDraw
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.duplicate.course import Course, PlannedRound
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.outlook import Outlook, in_turns
from tournaments.formats.pairing.meetings import Pair
from tournaments.formats.seating.sit_outs import sit_out_counts

MIN_PAIRS, MAX_PAIRS = 4, 200

_BYE = message("With {pairs} pairs, one must have a bye. It’s {entry}’s turn (byes so far: {times}).")
_TURN = message("With {pairs} pairs, one must have a bye.")
_ALL_MET = message("{entries} meet again: everyone has met everyone.")
_NO_PLAN = message("{entries} meet again: no plan for the later rounds avoids that.")
_COMPARED = message(
    "By the end of round {round}, each pair is compared with every other pair in {fewest} to {most} rounds. Each sits "
    "North–South about as often as East–West (difference: at most {lean})."
)
_DEAL = message("Every table plays the same deal.")
_DEALS = message("Every table plays the same {deals} deals.")


def draw_round(config: Duplicate, request: DrawRequest) -> RoundDraw:
    """Draws the next round. Each side holds one entry, a pair; the first side sits North/South, the second East/West.

    Arrivals and leavers change only the rounds to come. With an odd number one pair sits out, the one with the fewest
    turns so far first. Closed tables are left out. RuleError: fewer than four pairs, or too many to be balanced.
    """
    _check_enough(len(request.field))
    course = Course(config.rounds, request)
    entries, planned = course.entries, course.next_round
    tables = _seated(request, entries, planned)
    byes = tuple(ByeDraw(entries[pair], None, _bye_reason(request, entries[pair])) for pair in planned.out)
    reasons = (*course.notes, *_rematches(request, tables), *_outlook(config, request, course))
    return RoundDraw(request.number, tables, byes, reasons)


def rounds_ahead(config: Duplicate, request: DrawRequest) -> tuple[RoundDraw, ...]:
    """The requested round and those after it, as they will be drawn if no pair comes or leaves. They end when every two
    pairs have met. RuleError as for a draw."""
    _check_enough(len(request.field))
    course = Course(config.rounds, request)
    return tuple(
        RoundDraw(
            request.number + place,
            _seated(request, course.entries, planned),
            tuple(ByeDraw(course.entries[pair], None, _TURN(pairs=len(request.field))) for pair in planned.out),
        )
        for place, planned in enumerate(course.rounds)
    )


def _seated(request: DrawRequest, entries: Sequence[int], planned: PlannedRound) -> tuple[TableDraw, ...]:
    return tuple(
        TableDraw(table, ((entries[north],), (entries[east],)))
        for table, (north, east) in zip(_usable_tables(request), planned.tables, strict=False)
    )


def rounds(config: Duplicate, entries: int) -> int:
    """How many rounds are played, whatever the number of entries."""
    return config.rounds


def rounds_left(config: Duplicate, request: DrawRequest) -> int:
    """How many rounds are still to be drawn, the requested one included."""
    return max(0, config.rounds - request.number + 1)


def outlook(config: Duplicate, entries: int) -> Outlook:
    """What an event of this many pairs will be like. RuleError as for the first round."""
    _check_enough(entries)
    return in_turns(entries, config.rounds, entries // 2, entries - entries % 2)


def _check_enough(pairs: int) -> None:
    if pairs < MIN_PAIRS:
        raise RuleError(
            "Duplicate compares pairs that hold the same cards at different tables. It needs at least {fewest} "
            "pairs, and you have {pairs}. Wait for another pair, or play a round robin.",
            fewest=MIN_PAIRS,
            pairs=pairs,
        )
    if pairs > MAX_PAIRS:
        raise RuleError(
            "Duplicate works with at most {most} pairs, and you have {pairs}. "
            "Split them into 2 events, or choose Swiss.",
            most=MAX_PAIRS,
            pairs=pairs,
        )


def tie_question(config: Duplicate, slip: Slip) -> str | None:
    """Never asks: no one moves by the result, and a tied round may stay tied."""
    return None


def _usable_tables(request: DrawRequest) -> Iterator[int]:
    return (table for table in count(1) if table not in request.constraints.closed_tables)


def _bye_reason(request: DrawRequest, entry: int) -> Message:
    times = sit_out_counts(request.history, request.field)[entry]
    return _BYE(pairs=len(request.field), entry=EntryRef(entry), times=times)


def _rematches(request: DrawRequest, tables: tuple[TableDraw, ...]) -> Iterator[Message]:
    met = Counter(frozenset(table.draw.entries) for played in request.history for table in played.tables)
    for table in tables:
        if met[frozenset(table.entries)]:
            again = _ALL_MET if _all_met(request, met) else _NO_PLAN
            yield again(entries=refs(table.entries))


def _all_met(request: DrawRequest, met: Counter[Pair]) -> bool:
    return all(met[frozenset(two)] for two in combinations(request.field, 2))


def _outlook(config: Duplicate, request: DrawRequest, course: Course) -> Iterator[Message]:
    """How even it will be in the end, as numbers."""
    here = sorted(course.here)
    outlook = course.outlook
    same = [outlook.same[player][other] for player, other in combinations(here, 2)]
    lean = max(abs(outlook.lean[pair]) for pair in here)
    last = request.number + len(course.rounds) - 1
    yield _COMPARED(round=last, fewest=min(same), most=max(same), lean=lean)
    yield _DEAL if config.deals == 1 else _DEALS(deals=config.deals)
