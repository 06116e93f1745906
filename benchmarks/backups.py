"""A backup of a club of five hundred events and its restoring, beside what the database's own tools take for the same.

On PostgreSQL these are pg_dump and pg_restore (with --single-transaction, as ours is), on SQLite its own copy. Goal:
either way in minutes. The tools compare nothing and are several times as quick. `--events 50` for less.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.settling import database


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--events", type=int, default=500)
    events = asked.parse_args(sys.argv[1:]).events
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database(), tempfile.TemporaryDirectory() as folder:
        _measure(events, Path(folder))


def _measure(events: int, folder: Path) -> None:
    from django.db import connection

    from benchmarks.five_years import START, _Years
    from euchre_site.backups import restore_backup, write_backup
    from euchre_site.backups.digest import Digests

    club = _Years()
    for week in range(events):
        club.night(week, START)
    _record_version()
    file, found = folder / "backup.sqlite3", list[Digests]()
    written = _timed(lambda: found.append(write_backup(file)))
    print(f"{events} events, {found[0].rows} rows, {file.stat().st_size / 1e6:.0f} MB, {connection.display_name}")
    with _empty_place(folder) as alias:
        restored = _timed(lambda: restore_backup(file, alias))
        again = write_backup(folder / "again.sqlite3", alias)
    assert again == found[0], "what was restored is not what was written"
    own = _of_postgres(folder) if connection.vendor == "postgresql" else _of_sqlite(folder, file)
    for name, ours, theirs in (("backup", written, own[0]), ("restore", restored, own[1])):
        print(f"{name:8} {ours:7.2f} s   its own tools {theirs:7.2f} s   ratio {theirs / ours:5.2f}")


def _record_version() -> None:
    """The test database is made from the models, and knows of no migration."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    from euchre_site.backups.versions import known_migrations

    for app, name in sorted(known_migrations()):
        MigrationRecorder(connection).record_applied(app, name)


@contextmanager
def _empty_place(folder: Path) -> Iterator[str]:
    from django.db import connection

    from euchre_site.backups.drill import scratch_database, scratch_settings
    from euchre_site.backups.files import known_as

    (folder / "scratch").mkdir()
    with scratch_database(folder / "scratch") as address:
        is_file = connection.vendor == "sqlite"
        file = {"ENGINE": connection.settings_dict["ENGINE"], "NAME": str(folder / "scratch" / "db.sqlite3")}
        with known_as("scratch", **(file if is_file else scratch_settings(address))) as alias:
            yield alias


def _of_postgres(folder: Path) -> tuple[float, float]:
    from django.db import connection

    from euchre_site.backups.drill import address_of, scratch_database

    address = address_of(connection.settings_dict).replace("postgres://", "postgresql://", 1)
    dump, restore = (shutil.which(name) or name for name in ("pg_dump", "pg_restore"))
    written = _timed(lambda: _run(dump, "--format=custom", f"--file={folder / 'dump'}", address))
    with scratch_database(folder / "scratch") as place:
        program = (restore, "--exit-on-error", "--single-transaction", f"--dbname={place}", str(folder / "dump"))
        return written, _timed(lambda: _run(*program))


def _of_sqlite(folder: Path, file: Path) -> tuple[float, float]:
    from django.db import connection

    from euchre_site.backups.files import connect

    def copy(source: Path, to: Path) -> None:
        to.touch()
        with closing(connect(source, "ro")) as live, closing(connect(to)) as target:
            live.backup(target)

    there = folder / "copy.sqlite3"
    written = _timed(lambda: copy(Path(connection.settings_dict["NAME"]), there))
    return written, _timed(lambda: copy(file, folder / "copied back.sqlite3"))


def _run(*program: str) -> None:
    subprocess.run(program, check=True)  # noqa: S603  (the server's own tools)


def _timed(act: Callable[[], Any]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
