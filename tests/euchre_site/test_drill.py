"""The drill restores a backup elsewhere and compares: passes, fails for what was lost, and leaves nothing behind."""

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from euchre_site import health, tasks
from euchre_site.backups import BackupError, nightly
from euchre_site.backups.drill import MARK
from euchre_site.backups.files import connect
from euchre_site.backups.nightly import FAILED, PASSED, hold_noted_drill, is_drill_due
from tests.cast import make_club, make_user
from tests.euchre_site.postgres_server import address, do, new_database
from tests.processes import manage, run_python
from tournaments.activity_log.models import AuditLogEntry
from tournaments.rewards.models import Heartbeat

TABLES = 1 + sum(not model._meta.proxy for model in apps.get_models(include_auto_created=True))
"""Those of the models, and the one in which Django keeps its migrations."""
NEW_SITE = """
import django
django.setup()
from euchre_site.backups.versions import make_new_site
make_new_site("default")
"""
OLD_WORK = (
    "INSERT INTO tournaments_due (kind, key, revision, since, attempts, next_at, error) "
    "VALUES ('awards', '1', 1, '2026-01-01 20:00:00', 0, '2026-01-01 20:00:00', '')"
)
LOSES_A_ROW = """
import django, os
django.setup()
from django.db import connection, connections
from euchre_site.backups import drill
from euchre_site.backups.files import known_as
from euchre_site.backups.drill import scratch_settings
restore = drill._restore

def lose_one(file, home, address):
    restore(file, home, address)
    place = scratch_settings(address) if address.startswith("postgres") else {
        "ENGINE": connection.settings_dict["ENGINE"], "NAME": str(home / "db.sqlite3")}
    with known_as("restored", **place) as alias, connections[alias].cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

drill._restore = lose_one
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "drill"])
"""


