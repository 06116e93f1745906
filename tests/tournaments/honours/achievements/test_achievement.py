"""Achievements that a club makes of the same parts, and what is said about those that cannot be."""

import pytest

from games.engine.errors import RuleError
from tests.tournaments.honours.achievements.examples import Facts
from tests.tournaments.honours.played import OLGA, loner, tapped
from tournaments.formats.config import config_data, config_from
from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.catalogue import ROWS
from tournaments.honours.achievements.dossier import Scope
from tournaments.honours.achievements.metrics import METRICS

GOOD = {"key": "lonely", "name": "Lonely", "description": "Make {n} loners.", "metric": "loners_made", "tiers": [2, 4]}


def test_an_achievement_of_the_clubs_own_is_earned_like_any_other():
    own = config_from(Achievement, GOOD | {"scope": "night", "is_secret": True})
    assert (own.scope, own.tiers, own.is_secret) == (Scope.NIGHT, (2, 4), True)
    (award,) = Facts((tapped(loner(0), loner(0)),)).earned(own).awards
    assert (award.player, award.achievement, award.tier) == (OLGA, "lonely", 1)


def test_its_words_name_the_number_and_the_tier():
    own = config_from(Achievement, GOOD)
    assert [own.words(tier) for tier in (1, 2)] == ["Make 2 loners.", "Make 4 loners."]
    assert [own.tier_name(tier) for tier in (1, 2)] == ["bronze", "silver"]
    assert config_from(Achievement, GOOD | {"tiers": [3]}).tier_name(1) == ""
    assert config_from(Achievement, GOOD | {"tiers": [1]}).words(1) == "Make 1 loner."


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"metric": "luck"}, "There’s no statistic called “luck”. Choose one of: games, wins"),
        ({"scope": "decade"}, "Choose one of: ever, night, season"),
        (
            {"metric": "jackpots", "scope": "table"},
            "“Jackpots won” doesn’t work with the scope “at one table”. Choose another scope: all time",
        ),
        ({"tiers": []}, "has 0 tiers"),
        ({"tiers": [1, 2, 3, 4, 5, 6]}, "has 6 tiers"),
        ({"tiers": [0, 3]}, "must be between 1 and"),
        ({"tiers": [1_000_001]}, "must be between 1 and"),
        ({"tiers": [5, 5]}, "” must go up from tier to tier"),
        ({"tiers": [5, 2]}, "” must go up from tier to tier"),
        ({"tiers": ["many"]}, "must be a whole number"),
        ({"key": "Lonely!"}, "You can’t use “Lonely!” as a short name"),
        ({"key": "x" * 41}, "Use up to 40"),
        ({"name": ""}, "has 0 characters"),
        ({"description": ""}, "Describe “Lonely”"),
        ({"description": "x" * 201}, "Describe “Lonely”"),
        ({"description": "Make loners."}, "Put {n} in its description"),
        ({"colour": "red"}, "There’s no setting called “colour”"),
    ],
)
def test_what_cannot_be_is_refused_in_words(wrong, words):
    with pytest.raises(RuleError, match=words):
        config_from(Achievement, GOOD | wrong)


def test_every_row_of_the_catalogue_can_be_stored_and_read_back():
    for row in ROWS:
        assert config_from(Achievement, config_data(row)) == row


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_can_be_counted_within_every_scope_it_offers(metric):
    for scope in METRICS[metric].scopes:
        own = Achievement("own", "Own", "Do it.", metric, scope=scope)
        assert Facts().earned(own).progress[0].current == 0
        assert own.counted.name
