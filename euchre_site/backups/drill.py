"""Rehearses a restore, because a backup that no one has restored is only a hope.

The drill writes a backup, restores it into an empty place with the command that a helper would use, and compares every
row.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

from euchre_site.backups.digest import Digests, digests_of_file, stored_digests
from euchre_site.backups.errors import BackupError
from euchre_site.backups.files import connect, known_as
from euchre_site.backups.keeping import write_dated_backup
from euchre_site.backups.postgres import rows_in_database
from euchre_site.backups.tables import quoted, tables_in
from euchre_site.datafolder import open_folder
from euchre_site.embedded import AlreadyRunning, hold_lock

# An empty database for a drill, thrown away afterwards: on the site's own server if the site may make one.


MARK = "Scratch of a drill: thrown away by the next one."
MAX_NAME = 63


@contextmanager
def scratch_database(home: Path) -> Iterator[str]:
    """Its address, as DATABASE_URL has it. It is gone afterwards; one that a killed drill left goes first."""
    if connection.vendor != "postgresql" or not _may_make_databases():
        yield f"sqlite:///{home / 'db.sqlite3'}"
        return
    name = f"{connection.settings_dict['NAME'][: MAX_NAME - 6]}_drill"
    _clear_left_over(name)
    _do(f"CREATE DATABASE {quoted(name)}")
    try:
        _do(f"COMMENT ON DATABASE {quoted(name)} IS '{MARK}'")
        yield address_of(connection.settings_dict | {"NAME": name})
    finally:
        _do(f"DROP DATABASE {quoted(name)} WITH (FORCE)")


def scratch_settings(address: str) -> dict[str, Any]:
    """Such a database on PostgreSQL, as Django's settings describe it: without a pool, which would outlive it."""
    name = address.rpartition("/")[2]
    return connection.settings_dict | {"NAME": name, "OPTIONS": {"connect_timeout": 5}, "CONN_MAX_AGE": 0}


def _may_make_databases() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
        [may] = cursor.fetchone()
    return bool(may)


def _clear_left_over(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [name])
        comment = cursor.fetchone()
    if not comment:
        return
    if comment[0] != MARK:
        raise BackupError(f"The drill needs a database named {name}, and that one isn't its own. Rename it.")
    try:
        _do(f"DROP DATABASE {quoted(name)}")
    except OperationalError as error:
        raise BackupError(f"Another drill is under way: the database {name} is in use.") from error


def _do(sql: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql)
    except OperationalError:
        raise
    except (DatabaseError, psycopg.Error) as error:
        raise BackupError(f"PostgreSQL makes no place for a drill: {error}".strip()) from error


def address_of(database: dict[str, Any]) -> str:
    who = ":".join(quote(str(part), safe="") for part in (database["USER"], database["PASSWORD"]) if part)
    host, port = str(database["HOST"]), f":{database['PORT']}" if database["PORT"] else ""
    # A socket's folder is where its path begins.
    where = f"{port}/{host}" if host.startswith("/") else f"{f'[{host}]' if ':' in host else host}{port}"
    return f"postgres://{who}{'@' if who else ''}{where}/{database['NAME']}"


@dataclass(frozen=True)
class Drill:
    """What was seen. place: where it was restored. writing, restoring: seconds."""

    file: Path
    place: str
    digests: Digests
    writing: float
    restoring: float

    def words(self) -> str:
        size = self.file.stat().st_size / 1e6
        return (
            f"Written in {self.writing:.1f} s: {self.file} ({size:.1f} MB). Restored into {self.place} and verified in "
            f"{self.restoring:.1f} s. Equal: {self.digests.rows} rows in {len(self.digests.of)} tables, digest "
            f"{self.digests.whole()[:16]}."
        )


def hold_drill() -> Drill:
    """BackupError if what comes out is not what went in, or if it could not be tried. The backup itself stays."""
    with _scratch_home() as home, scratch_database(home) as address:
        began = time.perf_counter()
        file = write_dated_backup(open_folder(Path(settings.BACKUP_FOLDER)))
        written = time.perf_counter()
        _restore(file, home, address)
        restored = time.perf_counter()
        wanted, digests = _stored(file), _found(file, home, address)
    if differences := wanted.differences(digests):
        raise BackupError(f"{file} was restored, but isn't what was written: {'; '.join(differences[:3])}.")
    place = "an empty PostgreSQL database" if address.startswith("postgres") else "an empty SQLite file"
    return Drill(file, place, digests, written - began, restored - written)


def _restore(file: Path, home: Path, address: str) -> None:
    changed = {"RIGHT_BOWER_HOME": str(home), "DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "euchre_site.settings"}
    done = subprocess.run(  # noqa: S603  (our own command line)
        [sys.executable, "-m", "euchre_site", "restore", str(file)],
        cwd=settings.BASE_DIR,
        env=os.environ | changed,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"{file} was written, but can't be restored: {done.stderr.strip()}")


def _stored(file: Path) -> Digests:
    with closing(connect(file, "ro")) as db:
        return stored_digests(db) or Digests()


def _found(file: Path, home: Path, address: str) -> Digests:
    if not address.startswith("postgres"):
        with closing(connect(home / "db.sqlite3")) as db:
            return digests_of_file(db)
    digests = Digests()
    with closing(connect(file, "ro")) as db, known_as("drilled", **scratch_settings(address)) as alias:
        for table in tables_in(db):
            digests.add(table, rows_in_database(alias, table))
    return digests


@contextmanager
def _scratch_home() -> Iterator[Path]:
    """A data folder for the restored site; one drill at a time."""
    folder = open_folder(Path(settings.RIGHT_BOWER_HOME) / "drill")
    home = folder / "site"
    try:
        with hold_lock(folder, "drill"):
            shutil.rmtree(home, ignore_errors=True)
            try:
                yield open_folder(home)
            finally:
                shutil.rmtree(home, ignore_errors=True)
    except AlreadyRunning as error:
        raise BackupError(f"Another drill is under way ({error}).") from None
