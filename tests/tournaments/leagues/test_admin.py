"""Seasons in the admin: a new one with its squads, its rules field by field, and its steps as actions; refusals are
said in words."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.tournaments.admin.test_admin import change_url, fields_of, last_entry, save
from tests.tournaments.pages.browsing import Answer, log_in, text_of
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.formats.config import config_data
from tournaments.leagues.models import Season, Team
from tournaments.leagues.setup import create_league

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return Stage(rules=SMALL)


@pytest.fixture
def ada(stage: Stage) -> Client:
    return log_in(User.objects.create_superuser("ada@example.org", "a long password"))


def act(ada: Client, stage: Stage, action: str) -> Answer:
    body: dict[str, Any] = {"action": action, "_selected_action": [stage.season.pk], "index": 0}
    return ada.post(reverse("admin:tournaments_season_changelist"), body, follow=True)


@pytest.mark.slow
def test_the_form_shows_the_rules_and_saving_it_changes_none(ada: Client, stage: Stage) -> None:
    before = config_data(stage.season.settings)
    save(ada, change_url(stage.season))
    assert last_entry()[0] == "set_season_rules"
    assert config_data(Season.objects.get().settings) == before


@pytest.mark.slow
def test_a_rule_is_changed_through_the_verb(ada: Client, stage: Stage) -> None:
    page = ada.get(change_url(stage.season))
    assert fields_of(page)["play_to"] == "10"
    save(ada, change_url(stage.season), play_to="15", points="4-2-1", ties="split")
    found = Season.objects.get().settings
    assert (found.play_to, found.points, found.ties.value) == (15, "4-2-1", "split")
    assert last_entry() == ("set_season_rules", "admin", "ada@example.org")


@pytest.mark.parametrize(("changed", "words"), [({"points": "5-4-x"}, "points"), ({"games": "0"}, "Enter 1 or more.")])
def test_what_cannot_be_is_refused_in_words(ada: Client, stage: Stage, changed: dict[str, str], words: str) -> None:
    before = Season.objects.get().rules
    assert words in text_of(save(ada, change_url(stage.season), **changed))
    assert Season.objects.get().rules == before


@pytest.mark.slow
def test_a_season_goes_its_way_by_actions(ada: Client, stage: Stage) -> None:
    act(ada, stage, "generate_fixtures")
    assert stage.season.fixtures.count() == 12
    said = text_of(ada.get(change_url(stage.season)))
    assert said.count(" 7:00 PM") == 12, "on the club's wall"
    assert f"Times on this page are in {stage.season.zone}." in said
    act(ada, stage, "open_season")
    assert Season.objects.get().state == Season.State.OPEN
    assert last_entry() == ("open_season", "admin", "ada@example.org")


@pytest.mark.slow
def test_a_step_out_of_turn_is_refused_in_words(ada: Client, stage: Stage) -> None:
    stage.open()
    for action in ("open_season", "close_season", "generate_fixtures"):
        said = text_of(act(ada, stage, action))
        assert "is already open" in said or "to be played" in said or "is in progress" in said, said
    said = text_of(save(ada, change_url(stage.season), play_to="5"))
    assert "is in progress, so you can’t change its rules or teams" in said
    assert Season.objects.get().settings.play_to == 10
    page = ada.get(change_url(stage.season))
    fields = page.context["adminform"].form.fields
    assert {fields[name].disabled for name in config_data(stage.season.settings)} == {True}
    assert "House rules (fixed since the season opened)" in text_of(page)


def test_a_season_is_set_up_from_league_to_squads(ada: Client, stage: Stage) -> None:
    league = stage.season.league
    add = reverse("admin:tournaments_season_add")
    save(ada, add, league=str(league.pk), name="Spring", play_to="5")
    spring = Season.objects.get(name="Spring")
    assert (spring.settings.play_to, spring.sections.count()) == (5, league.divisions.count())
    assert last_entry() == ("create_season", "admin", "ada@example.org")
    team, section = league.teams.first(), spring.sections.first()
    assert team
    assert section
    row = {"squads-TOTAL_FORMS": "1", "squads-0-team": str(team.pk), "squads-0-section": str(section.pk)}
    save(ada, change_url(spring), **row)
    assert [(squad.team, squad.section, squad.number) for squad in spring.squads.all()] == [(team, section, 1)]
    assert last_entry() == ("add_squad", "admin", "ada@example.org")


@pytest.mark.slow
def test_no_team_is_in_a_season_twice(ada: Client, stage: Stage) -> None:
    before = list(stage.season.squads.values_list("team", "section", "number"))
    [team, section, _] = before[0]
    new = len(before)
    row = {"squads-TOTAL_FORMS": str(new + 1), f"squads-{new}-team": str(team), f"squads-{new}-section": str(section)}
    assert "duplicate" in text_of(save(ada, change_url(stage.season), **row))
    assert list(stage.season.squads.values_list("team", "section", "number")) == before


@pytest.mark.slow
def test_teams_of_the_league_are_offered_while_it_is_set_up(ada: Client, stage: Stage) -> None:
    other = create_league(stage.club, "Oak League", ["Top"], context=stage.context_of())
    Team.objects.create(league=other, name="Strangers")
    page = ada.get(change_url(stage.season)).content.decode()
    assert "squads-__prefix__-team" in page
    assert "Strangers" not in page
    stage.open()
    assert "squads-__prefix__-team" not in ada.get(change_url(stage.season)).content.decode()


def test_a_second_season_of_a_name_is_refused_in_words(ada: Client, stage: Stage) -> None:
    league, name = stage.season.league, stage.season.name
    said = text_of(save(ada, reverse("admin:tournaments_season_add"), league=str(league.pk), name=name))
    assert "already exists" in said
    assert Season.objects.count() == 1
