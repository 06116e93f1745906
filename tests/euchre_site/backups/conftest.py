"""What the tests of backups share: a site with a night on it, and its backup on a stick."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from euchre_site.backups.files import known_as
from tests.euchre_site.backups.homes import in_home
from tests.processes import manage, migrated, once_a_run

NIGHT = """
import django
django.setup()
from tests.cast import on_grid, seat_table, slip
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled

table = seat_table(players=12)
for match in table.round.matches.order_by("table")[:2]:
    results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
settle_unsettled()
"""
ONE_MORE_SCORE = """
import django
django.setup()
from games.models import User
from tests.cast import on_grid, slip
from tournaments.rounds.models import Match
from tournaments.results import commands as results

olga = User.objects.get(email="olga@example.org")
results.record_result(Match.objects.get(table=3).pk, slip(9, 7), context=on_grid(olga))
"""


@pytest.fixture(scope="session")
def made() -> tuple[Path, Path]:
    """A site with a night on it, and its backup on a stick; the site has had one more score since. Read only."""
    folder = once_a_run("night", _play)
    return folder / "home", folder / "night.sqlite3"


def _play(folder: Path) -> None:
    home = migrated(folder / "home")
    in_home(home, NIGHT)
    done = manage("backup", "--to", str(folder / "night.sqlite3"), RIGHT_BOWER_HOME=str(home))
    assert done.returncode == 0, done.stderr
    in_home(home, ONE_MORE_SCORE)


@pytest.fixture
def home(made: tuple[Path, Path], tmp_path: Path, settings: object) -> Path:
    """A copy of that site for this test alone."""
    copy = tmp_path / "home"
    shutil.copytree(made[0], copy)
    settings.RIGHT_BOWER_HOME = copy  # type: ignore[attr-defined]
    return copy


@pytest.fixture
def file(made: tuple[Path, Path], tmp_path: Path) -> Path:
    return Path(shutil.copy(made[1], tmp_path / "night.sqlite3"))


@pytest.fixture
def site(home: Path) -> Iterator[str]:
    """Its database, under a name that Django knows."""
    with known_as("site", ENGINE="django.db.backends.sqlite3", NAME=str(home / "db.sqlite3")) as alias:
        yield alias
