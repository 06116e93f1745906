"""Tables that go out and come in: tried first, then imported as a whole or not at all. Each kind of write goes through
its own verb; the whole is one journal entry of the club."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.locks import locked
from tournaments.models import Club, Event, Season
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.exchange import cards, fixtures, players, scores, squads
from tournaments.services.exchange.files import write_file
from tournaments.services.exchange.sheets import Columns, Row, read_sheet
from tournaments.services.journal import By

Of = Club | Season | Event
Apply = Callable[[Any, Sequence[Row], By], Iterator[str]]


@dataclass(frozen=True)
class Table:
    """of: what it is a table of. rows: as they go out. apply: does what each row says; yields a sentence for each
    change, nothing where all is as the row says, and raises FileRefused with every row that cannot be."""

    key: str
    title: str
    about: str
    of: type[Of]
    columns: Columns
    rows: Callable[[Any], Iterator[Sequence[str]]]
    apply: Apply


TABLES: dict[str, Table] = {
    one.key: one
    for one in (
        Table(
            "players", "Players", "Everybody whom the club knows.", Club, players.COLUMNS, players.rows, players.apply
        ),
        Table("squads", "Squads", "Who belongs to which squad, and since when.", Season, squads.COLUMNS, squads.rows,
              squads.apply),
        Table("fixtures", "Fixtures", "The draft of a season that is not open yet.", Season, fixtures.COLUMNS,
              fixtures.rows, fixtures.apply),
        Table("cards", "Result cards", "The games of a season's fixtures.", Season, cards.COLUMNS, cards.rows,
              cards.apply),
        Table("results", "Results", "The scores of an event's published rounds.", Event, scores.COLUMNS, scores.rows,
              scores.apply),
    )
}  # fmt: skip


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


def export_table(table: Table, of: Of, kind: str, *, by: By) -> bytes:
    """The table as a CSV or XLSX file, by its `kind`."""
    require(by.actor, Verb.EXCHANGE, club_of(of))
    return write_file(kind, table.title, table.columns.names, table.rows(of))


def try_table(table: Table, of: Of, content: bytes, *, by: By) -> Report:
    """What importing the file would do; nothing of it is done. FileRefused like `import_table`."""
    require(by.actor, Verb.EXCHANGE, club_of(of))
    found = read_sheet(content, table.columns)
    report = None
    with contextlib.suppress(_Tried), transaction.atomic():
        report = _apply(table, of, found, By(by.actor, by.source))
        raise _Tried
    assert report
    return report


@transaction.atomic
def import_table(table: Table, of: Of, content: bytes, *, by: By) -> Report:
    """Everything that the file says, or FileRefused with what is wrong in which row and column, and nothing is done.

    Asked again with the same key, the report only names the rows."""
    club = club_of(of)
    body = {"table": table.key, "of": of.pk, "content": journal.digest("content", {"file": content.hex()})}
    if done := journal.replayed(by, "import_table", body):
        return Report(done.detail["rows"], done.detail["changes"])
    require(by.actor, Verb.EXCHANGE, club)
    found = read_sheet(content, table.columns)
    report = _apply(table, of, found, By(by.actor, by.source))
    # No names in the journal: which rows did something is enough.
    changes = [one.partition(":")[0] for one in report.changes]
    detail = {"table": table.key, "rows": report.rows, "changes": changes}
    journal.write_club(club, "import_table", by, body, detail=detail)
    return report


def _apply(table: Table, of: Of, found: Sequence[Row], by: By) -> Report:
    # The first lock of whatever the rows write: the season, or the event, before anything of it is read.
    if isinstance(of, Season):
        locked(Season.objects).get(pk=of.pk)
    elif isinstance(of, Event):
        journal.lock_event(of.pk)
    else:
        journal.lock_club(of.pk)
    return Report(len(found), list(table.apply(of, found, by)))
