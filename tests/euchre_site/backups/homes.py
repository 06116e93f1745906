"""Data folders of sites on this machine: what is run in one, and all that is in it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.processes import run_python


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


def columns_of(database: Path) -> dict[str, dict[str, list[object]]]:
    """Every column of every table, row by row in one order."""
    found = {}
    with closing(sqlite3.connect(database)) as db:
        for table, rows in everything(database).items():
            names = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
            found[table] = {name: [row[number] for row in rows] for number, name in enumerate(names)}
    return found


def whats_in(home: Path) -> list[str]:
    """Names of files, without what only shows that the database was opened and the folder held."""
    return sorted(
        path.name for path in home.iterdir() if not path.name.startswith(("db.sqlite3-", "serve.lock", "migrate.lock"))
    )
