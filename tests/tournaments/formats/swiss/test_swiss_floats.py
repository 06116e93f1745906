"""The Swiss for fixed pairs: who floats out of a group of equal score, and why."""

from importlib.util import find_spec

import pytest

from tests.said import said
from tests.tournaments.formats.nights import draw_request, pairs, played
from tests.tournaments.formats.swiss.swiss_events import FIVE, LONG
from tournaments.formats.swiss.cards import pairing_cards
from tournaments.formats.swiss.draw import draw_round

pytestmark = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")


def test_an_odd_group_takes_the_smallest_number_of_the_next_one():
    first = played(1, "1 v 4 = 10:3", "2 v 5 = 10:3", "3 v 6 = 10:3")
    draw = draw_round(FIVE, draw_request(2, range(1, 7), first))
    assert pairs(draw) == [(1, 3), (2, 4), (5, 6)]
    assert said(draw.reasons)[0] == (
        "No. 4 (0 games won) moves up to play No. 2 (1 game won): an odd number of pairs (3) have 1 game won."
    )


def test_who_is_alone_takes_the_nearest():
    history = [
        played(1, "1 v 3 = 10:3", "2 v 4 = 10:3"),
        played(2, "1 v 2 = 10:3", "3 v 4 = 10:3"),
    ]
    draw = draw_round(FIVE, draw_request(3, range(1, 5), *history))
    assert pairs(draw) == [(1, 4), (2, 3)]
    assert said(draw.reasons)[0] == (
        "No. 4 (0 games won) moves up to play No. 1 (2 games won): no other pair has 2 games won."
    )


def test_a_group_that_has_met_each_other_takes_as_many_as_it_needs():
    history = [
        played(1, "1 v 3 = 10:3", "2 v 4 = 10:3", "5 v 7 = 6:6", "6 v 8 = 6:6"),
        played(2, "1 v 2 = 6:6", "3 v 4 = 6:6", "5 v 8 = 6:6", "6 v 7 = 6:6"),
    ]
    draw = draw_round(FIVE, draw_request(3, range(1, 9), *history))
    assert pairs(draw) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert said(draw.reasons)[0].endswith(
        "if fewer pairs moved up, the 2 pairs with 1 1/2 games won or the pairs below them would need a rematch."
    )


def test_in_the_last_two_rounds_it_does_not_matter_who_floated_the_round_before():
    history = [
        played(1, "1 v 4 = 10:3", "2 v 5 = 10:3", "3 v 6 = 10:3"),
        played(2, "1 v 2 = 10:3", "3 v 4 = 10:3", "5 v 6 = 10:3"),
    ]
    request = draw_request(3, range(1, 7), *history)
    assert {card.entry for card in pairing_cards(FIVE, request) if card.has_floated} == {3, 4}
    history.append(played(3, "1 v 3 = 10:3", "2 v 6 = 10:3", "4 v 5 = 3:10"))
    request = draw_request(4, range(1, 7), *history)
    assert {card.entry for card in pairing_cards(FIVE, request) if card.has_floated} == {2, 6, 4, 5}
    assert [pairs(draw_round(config, request)) for config in (LONG, FIVE)] == [
        [(1, 5), (2, 3), (4, 6)],
        [(1, 5), (2, 3), (4, 6)],
    ]


def test_a_float_that_would_leave_the_others_without_a_pairing_is_not_made():
    history = [
        played(1, "1 v 4 = 10:3", "2 v 3 = 6:6"),
        played(2, "1 v 2 = 10:3", "3 v 4 = 10:3"),
    ]
    draw = draw_round(FIVE, draw_request(3, range(1, 5), *history))
    assert pairs(draw) == [(1, 3), (2, 4)]
