"""The Swiss for fixed pairs: who has the bye, and what it and a missed round count in the score."""

from importlib.util import find_spec

import pytest

from games.engine.errors import RuleError
from games.engine.messages import NOTHING
from tests.said import said
from tests.tournaments.formats.nights import draw_request, pairs, played
from tests.tournaments.formats.swiss.swiss_events import FIVE, LONG, forfeited
from tournaments.formats.base import ByeDraw, PlayedRound
from tournaments.formats.swiss.cards import pairing_cards, scores
from tournaments.formats.swiss.config import Score, Swiss, Worth
from tournaments.formats.swiss.draw import draw_round

pytestmark = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")

# Who has it


def test_the_bye_goes_to_the_lowest_score_then_to_the_most_matches_played():
    first = played(1, "1 v 3 = 10:3", "2 v 4 = 10:3", byes=[5])
    second = draw_round(FIVE, draw_request(2, range(1, 6), first))
    assert second.byes[0].entry == 4
    late = draw_round(FIVE, draw_request(2, range(1, 8), first))
    assert late.byes[0].entry == 4


def test_no_one_has_it_twice():
    first = played(1, "1 v 3 = 10:3", "2 v 4 = 10:3", byes=[5])
    second = played(2, "1 v 2 = 10:3", "3 v 5 = 10:3", byes=[4])
    draw = draw_round(FIVE, draw_request(3, range(1, 6), first, second))
    assert draw.byes[0].entry == 3
    assert "No. 4 would be first in line for the bye but has already had a bye or a forfeit win." in str(
        draw.byes[0].reason
    )


def test_a_win_without_play_keeps_one_from_the_bye():
    first = forfeited(1, "1 v 3", 0)
    draw = draw_round(FIVE, draw_request(2, [1, 2, 3], first))
    assert draw.byes[0].entry == 2
    assert draw_round(FIVE, draw_request(2, [1, 2, 3], forfeited(1, "1 v 3", 0, 1))).byes[0].entry == 3


def test_it_goes_to_an_entrant_whose_absence_leaves_a_pairing():
    history = [
        played(1, "1 v 2 = 10:3", "3 v 4 = 3:10"),
        played(2, "1 v 3 = 10:3", "2 v 4 = 3:10"),
        played(3, "1 v 4 = 3:10"),
    ]
    draw = draw_round(LONG, draw_request(4, range(1, 6), *history))
    assert (draw.byes[0].entry, pairs(draw)) == (1, [(4, 5), (2, 3)])
    assert "If No. 3 had the bye, the others couldn’t all be paired without a rematch." in str(draw.byes[0].reason)


def test_a_second_bye_only_where_it_is_allowed_and_no_one_is_left_for_a_first_one():
    history = [
        PlayedRound(number, forfeited(number, text, 1).tables, (ByeDraw(bye, 5, NOTHING),))
        for number, text, bye in [(1, "1 v 2", 3), (2, "2 v 3", 1)]
    ]
    request = draw_request(3, [1, 2, 3], *history)
    with pytest.raises(RuleError, match=r"No one gets 2 byes.*Allow a second bye in the settings"):
        draw_round(FIVE, request)
    draw = draw_round(Swiss(second_bye=True), request)
    assert draw.byes[0].entry == 3
    assert "No other pair can get a first bye, so this pair gets another one (2 in all)." in str(draw.byes[0].reason)


# What it and a missed round count


def test_a_bye_counts_what_the_settings_say():
    history = [played(1, "1 v 2 = 10:3", byes=[3])]
    worths = {worth: scores(Swiss(bye=worth), history)[3] for worth in Worth}
    assert [str(worths[worth]) for worth in Worth] == ["0", "1/2", "1"]


def test_a_late_entry_has_nothing_for_rounds_it_missed_unless_the_settings_say_so():
    history = [played(1, "1 v 2 = 10:3"), played(2, "1 v 2 = 10:3", "3 v 4 = 6:6")]
    request = draw_request(3, [1, 2, 3, 4, 5], *history)
    nothing = {card.entry: str(card.score) for card in pairing_cards(FIVE, request)}
    half = {card.entry: str(card.score) for card in pairing_cards(Swiss(missed=Worth.HALF), request)}
    assert nothing == {1: "2", 2: "0", 3: "1/2", 4: "1/2", 5: "0"}
    assert half == {1: "2", 2: "0", 3: "1", 4: "1", 5: "1"}


def test_who_stayed_away_for_a_round_has_nothing_for_it():
    history = [played(1, "1 v 2 = 10:3", "3 v 4 = 10:3"), played(2, "1 v 3 = 10:3")]
    assert scores(Swiss(missed=Worth.WIN), history)[2] == 0


def test_points_can_be_the_score():
    config = Swiss(score=Score.POINTS, bye_points=None)
    history = [played(1, "1 v 2 = 10:3", "3 v 4 = 8:9"), played(2, "1 v 3 = 7:4", byes=[4], bye_points=None)]
    assert scores(config, history) == {1: 17, 2: 3, 3: 12, 4: 18}
    assert said(draw_round(config, draw_request(3, range(1, 5), *history)).reasons)[0] == (
        "No. 1 (17 points) moves up to play No. 4 (18 points): no other pair has 18 points."
    )
    assert scores(config, [played(1, byes=[1], bye_points=None)]) == {1: 0}


def test_one_point_is_one_point():
    config = Swiss(score=Score.POINTS, bye_points=1)
    draw = draw_round(config, draw_request(2, range(1, 4), played(1, "1 v 2 = 3:1", byes=[3], bye_points=1)))
    assert "lowest score (1 point), then the most matches played (1)" in str(draw.byes[0].reason)
