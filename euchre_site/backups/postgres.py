"""A site's PostgreSQL database: read in one moment into a draft of a backup, or filled from one in one transaction."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from django.db import DatabaseError, connections
from django.db.migrations.recorder import MigrationRecorder
from psycopg.postgres import types

from euchre_site.backups.digest import Digests
from euchre_site.backups.errors import BackupError
from euchre_site.backups.files import connect, draft_known
from euchre_site.backups.tables import Row, Table, add_rows, listed, quoted, rows_in_file, tables_in
from euchre_site.backups.versions import (
    OURS,
    Migrations,
    known_migrations,
    models_after,
    table_names,
    tables_made,
    unknown_among,
)
from tournaments.integrity.snapshot import one_moment

BATCH_SIZE = 2000


def _as_text(moment: datetime) -> str:
    return str(moment.astimezone(UTC).replace(tzinfo=None))


AS_SQLITE_KEEPS_IT: dict[str, Callable[[Any], Any] | None] = {
    "int2": None,
    "int4": None,
    "int8": None,
    "varchar": None,
    "text": None,
    "jsonb": None,
    "bool": int,
    "bytea": bytes,
    "date": str,
    "time": str,
    "timestamptz": _as_text,
    "uuid": lambda value: value.hex,
    "float8": lambda value: value + 0.0,  # SQLite knows no -0.0
}
"""By PostgreSQL's type. A kind of column that is not here is refused rather than guessed at."""


def is_postgres(alias: str) -> bool:
    return connections[alias].vendor == "postgresql"


# -- out --------------------------------------------------------------------------------------------------------------


def copy_out(alias: str, draft: Path) -> Digests:
    """Copies everything that is committed, as it is at one moment; no one waits for it.

    The digests are those of what was read, so that losses on the way to the file are noticed.
    """
    digests = Digests()
    try:
        with one_moment(alias):
            applied = applied_in(alias)
            if not applied:
                raise BackupError("There's nothing of this site in the database yet, so there's nothing to back up.")
            with draft_known(draft) as known, tables_made(known, models_after(applied)):
                pass
            with closing(connect(draft)) as db, db:
                for table in tables_in(db):
                    add_rows(db, table, digests.passing(table, rows_in_database(alias, table)))
                _carry_numbers_out(alias, db)
    except (DatabaseError, psycopg.Error) as error:
        raise BackupError(f"The database can't be read: {first_line(error)}. Nothing was written.") from error
    return digests


def applied_in(alias: str) -> Migrations:
    """The migrations that the database has seen; none, if nothing of the site is there. BackupError when it is another
    program's or a newer version's."""
    connection = connections[alias]
    applied = set(MigrationRecorder(connection).applied_migrations())
    if not applied and not present_tables(alias):
        return set()
    if not applied >= OURS:
        raise BackupError("This is another program's database, not this site's. Nothing was changed.")
    if newer := unknown_among(applied):
        raise BackupError(
            f"The database belongs to a newer version of the site than this one ({newer}). Update the site."
        )
    return applied


def rows_in_database(alias: str, table: Table) -> Iterator[Row]:
    """In the form in which a backup keeps them, and in its order."""
    order = ", ".join(quoted(key) + (' COLLATE "C"' if _is_text(table, key) else "") for key in table.keys)
    with connections[alias].chunked_cursor() as cursor:
        cursor.execute(f"SELECT {listed(table.columns)} FROM {quoted(table.name)} ORDER BY {order}")  # noqa: S608  # quoted names, no values
        changes = [(number, change) for number, change in enumerate(_changes(table, cursor.description)) if change]
        while rows := cursor.fetchmany(BATCH_SIZE):
            for row in rows:
                values = list(row)
                for number, change in changes:
                    if values[number] is not None:
                        values[number] = change(values[number])
                yield tuple(values)


def _is_text(table: Table, column: str) -> bool:
    return table.type_of(column).startswith("varchar")


def _changes(table: Table, description: Any) -> list[Callable[[Any], Any] | None]:
    changes = []
    for column in description:
        kind = types[column.type_code].name
        if kind not in AS_SQLITE_KEEPS_IT:
            raise BackupError(
                f"{table.name}.{column.name} is a {kind}, which backups do not know. Nothing was written."
            )
        changes.append(AS_SQLITE_KEEPS_IT[kind])
    return changes


def _carry_numbers_out(alias: str, db: sqlite3.Connection) -> None:
    """A number that was given once is not given again, although its row is gone."""
    with connections[alias].cursor() as cursor:
        for table in tables_in(db):
            if not (last := _last_number(cursor, table)):
                continue
            if not db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [last, table.name]).rowcount:
                db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table.name, last])


def _last_number(cursor: Any, table: Table) -> int | None:
    find = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
    cursor.execute(find, [quoted(table.name), table.keys[0]])
    [last] = cursor.fetchone()
    return last


# -- in ---------------------------------------------------------------------------------------------------------------


def present_tables(alias: str) -> list[str]:
    """Tables of this site that are in the database."""
    connection = connections[alias]
    ours = table_names(models_after(known_migrations()))
    return sorted(ours & set(connection.introspection.table_names()))


def refuse_while_in_use(alias: str) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        [others] = cursor.fetchone()
    if others:
        raise BackupError(
            f"{others} other connections to the database are open. Stop the site with all its workers, and whatever "
            "pools connections for it, then restore again. Nothing was changed."
        )


def lock_out_others(alias: str) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '5s'")
        cursor.execute(f"LOCK TABLE {listed(tuple(present_tables(alias)))} IN ACCESS EXCLUSIVE MODE")


def replace_everything(draft: Path, alias: str) -> None:
    """New tables in the place of the old ones, with the draft's rows. Within the caller's transaction, which ends
    before anything is different if a single row does not arrive as it was."""
    connection, wanted, digests = connections[alias], Digests(), Digests()
    models = models_after(known_migrations())
    ours = table_names(models)
    with closing(connect(draft, "ro")) as db, connection.cursor() as cursor:
        tables = [table for table in tables_in(db) if table.name in ours]
        if old := present_tables(alias):
            cursor.execute(f"DROP TABLE {listed(tuple(old))}")
        # Indexes and references are made when the rows are there, which is several times quicker.
        with tables_made(alias, models):
            for table in tables:
                _copy_in(cursor, table, wanted.passing(table, rows_in_file(db, table)))
            _carry_numbers_in(cursor, tables, db)
        cursor.execute(f"ANALYZE {listed(tuple(table.name for table in tables))}")
    for table in tables:
        digests.add(table, rows_in_database(alias, table))
    if differences := wanted.differences(digests):
        raise BackupError(f"It did not arrive as it was: {'; '.join(differences[:3])}. Nothing was changed.")


def _copy_in(cursor: Any, table: Table, rows: Iterator[Row]) -> None:
    """PostgreSQL reads every value as SQLite writes it."""
    try:
        with cursor.copy(f"COPY {quoted(table.name)} ({listed(table.columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    except psycopg.Error as error:
        why = first_line(error)
        raise BackupError(f"PostgreSQL does not take a row of {table.name}: {why}. Nothing was changed.") from error


def _carry_numbers_in(cursor: Any, tables: list[Table], db: sqlite3.Connection) -> None:
    given = dict(db.execute("SELECT name, seq FROM sqlite_sequence"))
    for table in tables:
        if given.get(table.name):
            find = "SELECT setval(pg_get_serial_sequence(%s, %s)::regclass, %s)"
            cursor.execute(find, [quoted(table.name), table.keys[0], given[table.name]])


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
