"""A backup is put in the place of the site's database, of either kind: checked first, never half put back."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction

from euchre_site.backups import postgres
from euchre_site.backups.digest import digests_of_file, stored_digests
from euchre_site.backups.errors import BackupError, damaged
from euchre_site.backups.files import connect, copy_database, draft_beside, logs_of, put_in_place, stamp
from euchre_site.backups.making import database_file, write_backup
from euchre_site.backups.site_key import key_in
from euchre_site.backups.tables import OWN_TABLES
from euchre_site.backups.versions import (
    bring_up_to_date,
    known_migrations,
    refuse_unless_it_fits,
    refuse_unless_ours,
)
from euchre_site.datafolder import open_folder, write_secret


@dataclass(frozen=True)
class Restored:
    """aside: where the former database is kept, if there was one. key: the secret key that came with the data."""

    aside: Path | None
    key: str


def restore_backup(file: Path, alias: str = DEFAULT_DB_ALIAS) -> Restored:
    """All of it, or nothing is changed. A backup of an older version is brought up to this one."""
    if not file.is_file():
        raise BackupError(f"There's no file {file}.")
    if postgres.is_postgres(alias):
        place = open_folder(Path(settings.RIGHT_BOWER_HOME)) / "restored.sqlite3"
    else:
        place = database_file(alias)
    with draft_beside(place) as draft:
        refuse_if_cut_off(file)
        copy_database(file, draft)
        applied = refuse_unless_ours(draft, file.name)
        # Before this question, or a wrong file would cost a stop of the site.
        if postgres.is_postgres(alias):
            postgres.refuse_while_in_use(alias)
        refuse_unless_whole(draft, file.name)
        key = _take_own_tables(draft)
        if not applied >= known_migrations():
            bring_up_to_date(draft)
        refuse_unless_it_fits(draft, file.name)
        aside = _fill_postgres(draft, alias) if postgres.is_postgres(alias) else _replace_file(draft, place, alias)
    if key:
        write_secret(settings.RIGHT_BOWER_HOME, key)
    return Restored(aside, key)


def refuse_if_cut_off(file: Path) -> None:
    """SQLite would read zeros where the end is missing. A log beside the file says better how long it should be."""
    with file.open("rb") as opened:
        head = opened.read(100)
    if len(head) < 100 or any(log.exists() for log in logs_of(file)):
        return
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    is_said = head[24:28] == head[92:96]
    if is_said and file.stat().st_size != (65_536 if page == 1 else page) * pages:
        raise damaged(file.name, "its end is missing")


def refuse_unless_whole(copy: Path, name: str) -> None:
    """Every row as it was when the backup was written: what SQLite takes for a good file may still have lost some."""
    with closing(connect(copy)) as db:
        try:
            stored = stored_digests(db)
            lost = stored.differences(digests_of_file(db)) if stored else []
            key_in(db)
        except (sqlite3.DatabaseError, ValueError) as error:
            raise damaged(name, error) from error
    if lost:
        raise damaged(name, "; ".join(lost[:3]))


def _take_own_tables(copy: Path) -> str:
    """The secret key that the backup brought; the tables that are about the backup go."""
    with closing(connect(copy)) as db, db:
        key = key_in(db)
        for table in OWN_TABLES:
            db.execute(f"DROP TABLE IF EXISTS {table}")
    return key


# -- SQLite -----------------------------------------------------------------------------------------------------------


def _replace_file(draft: Path, database: Path, alias: str) -> Path | None:
    aside = _keep_file_aside(database, alias)
    put_in_place(draft, database)
    return aside


def _keep_file_aside(database: Path, alias: str) -> Path | None:
    """A backup of what is there now. A database that can no longer be read is kept as it is."""
    if not database.exists():
        return None
    aside = _place_aside(database.parent)
    try:
        write_backup(aside, alias)
        with closing(connect(database)) as db:
            # Takes the log into the file: a log left lying would be read as the restored database's own.
            db.execute("PRAGMA journal_mode=DELETE")
    except (BackupError, sqlite3.DatabaseError) as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
            raise BackupError("Another program has the database open. Stop it, then restore again.") from error
        aside = aside.with_suffix(".damaged")
        os.link(database, aside)
        for log in logs_of(database):
            if log.exists():
                log.replace(aside.with_name(aside.name + log.name.removeprefix(database.name)))
    return aside


def _place_aside(home: Path) -> Path:
    return open_folder(home / "backups") / f"before-restore-{stamp()}.sqlite3"


# -- PostgreSQL -------------------------------------------------------------------------------------------------------


def _fill_postgres(draft: Path, alias: str) -> Path | None:
    """Fills the database in one transaction, so that an interrupted restore leaves the former one."""
    try:
        with transaction.atomic(using=alias):
            aside = None
            if postgres.applied_in(alias):
                postgres.lock_out_others(alias)
                aside = _place_aside(Path(settings.RIGHT_BOWER_HOME))
                write_backup(aside, alias)
            postgres.replace_everything(draft, alias)
    except (DatabaseError, psycopg.Error) as error:
        raise BackupError(f"PostgreSQL refused: {postgres.first_line(error)}. Nothing was changed.") from error
    return aside
