"""Backups: whole, checked, never half put back; what is damaged or foreign is refused and changes nothing."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from euchre_site import backups
from euchre_site.backups import BackupError, restore_backup, write_automatic_backup, write_backup
from euchre_site.embedded import hold_lock
from tests.euchre_site import bad_files
from tests.processes import manage, migrated, run_python

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

NIGHT = """
import django
django.setup()
from tests.cast import on_grid, seat_table, slip
from tournaments.services import results
from tournaments.services.settle import settle_unsettled

table = seat_table(players=12)
for match in table.round.matches.order_by("table")[:2]:
    results.record_result(match.pk, slip(10, 6), by=on_grid(table.olga))
settle_unsettled()
"""
ONE_MORE_SCORE = """
import django
django.setup()
from games.models import User
from tests.cast import on_grid, slip
from tournaments.models import Match
from tournaments.services import results

olga = User.objects.get(email="olga@example.org")
results.record_result(Match.objects.get(table=3).pk, slip(9, 7), by=on_grid(olga))
"""
KILLED = """
import django, os, pathlib, sys
django.setup()
from euchre_site import backups
step, file, database = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
setattr(backups, step, lambda *args: os._exit(9))
backups.restore_backup(file, database)
"""


def in_home(home: Path, program: str, *arguments: str) -> int:
    environment = {"DJANGO_SETTINGS_MODULE": "euchre_site.settings", "RIGHT_BOWER_HOME": str(home)}
    done = run_python("-c", program, *arguments, **environment)
    assert done.returncode in (0, 9), done.stderr
    return done.returncode


def everything(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: list(db.execute(f'SELECT * FROM "{name}" ORDER BY 1')) for name in names}  # noqa: S608


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A site with a night on it, and its backup on a stick; the site has had one more score since."""
    home, stick = migrated(tmp_path_factory.mktemp("site") / "home"), tmp_path_factory.mktemp("stick")
    in_home(home, NIGHT)
    file = stick / "night.sqlite3"
    done = manage("backup", "--to", str(file), RIGHT_BOWER_HOME=str(home))
    assert done.returncode == 0, done.stderr
    in_home(home, ONE_MORE_SCORE)
    return home, file


@pytest.fixture
def home(made: tuple[Path, Path], tmp_path: Path, settings: object) -> Path:
    """A copy of that site for this test alone."""
    copy = tmp_path / "home"
    shutil.copytree(made[0], copy)
    settings.RIGHT_BOWER_HOME = copy  # type: ignore[attr-defined]
    return copy


@pytest.fixture
def file(made: tuple[Path, Path], tmp_path: Path) -> Path:
    return Path(shutil.copy(made[1], tmp_path / "night.sqlite3"))


class TestDrill:
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
        assert [before.pop(backups.SECRET_TABLE)] == [[((home / "secret_key").read_text(),)]]
        assert after == before
        assert len(after["tournaments_resultentry"]) == 2
        assert (other / "secret_key").read_text() == (home / "secret_key").read_text()
        assert {path.stat().st_mode & 0o077 for path in (other / "secret_key", other / "db.sqlite3", file)} == {0}
        assert list(other.glob("db.sqlite3-*")) == []

    def test_what_was_there_is_kept_aside_and_can_be_put_back(self, home: Path, file: Path) -> None:
        database = home / "db.sqlite3"
        before = everything(database)
        aside = restore_backup(file, database)
        assert aside
        assert everything(database) != before
        restore_backup(aside, database)
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

    def test_a_backup_of_an_older_version_is_brought_up_to_this_one(self, home: Path, tmp_path: Path) -> None:
        older, file, other = everything(home / "db.sqlite3"), tmp_path / "older.sqlite3", tmp_path / "other"
        assert manage("migrate", "admin", "0002", RIGHT_BOWER_HOME=str(home)).returncode == 0
        assert manage("backup", "--to", str(file), RIGHT_BOWER_HOME=str(home)).returncode == 0
        assert manage("restore", str(file), RIGHT_BOWER_HOME=str(other)).returncode == 0
        restored = everything(other / "db.sqlite3")
        assert {row[1:3] for row in restored["django_migrations"]} == {row[1:3] for row in older["django_migrations"]}
        assert restored["tournaments_resultentry"] == older["tournaments_resultentry"]

    def test_a_running_site_is_not_pulled_away(self, home: Path, file: Path) -> None:
        before = everything(home / "db.sqlite3")
        with hold_lock(home, "http://hall:8000/"):
            done = manage("restore", str(file), RIGHT_BOWER_HOME=str(home))
        assert done.returncode == 1
        assert "http://hall:8000/). Stop it, then restore again." in done.stderr
        assert everything(home / "db.sqlite3") == before

    def test_on_postgresql_the_commands_name_its_own_tools(self, tmp_path: Path) -> None:
        where = {"RIGHT_BOWER_HOME": str(tmp_path / "home"), "DATABASE_URL": "postgres://club:hush@127.0.0.1:1/club"}
        for arguments in (["backup"], ["restore", "file"]):
            done = manage(*arguments, **where)
            assert done.returncode == 1
            assert "pg_dump --format=custom --file=FILE club" in done.stderr
            assert "hush" not in done.stderr


