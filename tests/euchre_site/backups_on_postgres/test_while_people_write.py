"""A backup of a site on PostgreSQL on which people write is of one moment."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from euchre_site.backups import postgres, write_backup
from euchre_site.backups.digest import stored_digests
from euchre_site.backups.files import connect
from tests.euchre_site.backups_on_postgres.contents import content, content_of
from tests.euchre_site.postgres_server import address, as_site, do, new_database
from tests.processes import ROOT, manage

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
WRITERS = """
import django, os, sys, threading
os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
django.setup()
from django.db import connection
from tests.cast import context_of, on_grid, seat_table, slip
from euchre_site.backups.versions import make_new_site
from tournaments.events import announcements
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled

make_new_site("default")
table = seat_table(players=12)
stop = threading.Event()

def write(number):
    while not stop.is_set():
        announcements.announce(table.event.pk, f"Pizza {number}", context=context_of(table.olga))
    connection.close()

threads = [threading.Thread(target=write, args=[number]) for number in range(2)]
for thread in threads:
    thread.start()
print("writing", flush=True)
for match in table.round.matches.all():
    sys.stdin.readline()
    results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
stop.set()
for thread in threads:
    thread.join()
"""


class TestWhilePeopleWrite:
    @pytest.mark.heavy
    def test_a_backup_is_of_one_moment(
        self, site: str, moved: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = content_of(site, tmp_path)
        add_rows = postgres.add_rows

        def rename_all_when_one_is_read(*args: Any) -> None:
            add_rows(*args)
            do("UPDATE tournaments_club SET about = about || 'x'", moved)

        monkeypatch.setattr(postgres, "add_rows", rename_all_when_one_is_read)
        assert content_of(site, tmp_path) == before
        monkeypatch.undo()
        assert before.differences(content_of(site, tmp_path)) == ["a row of tournaments_club isn't as it was"]

    @pytest.mark.heavy
    def test_it_restores_equal_and_without_a_contradiction(self, tmp_path: Path) -> None:
        """Three times, in three moments of a night in which two threads write as fast as they can."""
        with new_database() as name:
            at_work = subprocess.Popen(
                [sys.executable, "-c", WRITERS],
                cwd=ROOT,
                env={"DATABASE_URL": address(name), "PATH": ""},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert at_work.stdout
            assert at_work.stdin
            assert at_work.stdout.readline() == "writing\n"
            files = [tmp_path / f"{number}.sqlite3" for number in range(3)]
            with as_site(name) as alias:
                for file in files:
                    write_backup(file, alias)
                    at_work.stdin.write("\n")
                    at_work.stdin.flush()
            assert at_work.wait(120) == 0
            at_work.stdout.close()
            at_work.stdin.close()
        written = [content(file).of["tournaments_announcement"].rows for file in files]
        assert written == sorted(written)
        assert written[0] < written[-1], "no one wrote meanwhile"
        done = manage("restore", str(files[-1]), RIGHT_BOWER_HOME=str(tmp_path / "laptop"))
        assert (done.returncode, done.stderr) == (0, "")
        assert "agrees with its facts" in done.stdout
        with closing(connect(files[-1])) as db:
            assert content(tmp_path / "laptop" / "db.sqlite3") == stored_digests(db)
