"""A whole club moves from one site to another and back, each with its own database, and is the same by its digest."""

import re
from pathlib import Path

import pytest

from tests.processes import manage, migrated
from tournaments.clubs.models import Club
from tournaments.context import SITE
from tournaments.integrity import verify
from tournaments.transfer.archive import read_archive
from tournaments.transfer.club_in import import_club
from tournaments.transfer.club_out import archive_of

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.postgres, pytest.mark.django_db]
CLUB = "lakeside-euchre-club"


def asked(home: Path, *arguments: str) -> str:
    done = manage(*arguments, RIGHT_BOWER_HOME=str(home), LOG_LEVEL="ERROR")
    assert done.returncode == 0, done.stderr
    return done.stdout


def digest(said: str) -> str:
    return re.findall(r"Digest ([0-9a-f]{64})", said)[0]


def test_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    """This one is PostgreSQL."""
    first, third = migrated(tmp_path / "first"), migrated(tmp_path / "third")
    asked(first, "demo_data")
    out = digest(asked(first, "export_club", CLUB, str(tmp_path / "first.zip")))
    with (tmp_path / "first.zip").open("rb") as file:
        club = import_club(read_archive(file), context=SITE)
    assert verify.violations() == []
    here = archive_of(club)
    with (tmp_path / "second.zip").open("wb") as file:
        here.write(file)
    came = digest(asked(third, "import_club", str(tmp_path / "second.zip")))
    back = digest(asked(third, "export_club", CLUB, str(tmp_path / "third.zip")))
    assert out == here.digest == came == back
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "third.zip").read_bytes()
    assert "no violation" in asked(third, "verify")
    assert Club.objects.count() == 1
