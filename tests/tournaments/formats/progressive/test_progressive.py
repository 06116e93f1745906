"""The winner-moves progressive, as the rule sheets of clubs describe it."""

import pytest

from games.engine.errors import RuleError
from games.engine.messages import NOTHING
from tests.said import said
from tests.tournaments.formats.nights import draw_request, drawn_table, hands, partners, played, seats
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, Slip
from tournaments.formats.progressive.config import Colours, HeadTable, Moves, Progressive, ShortTable, Tied
from tournaments.formats.progressive.draw import draw_round, rounds, table_sizes

THREE_TABLES = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")
TWELVE = range(1, 13)


def second_round(config, field=TWELVE, before=THREE_TABLES):
    return draw_round(config, draw_request(2, field, before))


def test_it_seats_the_first_round_by_lots():
    one, other = (draw_round(Progressive(), draw_request(1, TWELVE, seed=seed)) for seed in (1, 2))
    assert sorted(number for table in one.tables for number in table.entries) == list(TWELVE)
    assert seats(one)[1] != seats(other)[1]
    assert one == draw_round(Progressive(), draw_request(1, TWELVE, seed=1))
    assert said(one.reasons) == ("First round: random seats.",)


def test_losers_move_down_together_and_winners_stay():
    draw = second_round(Progressive())
    assert seats(draw) == {1: {1, 2, 11, 12}, 2: {5, 6, 3, 4}, 3: {9, 10, 7, 8}}
    assert said(draw.reasons) == (
        "Losers move together, one table down. Winners stay, split up and play against each other.",
    )


def test_winners_move_up_together_and_losers_stay():
    draw = second_round(Progressive(moves=Moves.WINNERS))
    assert seats(draw) == {1: {3, 4, 5, 6}, 2: {7, 8, 9, 10}, 3: {11, 12, 1, 2}}


def test_both_the_stayers_and_the_arriving_pair_are_split():
    draw = second_round(Progressive())
    assert not partners(draw) & {frozenset(side) for row in THREE_TABLES.tables for side in row.draw.sides}


def test_of_two_ways_to_split_it_takes_the_one_with_fewer_earlier_partnerships():
    before = played(1, "1+3 v 2+4 = 5:7"), played(2, "1+2 v 3+4 = 7:5")
    for seed in range(10):
        draw = draw_round(Progressive(), draw_request(3, range(1, 5), *before, seed=seed))
        assert partners(draw) == {frozenset((1, 4)), frozenset((2, 3))}


def test_with_colours_the_high_loser_goes_up_and_the_low_loser_down():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW))
    assert seats(draw) == {1: {1, 2, 7, 12}, 2: {5, 6, 11, 4}, 3: {9, 10, 3, 8}}
    assert said(draw.reasons)[-1].startswith("Losers move, high up one table and low down one.")


def test_high_always_partners_low_and_is_written_first():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW))
    highs = {1, 3, 5, 7, 9, 11}
    assert all(side[0] in highs and side[1] not in highs for table in draw.tables for side in table.sides)


def test_with_colours_both_may_move_the_same_way():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW, both_same_way=True, moves=Moves.WINNERS))
    assert seats(draw) == {1: {3, 4, 5, 6}, 2: {7, 8, 9, 10}, 3: {11, 12, 1, 2}}


def test_red_and_white_is_high_and_low_under_other_names():
    red, high = (second_round(Progressive(colours=colours)) for colours in (Colours.RED_WHITE, Colours.HIGH_LOW))
    assert red.tables == high.tables
    assert "red up one table and white down one" in said(red.reasons)[-1]


def test_without_wrap_the_head_tables_winners_stay_and_its_losers_go_to_the_last_table():
    draw = second_round(Progressive(moves=Moves.WINNERS, wrap=False))
    assert seats(draw) == {1: {1, 2, 5, 6}, 2: {7, 8, 9, 10}, 3: {11, 12, 3, 4}}


def test_without_wrap_the_last_tables_losers_stay_and_its_winners_go_to_the_head_table():
    draw = second_round(Progressive(wrap=False))
    assert seats(draw) == {1: {1, 2, 9, 10}, 2: {5, 6, 3, 4}, 3: {11, 12, 7, 8}}


def test_without_wrap_a_colour_that_cannot_leave_sends_the_same_colour_of_the_other_side():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW, wrap=False))
    assert seats(draw) == {1: {3, 2, 7, 10}, 2: {5, 6, 11, 4}, 3: {9, 12, 1, 8}}


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        (HeadTable.LIKE_OTHERS, {1, 2, 11, 12}, {3, 4, 5, 6}),
        (HeadTable.WINNERS_STAY, {1, 2, 11, 12}, {3, 4, 5, 6}),
        (HeadTable.WINNERS_MOVE, {3, 4, 11, 12}, {1, 2, 5, 6}),
    ],
)
def test_a_club_decides_what_the_head_tables_winners_do(head, first, second):
    draw = second_round(Progressive(head_table=head))
    assert (seats(draw)[1], seats(draw)[2]) == (first, second)
    assert said(draw.reasons)[-1].endswith(
        {"winners_stay": "the winners stay.", "winners_move": "the winners move."}.get(head, "play against each other.")
    )


