"""A backup is whole and checked when it is written, by hand or by the timer; what cannot be written changes nothing."""

import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from euchre_site.backups import BackupError, keeping, write_backup
from euchre_site.backups.digest import digests_of_file, stored_digests
from euchre_site.backups.files import connect
from euchre_site.backups.keeping import write_automatic_backup
from euchre_site.backups.tables import DIGEST_TABLE, SECRET_TABLE
from euchre_site.backups.versions import refuse_unless_ours
from tests.euchre_site.backups.homes import everything, whats_in
from tests.processes import run_python

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.sqlite]
FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))
import sys
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", *{arguments!r}])
"""


class TestBackup:
    def test_holds_what_only_the_log_has_and_a_copied_file_does_not(
        self, home: Path, site: str, tmp_path: Path
    ) -> None:
        database = home / "db.sqlite3"
        with closing(sqlite3.connect(database)) as open_site:
            with open_site:
                open_site.execute("UPDATE tournaments_club SET name = 'Committed just now'")
            shutil.copy(database, tmp_path / "copied.sqlite3")
            write_backup(tmp_path / "backup.sqlite3", site)
        copied, backup = (everything(tmp_path / f"{name}.sqlite3")["tournaments_club"] for name in ("copied", "backup"))
        assert "Committed just now" in str(backup)
        assert "Committed just now" not in str(copied)

    def test_nothing_is_overwritten(self, site: str, file: Path) -> None:
        before = file.read_bytes()
        with pytest.raises(BackupError, match="exists already"):
            write_backup(file, site)
        assert file.read_bytes() == before

    def test_a_missing_place_is_named(self, site: str, tmp_path: Path) -> None:
        with pytest.raises(BackupError, match="can't be written: No such file or directory"):
            write_backup(tmp_path / "no stick" / "night.sqlite3", site)
        assert not (tmp_path / "no stick").exists()

    def test_a_full_disk_leaves_nothing_behind_and_changes_nothing(self, home: Path, file: Path) -> None:
        """The kernel stands in for the disk: no file of this process may grow beyond half of what is needed."""
        before, listed = everything(home / "db.sqlite3"), whats_in(home)
        for arguments in (["backup", "--to", str(home / "new.sqlite3")], ["restore", str(file)]):
            program = FULL_DISK.format(most=file.stat().st_size // 2, arguments=arguments)
            done = run_python("-c", program, RIGHT_BOWER_HOME=str(home), DJANGO_SETTINGS_MODULE="euchre_site.settings")
            assert (done.returncode, "Nothing was changed." in done.stderr) == (1, True), done.stderr
            assert whats_in(home) == listed
        assert everything(home / "db.sqlite3") == before

    def test_the_digest_is_of_every_row(self, file: Path) -> None:
        with closing(connect(file)) as db:
            stored = stored_digests(db)
            assert stored
            names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            assert names - stored.of.keys() == {SECRET_TABLE, DIGEST_TABLE, "sqlite_sequence"}
            assert stored == digests_of_file(db)
            assert stored.of["tournaments_resultentry"].rows == 2


class TestTimer:
    def test_only_changes_make_backups_and_old_ones_go(
        self, home: Path, site: str, settings: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        database, folder = home / "db.sqlite3", home / "backups"
        settings.BACKUP_FOLDER, settings.BACKUPS_KEPT = folder, 3  # type: ignore[attr-defined]
        monkeypatch.setattr(keeping, "write_backup", partial(write_backup, alias=site))
        stamps = [f"202611{day:02}-20{minute:02}00" for day in range(1, 19) for minute in (0, 10)]
        folder.mkdir()
        (folder / "mine.sqlite3").write_text("not the timer's")
        for change, stamp in enumerate(stamps):
            monkeypatch.setattr(keeping, "stamp", lambda stamp=stamp: stamp)
            with closing(sqlite3.connect(database)) as db, db:
                db.execute("UPDATE tournaments_club SET name = ?", [f"Change {change}"])
            assert write_automatic_backup()
        monkeypatch.setattr(keeping, "stamp", lambda: "20261118-203000")
        last = folder / f"backup-{stamps[-1]}.sqlite3"
        os.utime(last, (0, 0))
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("INSERT INTO tournaments_heartbeat (part, at) VALUES ('worker', '2026-11-18 20:29:00')")
        assert write_automatic_backup() is None, "nothing has changed but that the worker was seen alive"
        assert last.stat().st_mtime > 0, "the last one is as good as a new one"
        last_of_days = {f"backup-202611{day:02}-201000.sqlite3" for day in range(5, 19)}
        newest = {f"backup-{stamp}.sqlite3" for stamp in stamps[-3:]}
        assert {path.name for path in folder.iterdir()} == last_of_days | newest | {"mine.sqlite3"}
        refuse_unless_ours(folder / f"backup-{stamps[-1]}.sqlite3", "the newest")

    def test_a_missing_stick_is_logged_and_stops_nothing(
        self,
        home: Path,
        site: str,
        settings: object,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        from euchre_site.tasks import back_up

        monkeypatch.setattr(keeping, "write_backup", partial(write_backup, alias=site))
        settings.BACKUP_FOLDER = home / "no stick" / "backups"  # type: ignore[attr-defined]
        back_up()
        assert "no automatic backup was made" in caplog.text
        caplog.clear()
        settings.BACKUPS_KEPT = 0  # type: ignore[attr-defined]
        back_up()
        assert caplog.text == "", "switched off"