class TestBackup:
    def test_holds_what_only_the_log_has_and_a_copied_file_does_not(self, home: Path, tmp_path: Path) -> None:
        database = home / "db.sqlite3"
        with closing(sqlite3.connect(database)) as open_site:
            with open_site:
                open_site.execute("UPDATE tournaments_club SET name = 'Committed just now'")
            shutil.copy(database, tmp_path / "copied.sqlite3")
            write_backup(database, tmp_path / "backup.sqlite3")
        copied, backup = (everything(tmp_path / f"{name}.sqlite3")["tournaments_club"] for name in ("copied", "backup"))
        assert "Committed just now" in str(backup)
        assert "Committed just now" not in str(copied)

    def test_nothing_is_overwritten(self, home: Path, file: Path) -> None:
        before = file.read_bytes()
        with pytest.raises(BackupError, match="exists already"):
            write_backup(home / "db.sqlite3", file)
        assert file.read_bytes() == before

    def test_a_full_or_missing_place_leaves_nothing_behind(self, home: Path, tmp_path: Path) -> None:
        with pytest.raises(BackupError, match="cannot be written: No such file or directory"):
            write_backup(home / "db.sqlite3", tmp_path / "no stick" / "night.sqlite3")
        assert not (tmp_path / "no stick").exists()


class TestTimer:
    def test_only_changes_make_backups_and_old_ones_go(
        self, home: Path, settings: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        database, folder = home / "db.sqlite3", home / "backups"
        settings.BACKUP_FOLDER, settings.BACKUPS_KEPT = folder, 3  # type: ignore[attr-defined]
        monkeypatch.setattr(backups, "database_file", lambda: database)
        stamps = [f"202611{day:02}-20{minute:02}00" for day in range(1, 19) for minute in (0, 10)]
        folder.mkdir()
        (folder / "mine.sqlite3").write_text("not the timer's")
        for change, stamp in enumerate(stamps):
            monkeypatch.setattr(backups, "_stamp", lambda stamp=stamp: stamp)
            with closing(sqlite3.connect(database)) as db, db:
                db.execute("UPDATE tournaments_club SET name = ?", [f"Change {change}"])
            assert write_automatic_backup()
        monkeypatch.setattr(backups, "_stamp", lambda: "20261118-203000")
        assert write_automatic_backup() is None, "nothing has changed"
        last_of_days = {f"backup-202611{day:02}-201000.sqlite3" for day in range(5, 19)}
        newest = {f"backup-{stamp}.sqlite3" for stamp in stamps[-3:]}
        assert {path.name for path in folder.iterdir()} == last_of_days | newest | {"mine.sqlite3"}
        backups.refuse_unless_ours(folder / f"backup-{stamps[-1]}.sqlite3", "the newest")

    def test_a_missing_stick_is_logged_and_stops_nothing(
        self, home: Path, settings: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        from euchre_site.tasks import back_up

        monkeypatch.setattr(backups, "database_file", lambda: home / "db.sqlite3")
        settings.BACKUP_FOLDER = home / "no stick" / "backups"  # type: ignore[attr-defined]
        back_up()
        assert "no automatic backup was made" in caplog.text
        caplog.clear()
        settings.BACKUPS_KEPT = 0  # type: ignore[attr-defined]
        back_up()
        assert caplog.text == "", "switched off"


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (bad_files.zeroed, "is damaged or not a backup"),
        (bad_files.cut_off, "is damaged or not a backup"),
        (bad_files.noise, "is damaged or not a backup"),
        (bad_files.empty, "not of this site"),
        (bad_files.no_database, "is damaged or not a backup"),
        (bad_files.somebody_elses, "not of this site"),
        (bad_files.loose_row, "points nowhere"),
        (bad_files.from_the_future, "made by a newer version of the site than this one (games 0099_boards)"),
        (bad_files.without_a_column, "tournaments_event has no confirmation"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_bad_file_is_refused_in_words_and_changes_nothing(home: Path, file: Path, harm: object, words: str) -> None:
    harm(file)  # type: ignore[operator]
    database = home / "db.sqlite3"
    before, listed, secret = database.read_bytes(), sorted(home.iterdir()), (home / "secret_key").read_text()
    with pytest.raises(BackupError) as refusal:
        restore_backup(file, database)
    assert words in str(refusal.value)
    assert "Nothing was changed." in str(refusal.value)
    assert (database.read_bytes(), sorted(home.iterdir())) == (before, listed)
    assert (home / "secret_key").read_text() == secret


def test_a_damaged_database_is_kept_as_it_is_and_replaced(home: Path, file: Path) -> None:
    database = home / "db.sqlite3"
    for log in home.glob("db.sqlite3-*"):
        log.unlink()
    bad_files.noise(database)
    harmed = database.read_bytes()
    aside = restore_backup(file, database)
    assert aside
    assert aside.read_bytes() == harmed
    assert len(everything(database)["tournaments_resultentry"]) == 2


@pytest.mark.parametrize(
    "step", ["_take_secret", "_refuse_unless_it_fits", "_keep_aside", "_put_in_place", "write_secret"]
)
def test_killed_while_restoring_the_database_is_the_old_or_the_new_one(home: Path, file: Path, step: str) -> None:
    database = home / "db.sqlite3"
    old, new = everything(database), everything(file)
    del new[backups.SECRET_TABLE]
    assert in_home(home, KILLED, step, str(file), str(database)) == 9
    assert everything(database) == (new if step == "write_secret" else old)
    restore_backup(file, database)
    assert everything(database) == new
