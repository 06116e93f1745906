"""Pages of a league ask the database the same number of questions, however many squads and fixtures there are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage

COUNTS = {
    "league": 7,
    "season": 11,
    "fixtures": 6,
    "calendar": 6,
    "squad": 10,
    "fixture": 13,
    "season_setup": 12,
    "my_fixtures": 4,
}


@pytest.mark.slow
@pytest.mark.parametrize("squads", [3, 6])
def test_pages_of_a_league(db: None, squads: int) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:squads], TREES[:squads]))
    stage.open()
    for row in stage.season.fixtures.order_by("number")[: squads - 1]:
        stage.play(row, [[(10, 4)]])
    slug, browser = stage.season.slug, log_in(stage.olga)
    found = {
        "league": reverse("league", args=[stage.league.slug]),
        "squad": reverse("squad", args=[slug, 1]),
        "fixture": reverse("fixture", args=[slug, 1]),
        "my_fixtures": reverse("my_fixtures"),
        **{name: reverse(name, args=[slug]) for name in ("season", "fixtures", "calendar", "season_setup")},
    }
    counts = {}
    for name, path in found.items():
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(path).status_code == 200
        counts[name] = len(asked)
    assert counts == COUNTS
