"""Where everyone goes in a duplicate: as rounds were drawn, and after that as they will be if everyone stays."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.checkin.models import Entry
from tournaments.events.models import Stage
from tournaments.formats.base import PlayedRound
from tournaments.results.history import field_of, played_round, request_after, rounds_with_seats
from tournaments.rounds.models import Round


@dataclass(frozen=True)
class Meeting:
    """Entry numbers at a table."""

    table: int
    north: int
    east: int


@dataclass(frozen=True)
class MovementRound:
    """One round. out: who sits out."""

    number: int
    meetings: tuple[Meeting, ...]
    out: tuple[int, ...]


def movement_of(stage: Stage) -> tuple[MovementRound, ...]:
    """Of all rounds that can be said, from the first. RuleError with fewer pairs than the format needs.

    Before check-in it goes by all who are entered.
    """
    drawn = [(round_.status, played_round(round_)) for round_ in rounds_with_seats(stage)]
    history = tuple(played for status, played in drawn if status != Round.Status.DRAFT)
    return (*(_as_drawn(played) for _, played in drawn), *_ahead(stage, history, len(drawn) - len(history)))


def _as_drawn(played: PlayedRound) -> MovementRound:
    meetings = tuple(Meeting(table.draw.table, *table.draw.entries) for table in played.tables)
    return MovementRound(played.number, meetings, tuple(bye.entry for bye in played.byes))


def _ahead(stage: Stage, history: tuple[PlayedRound, ...], drafts: int) -> Iterator[MovementRound]:
    """What the format would draw after the published rounds. A draft stays as it is."""
    ahead, request = stage.play.ahead, request_after(stage, history, _field(stage))
    if ahead is None or request.number > stage.settings.rounds:
        return
    for drawn in ahead(stage.settings, request)[drafts:]:
        meetings = (Meeting(table.table, table.entries[0], table.entries[1]) for table in drawn.tables)
        yield MovementRound(drawn.number, tuple(meetings), tuple(bye.entry for bye in drawn.byes))


def _field(stage: Stage) -> tuple[int, ...]:
    entered = stage.event.entries.exclude(status=Entry.Status.DROPPED).order_by("number")
    return field_of(stage) or tuple(entered.values_list("number", flat=True))
