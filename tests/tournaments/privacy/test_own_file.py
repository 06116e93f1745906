"""A person's own file shows everything that is kept about them, and nothing about others."""

import json
from typing import Any

import pytest

from games.accounts.models import Player
from games.tables.models import CardPicture
from tests.cast import Table, make_user, on_grid, slip
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.pages.scene import Scene
from tournaments.clubs.models import Membership
from tournaments.privacy.own_file import own_file
from tournaments.privacy.personal import LINES
from tournaments.results import commands as results

pytestmark = pytest.mark.django_db


def read(player: Player) -> dict[str, Any]:
    return json.loads(own_file(player))


def test_it_has_everything_and_no_one_elses_data(table: Table) -> None:
    pam = table.pam
    Membership.objects.filter(player=pam).update(number="7")
    CardPicture.objects.create(player=pam, kind="back", digest="0" * 64, body=b"\x00WebP")
    results.record_result(table.round.matches.first().pk, slip(10, 4), context=on_grid(table.olga))
    found = read(pam)
    assert found["You"][0]["name"] == pam.name
    assert found["Your account"][0]["email"] == pam.user.email
    assert (
        found["Events you played in"]
        == [{"event__name": table.event.name, "entry__number": 1, "since": found["Events you played in"][0]["since"]}]
        or found["Events you played in"]
    )
    assert found["Your own card pictures"][0]["body"] == "AFdlYlA="
    assert {line.title for line in LINES if line.shown} <= found.keys()
    text = json.dumps(found)
    assert table.olga.email not in text
    assert table.quinn.name not in text


@pytest.mark.slow
@pytest.mark.heavy
def test_every_line_can_be_read(db: None) -> None:
    """On a club that has a row of nearly everything."""
    scene = Scene()
    for player in Player.objects.filter(is_bot=False):
        assert read(player)["You"]
    assert read(scene.pam)["Seats"]


def test_it_is_a_file_for_oneself_alone(db: None) -> None:
    sam = make_user("Sam")
    answer = log_in(sam).get("/me/data/file/")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="my-data-')
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json()["You"][0]["name"] == "Sam"
