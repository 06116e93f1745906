"""The Swiss for fixed pairs, rule by rule (article numbers: FIDE C.04.6, February 2026)."""

from dataclasses import replace
from importlib.util import find_spec

import pytest

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import draw_request, pairs, played
from tests.tournaments.formats.swiss.swiss_events import FIVE, LONG, forfeited, hard_findings
from tournaments.formats.base import Slip
from tournaments.formats.config import config_data, config_from
from tournaments.formats.swiss.cards import pairing_cards
from tournaments.formats.swiss.config import Order, Swiss
from tournaments.formats.swiss.draw import PRINCIPLE, draw_round, rounds, rounds_left, tie_question

pytestmark = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")

# The first round


def test_in_the_first_round_the_upper_half_meets_the_lower_half():
    draw = draw_round(FIVE, draw_request(1, range(1, 9)))
    assert pairs(draw) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert (draw.byes, said(draw.reasons)) == ((), (str(PRINCIPLE),))


def test_with_an_odd_number_the_highest_number_has_the_bye_and_it_is_explained():
    draw = draw_round(Swiss(bye_points=7), draw_request(1, range(1, 6)))
    assert pairs(draw) == [(1, 3), (2, 4)]
    (bye,) = draw.byes
    assert (bye.entry, bye.points, str(bye.reason), bye.halves) == (
        5,
        7,
        (
            "There’s an odd number of pairs (5). No. 5 has the bye. The bye goes to the lowest score "
            "(0 games won), then the most matches played (0), then the highest pairing number."
        ),
        1,
    )


def test_a_random_draw_can_decide_the_numbers_for_all_rounds():
    by_lot = Swiss(order=Order.LOTS)
    assert len({tuple(pairs(draw_round(by_lot, draw_request(1, range(1, 9), seed=seed)))) for seed in range(10)}) == 10
    request = draw_request(1, range(1, 9))
    order = [card.entry for card in pairing_cards(by_lot, request)]
    later = draw_request(3, range(1, 10), played(1), played(2))
    assert [card.entry for card in pairing_cards(by_lot, later) if card.entry != 9] == order
    assert pairs(draw_round(by_lot, request)) == list(zip(order[:4], order[4:], strict=True))


def test_the_same_record_gives_the_same_round():
    request = draw_request(2, range(1, 9), played(1, "1 v 5 = 10:3", "2 v 6 = 10:3", "3 v 7 = 10:3", "4 v 8 = 10:3"))
    assert draw_round(FIVE, request) == draw_round(FIVE, replace(request, seed=1))


# Groups of equal score


def test_winners_meet_winners_in_lexicographic_order():
    first = played(1, "1 v 5 = 10:3", "2 v 6 = 10:3", "3 v 7 = 3:10", "4 v 8 = 3:10")
    assert pairs(draw_round(FIVE, draw_request(2, range(1, 9), first))) == [(1, 7), (2, 8), (3, 5), (4, 6)]


def test_no_two_meet_twice_so_the_lower_half_is_shifted():
    history = [played(1, "1 v 3 = 6:6", "2 v 4 = 6:6")]
    assert pairs(draw_round(FIVE, draw_request(2, range(1, 5), *history))) == [(1, 4), (2, 3)]
    history.append(played(2, "1 v 4 = 6:6", "2 v 3 = 6:6"))
    assert pairs(draw_round(FIVE, draw_request(3, range(1, 5), *history))) == [(1, 2), (3, 4)]


def test_a_match_that_was_void_may_be_paired_again_and_it_is_said():
    draw = draw_round(FIVE, draw_request(2, [1, 2], played(1, "1 v 2")))
    assert pairs(draw) == [(1, 2)]
    assert said(draw.reasons)[0] == "No. 1 and No. 2 are paired again, because their match in round 1 wasn’t played."


def test_a_match_that_was_forfeited_may_be_paired_again():
    request = draw_request(2, [1, 2], forfeited(1, "1 v 2", 1))
    assert pairs(draw_round(FIVE, request)) == [(1, 2)]
    assert hard_findings(request, draw_round(FIVE, request)) == []


def test_tables_go_by_the_higher_score():
    history = [
        played(1, "1 v 4 = 3:10", "2 v 5 = 3:10", "3 v 6 = 3:10"),
        played(2, "4 v 5 = 10:3", "1 v 6 = 3:10", "2 v 3 = 10:3"),
    ]
    assert pairs(draw_round(FIVE, draw_request(3, range(1, 7), *history))) == [(4, 6), (1, 2), (3, 5)]


# When there is no round


def test_it_needs_two_pairs():
    with pytest.raises(RuleError, match="at least 2 pairs"):
        draw_round(FIVE, draw_request(1, [1]))


def test_when_all_have_met_it_says_so_and_offers_ways_out():
    history = [
        played(1, "1 v 3 = 6:6", "2 v 4 = 6:6"),
        played(2, "1 v 4 = 6:6", "2 v 3 = 6:6"),
        played(3, "1 v 2 = 6:6", "3 v 4 = 6:6"),
    ]
    with pytest.raises(RuleError) as refused:
        draw_round(FIVE, draw_request(4, range(1, 5), *history))
    assert str(refused.value) == (
        "Round 4 can’t be paired without a rematch: everyone has met everyone. Add pairs, or end the Swiss and keep "
        "the standings. You can also leave pairs out of this round, or seat rematches by hand and enter your reason."
    )
    assert draw_round(FIVE, draw_request(4, range(1, 9), *history)).tables


def test_it_names_who_has_met_everyone():
    history = [played(number, f"1 v {number + 1} = 6:6") for number in (1, 2, 3)]
    with pytest.raises(RuleError, match=r"without a rematch: everyone here has already met No. 1\."):
        draw_round(FIVE, draw_request(4, range(1, 5), *history))


def test_it_says_how_many_tables_could_be_seated():
    links = ["1 v 2", "1 v 3", "2 v 3", "4 v 5", "4 v 6", "5 v 6"]
    everything = [*links, "7 v 1", "7 v 2", "7 v 3", "8 v 1", "8 v 2", "8 v 3", "4 v 1", "4 v 2", "4 v 3"]
    history = [played(number, f"{text} = 6:6") for number, text in enumerate(everything, start=1)]
    history += [played(20 + place, f"{text} = 6:6") for place, text in enumerate(["5 v 1", "5 v 2", "5 v 3"])]
    with pytest.raises(RuleError, match="only 3 of 4 tables can be filled without a rematch"):
        draw_round(LONG, draw_request(25, range(1, 9), *history))


# The rest of the interface


def test_it_knows_its_rounds():
    assert rounds(FIVE, 12) == 5
    assert [rounds_left(FIVE, draw_request(number, range(1, 9))) for number in (1, 5, 6)] == [5, 1, 0]


def test_no_one_is_asked_about_a_tied_game():
    assert tie_question(FIVE, Slip((5, 5))) is None


def test_its_settings_are_plain_data():
    assert config_from(Swiss, config_data(FIVE)) == FIVE
    with pytest.raises(RuleError, match="Rounds"):
        Swiss(rounds=0)
