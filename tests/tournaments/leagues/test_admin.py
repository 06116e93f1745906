"""Seasons in the admin: their house rules field by field, and their steps as actions; refusals are said in words."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.tournaments.admin.test_admin import change_url, fields_of, last_entry, save
from tests.tournaments.pages.browsing import Answer, log_in, text_of
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.formats.config import config_data
from tournaments.leagues.models import Season

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


@pytest.mark.parametrize(("changed", "words"), [({"points": "5-4-x"}, "points"), ({"games": "0"}, "greater than")])
def test_what_cannot_be_is_refused_in_words(ada: Client, stage: Stage, changed: dict[str, str], words: str) -> None:
    before = Season.objects.get().rules
    assert words in text_of(save(ada, change_url(stage.season), **changed))
    assert Season.objects.get().rules == before


@pytest.mark.slow
def test_a_season_goes_its_way_by_actions(ada: Client, stage: Stage) -> None:
    act(ada, stage, "generate_fixtures")
    assert stage.season.fixtures.count() == 12
    said = text_of(ada.get(change_url(stage.season)))
    assert said.count(" 19:00") == 12, "on the club's wall"
    assert f"Times on this page are in {stage.season.zone}." in said
    act(ada, stage, "open_season")
    assert Season.objects.get().state == Season.State.OPEN
    assert last_entry() == ("open_season", "admin", "ada@example.org")


@pytest.mark.slow
def test_a_step_out_of_turn_is_refused_in_words(ada: Client, stage: Stage) -> None:
    stage.open()
    for action in ("open_season", "close_season", "generate_fixtures"):
        said = text_of(act(ada, stage, action))
        assert "is open already" in said or "to be played" in said or "is running" in said, said
    said = text_of(save(ada, change_url(stage.season), play_to="5"))
    assert "is running, so its rules and squads stay" in said
    assert Season.objects.get().settings.play_to == 10
