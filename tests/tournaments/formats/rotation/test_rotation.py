"""Rotation nights, as a club plays them."""

from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import draw_request, drawn_table, partners, played, seats
from tests.tournaments.formats.rotation.rotation_nights import (
    opponent_rounds,
    partner_rounds,
    play_rounds,
    repeats,
    table_rounds,
)
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.config import config_data, config_from
from tournaments.formats.constraints import Constraints
from tournaments.formats.rotation.draw import Rotation, draw_round, rounds, rounds_left, tie_question


def play_rotation(fields, config=None, seed=1, void=0.0, **wishes):
    constraints, settings = Constraints(**wishes), config or Rotation(rounds=len(fields))
    return play_rounds(lambda request: draw_round(settings, request), fields, seed, void, constraints)


def draw(players, *history, config=None, number=None, **wishes):
    request = draw_request(number or len(history) + 1, range(1, players + 1), *history)
    return draw_round(config or Rotation(), replace(request, constraints=Constraints(**wishes)))


def test_no_two_partner_twice_and_opponents_are_as_even_as_can_be():
    night = play_rotation([range(1, 25)] * 8)
    assert set(partner_rounds(night).values()) == {1}
    assert set(opponent_rounds(night).values()) == {1}
    assert said(night[0][1].reasons) == (
        "This round follows the plan made for rounds 1 to 8 at the start.",
        "Partners: no repeats by the end of the plan, which is the best possible.",
        "Opponents: no repeats by the end of the plan, which is the best possible.",
    )


def test_a_full_cycle_is_a_perfect_whist_schedule():
    night = play_rotation([range(1, 14)] * 13)
    assert set(partner_rounds(night).values()) == {1}
    assert set(opponent_rounds(night).values()) == {2}
    assert sorted(bye.entry for row in night for bye in row[1].byes) == list(range(1, 14))


@pytest.mark.parametrize(("players", "played_rounds", "opponents"), [(16, 14, 104), (16, 13, 88), (8, 12, 120)])
def test_near_a_full_cycle_and_beyond_one_it_is_as_good(players, played_rounds, opponents):
    night = play_rotation([range(1, players + 1)] * played_rounds)
    assert repeats(opponent_rounds(night)) == opponents
    assert "as few as possible" in said(night[0][1].reasons)[-1]


def test_beyond_a_full_cycle_sit_outs_and_partners_stay_even():
    night = play_rotation([range(1, 18)] * 20)
    assert sorted(Counter(bye.entry for row in night for bye in row[1].byes).values()) == [1] * 14 + [2] * 3
    assert max(partner_rounds(night).values()) == 2
    assert repeats(partner_rounds(night)) == 20 * 8 - 17 * 8


def test_thirty_players_can_go_eight_rounds_without_sharing_a_table_twice():
    night = play_rotation([range(1, 31)] * 8)
    assert set(table_rounds(night).values()) == {1}


def test_two_hundred_players_and_twenty_rounds_are_optimal():
    night = play_rotation([range(1, 201)], Rotation(rounds=20))
    assert said(night[0][1].reasons)[-1].endswith("no repeats by the end of the plan, which is the best possible.")


def test_when_all_partners_are_used_up_it_says_why_one_comes_again():
    night = play_rotation([range(1, 5)] * 4)
    first, last = night[0][1], night[3][1]
    assert partners(first) == partners(last)
    assert said(last.reasons)[0].endswith(
        "are partners again (2 times in all): no plan for the whole night avoids every repeat."
    )
    assert said(last.reasons)[-2] == "Partners: repeats by the end of the plan, as few as possible: 2."


def test_it_says_when_it_has_found_no_better_plan():
    before = [played(n, "1+2 v 3+4 = 7:5") for n in (1, 2, 3)]
    result = draw(5, *before, config=Rotation(rounds=5))
    assert any("above the minimum of" in reason for reason in said(result.reasons))


def test_the_same_request_gives_the_same_round_and_another_seed_another():
    one, same, other = (draw_round(Rotation(), draw_request(1, range(1, 42), seed=seed)) for seed in (1, 1, 2))
    assert one == same
    assert partners(one) != partners(other)


