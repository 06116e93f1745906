"""The laptop is dead: another one has a fresh checkout and the stick, and restores everything."""

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from euchre_site.backups import restore_backup
from euchre_site.backups.tables import DIGEST_TABLE, SECRET_TABLE
from euchre_site.embedded import hold_lock
from tests.euchre_site.backups.homes import columns_of, everything
from tests.processes import ROOT, manage, migrated

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.sqlite]
OLDER = ROOT / "tests" / "data" / "backup_of_migration_0004.sqlite3.gz"


class TestAnotherLaptop:
    """The laptop is dead; another one has a fresh checkout and the stick."""

    def test_another_machine_has_everything_and_the_phones_stay_signed_in(
        self, made: tuple[Path, Path], tmp_path: Path
    ) -> None:
        home, file = made
        other = tmp_path / "other laptop"
        done = manage("restore", str(file), RIGHT_BOWER_HOME=str(other))
        assert (done.returncode, done.stderr) == (0, "")
        assert "It holds 1 clubs and 1 events" in done.stdout
        assert "agrees with its facts" in done.stdout
        before, after = everything(file), everything(other / "db.sqlite3")
        assert before.pop(SECRET_TABLE)[0][0] == (home / "secret_key").read_text()
        assert len(before.pop(DIGEST_TABLE)) == len(after.keys() - {"sqlite_sequence"})
        assert after == before
        assert len(after["tournaments_resultentry"]) == 2
        assert (other / "secret_key").read_text() == (home / "secret_key").read_text()
        assert {path.stat().st_mode & 0o077 for path in (other / "secret_key", other / "db.sqlite3", file)} == {0}
        assert list(other.glob("db.sqlite3-*")) == []

    def test_what_was_there_is_kept_aside_and_can_be_put_back(self, home: Path, site: str, file: Path) -> None:
        database = home / "db.sqlite3"
        before = everything(database)
        aside = restore_backup(file, site).aside
        assert aside
        assert everything(database) != before
        restore_backup(aside, site)
        assert everything(database) == before

    def test_the_old_disk_can_be_read_and_its_log_has_the_newest_scores(self, home: Path, tmp_path: Path) -> None:
        disk, other = tmp_path / "disk", tmp_path / "other"
        with closing(sqlite3.connect(home / "db.sqlite3")) as killed:
            with killed:
                killed.execute("UPDATE tournaments_club SET name = 'Committed just now'")
            shutil.copytree(home, disk)
        assert (disk / "db.sqlite3-wal").stat().st_size > 0
        done = manage("restore", str(disk / "db.sqlite3"), RIGHT_BOWER_HOME=str(other))
        assert done.returncode == 0, done.stderr
        assert "Committed just now" in str(everything(other / "db.sqlite3")["tournaments_club"])

    def test_a_backup_of_an_older_version_is_brought_up_to_this_one(self, tmp_path: Path) -> None:
        """A night of twelve as it was kept with migration 0004, with a sentence as it was written then."""
        file, other = tmp_path / "older.sqlite3", tmp_path / "other"
        file.write_bytes(gzip.decompress(OLDER.read_bytes()))
        older = columns_of(file)
        assert older["tournaments_round"]["reasons"] == ['["First round: lots decided the seats."]']
        done = manage("restore", str(file), RIGHT_BOWER_HOME=str(other))
        assert done.returncode == 0, done.stderr
        assert "agrees with its facts" in done.stdout
        assert "It brought no secret key" in done.stdout
        restored = columns_of(other / "db.sqlite3")
        assert restored["tournaments_round"]["reasons"] == ['[["First round: lots decided the seats.", {}]]']
        newest = columns_of(migrated(tmp_path / "new") / "db.sqlite3")
        assert set(restored["django_migrations"]["name"]) == set(newest["django_migrations"]["name"])
        assert {name: columns.keys() for name, columns in restored.items()} == {
            name: columns.keys() for name, columns in newest.items()
        }
        for table in ("tournaments_resultentry", "tournaments_seat", "tournaments_entry", "games_player", "games_user"):
            kept = older[table].keys() & restored[table].keys()
            assert len(kept) > 3
            assert {name: restored[table][name] for name in kept} == {name: older[table][name] for name in kept}

    def test_a_running_site_is_not_pulled_away(self, home: Path, file: Path) -> None:
        before = everything(home / "db.sqlite3")
        with hold_lock(home, "http://hall:8000/"):
            done = manage("restore", str(file), RIGHT_BOWER_HOME=str(home))
        assert done.returncode == 1
        assert "http://hall:8000/). Stop it, then restore again." in done.stderr
        assert everything(home / "db.sqlite3") == before

    def test_a_key_of_the_environment_is_not_written_down_and_the_commands_say_so(
        self, home: Path, tmp_path: Path
    ) -> None:
        file, other = tmp_path / "keyless.sqlite3", tmp_path / "other"
        done = manage("backup", "--to", str(file), RIGHT_BOWER_HOME=str(home), SECRET_KEY="only the environment's")
        assert "because the environment gives it (SECRET_KEY)" in done.stdout
        assert SECRET_TABLE not in everything(file)
        assert b"only the environment's" not in file.read_bytes()
        done = manage("restore", str(file), RIGHT_BOWER_HOME=str(other))
        assert (done.returncode, "It brought no secret key" in done.stdout) == (0, True)
        done = manage("restore", str(file), RIGHT_BOWER_HOME=str(other), SECRET_KEY="only the environment's")
        assert "phones stay signed in if SECRET_KEY is" in done.stdout

    def test_work_that_was_under_way_when_it_was_written_is_no_contradiction(self, home: Path, tmp_path: Path) -> None:
        """Scores come in, the worker is about to settle them, the laptop dies; it takes a while to find another one."""
        with closing(sqlite3.connect(home / "db.sqlite3")) as db, db:
            db.execute("UPDATE tournaments_match SET unsettled_since = '2026-01-01 20:00:00' WHERE \"table\" = 1")
            db.execute("UPDATE tournaments_journalentry SET at = '2026-01-01 20:01:00'")
            db.execute("DELETE FROM tournaments_heartbeat")
        done = manage("restore", str(home / "db.sqlite3"), RIGHT_BOWER_HOME=str(tmp_path / "other"))
        assert (done.returncode, done.stderr) == (0, "")
        with closing(sqlite3.connect(home / "db.sqlite3")) as db, db:
            db.execute("UPDATE tournaments_journalentry SET at = '2026-01-01 20:05:00'")
        done = manage("restore", str(home / "db.sqlite3"), RIGHT_BOWER_HOME=str(tmp_path / "other"))
        assert (done.returncode, "unsettled since 20:00" in done.stderr) == (1, True), "no worker had been running"
