"""Tables that go out and come in: tried first, then imported as a whole or not at all. Each kind of write goes through
its own verb; the whole is one journal entry of the club."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.engine.language import later_from, mark, say
from games.locks import locked
from tournaments.models import Club, Event, Season
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.exchange import cards, fixtures, players, scores, squads
from tournaments.services.exchange.files import write_file
from tournaments.services.exchange.gathering import Change
from tournaments.services.exchange.sheets import Columns, Row, read_sheet
from tournaments.services.journal import By

Of = Club | Season | Event
Apply = Callable[[Any, Sequence[Row], By], Iterator[Change]]


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
        """The title, as the reader says it; in files it stands as it is."""
        return say(self.title)

    @property
    def told(self) -> str:
        return say(self.about)


TABLES: dict[str, Table] = {
    one.key: one
    for one in (
        Table("players", mark("Players"), mark("Everybody whom the club knows."), Club, players.COLUMNS, players.rows,
              players.apply),
        Table("squads", mark("Squads"), mark("Who belongs to which squad, and since when."), Season, squads.COLUMNS,
              squads.rows, squads.apply),
        Table("fixtures", mark("Fixtures"), mark("The draft of a season that is not open yet."), Season,
              fixtures.COLUMNS, fixtures.rows, fixtures.apply),
        Table("cards", mark("Result cards"), mark("The games of a season's fixtures."), Season, cards.COLUMNS,
              cards.rows, cards.apply),
        Table("results", mark("Results"), mark("The scores of an event's published rounds."), Event, scores.COLUMNS,
              scores.rows, scores.apply),
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
    changes: list[Change] | None = None
    with contextlib.suppress(_Tried), transaction.atomic():
        changes = _apply(table, of, found, By(by.actor, by.source))
        raise _Tried
    assert changes is not None
    return Report(len(found), [str(one) for one in changes])


@transaction.atomic
def import_table(table: Table, of: Of, content: bytes, *, by: By) -> Report:
    """Everything that the file says, or FileRefused with what is wrong in which row and column, and nothing is done.

    Asked again with the same key, the report only names the rows."""
    club = club_of(of)
    body = {"table": table.key, "of": of.pk, "content": journal.digest("content", {"file": content.hex()})}
    if done := journal.replayed(by, "import_table", body):
        return Report(done.detail["rows"], [str(later_from(one)) for one in done.detail["changes"]])
    require(by.actor, Verb.EXCHANGE, club)
    found = read_sheet(content, table.columns)
    changes = _apply(table, of, found, By(by.actor, by.source))
    # No names in the journal: which rows did something is enough.
    detail = {"table": table.key, "rows": len(found), "changes": [one.where.as_data() for one in changes]}
    journal.write_club(club, "import_table", by, body, detail=detail)
    return Report(len(found), [str(one) for one in changes])


def _apply(table: Table, of: Of, found: Sequence[Row], by: By) -> list[Change]:
    # The first lock of whatever the rows write: the season, or the event, before anything of it is read.
    if isinstance(of, Season):
        locked(Season.objects).get(pk=of.pk)
    elif isinstance(of, Event):
        journal.lock_event(of.pk)
    else:
        journal.lock_club(of.pk)
    return list(table.apply(of, found, by))
