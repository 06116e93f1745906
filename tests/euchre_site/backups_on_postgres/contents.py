"""What is in a backup, or in a site's database, row by row; and sites on SQLite to move to and fro."""

from contextlib import closing
from pathlib import Path
from typing import Any

from euchre_site.backups import write_backup
from euchre_site.backups.digest import Digests, digests_of_file
from euchre_site.backups.files import connect, known_as


def sqlite_site(file: Path) -> Any:
    return known_as("on_sqlite", ENGINE="django.db.backends.sqlite3", NAME=str(file))


def content(file: Path) -> Digests:
    """Computed anew from what is in the file."""
    with closing(connect(file)) as db:
        return digests_of_file(db)


def content_of(alias: str, tmp_path: Path) -> Digests:
    to = tmp_path / "content.sqlite3"
    to.unlink(missing_ok=True)
    return write_backup(to, alias)
