"""A copy of a SQLite file that people are writing to."""

import sqlite3
from contextlib import closing
from pathlib import Path

from euchre_site.backups.files import copy_database


def test_a_copy_has_what_only_the_log_has_and_no_log_beside_it(tmp_path: Path) -> None:
    source, draft = tmp_path / "site.sqlite3", tmp_path / "draft.sqlite3"
    draft.touch()
    with closing(sqlite3.connect(source)) as site:
        site.execute("CREATE TABLE score (points)")
        site.execute("PRAGMA journal_mode=WAL")
        with site:
            site.execute("INSERT INTO score VALUES (10)")
        copy_database(source, draft)
    with closing(sqlite3.connect(draft)) as copy:
        assert copy.execute("SELECT points FROM score").fetchall() == [(10,)]
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert not draft.with_name("draft.sqlite3-wal").exists()