def test_with_one_table_everyone_stays_and_changes_partners():
    before = played(1, "1+2 v 3+4 = 7:5")
    for config in (Progressive(), Progressive(wrap=False), Progressive(colours=Colours.HIGH_LOW, wrap=False)):
        draw = second_round(config, range(1, 5), before)
        assert seats(draw) == {1: {1, 2, 3, 4}}
        assert not partners(draw) & {frozenset((1, 2)), frozenset((3, 4))}


def test_who_won_the_tie_moves_as_the_winner():
    level = PlayedTable(drawn_table(1, "1+2 v 3+4"), Slip((5, 5), tie_winner=1))
    draw = second_round(Progressive(), range(1, 9), PlayedRound(1, (level, THREE_TABLES.tables[1])))
    assert seats(draw)[1] == {3, 4, 7, 8}


def test_the_order_of_the_hands_decides_a_tie_where_the_club_says_so():
    level = PlayedTable(drawn_table(1, "1+2 v 3+4"), Slip((2, 2), hands("1:2 0:1 0:1")))
    before = PlayedRound(1, (level, THREE_TABLES.tables[1]))
    assert seats(second_round(Progressive(), range(1, 9), before))[1] == {3, 4, 7, 8}


def test_a_level_table_without_an_answer_is_left_to_a_lot():
    before = played(1, "1+2 v 3+4 = 5:5", "5+6 v 7+8 = 7:5")
    draw = second_round(Progressive(tied=Tied.CUT), range(1, 9), before)
    assert said(draw.reasons)[0] == "Table 1 was tied: a random draw decided who moves."


def test_a_void_table_has_no_winner_and_the_random_draw_decides_who_moves():
    before = played(1, "1+2 v 3+4", "5+6 v 7+8 = 7:5")
    stayed = set()
    for seed in range(20):
        draw = draw_round(Progressive(), draw_request(2, range(1, 9), before, seed=seed))
        assert said(draw.reasons)[0] == "Table 1 wasn’t played: a random draw decided who moves."
        stayed.add(frozenset(seats(draw)[1] & {1, 2, 3, 4}))
    assert stayed == {frozenset((1, 2)), frozenset((3, 4))}


def test_one_to_three_left_over_sit_at_the_ghost_table_for_its_score():
    draw = draw_round(Progressive(ghost_points=6), draw_request(1, range(1, 16)))
    assert [bye.points for bye in draw.byes] == [6, 6, 6]
    assert len(draw.tables) == 3
    assert str(draw.byes[0].reason).startswith("With 15 players, 3 must sit out. It’s No. ")


def test_or_they_get_their_own_average():
    draw = draw_round(Progressive(short_table=ShortTable.OWN_AVERAGE), draw_request(1, range(1, 6)))
    assert [bye.points for bye in draw.byes] == [None]
    assert str(draw.byes[0].reason).endswith("(sit-outs so far: 0). Sitting out earns the player’s average.")


@pytest.mark.parametrize(
    ("players", "sizes"), [(6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)), (13, (4, 3, 3, 3))]
)
def test_or_the_last_tables_play_three_handed(players, sizes):
    config = Progressive(short_table=ShortTable.THREE_HANDED)
    assert table_sizes(config, players) == sizes
    draw = draw_round(config, draw_request(1, range(1, players + 1)))
    assert tuple(len(table.entries) for table in draw.tables) == sizes
    assert all(len(side) == 1 for table in draw.tables if len(table.entries) == 3 for side in table.sides)
    assert draw.byes == ()


def test_from_a_table_of_three_two_move():
    config = Progressive(short_table=ShortTable.THREE_HANDED, moves=Moves.LOSERS)
    before = played(1, "1+2 v 3+4 = 7:5", "5 v 6 v 7 = 3:9:1")
    assert seats(draw_round(config, draw_request(2, range(1, 8), before))) == {1: {1, 2, 5, 7}, 2: {6, 3, 4}}
    config = Progressive(short_table=ShortTable.THREE_HANDED, moves=Moves.WINNERS)
    assert seats(draw_round(config, draw_request(2, range(1, 8), before))) == {1: {3, 4, 5, 6}, 2: {7, 1, 2}}


