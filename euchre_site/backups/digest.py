"""One digest for each table: equal rows, equal digests, whichever database they lie in. Computed as the rows go by."""

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from euchre_site.backups.tables import DIGEST_TABLE, Row, Table, canonical, rows_in_file, tables_in


@dataclass(frozen=True)
class Digest:
    rows: int
    sha256: str


@dataclass
class Digests:
    """Those of a whole database, by the tables' names."""

    of: dict[str, Digest] = field(default_factory=dict)

    def passing(self, table: Table, rows: Iterator[Row]) -> Iterator[Row]:
        """The same rows; once the last has passed, the table's digest is there."""
        count, sha = 0, hashlib.sha256(ascii(table.columns).encode())
        for row in rows:
            # Not repr: which letters that writes out depends on the version of Python.
            sha.update(ascii(canonical(table, row)).encode())
            count += 1
            yield row
        self.of[table.name] = Digest(count, sha.hexdigest())

    def add(self, table: Table, rows: Iterator[Row]) -> None:
        for _ in self.passing(table, rows):
            pass

    @property
    def rows(self) -> int:
        return sum(digest.rows for digest in self.of.values())

    def whole(self) -> str:
        """One digest of them all."""
        return hashlib.sha256(
            ascii([(name, digest.sha256) for name, digest in sorted(self.of.items())]).encode()
        ).hexdigest()

    def differences(self, other: "Digests") -> list[str]:
        """In words, each table that is another one there; here is what there should be."""
        return [
            _difference(name, self.of.get(name), other.of.get(name))
            for name in sorted(self.of.keys() | other.of.keys())
            if self.of.get(name) != other.of.get(name)
        ]


def _difference(name: str, wanted: Digest | None, digest: Digest | None) -> str:
    if wanted is None or digest is None:
        return f"{name} is {'missing' if digest is None else 'too many'}"
    if wanted.rows != digest.rows:
        return f"{name} has {digest.rows} rows instead of {wanted.rows}"
    return f"a row of {name} isn't as it was"


def digests_of_file(db: sqlite3.Connection) -> Digests:
    """Computed now, from every row."""
    digests = Digests()
    for table in tables_in(db):
        digests.add(table, rows_in_file(db, table))
    return digests


def write_digests(db: sqlite3.Connection, digests: Digests) -> None:
    db.execute(f"CREATE TABLE {DIGEST_TABLE} (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sha256 TEXT NOT NULL)")
    rows: list[tuple[Any, ...]] = [(name, digest.rows, digest.sha256) for name, digest in sorted(digests.of.items())]
    db.executemany(f"INSERT INTO {DIGEST_TABLE} VALUES (?, ?, ?)", rows)  # noqa: S608  # a constant name


def stored_digests(db: sqlite3.Connection) -> Digests | None:
    """The digests from when the backup was written, or None for a database that isn't a backup."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [DIGEST_TABLE]).fetchone():
        return None
    rows = db.execute(f"SELECT name, rows, sha256 FROM {DIGEST_TABLE}")  # noqa: S608  # a constant name
    return Digests({name: Digest(count, sha256) for name, count, sha256 in rows})
