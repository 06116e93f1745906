"""The card of a fixture, typed by an organizer: what is missing is asked for."""

import pytest
from django.urls import reverse

from games.engine.presets import preset
from games.engine.rules import rules_data
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tests.tournaments.scenes.league import BIRDS, Stage


@pytest.mark.parametrize("typed", [{"h1_1": "10"}, {"h1_1": "10", "a1_1": ""}, {"h1_1": "ten", "a1_1": "4"}])
def test_points_that_are_missing_are_asked_for(db: None, typed: dict[str, str]) -> None:
    stage = Stage(divisions=(BIRDS[:2],))
    stage.open()
    first = stage.season.fixtures.order_by("number")[0]
    for squad in first.squads:
        stage.line_up(first, squad)
    address = reverse("card", args=[stage.season.slug, first.number])
    refused = refused_untouched(log_in(stage.olga), address, form(seen=0, revision=first.revision, **typed))
    assert refused.status_code == 422
    assert "Round 1, table 1: Enter both teams’ points." in text_of(refused)
    assert all(f'value="{value}"' in refused.content.decode() for value in typed.values())


@pytest.mark.slow
def test_a_lost_bid_takes_a_side_below_nothing(db: None) -> None:
    stage = Stage(divisions=(BIRDS[:2],))
    stage.season.house_rules = rules_data(preset("trickster_bid"))
    stage.season.rules |= {"play_to": 32}
    stage.season.save()
    stage.open()
    first = stage.season.fixtures.order_by("number")[0]
    for squad in first.squads:
        stage.line_up(first, squad)
    first.refresh_from_db()
    olga = log_in(stage.olga)
    address = reverse("card", args=[stage.season.slug, first.number])
    assert 'inputmode="text"' in olga.get(address).content.decode()
    answer = olga.post(address, form(seen=0, revision=first.revision, h1_1="33", a1_1="-4"))
    assert answer.status_code == 302, text_of(answer)
    assert (first.score.home_scored, first.score.away_scored) == (33, -4)
    assert "33 – −4" in text_of(olga.get(first.get_absolute_url()))
