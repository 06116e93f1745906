"""A server meets data of an older or a newer version than its own."""

import os
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.fixtures import Settings

from euchre_site import upgrading
from euchre_site.backups import BackupError
from euchre_site.backups.files import connect
from euchre_site.backups.versions import known_migrations
from euchre_site.upgrading import CannotUpgrade, bring_up_to_date
from tests.euchre_site.next_version import write_next_version
from tests.euchre_site.served import Served
from tests.processes import manage, migrated


@pytest.mark.django_db
class TestBringUpToDate:
    @pytest.fixture(autouse=True)
    def migrations(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """What was migrated. The test's own tables have no record of that."""
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for app, name in known_migrations():
            recorder.record_applied(app, name)
        called: list[str] = []
        monkeypatch.setattr(upgrading, "call_command", lambda name, **options: called.append(name))
        return called

    @pytest.fixture
    def backups(self, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> list[Path]:
        """The folders into which a backup was written."""
        settings.BACKUP_FOLDER = tmp_path / "backups"
        written: list[Path] = []

        def write(folder: Path) -> Path:
            written.append(folder)
            return folder / "backup.sqlite3"

        monkeypatch.setattr(upgrading, "write_dated_backup", write)
        return written

    def test_what_is_up_to_date_is_left_alone(self, migrations: list[str], backups: list[Path]) -> None:
        said: list[str] = []
        bring_up_to_date(said.append)
        assert (migrations, backups, said) == ([], [], [])

    def test_an_older_version_is_kept_in_a_backup_and_migrated(
        self, migrations: list[str], backups: list[Path], tmp_path: Path
    ) -> None:
        MigrationRecorder(connection).record_unapplied(*max(known_migrations()))
        said: list[str] = []
        bring_up_to_date(said.append)
        assert (migrations, backups) == (["migrate"], [tmp_path / "backups"])
        assert said == [
            f"Updating the data of an older version. A backup is in {tmp_path / 'backups' / 'backup.sqlite3'}."
        ]

    def test_without_a_backup_nothing_is_migrated(
        self, monkeypatch: pytest.MonkeyPatch, settings: Settings, migrations: list[str], tmp_path: Path
    ) -> None:
        settings.BACKUP_FOLDER = tmp_path / "backups"

        def refuse(folder: Path) -> Path:
            raise BackupError("The disk is full.")

        monkeypatch.setattr(upgrading, "write_dated_backup", refuse)
        MigrationRecorder(connection).record_unapplied(*max(known_migrations()))
        with pytest.raises(CannotUpgrade, match=r"there's no backup of them yet: The disk is full\.$"):
            bring_up_to_date(print)
        assert migrations == []

    def test_a_newer_version_is_refused(self, migrations: list[str], backups: list[Path]) -> None:
        MigrationRecorder(connection).record_applied("games", "0999_from_the_future")
        with pytest.raises(CannotUpgrade, match=r"newer version of .* \(games 0999_from_the_future\)\. Install that"):
            bring_up_to_date(print)
        assert (migrations, backups) == ([], [])


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.heavy
def test_a_server_takes_over_the_data_of_the_version_before(tmp_path: Path) -> None:
    home = migrated(tmp_path / "home")
    assert manage("createsuperuser", "--noinput", RIGHT_BOWER_HOME=str(home), **ANN).returncode == 0
    serve = {"web": ["{python}", "manage.py", "serve", "--port", "{port}"]}
    following = Served(home, serve, **write_next_version(tmp_path / "next"))
    try:
        following.start()
    finally:
        following.stop()
    [backup] = (home / "backups").glob("backup-*.sqlite3")
    assert f"Updating the data of an older version. A backup is in {backup}." in following.log("web")
    assert f"newer version of Right Bower (games {NEXT})" in manage("serve", RIGHT_BOWER_HOME=str(home)).stderr
    with closing(connect(backup, "ro")) as before, closing(connect(home / "db.sqlite3", "ro")) as after:
        assert NEXT not in {name for (name,) in before.execute("SELECT name FROM django_migrations")}
        emails = "SELECT email FROM games_user"
        assert [*before.execute(emails)] == [*after.execute(emails)] == [("ann@example.org",)]


NEXT = "9999_shouted"
ANN = {
    "DJANGO_SUPERUSER_EMAIL": "ann@example.org",
    "DJANGO_SUPERUSER_PASSWORD": "only-for-this-test-3",
    "PATH": os.environ["PATH"],
}


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.heavy
def test_a_server_begins_with_nothing(tmp_path: Path) -> None:
    site = Served(tmp_path, {"web": ["{python}", "manage.py", "serve", "--port", "{port}"]})
    try:
        site.start()
    finally:
        site.stop()
    assert (tmp_path / "db.sqlite3").exists()
    assert not (tmp_path / "backups").exists() or not [*(tmp_path / "backups").glob("*.sqlite3")]
