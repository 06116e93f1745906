"""A season begins with a template, and its rules change on their page until the schedule is drafted."""

import pytest
from django.urls import reverse

from games.engine.choices import JokerTurnedUp
from tests.kept import kept
from tests.tournaments.leagues.requests import RULES
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.formats.seasons.templates import TEMPLATES
from tournaments.leagues.models import Season


def a_stage() -> Stage:
    return Stage(SMALL, (("Wrens", "Larks"),))


stage = kept(a_stage)


def shown(page: str, name: str) -> str:
    """The value that a number's field shows."""
    field = page.split(f'name="{name}"')[1].split(">")[0] if f'name="{name}"' in page else ""
    before = page.split(f'name="{name}"')[0].rsplit("<", 1)[1]
    both = before + field
    return both.split('value="')[1].split('"')[0] if 'value="' in both else ""


@pytest.mark.parametrize("key", TEMPLATES)
def test_a_template_fills_the_form(stage: Stage, key: str) -> None:
    page = log_in(stage.olga).get(reverse("new_season", args=[stage.league.slug]) + f"?template={key}")
    said, settings = page.content.decode(), TEMPLATES[key].settings
    for name in ("play_to", "least", "for_win", "handicap", "drop", "play_offs", "transfers"):
        value = getattr(settings, name)
        assert shown(said, name) == ("" if value is None else str(value)), name
    assert TEMPLATES[key].summary in text_of(page)
    assert f'<option value="{settings.kind}" selected>' in said


def test_a_season_from_a_template_has_its_order_and_its_house_rules(stage: Stage) -> None:
    browser, path = log_in(stage.olga), reverse("new_season", args=[stage.league.slug])
    rules = {**RULES, "play_to": 21, "for_game": 0, "for_win": 2, "least": 4}
    browser.post(path, form(name="Spring", template="cornish", house_rules="benny", **rules))
    season = Season.objects.get(name="Spring")
    assert season.criteria == ["points", "games_won", "deciding_match"]
    assert (season.settings.play_to, season.settings.least) == (21, 4)
    at_tables = season.table_rules
    assert at_tables
    assert (at_tables.joker, at_tables.joker_turned_up) == (True, JokerTurnedUp.DEALER_BLIND)
    plain = browser.get(path + "?template=none").content.decode()
    assert shown(plain, "play_to") != "21"


def test_rules_change_until_the_schedule_is_drafted(stage: Stage) -> None:
    browser, path = log_in(stage.olga), reverse("season_rules", args=[stage.season.slug])
    setup = reverse("season_setup", args=[stage.season.slug])
    assert "Change rules" in text_of(browser.get(setup))
    page = browser.get(path).content.decode()
    assert (shown(page, "pairs"), shown(page, "games")) == ("1", "1")
    assert 'value="now" selected' in page
    stage.season.refresh_from_db()
    rules = {**RULES, "pairs": 2, "games": 2, "play_to": 11}
    body = form(seen=stage.season.version, house_rules="now", **rules)
    assert "Season rules saved." in text_of(browser.post(path, body, follow=True))
    stage.season.refresh_from_db()
    assert (stage.season.settings.pairs, stage.season.settings.play_to) == (2, 11)
    stale = browser.post(path, form(seen=0, house_rules="now", **rules))
    assert (stale.status_code, "has changed since" in text_of(stale)) == (409, True)
    wrong = browser.post(path, form(seen=stage.season.version, house_rules="now", **{**rules, "games": 3}))
    assert "only 2 pairs to play against" in text_of(wrong)
    benny = form(seen=stage.season.version, house_rules="benny", **rules)
    browser.post(path, benny)
    stage.season.refresh_from_db()
    assert stage.season.table_rules
    assert stage.season.table_rules.joker
    stage.draft()
    assert "Change rules" not in text_of(browser.get(setup))
    refused = browser.get(path)
    assert (refused.status_code, "Discard the draft first" in text_of(refused)) == (422, True)


def test_the_picker_still_knows_the_seasons_own_rules_after_a_touch(stage: Stage) -> None:
    path = reverse("event_rule_picker", args=[stage.club.slug])
    asked = {"format": "season", "season": stage.season.pk, "house_rules": "now", "touched": "rule_joker"}
    page = log_in(stage.olga).get(path, {**asked, "rule_joker": "yes"})
    assert page.status_code == 200
    assert "no longer offered" not in text_of(page)


def test_usual_rules_are_what_the_form_shows_without_a_template(stage: Stage) -> None:
    page = log_in(stage.olga).get(reverse("new_season", args=[stage.league.slug])).content.decode()
    assert shown(page, "pairs") == str(SeasonRules().pairs)
