"""The migrations make the tables that the models say. All other tests make theirs from the models, which is quicker."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.utils import ConnectionHandler

from tests.processes import manage, migrated

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def tables_of(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """Columns, keys, indexes and checks of every table, whatever the order they were made in."""
    with database.cursor() as cursor:
        look = database.introspection
        names = [row.name for row in look.get_table_list(cursor) if row.name != "django_migrations"]
        return {
            name: (
                {(row.name, str(row.type_code), row.null_ok) for row in look.get_table_description(cursor, name)},
                sorted(map(shape, look.get_constraints(cursor, name).items())),
            )
            for name in names
        }


def shape(named: tuple[str, dict[str, Any]]) -> str:
    """A constraint, by its name where we gave it one: the database numbers or hashes those it names itself."""
    name, found = named
    kinds = sorted(key for key in ("primary_key", "unique", "index", "check") if found[key])
    own = name if (found["check"] or not found["columns"]) and not name.startswith("__unnamed") else ""
    return f"{kinds} {found['columns']} {found['foreign_key']} {found.get('orders')} {own}"


@pytest.fixture
def migrated_database(tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """Another database, made by `manage.py migrate`."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        name = str(next(migrated(tmp_path / "home").glob("*.sqlite3")))
    else:
        name = f"migrated_{uuid4().hex[:12]}"
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        address = f"postgres://{known['USER']}@{known['HOST']}:{known['PORT']}/{name}"
        done = manage("migrate", "--verbosity", "0", RIGHT_BOWER_HOME=str(tmp_path), DATABASE_URL=address)
        assert done.returncode == 0, done.stderr
    other = ConnectionHandler({"default": known | {"NAME": name}})["default"]
    yield other
    other.close()
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_migrations_make_what_the_models_say(migrated_database: BaseDatabaseWrapper) -> None:
    made, wanted = tables_of(migrated_database), tables_of(connection)
    assert made.keys() == wanted.keys()
    assert len(wanted) > 50
    for name, table in wanted.items():
        assert made[name] == table, name


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
}
"""They run code that changes what stands in rows and no table."""


def test_a_migration_that_runs_statements_is_told_to_the_backups() -> None:
    """They make the tables of an older version from its models alone (`euchre_site.backups.versions.tables_made`)."""
    own = {key: one for key, one in MigrationLoader(None).disk_migrations.items() if key[0] in ("games", "tournaments")}
    assert len(own) >= 2
    runs = {key for key, one in own.items() for step in one.operations if isinstance(step, RunSQL | RunPython)}
    assert runs == ROWS_ONLY
    assert not any(isinstance(step, RunSQL) for one in own.values() for step in one.operations)
