"""What can have happened to a backup, or files that someone may mistake for one."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random


def zeroed(file: Path) -> None:
    """A bad block in the middle."""
    data = bytearray(file.read_bytes())
    page = len(data) // 2 // 4096 * 4096
    data[page : page + 8192] = bytes(8192)
    file.write_bytes(data)


def cut_off(file: Path) -> None:
    """The stick was pulled out while it was written."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def noise(file: Path) -> None:
    file.write_bytes(Random(1).randbytes(40_000))


def empty(file: Path) -> None:
    file.write_bytes(b"")


def no_database(file: Path) -> None:
    file.write_text("Dear Olga,\nthe backup is on the other stick.\n")


def another_sites(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")


def loose_row(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("DELETE FROM tournaments_club")


def from_the_future(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0099_boards', '2031-01-01')")


def without_a_column(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("ALTER TABLE tournaments_event RENAME COLUMN confirmation TO agreement")
        db.execute("DROP TABLE right_bower_digests")


def lost_row(file: Path) -> None:
    """A good database for SQLite, but not for us."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("DELETE FROM tournaments_journalentry WHERE id = (SELECT max(id) FROM tournaments_journalentry)")


def other_word(file: Path) -> None:
    """One bit of a name has tipped over."""
    data = file.read_bytes()
    assert b"Thursday night" in data
    file.write_bytes(data.replace(b"Thursday night", b"Thursday nighu"))


def other_key(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE right_bower_backup SET secret_key = substr(secret_key, 2)")
