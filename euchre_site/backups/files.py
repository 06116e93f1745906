"""SQLite files that appear whole or not at all."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.db import connections
from django.db.utils import ConnectionHandler

from euchre_site.backups.errors import BackupError, damaged


def connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=20)


def copy_database(source: Path, draft: Path) -> None:
    """SQLite's own copy: a consistent state with what only the write-ahead log has yet. A copied file would not be."""
    try:
        with closing(connect(source, "ro")) as live, closing(connect(draft)) as copy:
            live.backup(copy)
            # One file, with no log beside it that could be left behind.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{source.name} can't be copied: {error}. Nothing was changed.") from error
    except sqlite3.DatabaseError as error:
        raise damaged(source.name, error) from error


@contextlib.contextmanager
def draft_beside(place: Path) -> Iterator[Path]:
    """An empty file in the same folder, for its owner only; gone afterwards unless it was put in place."""
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft
    except OSError as error:
        raise BackupError(f"{place} can't be written: {error.strerror}. Nothing was changed.") from error
    except sqlite3.OperationalError as error:
        # SQLite's own words for a full disk and the like.
        raise BackupError(f"{place} can't be written: {error}. Nothing was changed.") from error
    finally:
        for left in (draft, *logs_of(draft)):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)


def put_in_place(draft: Path, place: Path) -> None:
    draft.replace(place)
    try:
        folder = os.open(place.parent, os.O_RDONLY)
    except PermissionError:  # Windows opens no folder, and writes its entries by itself
        return
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def logs_of(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(file.name + ending) for ending in ("-wal", "-shm", "-journal"))


@contextlib.contextmanager
def known_as(alias: str, **database: object) -> Iterator[str]:
    """Another database than the site's own, under a name that Django knows for as long as the block runs."""
    connections.settings[alias] = ConnectionHandler({"default": database}).settings["default"]
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias], connections.settings[alias]


@contextlib.contextmanager
def draft_known(draft: Path) -> Iterator[str]:
    with known_as("draft", ENGINE="django.db.backends.sqlite3", NAME=str(draft)) as alias:
        yield alias


def stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
