"""The card of a fixture, typed by an organizer: what is missing is asked for."""

import pytest
from django.urls import reverse

from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tests.tournaments.scenes.league import BIRDS, Stage


@pytest.mark.parametrize("typed", [{"h1_1": "10"}, {"h1_1": "10", "a1_1": ""}, {"h1_1": "ten", "a1_1": "4"}])
def test_points_that_are_missing_are_asked_for(db: None, typed: dict[str, str]) -> None:
    stage = Stage(divisions=(BIRDS[:2],))
    stage.open()
    first = stage.season.fixtures.order_by("number")[0]
    address = reverse("move_fixture", args=[stage.season.slug, first.number, "card"])
    refused = refused_untouched(log_in(stage.olga), address, form(seen=first.revision, **typed))
    assert refused.status_code == 422
    assert "Enter the points of both teams in every game." in text_of(refused)
