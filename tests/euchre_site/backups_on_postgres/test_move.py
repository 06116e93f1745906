"""A site is moved to PostgreSQL and back, and every row of every table is equal."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from euchre_site.backups import restore_backup, write_backup
from tests.euchre_site.backups_on_postgres.contents import content, sqlite_site
from tests.euchre_site.postgres_server import as_site, do

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
DIVISION = (
    "INSERT INTO tournaments_division (name, level, league_id) SELECT 'Fourth', 90, min(id) FROM tournaments_league"
)


class TestTheMove:
    @pytest.mark.heavy
    def test_there_and_back_every_row_of_every_table_is_equal(
        self, full: Path, moved: str, tmp_path: Path, settings: Any
    ) -> None:
        settings.RIGHT_BOWER_HOME = tmp_path
        wanted = content(full)
        assert [table for table, one in wanted.of.items() if not one.rows] == [], "give it a row in full_database"
        assert len(wanted.of) > 110
        with as_site(moved) as alias:
            assert write_backup(tmp_path / "there.sqlite3", alias) == wanted
            # What the tables were made of is what the migrations make: there is nothing left for them to do.
            call_command("migrate", check_unapplied=True, database=alias)
        assert content(tmp_path / "there.sqlite3") == wanted
        with sqlite_site(tmp_path / "back.sqlite3") as alias:
            restore_backup(tmp_path / "there.sqlite3", alias)
        assert content(tmp_path / "back.sqlite3") == wanted

    @pytest.mark.heavy
    def test_a_number_that_was_given_once_is_not_given_again(self, copy: str, tmp_path: Path) -> None:
        [(last,)] = do(f"{DIVISION} RETURNING id", copy)
        do("DELETE FROM tournaments_division WHERE level = 90", copy)
        with as_site(copy) as alias:
            write_backup(tmp_path / "there.sqlite3", alias)
            aside = restore_backup(tmp_path / "there.sqlite3", alias).aside
            assert aside
            assert content(aside) == content(tmp_path / "there.sqlite3")
        with sqlite_site(tmp_path / "back.sqlite3") as alias:
            restore_backup(tmp_path / "there.sqlite3", alias)
        with closing(sqlite3.connect(tmp_path / "back.sqlite3")) as db, db:
            on_sqlite = db.execute(DIVISION).lastrowid
        [(on_postgres,)] = do(f"{DIVISION} RETURNING id", copy)
        assert (on_sqlite, on_postgres) == (last + 1, last + 1)
