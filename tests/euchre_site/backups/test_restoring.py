"""Never half put back: what is damaged or foreign is refused and changes nothing, and so does a kill."""

from pathlib import Path
from random import Random

import pytest

from euchre_site.backups import BackupError, restore_backup
from euchre_site.backups.tables import DIGEST_TABLE, SECRET_TABLE
from tests.euchre_site import bad_files
from tests.euchre_site.backups.homes import everything, in_home
from tests.sizes import size

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
KILLED = """
import django, os, pathlib, sys
django.setup()
from euchre_site.backups import restoring
step, file = sys.argv[1], pathlib.Path(sys.argv[2])
setattr(restoring, step, lambda *args: os._exit(9))
restoring.restore_backup(file)
"""


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (bad_files.zeroed, "is damaged or not a backup"),
        (bad_files.cut_off, "is damaged or not a backup"),
        (bad_files.noise, "is damaged or not a backup"),
        (bad_files.empty, "not of this site"),
        (bad_files.no_database, "is damaged or not a backup"),
        (bad_files.another_sites, "not of this site"),
        (bad_files.loose_row, "points nowhere"),
        (bad_files.lost_row, "tournaments_journalentry has "),
        (bad_files.other_key, "the secret key isn't as it was"),
        (bad_files.other_word, "a row of tournaments_event isn't as it was"),
        (bad_files.from_the_future, "made by a newer version of the site than this one (games 0099_boards)"),
        (bad_files.without_a_column, "tournaments_event has no confirmation"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_bad_file_is_refused_in_words_and_changes_nothing(
    home: Path, site: str, file: Path, harm: object, words: str
) -> None:
    harm(file)  # type: ignore[operator]
    database = home / "db.sqlite3"
    before, listed, secret = database.read_bytes(), sorted(home.iterdir()), (home / "secret_key").read_text()
    with pytest.raises(BackupError) as refusal:
        restore_backup(file, site)
    assert words in str(refusal.value)
    assert "Nothing was changed." in str(refusal.value)
    assert (database.read_bytes(), sorted(home.iterdir())) == (before, listed)
    assert (home / "secret_key").read_text() == secret


def test_a_file_that_ends_anywhere_is_refused(home: Path, site: str, file: Path) -> None:
    content, database = file.read_bytes(), home / "db.sqlite3"
    before = database.read_bytes()
    chance = Random("where the stick was pulled out")
    lengths = [1, 15, 16, 99, 100, 101, 4095, 4096, 4097, len(content) - 4096, len(content) - 1]
    for length in lengths + [chance.randrange(len(content)) for _ in range(size(20, 400))]:
        file.write_bytes(content[:length])
        with pytest.raises(BackupError, match="Nothing was changed"):
            restore_backup(file, site)
        assert database.read_bytes() == before, length


def test_a_damaged_database_is_kept_as_it_is_and_replaced(home: Path, site: str, file: Path) -> None:
    database = home / "db.sqlite3"
    for log in home.glob("db.sqlite3-*"):
        log.unlink()
    bad_files.noise(database)
    harmed = database.read_bytes()
    aside = restore_backup(file, site).aside
    assert aside
    assert aside.read_bytes() == harmed
    assert len(everything(database)["tournaments_resultentry"]) == 2


@pytest.mark.parametrize(
    "step", ["_take_own_tables", "refuse_unless_it_fits", "_keep_file_aside", "put_in_place", "write_secret"]
)
@pytest.mark.heavy
def test_killed_while_restoring_the_database_is_the_old_or_the_new_one(
    home: Path, site: str, file: Path, step: str
) -> None:
    database = home / "db.sqlite3"
    old, new = everything(database), everything(file)
    del new[SECRET_TABLE], new[DIGEST_TABLE]
    assert in_home(home, KILLED, step, str(file)) == 9
    assert everything(database) == (new if step == "write_secret" else old)
    restore_backup(file, site)
    assert everything(database) == new
