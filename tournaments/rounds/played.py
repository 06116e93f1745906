"""Rounds that were played before the site knew of them: from score cards, as they were seated and scored."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.messages import message
from tournaments.activity_log.models import Action
from tournaments.commands import command, lock_stage, require_reason
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.models import Stage
from tournaments.formats.base import ByeDraw, RoundDraw, Slip, TableDraw
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.numbers import GHOST, EntryRef
from tournaments.permissions import Permission
from tournaments.results.commands import record_result
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round

SAT_OUT = message("The score card says so.")
_FROM_A_CARD = message("This round was played earlier and entered from a score card.")


@dataclass(frozen=True)
class PaperRound:
    """A round on paper. tables: who sat there, and the score. byes: entry and what it counted; None: its own average.
    Entries that are in neither weren't there."""

    number: int
    tables: tuple[tuple[TableDraw, Slip], ...]
    byes: tuple[tuple[int, int | None], ...] = ()
    played_at: datetime | None = None


@command(Action.BLANK_ROUND, lock=lock_stage, permission=Permission.RUN_EVENT)
def enter_played_round(stage: Stage, paper: PaperRound, *, context: Context, reason: str) -> Round:
    """Seats, publishes, scores and closes a round as it was played. It counts when it was played: at `played_at`, or
    else when the event began.

    reason: where the scores come from. Nothing is asked of the draw, because it is history. RuleError when it isn't
    this round's turn, when the card can't be, and when it hasn't been played yet.
    """
    reason = require_reason(reason)
    played_at = paper.played_at or stage.event.starts_at
    if played_at > timezone.now():
        raise RuleError("This round hasn’t been played yet. Draw it when it’s time, or check the date.")
    draft = rounds.draft_in_turn(stage, paper.number, None)
    _check_seats(stage, paper)
    byes = tuple(ByeDraw(entry, points, SAT_OUT) for entry, points in paper.byes)
    drawn = RoundDraw(paper.number, tuple(table for table, _ in paper.tables), byes, (_FROM_A_CARD(),))
    round_ = rounds.write_draw(stage, draft, drawn, rounds.draw_request(stage, paper.number).constraints)
    round_.played_at = played_at
    round_.save(update_fields=["played_at"])
    context.log(round=round_, reason=reason)
    rounds.publish_round(round_.pk, context=context, expected_version=round_.revision, override=reason)
    slips = {table.table: slip for table, slip in paper.tables}
    for match in round_.matches.order_by("table"):
        try:
            record_result(match.pk, slips[match.table], context=context)
        except (CommandError, RuleError) as refusal:
            raise RuleError("Table {table}: {refusal}", table=match.table, refusal=refusal) from refusal
    round_.refresh_from_db()
    return rounds.close_round(round_.pk, context=context, expected_version=round_.revision)


def _check_seats(stage: Stage, paper: PaperRound) -> None:
    """RuleError for what can't have been: entries that aren't in the event or are in two places, odd tables."""
    if not paper.tables:
        raise RuleError("A round needs at least one table.")
    if twice := _twice(table.table for table, _ in paper.tables):
        raise RuleError("Table {table} is listed twice. List each table once.", table=twice)
    placed = [number for table, _ in paper.tables for number in table.entries if number > GHOST]
    placed += [entry for entry, _ in paper.byes]
    known = set(stage.event.entries.values_list("number", flat=True))
    if unknown := sorted(set(placed) - known):
        raise RuleError("This event has no entry {number}. Enter everyone first.", number=unknown[0])
    if twice := _twice(placed):
        raise RuleError("{entry} is listed twice. Give each entry one seat or one bye.", entry=EntryRef(twice))
    rules = hard_rules(stage.format, stage.settings)
    for table, _ in paper.tables:
        _check_shape(table, rules.side_size, allows_threes=rules.allows_threes)


def _check_shape(table: TableDraw, size: int, *, allows_threes: bool) -> None:
    sizes: Sequence[int] = [len(side) for side in table.sides]
    if sizes != [size, size] and not (allows_threes and sizes == [1, 1, 1]):
        raise RuleError(
            "Table {table} needs 2 sides with the same number of entries ({size}).", table=table.table, size=size
        )


def _twice(numbers: Iterable[int]) -> int | None:
    return next((number for number, count in sorted(Counter(numbers).items()) if count > 1), None)
