"""The page of a squad: who plays in it, and since when."""

from django.urls import reverse

from tests.tournaments.pages.browsing import log_in, text_of
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage


def test_it_names_everybody_who_plays_in_it(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:3], TREES[:3]))
    stage.open()
    said = text_of(log_in(stage.olga).get(reverse("squad", args=[stage.season.slug, 1])))
    members = stage.season.squads.get(number=1).players.select_related("player")
    assert members
    for one in members:
        assert f"{one.player.name} since {one.since:%B %-d, %Y}" in said.replace(" Captain", "")
