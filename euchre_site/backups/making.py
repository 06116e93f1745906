"""A backup is written: one SQLite file, whichever database the site uses. The site may be running."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections

from euchre_site.backups.digest import Digests, digests_of_file, write_digests
from euchre_site.backups.errors import BackupError
from euchre_site.backups.files import connect, copy_database, draft_beside, put_in_place
from euchre_site.backups.postgres import copy_out, is_postgres
from euchre_site.backups.site_key import add_key


def write_backup(to: Path, alias: str = DEFAULT_DB_ALIAS) -> Digests:
    """Everything that is committed, in a new file that appears whole or not at all."""
    if to.exists():
        raise BackupError(f"{to} exists already. Choose another name; nothing is overwritten.")
    with draft_beside(to) as draft:
        digests = copy_out(alias, draft) if is_postgres(alias) else _copy_file(database_file(alias), draft)
        with closing(connect(draft)) as db, db:
            write_digests(db, digests)
            add_key(db)
        put_in_place(draft, to)
    return digests


def database_file(alias: str = DEFAULT_DB_ALIAS) -> Path:
    return Path(connections[alias].settings_dict["NAME"])


def _copy_file(database: Path, draft: Path) -> Digests:
    if not database.is_file():
        raise BackupError(f"There's no database at {database} yet, so there's nothing to back up.")
    copy_database(database, draft)
    try:
        with closing(connect(draft)) as db:
            return digests_of_file(db)
    except (sqlite3.DatabaseError, ValueError) as error:
        raise BackupError(
            f"The database {database} is damaged ({error}), so this would be no backup. Restore the newest one."
        ) from error