@pytest.mark.slow
def test_sit_outs_score_what_the_club_says_and_give_the_reason():
    result = draw(6, config=Rotation(bye_points=None, rounds=2))
    assert [bye.points for bye in result.byes] == [None, None]
    assert str(result.byes[0].reason) == (
        f"6 players are here and the tables seat 4. It’s No. {result.byes[0].entry}’s turn to sit out "
        "(sit-outs so far: 0)."
    )
    assert draw(6, config=Rotation(rounds=2)).byes[0].points == 7


def sat_out(night):
    return [{bye.entry for bye in row[1].byes} for row in night]


def test_sitting_out_goes_round():
    """Twelve players and one table: in every three rounds in a row everyone plays once."""
    outs = sat_out(play_rotation([range(1, 13)] * 6, Rotation(rounds=6, tables=1)))
    assert [Counter(chain(*outs[at : at + 3])) for at in (0, 3)] == [dict.fromkeys(range(1, 13), 2)] * 2


def test_sit_outs_are_remembered_when_someone_comes_in():
    """Eleven players for two rounds, thirteen for three: nine chairs too few, and nine people without one."""
    outs = sat_out(play_rotation([range(1, 12)] * 2 + [range(1, 14)] * 3))
    assert [len(out) for out in outs] == [3, 3, 1, 1, 1]
    assert len(set().union(*outs)) == 9


def test_with_fewer_tables_in_the_room_more_sit_out():
    result = draw(13, config=Rotation(tables=2, rounds=1))
    assert (len(result.tables), len(result.byes)) == (2, 5)


def test_who_comes_late_and_who_leaves_change_only_what_is_to_come():
    fields = [range(1, 41)] * 4 + [[*range(5, 41), 50, 51]] * 4
    night = play_rotation(fields)
    assert set(partner_rounds(night).values()) == {1}
    assert set(opponent_rounds(night).values()) == {1}
    assert said(night[4][1].reasons)[0] == (
        "No. 50 and No. 51 joined and No. 1, No. 2, No. 3 and No. 4 left, so we replanned rounds 5 to 8. "
        "Earlier rounds still count."
    )


def test_a_player_may_miss_a_round_and_come_back():
    night = play_rotation([range(1, 21), range(2, 21), range(1, 21)])
    assert repeats(partner_rounds(night)) == 0
    assert said(night[2][1].reasons)[0].startswith("No. 1 joined, so we replanned rounds 3 to 3.")


def test_a_round_seated_differently_is_taken_as_it_was_played():
    first = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    night = draw(8, first, config=Rotation(rounds=3))
    assert not partners(night) & {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}
    assert said(night.reasons)[0].startswith("Round 1 didn’t follow the plan, so we replanned rounds 2 to 3.")


def test_players_who_sat_together_at_a_void_table_have_met():
    night = play_rotation([range(1, 17)] * 8, void=0.5)
    assert set(partner_rounds(night).values()) == {1}
    assert "at the start" in said(night[-1][1].reasons)[0]


def test_a_table_changed_to_three_by_hand_counts_as_opponents():
    odd = PlayedTable(drawn_table(2, "5 v 6 v 7"), Slip((3, 5, 7)))
    first = PlayedRound(1, (PlayedTable(drawn_table(1, "1+2 v 3+4"), None), odd))
    result = draw(8, first, config=Rotation(rounds=2))
    assert said(result.reasons)[0].startswith("No. 8 joined, so we replanned rounds 2 to 2.")


def test_moving_a_table_by_hand_keeps_the_plan():
    first = draw(16)
    numbers = {1: 2, 2: 1, 3: 3, 4: 4}
    moved = [PlayedTable(drawn_table(numbers[t.table], text(t)), Slip((7, 5))) for t in first.tables]
    assert "at the start" in said(draw(16, PlayedRound(1, tuple(moved))).reasons)[0]


def text(table):
    return " v ".join("+".join(map(str, side)) for side in table.sides)


def test_a_round_more_than_planned_is_planned_on_its_own():
    config = Rotation(rounds=2)
    night = play_rotation([range(1, 25)] * 4, config)
    assert repeats(partner_rounds(night)) == 0
    assert said(night[2][1].reasons)[0].startswith(
        "You’ve played all the planned rounds, so we replanned rounds 3 to 3."
    )


