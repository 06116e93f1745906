"""Copies of the SQLite database: made while the site runs, checked before one is put back, never half put back.

A backup is one SQLite file. Besides the database it holds the site's secret key, in a table of its own: without that
key every phone in the hall would have to be signed in again. PostgreSQL has its own tools and is refused in words.
"""

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from euchre_site.datafolder import SECRET_FILE, open_folder, write_secret

DAYS_KEPT = 14
SECRET_TABLE = "right_bower_backup"  # noqa: S105  (the table's name)
OURS = {("tournaments", "0001_initial"), ("games", "0001_initial")}
_NAME = re.compile(r"backup-(\d{8})-\d{6}\.sqlite3")


class BackupError(Exception):
    """Why nothing was done, and what to do instead."""


def database_file() -> Path:
    """The site's SQLite file. BackupError where the site keeps its data in PostgreSQL."""
    default = settings.DATABASES["default"]
    if not default["ENGINE"].endswith("sqlite3"):
        name = default["NAME"]
        raise BackupError(
            f"This site keeps its data in PostgreSQL, which has its own tools. Back up: pg_dump --format=custom "
            f"--file=FILE {name}. Put back into an empty database: pg_restore --exit-on-error --single-transaction "
            f"--dbname={name} FILE. Then run manage.py migrate and manage.py verify."
        )
    return Path(default["NAME"])


def write_backup(database: Path, to: Path) -> None:
    """Copy everything that is committed to a new file. The site may be running; the file appears whole or not."""
    if not database.is_file():
        raise BackupError(f"There is no database at {database} yet, so there is nothing to back up.")
    if to.exists():
        raise BackupError(f"{to} exists already. Choose another name; nothing is overwritten.")
    with _draft_beside(to) as draft:
        _copy(database, draft)
        _add_secret(draft)
        _put_in_place(draft, to)


def write_dated_backup(database: Path, folder: Path) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    to = folder / f"backup-{_stamp()}.sqlite3"
    write_backup(database, to)
    return to


def write_automatic_backup() -> Path | None:
    """The timer's backup: none when nothing changed since the last one, and old ones are cleared away."""
    folder, keep = Path(settings.BACKUP_FOLDER), settings.BACKUPS_KEPT
    new = write_dated_backup(database_file(), folder)
    made = _made(folder)
    if len(made) > 1 and _same_content(made[-2], new):
        new.unlink()
        return None
    for old in set(made) - set(_kept(made, keep)):
        old.unlink()
    return new


def restore_backup(file: Path, database: Path) -> Path | None:
    """Put a backup in the database's place. Returns where the former database is kept, if there was one."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    with _draft_beside(database) as draft:
        _copy(file, draft)
        applied = refuse_unless_ours(draft, file.name)
        secret = _take_secret(draft)
        if not applied.issuperset(_known_migrations()):
            _migrate(draft)
        _refuse_unless_it_fits(draft, file.name)
        aside = _keep_aside(database)
        _put_in_place(draft, database)
    if secret:
        write_secret(settings.RIGHT_BOWER_HOME, secret)
    return aside


def refuse_unless_ours(copy: Path, name: str) -> set[tuple[str, str]]:
    """The migrations that the file has seen. BackupError when it is damaged, another program's, or from a newer
    version than this one."""
    with closing(_connect(copy)) as db:
        try:
            found = [row[0] for row in db.execute("PRAGMA integrity_check(1)")]
            loose = db.execute("PRAGMA foreign_key_check").fetchone()
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            is_django = "django_migrations" in tables
            applied = set(db.execute("SELECT app, name FROM django_migrations")) if is_django else set()
        except sqlite3.DatabaseError as error:
            raise _damaged(name, error) from error
    if found != ["ok"] or loose:
        raise _damaged(name, found[0] if found != ["ok"] else f"a row of {loose[0]} points nowhere")
    if not applied >= OURS:
        raise BackupError(f"{name} is a database, but not of this site. Nothing was changed.")
    newer = sorted(f"{app} {migration}" for app, migration in applied - set(_known_migrations()))
    if newer:
        raise BackupError(
            f"{name} was made by a newer version of the site than this one ({', '.join(newer)}). "
            "Update the site on this machine, then restore again. Nothing was changed."
        )
    return applied


# -- copying ----------------------------------------------------------------------------------------------------------


def _connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=20)


def _copy(source: Path, draft: Path) -> None:
    """SQLite's own copy: a consistent state with what only the write-ahead log has yet. A copied file would not be."""
    try:
        with closing(_connect(source, "ro")) as live, closing(_connect(draft)) as copy:
            live.backup(copy)
            # One file, with no log beside it that could be left behind.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{source.name} cannot be copied: {error}. Nothing was changed.") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(source.name, error) from error


