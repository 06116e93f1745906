"""Quickly, without a site: which backups stay, and that a file with another row in it is none."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from euchre_site.backups.digest import digests_of_file, write_digests
from euchre_site.backups.errors import BackupError
from euchre_site.backups.keeping import clear_away
from euchre_site.backups.restoring import refuse_unless_whole
from euchre_site.backups.site_key import write_key


def test_the_newest_stay_and_the_last_one_of_each_day_and_whatever_is_not_ours(tmp_path: Path) -> None:
    days = [f"202611{day:02}" for day in range(1, 19)]
    for day in days:
        for minute in ("2000", "2010"):
            (tmp_path / f"backup-{day}-{minute}00.sqlite3").touch()
    (tmp_path / "mine.sqlite3").touch()
    clear_away(tmp_path, 3)
    last_of_days = {f"backup-{day}-201000.sqlite3" for day in days[-14:]}
    newest = {f"backup-{days[-1]}-200000.sqlite3", f"backup-{days[-1]}-201000.sqlite3"}
    assert {file.name for file in tmp_path.iterdir()} == last_of_days | newest | {"mine.sqlite3"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE club SET name = 'Eights' WHERE id = 1", "a row of club isn't as it was"),
        ("DELETE FROM club WHERE id = 2", "club has 1 rows instead of 2"),
        ("INSERT INTO club VALUES (3, 'Nines')", "club has 3 rows instead of 2"),
        ("DROP TABLE club", "club is missing"),
        ("CREATE TABLE more (id INTEGER PRIMARY KEY)", "more is too many"),
        ("UPDATE right_bower_backup SET secret_key = 'theirs'", "the secret key isn't as it was"),
    ],
)
def test_a_file_with_anything_else_in_it_is_refused_before_it_takes_the_place_of_anything(
    tmp_path: Path, change: str, words: str
) -> None:
    file = tmp_path / "night.sqlite3"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)")
        db.execute("INSERT INTO club VALUES (1, 'Sevens'), (2, 'Tens')")
        write_digests(db, digests_of_file(db))
        write_key(db, "ours")
    refuse_unless_whole(file, "night")
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(change)
    with pytest.raises(BackupError, match=words):
        refuse_unless_whole(file, "night")
