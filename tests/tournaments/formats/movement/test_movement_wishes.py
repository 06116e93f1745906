"""A fixed movement gives way to wishes; a Grand Prix of pairs knows closed tables only."""

from dataclasses import replace

import pytest

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import draw_request, partners, played, seats
from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.constraints import Constraints
from tournaments.formats.movement.draw import GrandPrix, SeatMovement, draw_round

THREE_TABLES = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")


def second_round(config=None, field=range(1, 13), before=THREE_TABLES, **wishes):
    request = replace(draw_request(2, field, before), constraints=Constraints(**wishes))
    return draw_round(config or SeatMovement(), request)


def test_who_keeps_a_seat_has_it_again_and_who_was_to_come_moves_on():
    draw = second_round(stationary=(7,))  # East of table 2 was to go up to table 1; 11 to come from table 3
    assert draw.tables[1].entries[2] == 7
    assert draw.tables[0].entries[2] == 11
    assert said(draw.reasons)[0] == "No. 7 keeps their seat at table 2. No. 11 moves instead."
    assert len(said(draw.reasons)) == 2


def test_a_seat_is_kept_all_night():
    wished = Constraints(stationary=(3, 14), together=((14, 15),), closed_tables=(1,))
    night = play_rounds(lambda request: draw_round(SeatMovement(), request), [range(1, 18)] * 8, 1, 0, wished)
    for entry in (3, 14):
        places = {(t.table, t.entries.index(entry)) for row in night for t in row[1].tables if entry in t.entries}
        assert len(places) == 1
    for row in night:
        assert {14, 15} <= {bye.entry for bye in row[1].byes} or frozenset((14, 15)) in partners(row[1])


def test_a_couple_plays_together_and_moves_as_one():
    draw = second_round(together=((1, 3),))  # 1 was to stay, 3 to go up to the last table
    assert frozenset((1, 3)) in partners(draw)
    assert {1, 3} < seats(draw)[1]
    assert said(draw.reasons)[0] == (
        "No. 1 and No. 3 stay together and go to table 1, because that’s the shorter walk. No. 10 moves instead."
    )


def test_a_player_who_loses_a_chair_to_a_couple_gets_a_reason():
    draw = second_round(together=((1, 7),))  # both are led to table 1, to different sides
    assert frozenset((1, 7)) in partners(draw)
    assert seats(draw) == seats(second_round())
    assert any(
        reason.endswith("because other people’s requests fill the other seats.") for reason in said(draw.reasons)
    )


def test_strangers_do_not_meet():
    draw = second_round(apart=((1, 10),))  # 10 was to come to table 1, where 1 stays
    assert not any({1, 10} <= table for table in seats(draw).values())
    assert "to avoid" in said(draw.reasons)[0]


def test_who_sits_out_is_whose_turn_it_is():
    before = played(1, "1+2 v 3+4 = 7:5", byes=[5])
    draw = second_round(field=range(1, 6), before=before, stationary=(1,))
    assert [bye.entry for bye in draw.byes] != [5]


def test_at_one_table_less_everyone_still_has_a_reason():
    draw = second_round(field=[1, 2, 3, 4, 5, 9, 10, 11], together=((9, 10),))
    assert frozenset((9, 10)) in partners(draw)
    assert any("there’s no table 3" in reason for reason in said(draw.reasons))


def test_wishes_that_cannot_be_granted_are_named():
    with pytest.raises(RuleError, match=r"The conflict: “Keep a seat”.*Remove a request"):
        second_round(field=range(1, 5), stationary=(1, 2))


def test_pairs_have_no_wishes_but_their_tables_may_be_closed():
    wished = Constraints(stationary=(1, 2), apart=((1, 2),), together=((3, 4),), closed_tables=(2,))
    request = replace(draw_request(1, range(1, 7)), constraints=wished)
    draw = draw_round(GrandPrix(), request)
    assert seats(draw) == {1: {1, 2}, 3: {3, 4}, 4: {5, 6}}
