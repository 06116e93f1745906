"""A backup that nobody has restored is a hope. The drill writes one, restores it into an empty place with the command
that a helper would use, and compares every row."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from euchre_site.backups.digest import Digests, digests_of_file, stored_digests
from euchre_site.backups.errors import BackupError
from euchre_site.backups.files import connect, known_as
from euchre_site.backups.keeping import write_dated_backup
from euchre_site.backups.postgres import rows_in_database
from euchre_site.backups.scratch import scratch_database, scratch_settings
from euchre_site.backups.tables import tables_in
from euchre_site.datafolder import open_folder
from euchre_site.embedded import AlreadyRunning, hold_lock


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
        wanted, found = _stored(file), _found(file, home, address)
    if differences := wanted.differences(found):
        raise BackupError(f"{file} was restored, but is not what was written: {'; '.join(differences[:3])}.")
    place = "an empty PostgreSQL database" if address.startswith("postgres") else "an empty SQLite file"
    return Drill(file, place, found, written - began, restored - written)


def _restore(file: Path, home: Path, address: str) -> None:
    changed = {"RIGHT_BOWER_HOME": str(home), "DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "euchre_site.settings"}
    done = subprocess.run(  # noqa: S603  (our own command line)
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(file)],
        env=os.environ | changed,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"{file} was written, but cannot be restored: {done.stderr.strip()}")


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