def test_couples_stay_together_and_their_rounds_are_no_repeats():
    night = play_rotation([range(1, 33)] * 6, together=((1, 2),))
    assert partner_rounds(night)[frozenset((1, 2))] == 6
    assert "No. 1 and No. 2 stay together, as requested." in said(night[5][1].reasons)
    assert said(night[5][1].reasons)[-2].startswith("Partners: no repeats by the end")
    assert set((partner_rounds(night) - Counter({frozenset((1, 2)): 6})).values()) == {1}


def test_people_who_must_not_meet_share_no_table():
    night = play_rotation([range(1, 30)] * 6, apart=((1, 2), (2, 3), (1, 3)))
    assert not table_rounds(night).keys() & {frozenset(pair) for pair in ((1, 2), (2, 3), (1, 3))}
    assert repeats(partner_rounds(night)) == 0


def test_who_keeps_a_place_sits_at_one_table_on_one_chair():
    night = play_rotation([range(1, 30)] * 6, stationary=(4, 9))
    for entry in (4, 9):
        places = {(t.table, t.entries.index(entry)) for row in night for t in row[1].tables if entry in t.entries}
        assert len(places) == 1


def test_a_closed_table_is_left_out():
    assert sorted(seats(draw(12, closed_tables=(2,), config=Rotation(rounds=3)))) == [1, 3, 4]
    assert sorted(seats(draw(12, closed_tables=(2,), config=Rotation(tables=3, rounds=2)))) == [1, 3]


def test_who_keeps_a_place_at_a_table_that_closes_moves_once():
    first = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    result = draw(8, first, stationary=(5,), closed_tables=(2,), config=Rotation(rounds=2))
    assert sorted(seats(result)) == [1, 3]
    table = next(table for table, people in seats(result).items() if 5 in people)
    assert f"No. 5 moves to table {table} for this round, because table 2 isn’t in use." in said(result.reasons)


def test_with_fewer_tables_those_of_people_who_keep_their_place_stay_open():
    first = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")
    result = draw(9, first, stationary=(9,), config=Rotation(rounds=2))
    assert 9 in seats(result).get(3, {9})
    assert sorted(seats(result)) == [1, 3]


@pytest.mark.parametrize(
    ("players", "wishes", "message"),
    [
        (3, {}, "A rotation needs at least 4 players, and you have 3. Wait for more to arrive."),
        (4, {"apart": ((1, 2),)}, "The conflict: “Never meet” (No. 1 and No. 2). Remove a request"),
        (4, {"stationary": (1, 3)}, "The conflict: “Keep a seat” (No. 1 and No. 3). Remove a request"),
        (
            8,
            {"together": ((1, 2), (3, 4)), "apart": ((1, 3), (2, 5), (4, 5))},
            "The conflict: “Never meet” (No. 1 and No. 3; No. 2 and No. 5; No. 4 and No. 5) and “Stay together”",
        ),
        (
            4,
            {"apart": ((1, 2),), "stationary": (3, 4)},
            "There’s no way to seat everyone in round 1 (players: 4, tables: 1). The conflict: All requests together.",
        ),
    ],
)
def test_when_no_round_is_legal_it_names_the_rule_in_the_way_and_the_ways_out(players, wishes, message):
    with pytest.raises(RuleError) as refused:
        draw(players, **wishes)
    assert message in str(refused.value)


def test_when_all_tables_are_closed_it_asks_for_one():
    with pytest.raises(RuleError, match="All tables in the room are closed"):
        draw(8, config=Rotation(tables=2), closed_tables=(1, 2))


def test_it_says_how_long_a_night_is():
    config = Rotation(rounds=6)
    assert rounds(config, 40) == 6
    assert [rounds_left(config, draw_request(number, range(1, 9))) for number in (1, 6, 8)] == [6, 1, 0]


def test_no_one_is_asked_about_a_tie():
    assert tie_question(Rotation(), Slip((5, 5))) is None


def test_its_settings_go_through_plain_data_and_back():
    config = Rotation(rounds=12, tables=7, bye_points=None)
    assert config_from(Rotation, config_data(config)) == config
    with pytest.raises(RuleError, match="“Rounds” is 61"):
        Rotation(rounds=61)
