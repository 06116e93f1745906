"""Tables that go out and come in: tried first, then imported as a whole or not at all. Each kind of write goes through
its own command; the whole is one log entry of the club."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.language import MEANT, mark, mark_as, say
from games.engine.messages import message_from
from games.locks import locking
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club, lock_event
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.leagues.commands import lock_season
from tournaments.leagues.models import Season
from tournaments.permissions import Permission, require
from tournaments.transfer import cards, fixtures, players, scores, squads
from tournaments.transfer.files import write_file
from tournaments.transfer.gathering import Change
from tournaments.transfer.sheets import Columns, Row, read_sheet

Of = Club | Season | Event
Apply = Callable[[Any, Sequence[Row], Context], Iterator[Change]]


@dataclass(frozen=True)
class Table:
    """of: what it is a table of. rows: as they go out. apply: does what each row says; yields each change, nothing
    where all is as the row says, and raises FileRefused with every row that cannot be."""

    key: str
    title: str
    about: str
    of: type[Of]
    columns: Columns
    rows: Callable[[Any], Iterator[Sequence[str]]]
    apply: Apply

    @property
    def label(self) -> str:
        """The title in the reader's language."""
        return say(self.title)

    @property
    def file_title(self) -> str:
        """The title in English, as files keep it."""
        return self.title.rpartition(MEANT)[2]

    @property
    def description(self) -> str:
        return say(self.about)


TABLES: dict[str, Table] = {
    table.key: table
    for table in (
        Table(
            "players",
            mark("Players"),
            mark("The club’s members and guests."),
            Club,
            players.COLUMNS,
            players.rows,
            players.apply,
        ),
        Table(
            "squads",
            mark("Teams"),
            mark("Team rosters, with each player’s start date."),
            Season,
            squads.COLUMNS,
            squads.rows,
            squads.apply,
        ),
        Table(
            "fixtures",
            mark("Schedule"),
            mark("The draft schedule for a season that isn’t open yet."),
            Season,
            fixtures.COLUMNS,
            fixtures.rows,
            fixtures.apply,
        ),
        Table(
            "cards",
            mark_as("match", "Score cards"),
            mark("Every game in a season’s matches."),
            Season,
            cards.COLUMNS,
            cards.rows,
            cards.apply,
        ),
        Table(
            "results",
            mark("Results"),
            mark("Scores from an event’s published rounds."),
            Event,
            scores.COLUMNS,
            scores.rows,
            scores.apply,
        ),
    )
}


@dataclass(frozen=True)
class Report:
    """What a file does. rows: how many it has. changes: a sentence for each; empty: everything is so already."""

    rows: int
    changes: list[str]


class _Tried(Exception):
    """Ends the transaction of a dry run."""


def club_of(thing: Of) -> Club:
    if isinstance(thing, Club):
        return thing
    return thing.league.club if isinstance(thing, Season) else thing.club


def export_table(table: Table, of: Of, kind: str, *, context: Context) -> bytes:
    """The table as a CSV or XLSX file, by its `kind`."""
    require(context.actor, Permission.EXCHANGE, club_of(of))
    return write_file(kind, table.file_title, table.columns.names, table.rows(of))


def try_table(table: Table, of: Of, content: bytes, *, context: Context) -> Report:
    """What importing the file would do; nothing of it is done. FileRefused like `import_table`."""
    require(context.actor, Permission.EXCHANGE, club_of(of))
    sheet = read_sheet(content, table.columns)
    changes: list[Change] | None = None
    with contextlib.suppress(_Tried), locking():
        _lock(of)
        changes = list(table.apply(of, sheet, Context(context.actor, context.channel)))
        raise _Tried
    assert changes is not None
    return Report(len(sheet), [str(change) for change in changes])


def import_table(table: Table, of: Of, content: bytes, *, context: Context) -> Report:
    """Everything that the file says, or FileRefused with what is wrong in which row and column, and nothing is done.

    Asked again with the same key, the report only names the rows."""
    return _import(of, table, content, context=context)


def _lock(of: Of) -> Of:
    """The first lock of whatever the rows write, before anything of it is read."""
    if isinstance(of, Season):
        lock_season(of.pk)
    elif isinstance(of, Event):
        lock_event(of.pk)
    else:
        lock_club(of)
    return of


def _report_then(done: AuditLogEntry) -> Report:
    return Report(done.detail["rows"], [str(message_from(change)) for change in done.detail["changes"]])


@command(Action.IMPORT_TABLE, lock=_lock, permission=Permission.EXCHANGE, replay=_report_then)
def _import(of: Of, table: Table, content: bytes, *, context: Context) -> Report:
    """What it is a table of says what to lock, so it comes first."""
    sheet = read_sheet(content, table.columns)
    changes = list(table.apply(of, sheet, context))
    # No names in the log: which rows did something is enough.
    detail = {"table": table.key, "rows": len(sheet), "changes": [change.where.as_data() for change in changes]}
    context.log(club_of(of), detail=detail)
    return Report(len(sheet), [str(change) for change in changes])
