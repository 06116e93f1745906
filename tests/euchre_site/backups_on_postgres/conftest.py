"""What the tests of backups on PostgreSQL share: a site with rows in every table, moved there, and copies of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from euchre_site.backups import restore_backup, write_backup
from tests.euchre_site.backups_on_postgres.contents import sqlite_site
from tests.euchre_site.postgres_server import as_site, new_database
from tests.processes import run_python


@pytest.fixture(autouse=True)
def _may_ask_databases(django_db_blocker: Any) -> Iterator[None]:
    """Those that are made here; the test database is not touched."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """The backup of a site on SQLite with rows in every table."""
    home = tmp_path_factory.mktemp("full")
    file = home / "db.sqlite3"
    done = run_python("-m", "tests.euchre_site.full_database", DATABASE_URL=f"sqlite:///{file}")
    assert done.returncode == 0, done.stderr
    with django_db_blocker.unblock(), sqlite_site(file) as alias:
        write_backup(home / "full.sqlite3", alias)
    return home / "full.sqlite3"


@pytest.fixture(scope="module")
def moved(full: Path, django_db_blocker: Any) -> Iterator[str]:
    """The name of a PostgreSQL database with the same; tests take copies."""
    with django_db_blocker.unblock(), new_database() as name:
        with as_site(name) as alias:
            restore_backup(full, alias)
        yield name


@pytest.fixture
def site(moved: str, tmp_path: Path, settings: Any) -> Iterator[str]:
    """That one, for whom it is not changed."""
    settings.RIGHT_BOWER_HOME = tmp_path / "home"
    with as_site(moved) as alias:
        yield alias


@pytest.fixture
def copy(moved: str, tmp_path: Path, settings: Any) -> Iterator[str]:
    """The name of a copy of that database."""
    settings.RIGHT_BOWER_HOME = tmp_path / "home"
    with new_database(moved) as name:
        yield name


@pytest.fixture
def file(full: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(full, tmp_path / "night.sqlite3"))