@contextlib.contextmanager
def _draft_beside(place: Path) -> Iterator[Path]:
    """An empty file in the same folder, for its owner only; gone afterwards unless it was put in place."""
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft
    except OSError as error:
        raise BackupError(f"{place} cannot be written: {error.strerror}. Nothing was changed.") from error
    finally:
        for left in (draft, *_logs_of(draft)):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)


def _put_in_place(draft: Path, place: Path) -> None:
    draft.replace(place)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _keep_aside(database: Path) -> Path | None:
    """A backup of what is there now. What cannot be read any more is kept as it is."""
    if not database.exists():
        return None
    aside = open_folder(database.parent / "backups") / f"before-restore-{_stamp()}.sqlite3"
    try:
        write_backup(database, aside)
        with closing(_connect(database)) as db:
            # Takes the log into the file: a log left lying would be read as the restored database's own.
            db.execute("PRAGMA journal_mode=DELETE")
    except (BackupError, sqlite3.DatabaseError) as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
            raise BackupError("Another program has the database open. Stop it, then restore again.") from error
        aside = aside.with_suffix(".damaged")
        os.link(database, aside)
        for log in _logs_of(database):
            if log.exists():
                log.replace(aside.with_name(aside.name + log.name.removeprefix(database.name)))
    return aside


def _logs_of(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(file.name + ending) for ending in ("-wal", "-shm", "-journal"))


# -- what a backup holds ----------------------------------------------------------------------------------------------


def _add_secret(copy: Path) -> None:
    secret = Path(settings.RIGHT_BOWER_HOME) / SECRET_FILE
    if not secret.is_file():
        return
    with closing(_connect(copy)) as db, db:
        db.execute(f"CREATE TABLE {SECRET_TABLE} (secret_key TEXT NOT NULL)")
        db.execute(f"INSERT INTO {SECRET_TABLE} VALUES (?)", [secret.read_text(encoding="ascii").strip()])  # noqa: S608


def _take_secret(copy: Path) -> str:
    """The secret key that the backup brought; its table goes. "" when it brought none."""
    with closing(_connect(copy)) as db, db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [SECRET_TABLE]).fetchone():
            return ""
        [secret] = db.execute(f"SELECT secret_key FROM {SECRET_TABLE}").fetchone()  # noqa: S608
        db.execute(f"DROP TABLE {SECRET_TABLE}")
        return str(secret)


def _known_migrations() -> list[tuple[str, str]]:
    return list(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _migrate(copy: Path) -> None:
    """Bring a backup of an older version up to this one, while it is still only a copy."""
    connections.settings["restored"] = connections.settings["default"] | {"NAME": str(copy)}
    try:
        call_command("migrate", database="restored", interactive=False, verbosity=0)
    finally:
        connections["restored"].close()
        del connections["restored"], connections.settings["restored"]
    with closing(_connect(copy)) as db:
        db.execute("PRAGMA journal_mode=DELETE")


def _refuse_unless_it_fits(copy: Path, name: str) -> None:
    """A backup of a version before the first release has the migrations' names, but not always their columns."""
    with closing(_connect(copy)) as db:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            present = {row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", [table])}
            missing = {str(field.column) for field in model._meta.local_concrete_fields} - present
            if missing:
                raise BackupError(
                    f"{name} was made by another version of the site: {table} has no {', '.join(sorted(missing))}. "
                    "Restore it with the version that made it. Nothing was changed."
                )


def _damaged(name: str, why: object) -> BackupError:
    return BackupError(f"{name} is damaged or not a backup ({why}). Take an older one. Nothing was changed.")


# -- which ones are kept ----------------------------------------------------------------------------------------------


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def _made(folder: Path) -> list[Path]:
    """The timer's own files, oldest first. Nothing else in the folder is ever touched."""
    return sorted(file for file in folder.iterdir() if _NAME.fullmatch(file.name))


def _kept(made: list[Path], keep: int) -> list[Path]:
    """The newest ones, and the last one of each of the last days that had any."""
    last_of_day = {file.name[:15]: file for file in made}
    days = [last_of_day[day] for day in sorted(last_of_day)[-DAYS_KEPT:]]
    return [*made[-keep:], *days]


def _same_content(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()
