"""Fixed movements: of four chairs, and of moving and staying pairs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import draw_request, played, seats
from tests.tournaments.formats.rotation.rotation_nights import (
    opponent_rounds,
    partner_rounds,
    play_rounds,
    table_rounds,
)
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import Slip
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.config import config_data, config_from
from tournaments.formats.movement.draw import GrandPrix, SeatMovement, draw_round, rounds, rounds_left, tie_question

THREE_TABLES = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")


def play_movement(config, fields, seed=1):
    return play_rounds(lambda request: draw_round(config, request), fields, seed)


def sides(draw):
    return [table.sides for table in draw.tables]


def test_north_stays_south_goes_down_east_up_and_west_up_two():
    draw = draw_round(SeatMovement(), draw_request(2, range(1, 13), THREE_TABLES))
    assert sides(draw) == [((1, 10), (7, 12)), ((5, 2), (11, 4)), ((9, 6), (3, 8))]
    assert said(draw.reasons) == ("After every round: North stays, South down 1, East up 1, West up 2.",)


def test_a_club_may_move_the_chairs_as_it_likes():
    draw = draw_round(SeatMovement(north=1, south=0, east=-2, west=0), draw_request(2, range(1, 13), THREE_TABLES))
    assert sides(draw) == [((9, 2), (11, 4)), ((1, 6), (3, 8)), ((5, 10), (7, 12))]
    assert said(draw.reasons) == ("After every round: North down 1, South stays, East up 2, West stays.",)


@pytest.mark.parametrize(("players", "partner", "opponent"), [(24, 2, 5), (28, 2, 2), (32, 2, 3), (44, 1, 1)])
def test_north_stays_over_ten_games_mixes_as_published(players, partner, opponent):
    """The most often anybody partners, or opposes, the same person."""
    night = play_movement(SeatMovement(), [range(1, players + 1)] * 10)
    assert max(partner_rounds(night).values()) == partner
    assert max(opponent_rounds(night).values()) == opponent
    assert (max(table_rounds(night).values()) == 1) == (players == 44)


def test_lots_seat_the_first_round():
    one, other = (draw_round(SeatMovement(), draw_request(1, range(1, 13), seed=seed)) for seed in (1, 2))
    assert sides(one) != sides(other)
    assert one == draw_round(SeatMovement(), draw_request(1, range(1, 13), seed=1))


def test_who_sits_out_scores_seven_and_comes_back_on_a_free_chair():
    night = play_movement(SeatMovement(), [range(1, 6)] * 5)
    assert sorted(bye.entry for row in night for bye in row[1].byes) == [1, 2, 3, 4, 5]
    (bye,) = night[0][1].byes
    said_of_bye = f"With 5 players, 1 must sit out. It’s No. {bye.entry}’s turn (sit-outs so far: 0)."
    assert (bye.points, str(bye.reason)) == (7, said_of_bye)
    assert f"No. {bye.entry} takes a free seat at table 1." in said(night[1][1].reasons)


def test_who_comes_late_takes_the_chair_of_who_left():
    draw = draw_round(SeatMovement(), draw_request(2, [*range(1, 9), *range(10, 13), 20], THREE_TABLES))
    assert draw.tables[2].sides[0][0] == 20
    assert said(draw.reasons)[0] == "No. 20 takes a free seat at table 3."


def test_when_a_table_closes_its_people_take_the_chairs_that_are_free():
    draw = draw_round(SeatMovement(), draw_request(2, [2, 3, 5, 6, 7, 8, 10, 12], THREE_TABLES))
    assert sorted(seats(draw)) == [1, 2]
    assert "goes to table 2, because there’s no table 3." in " ".join(said(draw.reasons))


def test_a_round_after_one_without_tables_fills_free_chairs():
    empty = played(1, byes=range(1, 5))
    assert seats(draw_round(SeatMovement(), draw_request(2, range(1, 5), empty))) == {1: {1, 2, 3, 4}}


def test_in_a_grand_prix_odd_pairs_move_up_and_even_ones_stay():
    night = play_movement(GrandPrix(), [range(1, 9)] * 4)
    assert sides(night[0][1]) == [((1,), (2,)), ((3,), (4,)), ((5,), (6,)), ((7,), (8,))]
    assert sides(night[1][1]) == [((3,), (2,)), ((5,), (4,)), ((7,), (6,)), ((1,), (8,))]
    assert len(opponent_rounds(night)) == 16
    assert said(night[1][1].reasons) == (
        "After every round the moving pairs go up one table, or from table 1 to the last one. The others stay.",
    )


def test_when_the_movement_has_come_round_it_says_who_meets_again():
    night = play_movement(GrandPrix(), [range(1, 5)] * 3)
    assert said(night[2][1].reasons)[0] == "No. 1 and No. 2 meet again: the movement has come full circle."


@pytest.mark.parametrize("pairs", [3, 5, 7, 11])
def test_with_an_odd_number_each_moving_pair_sits_out_once_and_no_two_meet_twice(pairs):
    tables = pairs // 2
    night = play_movement(GrandPrix(), [range(1, pairs + 1)] * (tables + 1))
    assert set(opponent_rounds(night).values()) == {1}
    assert sorted(bye.entry for row in night for bye in row[1].byes) == list(range(1, pairs + 1, 2))
    assert {bye.points for row in night for bye in row[1].byes} == {None}


def test_after_that_those_who_have_not_sat_out_do():
    night = play_movement(GrandPrix(), [range(1, 6)] * 5)
    assert sorted(bye.entry for row in night for bye in row[1].byes) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("config", "few", "message"),
    [
        (SeatMovement(), 3, "One table needs 4 players, and you have 3."),
        (GrandPrix(), 1, "One table needs 2 pairs, and you have 1."),
    ],
)
def test_too_few_are_refused(config, few, message):
    with pytest.raises(RuleError, match=message):
        draw_round(config, draw_request(1, range(1, few + 1)))


@pytest.mark.parametrize("config", [SeatMovement(rounds=6, south=3), GrandPrix(rounds=6)])
def test_rounds_ties_and_settings(config):
    assert rounds(config, 40) == 6
    assert [rounds_left(config, draw_request(number, range(1, 9))) for number in (1, 6, 8)] == [6, 1, 0]
    assert tie_question(config, Slip((5, 5))) is None
    assert config_from(type(config), config_data(config)) == config


@pytest.mark.slow
@settings(max_examples=40)
@given(
    config=st.sampled_from([SeatMovement(), SeatMovement(north=2, south=-1, east=0, west=1), GrandPrix()]),
    fields=st.lists(st.sets(st.integers(1, 30), min_size=4), min_size=1, max_size=8),
    seed=st.integers(0, 2**64),
)
def test_every_round_passes_the_audit_with_arrivals_and_drops(config, fields, seed):
    rules = hard_rules("grand_prix" if isinstance(config, GrandPrix) else "seat_movement", config)
    for request, drawn, _ in play_movement(config, fields, seed):
        assert [finding for finding in audit(rules, request, drawn) if finding.hard] == []
        assert draw_round(config, request) == drawn


@settings(max_examples=20)
@given(config=st.sampled_from([SeatMovement(), GrandPrix()]), field=st.integers(4, 40), seed=st.integers(0, 2**64))
def test_with_the_same_people_sit_outs_differ_by_one_at_most(config, field, seed):
    night = play_movement(config, [range(1, field + 1)] * 9, seed)
    out = [sum(bye.entry == entry for row in night for bye in row[1].byes) for entry in range(1, field + 1)]
    assert max(out) - min(out) <= 1
