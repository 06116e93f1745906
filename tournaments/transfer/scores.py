"""The results of an event as a table: one row for each match of the rounds that are out. Each score is recorded by a
command of `results`."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.cells import tidy
from games.engine.language import say, score_text
from games.engine.messages import message
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.results import commands as results
from tournaments.results import match_state
from tournaments.results.slips import MAX_POINTS
from tournaments.rounds.models import Match, Round
from tournaments.transfer.gathering import Change, Gathering, Wrong, whole_number
from tournaments.transfer.sheets import Columns, Row

SIDES = (1, 2, 3, 4)
COLUMNS = Columns(
    (
        "stage",
        "round",
        "table",
        *(f"{what}_{side}" for side in SIDES for what in ("side", "points")),
        "tie_winner",
        "forfeited",
    ),
    ("round", "table", "points_1", "points_2"),
)


def rows(event: Event) -> Iterator[Sequence[str]]:
    for match in _matches(event):
        names, slip = sides_of(match), match_state.reported_slip(match)
        cells = []
        for side in SIDES:
            is_there = side <= len(names)
            cells += [names[side - 1] if is_there else "", str(slip.points[side - 1]) if slip and is_there else ""]
        winner = str(slip.tie_winner + 1) if slip and slip.tie_winner is not None else ""
        forfeited = " ".join(str(side + 1) for side in slip.forfeited) if slip else ""
        around = match.round
        yield str(around.stage.number), str(around.number), str(match.table), *cells, winner, forfeited


def _matches(event: Event) -> Iterator[Match]:
    matches = Match.objects.filter(round__stage__event=event).exclude(round__status=Round.Status.DRAFT)
    matches = matches.select_related("round__stage", "standing").prefetch_related("seats__player")
    for match in matches.order_by("round__stage__number", "round__number", "table"):
        match.round.stage.event = event
        yield match


def sides_of(match: Match) -> list[str]:
    """The names on each side."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.side, seat.position))
    return [
        tidy(" & ".join(seat.kept_name for seat in group)) for _, group in groupby(seats, key=lambda seat: seat.side)
    ]


def apply(event: Event, sheet: Sequence[Row], context: Context) -> Iterator[Change]:
    """A row without points says nothing. What counts already is never changed by a file."""
    known = {(match.round.stage.number, match.round.number, match.table): match for match in _matches(event)}
    gathering, seen, said = Gathering(), dict[int, int](), list[tuple[Row, Match, Slip]]()
    for row in sheet:
        with gathering.reading(row, "points_1"):
            match = _match(row, known)
            if (first := seen.setdefault(match.pk, row.number)) != row.number:
                raise Wrong(
                    "The same table is also in row {row}.", "table", say("Use one row for each table."), row=first
                )
            _check_names(row, match)
            slip = _slip(row, match)
            if slip and not _counts(match, slip):
                said.append((row, match, slip))
    gathering.end()
    changes = []
    for row, match, slip in said:
        with gathering.doing(row, "points_1"):
            entry = results.record_result(match.pk, slip, context=context)
            what = say(
                "Score at table {table} in round {round}: {score}.",
                score=entry.score,
                table=match.table,
                round=match.round.number,
            )
            changes.append(Change(message("Row {row}", row=row.number), what))
    gathering.end()
    yield from changes


def _match(row: Row, known: dict[tuple[int, int, int], Match]) -> Match:
    stages = {stage for stage, _, _ in known}
    stage = whole_number(row, "stage", 99) if row["stage"] else min(stages, default=1)
    if not row["stage"] and len(stages) > 1:
        raise Wrong("The event has several stages.", "stage", say("Enter the stage number."))
    number, table = whole_number(row, "round", 999), whole_number(row, "table", 9_999)
    match = known.get((stage, number, table))
    if match is None:
        raise Wrong(
            "There’s no published round {number} with a table {table}.",
            "table",
            say("Publish the round first."),
            number=number,
            table=table,
        )
    return match


def _check_names(row: Row, match: Match) -> None:
    """A file of another seating would give people the points of others."""
    names = sides_of(match)
    for side in SIDES:
        column, really = f"side_{side}", names[side - 1] if side <= len(names) else ""
        if row[column] and row[column].casefold() != really.casefold():
            remedy, said = say("Download the file again."), row[column][:80]
            if not really:
                raise Wrong("That seat is empty, but the file has “{player}”.", column, remedy, player=said)
            raise Wrong("{really} is in that seat, not “{player}”.", column, remedy, really=really, player=said)


def _slip(row: Row, match: Match) -> Slip | None:
    columns = [f"points_{side}" for side in SIDES[: len(sides_of(match))]]
    beyond = [f"points_{side}" for side in SIDES[len(columns) :] if row[f"points_{side}"]]
    if beyond:
        raise Wrong(
            "Table {table} has only {sides} sides.",
            beyond[0],
            say("Leave the cell empty."),
            table=match.table,
            sides=len(columns),
        )
    if not any(row[column] for column in columns):
        return None
    points = tuple(whole_number(row, column, MAX_POINTS, -MAX_POINTS) for column in columns)
    winner = _side(row, "tie_winner", len(points))
    forfeited = tuple(_number_of_side(row, "forfeited", side, len(points)) for side in row["forfeited"].split())
    return Slip(points, tie_winner=winner, forfeited=forfeited)


def _side(row: Row, column: str, sides: int) -> int | None:
    return _number_of_side(row, column, row[column], sides) if row[column] else None


def _number_of_side(row: Row, column: str, text: str, sides: int) -> int:
    if text not in [str(side) for side in range(1, sides + 1)]:
        raise Wrong(
            "There’s no side “{text}”.", column, say("Enter a number from 1 to {most}.", most=sides), text=text[:20]
        )
    return int(text) - 1


def _counts(match: Match, slip: Slip) -> bool:
    """Whether the match has that score already."""
    present = match_state.reported_slip(match)
    if present is None:
        if match.state == Match.State.VOID:
            raise Wrong(
                "{match} was declared void.", "points_1", say("Correct the score on the match page."), match=match
            )
        return False
    if not match_state.agree(present, slip):
        raise Wrong(
            "{match} already has a score: {score}.",
            "points_1",
            say("Correct the score on the match page and enter a reason."),
            match=match,
            score=score_text(present.points),
        )
    return True