def test_from_a_table_of_three_the_card_still_shows_the_way():
    config = Progressive(short_table=ShortTable.THREE_HANDED, colours=Colours.HIGH_LOW)
    history = (
        played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11 = 7:5"),
        played(2, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "10 v 9 v 11 = 2:1:3"),
    )
    draw = draw_round(config, draw_request(3, range(1, 12), *history))
    assert 9 in seats(draw)[2]  # high, though not the first at the table
    assert 10 in seats(draw)[1]  # low


def test_without_wrap_the_last_of_a_table_of_three_has_no_one_to_go_instead():
    config = Progressive(short_table=ShortTable.THREE_HANDED, wrap=False)
    before = played(1, "1+2 v 3+4 = 7:5", "5 v 6 v 7 = 3:9:1")
    draw = draw_round(config, draw_request(2, range(1, 8), before))
    assert 6 in seats(draw)[1]
    assert len(said(draw.reasons)) == 2  # one of the four now wanting table 2 goes to table 1


def test_five_cannot_play_at_tables_of_four_and_three():
    with pytest.raises(RuleError, match="5 players can’t be split into tables of 4 and 3"):
        draw_round(Progressive(short_table=ShortTable.THREE_HANDED), draw_request(1, range(1, 6)))


def test_three_players_are_too_few():
    with pytest.raises(RuleError, match=r"needs at least 4 players, and you have 3"):
        draw_round(Progressive(), draw_request(1, range(1, 4)))


def test_or_house_players_fill_the_chairs_and_move_like_anybody():
    config = Progressive(short_table=ShortTable.HOUSE_PLAYER)
    first = draw_round(config, draw_request(1, range(1, 7)))
    assert {number for table in first.tables for number in table.entries} == {*range(-1, 7)}
    before = played(1, "1+0 v 3+4 = 5:7", "5+6 v -1+2 = 7:5")
    assert seats(draw_round(config, draw_request(2, range(1, 7), before))) == {1: {3, 4, -1, 2}, 2: {5, 6, 1, 0}}


def test_who_comes_late_takes_the_chair_of_who_left():
    draw = second_round(Progressive(), [*range(2, 13), 20])
    assert seats(draw) == {1: {2, 11, 12, 20}, 2: {5, 6, 3, 4}, 3: {9, 10, 7, 8}}
    assert said(draw.reasons)[0] == "No. 20 joins at table 1, where a seat is free."


def test_four_late_arrivals_make_up_a_new_last_table():
    draw = second_round(Progressive(), range(1, 17))
    assert seats(draw)[4] == {13, 14, 15, 16}


def test_when_a_table_closes_its_people_take_the_chairs_that_leavers_free():
    draw = second_round(Progressive(), [2, 3, 5, 6, 7, 8, 9, 10])
    assert 2 in seats(draw)[1]
    assert {3, 5, 6} < seats(draw)[2]
    moved = [reason for reason in said(draw.reasons) if "goes to" in reason]
    assert [reason.split(" goes")[0] for reason in moved] == ["No. 7", "No. 8", "No. 9", "No. 10"]
    assert all(reason.endswith("table 3 has no free seat.") for reason in moved)


def test_who_sat_out_comes_back_on_the_chair_of_who_sits_out_now():
    before = played(1, "1+2 v 3+4 = 7:5", byes=[5])
    draw = second_round(Progressive(), range(1, 6), before)
    assert 5 in seats(draw)[1]
    assert "No. 5 returns to table 1, where a seat is free." in said(draw.reasons)


def test_a_late_arrival_gets_the_colour_that_is_short():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW), [*range(2, 13), 20])
    chair = next(side.index(20) for table in draw.tables for side in table.sides if 20 in side)
    assert chair == 0  # No. 1, who left, held a high card


def test_colours_change_only_when_one_has_run_out():
    before = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    draw = second_round(Progressive(colours=Colours.RED_WHITE), [2, 4, 5, 6], before)
    assert [reason for reason in said(draw.reasons) if "from now on" in reason] == [
        reason
        for reason in said(draw.reasons)
        if reason.endswith("plays red from now on, because red needed another player.")
    ]
    assert sum("from now on" in reason for reason in said(draw.reasons)) == 1


def test_a_round_changed_by_hand_is_moved_on_from_as_it_was_played():
    before = played(1, "1+2 v 3 = 7:5", "5+6 v 7+8+4 = 7:5")
    draw = second_round(Progressive(), range(1, 9), before)
    assert {number for table in draw.tables for number in table.entries} == set(range(1, 9))


def test_a_night_takes_the_rounds_it_was_set_to():
    assert rounds(Progressive(rounds=10), 40) == 10


def test_a_round_after_one_without_tables_is_drawn_by_lots():
    draw = second_round(
        Progressive(), range(1, 5), PlayedRound(1, (), tuple(ByeDraw(n, 7, NOTHING) for n in range(1, 5)))
    )
    assert seats(draw) == {1: {1, 2, 3, 4}}
