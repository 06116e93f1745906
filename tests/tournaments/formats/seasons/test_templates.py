"""Templates of seasons: each can be played, and is what its words say."""

import pytest

from tournaments.formats.seasons.section_table import check_criteria
from tournaments.formats.seasons.settings import Kind, SeasonRules
from tournaments.formats.seasons.templates import TEMPLATES


@pytest.mark.parametrize("key", TEMPLATES)
def test_each_can_begin_a_season(key: str) -> None:
    template = TEMPLATES[key]
    check_criteria(template.criteria)
    assert template.settings != SeasonRules(), "it says something of its own"
    assert template.name
    assert template.summary


def test_a_cornish_team_has_six_and_comes_with_four() -> None:
    rules = TEMPLATES["cornish"].settings
    assert (rules.pairs, rules.games, rules.play_to, rules.fewest) == (3, 3, 21, 4)
    assert (rules.game_worth, rules.for_win, rules.late_points(1)) == (0, 2, 1)
    assert TEMPLATES["cornish"].criteria[:2] == ("points", "games_won")


def test_in_guernsey_five_of_nine_games_win() -> None:
    rules = TEMPLATES["guernsey"].settings
    assert (rules.pairs * rules.games, rules.needed, rules.game_worth) == (9, 5, 1)
    assert (rules.borrowings, rules.late_points(1), rules.unplayed, rules.play_offs) == (2, 1, 5, 4)


def test_a_bar_league_shows_percentage_and_games_behind_and_has_a_handicap() -> None:
    assert TEMPLATES["us_bar"].criteria[:2] == ("games_percentage", "games_behind")
    assert TEMPLATES["us_bar"].settings.handicap


def test_weekly_pairs_collect_points_for_the_best_five() -> None:
    rules = TEMPLATES["weekly_pairs"].settings
    assert (rules.kind, rules.scale, rules.drop) == (Kind.NIGHTS, (5, 4, 3, 2, 1), 2)
