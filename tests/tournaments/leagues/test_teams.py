"""A team's name and home, and a squad that is taken out of a season again before it opens."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.errors import RuleError
from tests.cast import context_of, with_key
from tests.kept import kept
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage
from tournaments.clubs.models import Venue
from tournaments.errors import Conflict
from tournaments.integrity.verify import violations
from tournaments.leagues import setup
from tournaments.leagues.models import Fixture, SquadPlayer, Team


def a_stage() -> Stage:
    return Stage({**SMALL, "meetings": "single"}, (BIRDS[:3], TREES[:3]))


stage = kept(a_stage)


@pytest.fixture
def desk(stage: Stage) -> Client:
    return log_in(stage.olga)


def sent(desk: Client, stage: Stage, action: str, squad: Any, **fields: Any) -> Any:
    stage.season.refresh_from_db()
    body = form(seen=stage.season.version, to=squad.pk, **fields)
    return desk.post(reverse("move_season", args=[stage.season.slug, action]), body)


def test_a_team_is_renamed_and_its_home_matches_move(stage: Stage, desk: Client) -> None:
    stage.open()
    squad = stage.season.squads.earliest("number")
    hall, own = (Venue.objects.create(club=stage.season.league.club, name=name) for name in ("Elks Hall", "Grange"))
    first, *others = squad.home_fixtures.order_by("number")
    Fixture.objects.filter(pk=first.pk).update(venue=own)
    assert sent(desk, stage, "team", squad, **{"team-name": " New  Larks ", "team-venue": hall.pk}).status_code == 302
    team = Team.objects.get(pk=squad.team_id)
    assert (team.name, team.venue) == ("New Larks", hall)
    assert squad.home_fixtures.get(pk=first.pk).venue == own, "it had a venue of its own"
    assert {one.venue for one in squad.home_fixtures.exclude(pk=first.pk)} == ({hall} if others else set())
    assert "New Larks" in text_of(desk.get(reverse("squad", args=[stage.season.slug, squad.number])))
    assert violations() == []


def test_a_name_that_another_team_has_is_refused(stage: Stage, desk: Client) -> None:
    one, other = stage.season.squads.order_by("number")[:2]
    answer = sent(desk, stage, "team", one, **{"team-name": other.team.name})
    assert answer.status_code == 422
    assert f"another team called {other.team.name}" in text_of(answer)
    assert Team.objects.get(pk=one.team_id).name == one.team.name


def test_a_squad_is_removed_with_its_list_and_its_team(stage: Stage, desk: Client) -> None:
    squad = stage.season.squads.select_related("team").earliest("number")
    page = reverse("season_setup", args=[stage.season.slug])
    assert squad.get_absolute_url() in desk.get(page).content.decode()
    assert sent(desk, stage, "remove", squad).status_code == 302
    assert str(squad) not in text_of(desk.get(page)).partition("1. Teams")[2].partition("Add a team")[0]
    assert not SquadPlayer.objects.filter(squad=squad.pk).exists()
    assert not Team.objects.filter(pk=squad.team_id).exists()
    assert violations() == []


def test_once_the_fixtures_are_drafted_nobody_is_removed(stage: Stage) -> None:
    stage.open()
    squad = stage.season.squads.earliest("number")
    with pytest.raises(RuleError):
        setup.remove_squad(
            stage.season.pk, squad.pk, context=context_of(stage.olga), expected_version=stage.season.version
        )
    assert stage.season.squads.filter(pk=squad.pk).exists()


def test_an_older_page_is_told(stage: Stage) -> None:
    squad, by = stage.season.squads.earliest("number"), context_of(stage.olga)
    with pytest.raises(Conflict):
        setup.change_team(squad.pk, "Finches", None, context=by, expected_version=stage.season.version - 1)


def test_the_same_press_twice_removes_one(stage: Stage) -> None:
    stage.season.refresh_from_db()
    squad, by, seen = stage.season.squads.earliest("number"), with_key(stage.olga), stage.season.version
    count = stage.season.squads.count()
    for _ in range(2):
        setup.remove_squad(stage.season.pk, squad.pk, context=by, expected_version=seen)
    assert stage.season.squads.count() == count - 1
