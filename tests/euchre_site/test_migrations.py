"""The migrations make the tables that the models say, and the rows that a new site has. A new site's tables, and those
of all other tests, are made from the models, which is quicker."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler

from tests.euchre_site.postgres_server import address, new_database
from tests.processes import manage

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def tables_of(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """Columns, keys, indexes and checks of every table, whatever the order they were made in."""
    with database.cursor() as cursor:
        look = database.introspection
        names = [row.name for row in look.get_table_list(cursor) if row.name != "django_migrations"]
        return {name: (columns_of(database, name), constraints_of(database, name)) for name in names}


def columns_of(database: BaseDatabaseWrapper, table: str) -> set[tuple[str, str, bool]]:
    """Name, type, whether it may be null. On SQLite as it says itself: Django's reading ends at the first backslash."""
    with database.cursor() as cursor:
        if database.vendor != "sqlite":
            rows = database.introspection.get_table_description(cursor, table)
            return {(row.name, str(row.type_code), bool(row.null_ok)) for row in rows}
        cursor.execute('SELECT name, type, "notnull" FROM pragma_table_info(%s)', [table])
        return {(name, kind, not must) for name, kind, must in cursor.fetchall()}


def constraints_of(database: BaseDatabaseWrapper, table: str) -> list[str]:
    """On SQLite as it says itself, for the same reason: checks as they are written, indexes and keys by its pragmas."""
    with database.cursor() as cursor:
        if database.vendor != "sqlite":
            return sorted(map(shape, database.introspection.get_constraints(cursor, table).items()))
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = %s", [table])
        written = re.split(r', (?=CONSTRAINT ")', cursor.fetchone()[0].removesuffix(")"))[1:]
        cursor.execute('SELECT "from", "table", "to" FROM pragma_foreign_key_list(%s)', [table])
        keys = [f"key {row}" for row in cursor.fetchall()]
        cursor.execute(
            'SELECT found.name, found."unique", made.sql FROM pragma_index_list(%s) AS found '
            "LEFT JOIN sqlite_master AS made ON made.name = found.name",
            [table],
        )
        indexes = []
        for name, is_unique, sql in cursor.fetchall():
            cursor.execute('SELECT name, "desc" FROM pragma_index_xinfo(%s) WHERE key = 1', [name])
            indexes.append(f"index {is_unique} {cursor.fetchall()} {(sql or '').partition(' WHERE ')[2]}")
    return sorted([*written, *keys, *indexes])


def shape(named: tuple[str, dict[str, Any]]) -> str:
    """A constraint, by its name where we gave it one: the database numbers or hashes those it names itself."""
    name, found = named
    kinds = sorted(key for key in ("primary_key", "unique", "index", "check") if found[key])
    own = name if (found["check"] or not found["columns"]) and not name.startswith("__unnamed") else ""
    return f"{kinds} {found['columns']} {found['foreign_key']} {found.get('orders')} {own}"


@pytest.fixture
def migrated_database(tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """Another database, made by the migrations one after the other."""
    with other_database(tmp_path / "migrated") as (other, environment):
        # It's no longer empty, so the migrations run.
        assert manage("migrate", "contenttypes", "--verbosity", "0", **environment).returncode == 0
        done = manage("migrate", "--verbosity", "0", **environment)
        assert done.returncode == 0, done.stderr
        yield other


@contextmanager
def other_database(home: Path) -> Iterator[tuple[BaseDatabaseWrapper, dict[str, str]]]:
    """An empty one, and how `manage` gets at it."""
    home.mkdir()
    environment = {"RIGHT_BOWER_HOME": str(home)}
    with ExitStack() as gone:
        if connection.vendor == "sqlite":
            name = str(home / "db.sqlite3")
        else:
            name = gone.enter_context(new_database())
            environment["DATABASE_URL"] = address(name)
        other = ConnectionHandler({"default": connection.settings_dict | {"NAME": name}})["default"]
        gone.callback(other.close)
        yield other, environment


@pytest.mark.heavy
def test_migrations_make_what_the_models_say(migrated_database: BaseDatabaseWrapper, tmp_path: Path) -> None:
    made, wanted = tables_of(migrated_database), tables_of(connection)
    assert made.keys() == wanted.keys()
    assert len(wanted) > 50
    for name, table in wanted.items():
        assert made[name] == table, name
    with other_database(tmp_path / "new") as (new, environment):
        done = manage("migrate", **environment)
        assert "Made the tables of a new site." in done.stdout
        assert "No migrations to apply." in done.stdout
        assert tables_of(new) == made
        assert rows_of(new) == rows_of(migrated_database)
        assert "auth_permission" in rows_of(new)


def rows_of(database: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """Of every table that has any. Without numbers and times: the order and the moment are their own."""
    with database.cursor() as cursor:
        found = {}
        for table in database.introspection.table_names(cursor):
            columns = sorted(name for name, _, _ in columns_of(database, table))
            wanted = [name for name in columns if name != "id" and not name.endswith(("_id", "applied"))]
            names = ", ".join(map(database.ops.quote_name, wanted)) or "1"
            cursor.execute(f"SELECT {names} FROM {table}")  # noqa: S608  # names that the database said
            if rows := sorted(map(str, cursor.fetchall())):
                found[table] = rows
        return found


@pytest.mark.heavy
def test_what_is_no_empty_database_is_left_to_the_migrations(tmp_path: Path) -> None:
    with other_database(tmp_path / "other") as (other, environment):
        with other.cursor() as cursor:
            cursor.execute("CREATE TABLE django_site (id integer)")
        done = manage("migrate", "contenttypes", **environment)
        assert done.returncode == 0, done.stderr
        done = manage("migrate", "--plan", **environment)
        assert "Made the tables" not in done.stdout
        assert "tournaments.0001_initial" in done.stdout


@pytest.mark.heavy
def test_one_that_was_stopped_at_once_is_made_the_next_time(tmp_path: Path) -> None:
    with other_database(tmp_path / "stopped") as (other, environment):
        MigrationRecorder(other).ensure_schema()
        other.close()
        assert "Made the tables of a new site." in manage("migrate", **environment).stdout


ROWS_ONLY = {
    ("games", "0005_messages"),
    ("games", "0007_open_hands"),
    ("games", "0009_saved_rules"),
    ("games", "0014_table_sounds_and_pause"),
    ("tournaments", "0005_messages"),
    ("tournaments", "0007_practice_and_club_tables"),
    ("tournaments", "0009_place_before"),
    ("tournaments", "0010_webhook_failures_are_messages"),
    ("tournaments", "0014_venues_retire"),
    ("tournaments", "0021_achievement_metric"),
    ("tournaments", "0022_season_order_and_withdrawals"),
    ("tournaments", "0024_season_eligibility"),
    ("tournaments", "0038_emails_are_notifications"),
}
"""They run code that changes what stands in rows and no table."""


def test_a_migration_that_runs_statements_is_known_to_the_backups() -> None:
    """They make the tables of an older version from its models alone (`euchre_site.backups.versions.tables_made`)."""
    own = {key: one for key, one in MigrationLoader(None).disk_migrations.items() if key[0] in ("games", "tournaments")}
    assert len(own) >= 2
    runs = {key for key, one in own.items() for step in one.operations if isinstance(step, RunSQL | RunPython)}
    assert runs == ROWS_ONLY
    assert not any(isinstance(step, RunSQL) for one in own.values() for step in one.operations)
