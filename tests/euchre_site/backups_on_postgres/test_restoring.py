"""A site on PostgreSQL is restored all or nothing: what does not fit is refused, a kill leaves the old or the new."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from euchre_site.backups import BackupError, restore_backup, write_backup
from euchre_site.backups.files import connect
from euchre_site.backups.site_key import write_key
from tests.euchre_site import bad_files
from tests.euchre_site.backups_on_postgres.contents import content, content_of
from tests.euchre_site.postgres_server import address, as_site, do, new_database
from tests.processes import run_python
from tests.sizes import size

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
KILLED = """
import django, os, pathlib, sys
django.setup()
import euchre_site.backups.{module} as module
setattr(module, "{step}", lambda *args: os._exit(9))
from euchre_site.backups import restore_backup
restore_backup(pathlib.Path(sys.argv[1]))
"""

NOT_TO_BE_KEPT = {
    "games_user SET date_joined = '2026-1-1'": "a row of games_user isn't as it was",
    "tournaments_club SET slug = hex(randomblob(99))": "does not take a row of tournaments_club: value too long",
    "games_player SET name = 'A' || char(0)": "does not take a row of games_player",
    """tournaments_stage SET config = '{"a": "\\ud800"}'""": "does not take a row of tournaments_stage",
}


class TestRefusals:
    @pytest.mark.heavy
    def test_a_bad_file_changes_nothing(self, site: str, full: Path, file: Path, tmp_path: Path) -> None:
        before = content_of(site, tmp_path)
        for harm in (
            bad_files.zeroed,
            bad_files.no_database,
            bad_files.another_sites,
            bad_files.from_the_future,
            bad_files.lost_row,
            bad_files.empty,
        ):
            shutil.copy(full, file)
            harm(file)
            with pytest.raises(BackupError, match="Nothing was changed"):
                restore_backup(file, site)
        backup, chance = full.read_bytes(), Random("where the stick was pulled out")
        for length in (chance.randrange(len(backup)) for _ in range(size(10, 200))):
            file.write_bytes(backup[:length])
            with pytest.raises(BackupError, match="Nothing was changed"):
                restore_backup(file, site)
        assert content_of(site, tmp_path) == before
        assert list((tmp_path / "home").rglob("*.sqlite3")) == []

    @pytest.mark.heavy
    def test_what_postgresql_cannot_keep_as_it_is_changes_nothing(
        self, site: str, full: Path, file: Path, tmp_path: Path
    ) -> None:
        """Only SQLite ever took it: a site's own database, not a backup, so no digest speaks against it."""
        before = content_of(site, tmp_path)
        for change, words in list(NOT_TO_BE_KEPT.items())[: size(2, 4)]:
            shutil.copy(full, file)
            with closing(sqlite3.connect(file)) as db, db:
                db.executescript(f"DROP TABLE right_bower_digests; UPDATE {change}")
            with pytest.raises(BackupError) as refusal:
                restore_backup(file, site)
            assert words in str(refusal.value)
            assert "Nothing was changed." in str(refusal.value)
        assert content_of(site, tmp_path) == before

    def test_a_database_in_use_is_not_pulled_away(self, site: str, moved: str, file: Path) -> None:
        with psycopg.connect(address(moved)), pytest.raises(BackupError, match="1 other connections"):
            restore_backup(file, site)

    def test_another_programs_database_is_left_alone(self, file: Path, tmp_path: Path, settings: Any) -> None:
        settings.RIGHT_BOWER_HOME = tmp_path
        with new_database() as name:
            do("CREATE TABLE auth_group (id int)", name)
            with as_site(name) as alias, pytest.raises(BackupError, match="another program's database"):
                restore_backup(file, alias)
            with as_site(name) as alias, pytest.raises(BackupError, match="another program's database"):
                write_backup(tmp_path / "new.sqlite3", alias)
            assert do("SELECT count(*) FROM auth_group", name) == [(0,)]
        with new_database() as name, as_site(name) as alias, pytest.raises(BackupError, match="nothing to back up"):
            write_backup(tmp_path / "new.sqlite3", alias)

    def test_a_newer_versions_database_is_not_replaced(self, site: str, moved: str, file: Path) -> None:
        do("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0099_boards', now())", moved)
        with pytest.raises(BackupError, match="newer version"):
            restore_backup(file, site)
        do("DELETE FROM django_migrations WHERE name = '0099_boards'", moved)


@pytest.mark.parametrize(
    ("module", "step"),
    [
        ("postgres", "_carry_numbers_in"),
        ("restoring", "write_secret"),
        ("restoring", "write_backup"),
        ("postgres", "_copy_in"),
        ("postgres", "rows_in_database"),
    ][: size(2, 5)],
)
@pytest.mark.heavy
def test_killed_while_restoring_the_database_is_the_old_or_the_new_one(
    copy: str, file: Path, tmp_path: Path, module: str, step: str
) -> None:
    do("UPDATE tournaments_club SET about = 'the old one'", copy)
    with closing(connect(file)) as db, db:
        write_key(db, "a key that came along")
    with as_site(copy) as alias:
        old = content_of(alias, tmp_path)
    environment = {"RIGHT_BOWER_HOME": str(tmp_path / "home"), "DATABASE_URL": address(copy)}
    program = KILLED.format(module=module, step=step)
    done = run_python("-c", program, str(file), DJANGO_SETTINGS_MODULE="euchre_site.settings", **environment)
    assert done.returncode == 9, done.stderr
    with as_site(copy) as alias:
        assert content_of(alias, tmp_path) == (content(file) if step == "write_secret" else old)
