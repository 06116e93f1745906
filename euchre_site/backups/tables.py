"""What the tables of a backup are, read from the file itself, and their rows in the one form that is compared.

Every table counts, and every column: nothing is left out but the backup's own two tables and SQLite's inner ones. The
form is what SQLite keeps: moments as text in UTC, truth as 0 and 1, UUIDs as 32 digits, JSON as text.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Row = tuple[Any, ...]
OWN_TABLES = ("right_bower_backup", "right_bower_digests")
"""The secret key, and the digest of each table: they are about the backup, and go when it is restored."""
SECRET_TABLE, DIGEST_TABLE = OWN_TABLES


@dataclass(frozen=True)
class Table:
    """keys: the columns that its rows are ordered by. json: the places of columns whose text may be written in several
    ways. types: as declared in SQLite."""

    name: str
    columns: tuple[str, ...]
    keys: tuple[str, ...]
    types: tuple[str, ...]
    json: frozenset[int]

    def type_of(self, column: str) -> str:
        return self.types[self.columns.index(column)]


def tables_in(db: sqlite3.Connection) -> list[Table]:
    tables = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return [_table(db, name, sql) for name, sql in tables if not name.startswith("sqlite_") and name not in OWN_TABLES]


def _table(db: sqlite3.Connection, name: str, sql: str) -> Table:
    columns = sorted(db.execute("SELECT name, type, pk FROM pragma_table_info(?)", [name]))
    keys = sorted((place, column) for column, _, place in columns if place)
    is_json = (number for number, (column, _, _) in enumerate(columns) if f'JSON_VALID("{column}")' in sql)
    return Table(
        name,
        tuple(column for column, _, _ in columns),
        tuple(column for _, column in keys) or ("rowid",),
        tuple(declared for _, declared, _ in columns),
        frozenset(is_json),
    )


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def listed(columns: tuple[str, ...]) -> str:
    return ", ".join(map(quoted, columns))


def rows_in_file(db: sqlite3.Connection, table: Table) -> Iterator[Row]:
    return iter(
        db.execute(f"SELECT {listed(table.columns)} FROM {quoted(table.name)} ORDER BY {listed(table.keys)}")  # noqa: S608  # quoted names, no values
    )


def add_rows(db: sqlite3.Connection, table: Table, rows: Iterator[Row]) -> None:
    marks = ", ".join("?" * len(table.columns))
    db.executemany(f"INSERT INTO {quoted(table.name)} ({listed(table.columns)}) VALUES ({marks})", rows)  # noqa: S608  # quoted names, no values


def canonical(table: Table, row: Row) -> Row:
    """The row with its JSON written in one way: PostgreSQL sorts keys and knows no 1e16 beside 10000000000000000."""
    if not table.json:
        return row
    return tuple(
        _one_way(value) if number in table.json and isinstance(value, str) else value
        for number, value in enumerate(row)
    )


def _one_way(text: str) -> str:
    return json.dumps(json.loads(text, parse_float=_number), sort_keys=True)


def _number(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number
