"""What was played, as the formats read it: standing results only, never derived tables."""

from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, TableDraw
from tournaments.models import Match, Round, Seat, Stage
from tournaments.services.results import reported_slip


def rounds_with_seats(stage: Stage) -> QuerySet[Round]:
    seats = Seat.objects.select_related("entry", "player").order_by("position")
    matches = Match.objects.select_related("standing").prefetch_related(Prefetch("seats", seats))
    return stage.rounds.prefetch_related(Prefetch("matches", matches), "byes__entry__lineup__player")


def played_rounds(stage: Stage) -> tuple[PlayedRound, ...]:
    """Published and closed rounds, oldest first, with the results that count now."""
    return tuple(_played(row) for row in rounds_with_seats(stage).exclude(status=Round.Status.DRAFT))


def _played(row: Round) -> PlayedRound:
    tables = tuple(PlayedTable(table_draw(match), reported_slip(match)) for match in row.matches.all())
    byes = tuple(ByeDraw(bye.entry.number, bye.points, bye.reason) for bye in row.byes.all())
    return PlayedRound(row.number, tables, byes)


def table_draw(match: Match) -> TableDraw:
    """The match as the format drew it: entry numbers per side. House players count from 0 down."""
    sides: dict[int, list[int]] = {}
    for seat in match.seats.all():
        number = seat.entry.number if seat.entry else -(seat.house or 0)
        if number not in sides.setdefault(seat.side, []):
            sides[seat.side].append(number)
    return TableDraw(match.table, tuple(tuple(sides[side]) for side in sorted(sides)))


def based_on(stage: Stage) -> list[int]:
    """The result entries that a draw made now is computed from."""
    matches: Iterable[int] = Match.objects.filter(round__stage=stage, standing__isnull=False).order_by(
        "standing_id"
    ).values_list("standing_id", flat=True)  # fmt: skip
    return list(matches)