@pytest.fixture
def where(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a new site, on the database that the run is about."""
    environment = {"RIGHT_BOWER_HOME": str(tmp_path / "home")}
    with ExitStack() as stack:
        if connection.vendor == "postgresql":
            environment["DATABASE_URL"] = address(stack.enter_context(new_database()))
        done = run_python("-c", NEW_SITE, DJANGO_SETTINGS_MODULE="euchre_site.settings", **environment)
        assert done.returncode == 0, done.stderr
        yield environment


def name_in(where: dict[str, str]) -> str:
    return where["DATABASE_URL"].rpartition("/")[2]


def ask(where: dict[str, str], sql: str) -> list[Any]:
    if "DATABASE_URL" in where:
        return do(sql, name_in(where))
    with closing(sqlite3.connect(Path(where["RIGHT_BOWER_HOME"]) / "db.sqlite3")) as db, db:
        return db.execute(sql).fetchall()


def left_over(where: dict[str, str]) -> list[str]:
    home = Path(where["RIGHT_BOWER_HOME"])
    found = [path.name for path in (home / "drill").iterdir() if path.name != "serve.lock"]
    if "DATABASE_URL" in where:
        found += [name for (name,) in do("SELECT datname FROM pg_database") if name == f"{name_in(where)}_drill"]
    return found


@pytest.mark.slow
class TestDrill:
    @pytest.mark.heavy
    def test_it_passes_and_keeps_the_backup_and_fails_when_the_data_contradicts_itself(
        self, where: dict[str, str]
    ) -> None:
        """On PostgreSQL a drill was killed before, and its database is still there."""
        if "DATABASE_URL" in where:
            scratch = f"{name_in(where)}_drill"
            do(f"CREATE DATABASE {scratch}")
            do(f"COMMENT ON DATABASE {scratch} IS '{MARK}'")
        done = manage("drill", **where)
        assert (done.returncode, done.stderr) == (0, "")
        place = "an empty PostgreSQL database" if "DATABASE_URL" in where else "an empty SQLite file"
        assert f"Restored into {place} and verified" in done.stdout
        assert f" rows in {TABLES} tables, digest " in done.stdout
        [file] = Path(where["RIGHT_BOWER_HOME"], "backups").iterdir()
        with closing(connect(file)) as db:
            assert db.execute("SELECT count(*) FROM right_bower_digests").fetchone() == (TABLES,)
        assert left_over(where) == []
        assert ask(where, "SELECT part FROM tournaments_heartbeat") == [(PASSED,)]
        ask(where, OLD_WORK)
        done = manage("drill", **where)
        assert done.returncode == 1
        assert "was written, but can't be restored" in done.stderr
        assert "due since" in done.stderr
        assert left_over(where) == []
        assert {part for (part,) in ask(where, "SELECT part FROM tournaments_heartbeat")} == {PASSED, FAILED}

    @pytest.mark.heavy
    def test_a_row_that_got_lost_fails_it(self, where: dict[str, str]) -> None:
        done = run_python("-c", LOSES_A_ROW, DJANGO_SETTINGS_MODULE="euchre_site.settings", **where)
        assert done.returncode == 1
        assert "isn't what was written: django_migrations has " in done.stderr
        assert left_over(where) == []

    @pytest.mark.postgres
    @pytest.mark.heavy
    def test_a_place_that_is_not_its_own_is_not_cleared(self, where: dict[str, str]) -> None:
        scratch = f"{name_in(where)}_drill"
        do(f"CREATE DATABASE {scratch}")
        try:
            done = manage("drill", **where)
            assert (done.returncode, "that one isn't its own" in done.stderr) == (1, True)
        finally:
            do(f"DROP DATABASE {scratch}")

    @pytest.mark.postgres
    @pytest.mark.heavy
    def test_a_role_that_may_make_no_database_tries_it_in_a_file(self, where: dict[str, str]) -> None:
        name = name_in(where)
        do(f"CREATE ROLE {name}_role LOGIN IN ROLE pg_read_all_data")
        try:
            do(f"GRANT INSERT, UPDATE ON tournaments_heartbeat TO {name}_role", name)
            own = where | {"DATABASE_URL": where["DATABASE_URL"].replace("postgres@", f"{name}_role@")}
            done = manage("drill", **own)
            assert (done.returncode, done.stderr) == (0, "")
            assert "Restored into an empty SQLite file and verified" in done.stdout
        finally:
            do(f"DROP OWNED BY {name}_role", name)
            do(f"DROP ROLE {name}_role")


@pytest.mark.django_db
class TestTimer:
    @pytest.mark.slow
    def test_it_is_due_once_a_day_when_no_one_enters_anything(self) -> None:
        assert is_drill_due()
        club = make_club(make_user("Olga"))
        AuditLogEntry.objects.create(club=club, action="set_role", source="page", is_system=True)
        assert not is_drill_due(), "someone is at work"
        AuditLogEntry.objects.update(at=timezone.now() - datetime.timedelta(hours=1))
        assert is_drill_due()
        for part in (PASSED, FAILED):
            Heartbeat.objects.create(part=part, at=timezone.now() - datetime.timedelta(hours=2))
            assert not is_drill_due()
            Heartbeat.objects.update(at=timezone.now() - datetime.timedelta(hours=21))
            assert is_drill_due()

    @pytest.mark.slow
    def test_a_failure_is_noted_and_logged_and_stops_nothing(
        self, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail() -> None:
            raise BackupError("no room on the stick")

        monkeypatch.setattr(nightly, "hold_drill", fail)
        settings.BACKUPS_KEPT = 0
        tasks.drill()
        assert not Heartbeat.objects.exists(), "switched off"
        settings.BACKUPS_KEPT = 3
        tasks.drill()
        assert "the drill failed: no room on the stick" in caplog.text
        assert Heartbeat.objects.get().part == FAILED
        with pytest.raises(BackupError):
            hold_noted_drill()

    @pytest.mark.slow
    def test_the_health_page_says_what_came_of_it_and_what_to_do(self) -> None:
        assert health.drill().is_well
        assert "No test restore yet" in health.drill().words
        passed = Heartbeat.objects.create(part=PASSED, at=timezone.now() - datetime.timedelta(days=1))
        assert health.drill().is_well
        failed = Heartbeat.objects.create(part=FAILED, at=timezone.now())
        assert not health.drill().is_well
        assert "“manage.py drill” to try again" in health.drill().words
        Heartbeat.objects.filter(pk=failed.pk).update(at=passed.at - datetime.timedelta(days=1))
        assert health.drill().is_well
        Heartbeat.objects.update(at=timezone.now() - datetime.timedelta(days=30))
        assert (health.drill().is_well, "Are the timers running?" in health.drill().words) == (False, True)
