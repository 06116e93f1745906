"""A populated site goes on with the next version: migrated where it is, or restored there from this one's backup."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from euchre_site.backups.digest import Digests, digests_of_file
from euchre_site.backups.files import connect
from tests.euchre_site.next_version import write_next_version
from tests.euchre_site.postgres_server import address, new_database
from tests.processes import manage, run_python

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

CHANGED = {"games_player", "django_migrations"}
ADDED = {"auth_permission", "django_content_type"}
"""What every `migrate` sees to."""
OF_MODELS = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
TABLES = len(OF_MODELS - CHANGED - ADDED)


@pytest.fixture
def where(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a site with rows in every table, on the database that the run is about."""
    environment = {"RIGHT_BOWER_HOME": str(tmp_path / "home")}
    if connection.vendor == "sqlite":
        yield environment | {"DATABASE_URL": f"sqlite:///{tmp_path / 'home' / 'db.sqlite3'}"}
    else:
        with new_database() as name:
            yield environment | {"DATABASE_URL": address(name)}


def output_of(*arguments: str, **environment: str) -> str:
    found = manage(*arguments, **environment)
    assert found.returncode == 0, found.stderr
    return found.stdout


def content(file: Path) -> dict[str, Any]:
    with closing(connect(file)) as db:
        found: Digests = digests_of_file(db)
    return {name: one for name, one in found.of.items() if name not in CHANGED | ADDED}


def shouted(file: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT name, shouted FROM games_player ORDER BY id").fetchall()


def test_every_row_is_there_with_the_next_version(where: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(mode=0o700)
    made = run_python("-m", "tests.euchre_site.full_database", **where)
    assert made.returncode == 0, made.stderr
    following = where | write_next_version(tmp_path / "next")
    old, before, there, here = (tmp_path / f"{name}.sqlite3" for name in ("old", "before", "there", "here"))
    output_of("backup", "--to", str(old), **where)
    # The new program, and the database still as the old one left it.
    output_of("backup", "--to", str(before), **following)
    assert content(before) == content(old)
    assert len(content(old)) == TABLES
    elsewhere = following | {"RIGHT_BOWER_HOME": str(tmp_path / "laptop"), "DATABASE_URL": f"sqlite:///{there}"}
    restored = manage("restore", str(before), **elsewhere)
    assert "Restored from" in restored.stdout, restored.stderr
    output_of("migrate", "--verbosity", "0", **following)
    output_of("backup", "--to", str(here), **following)
    for file in (there, here):
        assert content(file) == content(old)
        assert len(shouted(file)) > 50
        assert all(new == name.upper() or not name.isascii() for name, new in shouted(file))
    # And not the other way round.
    refused = manage("restore", str(here), **where)
    assert (refused.returncode, "made by a newer version" in refused.stderr) == (1, True)
    assert "games 9999_shouted" in refused.stderr
