"""A progressive gives way to wishes: who keeps a seat, who stays together, who does not meet."""

from dataclasses import replace

import pytest

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import draw_request, partners, played, seats
from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.constraints import Constraints
from tournaments.formats.progressive.config import Colours, Moves, Progressive, ShortTable
from tournaments.formats.progressive.draw import draw_round
from tournaments.formats.wishes import accommodation

THREE_TABLES = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")
WINNERS_MOVE = Progressive(moves=Moves.WINNERS)


def drawn(config, field, *history, **wishes):
    request = replace(draw_request(len(history) + 1, field, *history), constraints=Constraints(**wishes))
    return draw_round(config, request)


def second_round(config=None, field=range(1, 13), before=THREE_TABLES, **wishes):
    return drawn(config or Progressive(), field, before, **wishes)


def place(draw, entry):
    return next((table.table, table.entries.index(entry)) for table in draw.tables if entry in table.entries)


def test_who_keeps_a_seat_has_it_again_and_the_counterpart_goes_instead():
    draw = second_round(stationary=(7,))  # lost; the winners 5 and 6 were to stay
    assert place(draw, 7) == (2, 2)
    assert seats(draw) == {1: {1, 2, 11, 12}, 2: {3, 4, 6, 7}, 3: {9, 10, 5, 8}}
    assert said(draw.reasons)[0] == "No. 7 keeps their seat at table 2. No. 5 moves instead."
    assert len(said(draw.reasons)) == 2


def test_who_was_to_stay_anyway_needs_no_reason_but_has_the_same_chair():
    draw = second_round(stationary=(6,))
    assert place(draw, 6) == (2, 1)
    assert seats(draw) == seats(second_round())
    assert len(said(draw.reasons)) == 1


def test_a_seat_is_kept_all_night():
    for config in (Progressive(), WINNERS_MOVE, Progressive(colours=Colours.HIGH_LOW)):
        wished = Constraints(stationary=(3, 14), closed_tables=(2,))
        night = play_rounds(
            lambda request, config=config: draw_round(config, request), [range(1, 17)] * 8, 1, 0, wished
        )
        for entry in (3, 14):
            assert len({place(row[1], entry) for row in night}) == 1


def test_with_colours_who_keeps_a_seat_keeps_the_colour():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW), stationary=(8,))
    assert place(draw, 8) == (2, 3)
    assert said(draw.reasons)[0] == "No. 8 keeps their seat at table 2. No. 6 moves instead."


def test_a_seat_at_a_table_that_closes_is_lost_once():
    draw = second_round(stationary=(7,), closed_tables=(2,))
    assert sorted(seats(draw)) == [1, 3, 4]
    assert "No. 7 moves to table 4 for this round, because table 2 isn’t in use." in said(draw.reasons)


def test_a_seat_at_the_last_table_is_kept_when_fewer_are_needed():
    draw = second_round(field=[1, 2, 3, 4, 5, 6, 7, 12], stationary=(12,))
    assert sorted(seats(draw)) == [1, 3]
    assert place(draw, 12) == (3, 3)


def test_a_couple_plays_together_and_moves_as_one():
    draw = second_round(WINNERS_MOVE, together=((2, 3),))  # 2 was to go to table 3, 3 to stay
    assert frozenset((2, 3)) in partners(draw)
    assert {2, 3} < seats(draw)[1]
    assert said(draw.reasons)[0] == (
        "No. 2 and No. 3 stay together and go to table 1, because that’s the shorter walk. No. 4 moves instead."
    )


def test_couples_who_go_the_same_way_are_said_to_stay_together():
    draw = second_round(together=((1, 2),))
    assert frozenset((1, 2)) in partners(draw)
    assert seats(draw) == seats(second_round())
    assert said(draw.reasons)[:2] == (
        "No. 1 and No. 2 stay together, as requested.",
        "No. 11 and No. 12 are partners again, because No. 1 and No. 2 at their table stay together.",
    )


def test_a_couple_of_whom_one_keeps_the_seat_stays_there():
    draw = second_round(stationary=(7,), together=((7, 8),))
    assert place(draw, 7) == (2, 2)
    assert frozenset((7, 8)) in partners(draw)
    assert said(draw.reasons)[0] == ("No. 7 keeps their seat at table 2, next to No. 8. No. 5 and No. 6 move instead.")
    both = second_round(stationary=(7, 8), together=((7, 8),))
    assert said(both.reasons)[0] == "No. 7 and No. 8 keep their seats at table 2. No. 5 and No. 6 move instead."


def test_a_couple_that_cannot_sit_side_by_side_in_its_chairs_says_so():
    draw = second_round(stationary=(5, 7), together=((5, 7),))
    assert frozenset((5, 7)) in partners(draw)
    why = "but changes seats this round, because no other arrangement works."
    assert any(reason.endswith(why) for reason in said(draw.reasons))


def test_a_couple_of_one_colour_changes_one_card():
    draw = second_round(Progressive(colours=Colours.HIGH_LOW), together=((1, 5),))
    assert frozenset((1, 5)) in partners(draw)
    assert any("plays low from now on" in reason for reason in said(draw.reasons))


def test_a_couple_sits_out_together_or_not_at_all():
    draw = drawn(Progressive(), range(1, 7), played(1, "3+4 v 5+6 = 7:5", byes=[1, 2]), together=((3, 4),))
    assert {bye.entry for bye in draw.byes} in ({3, 4}, {5, 6})
    one_over = drawn(Progressive(), range(1, 6), together=((1, 2), (3, 4)))
    assert [bye.entry for bye in one_over.byes] == [5]


def test_strangers_do_not_meet_and_the_nearest_chair_is_taken():
    draw = second_round(apart=((1, 12),))
    assert not any({1, 12} <= table for table in seats(draw).values())
    assert said(draw.reasons)[0].rsplit(". No. ", 1)[0] in (
        "No. 1 goes to table 2 to avoid No. 12",
        "No. 12 goes to table 2 to avoid No. 1",
    )
    assert said(draw.reasons)[0].endswith(" moves instead.")


def test_at_tables_of_three_couples_play_at_a_table_of_four():
    config = Progressive(short_table=ShortTable.THREE_HANDED)
    draw = drawn(config, range(1, 8), together=((5, 6),), stationary=(1,))
    assert frozenset((5, 6)) in partners(draw)
    with pytest.raises(RuleError, match=r"“Stay together” \(No. 1 and No. 2\).*instead of seating three at a table"):
        drawn(config, range(1, 7), together=((1, 2),))


def test_house_players_fill_the_chairs_beside_wishes():
    config = Progressive(short_table=ShortTable.HOUSE_PLAYER)
    draw = drawn(config, range(1, 7), together=((1, 2),), apart=((3, 4),))
    assert {entry for table in draw.tables for entry in table.entries} == {*range(-1, 7)}
    assert frozenset((1, 2)) in partners(draw)


def test_who_comes_late_with_a_wish_sits_anywhere_it_is_granted():
    draw = second_round(field=[*range(2, 13), 20], apart=((20, 2),))
    assert not any({2, 20} <= table for table in seats(draw).values())


def test_a_night_too_tangled_to_search_is_seated_legally_all_the_same(monkeypatch):
    monkeypatch.setattr(accommodation, "MAX_STEPS", 0)
    draw = second_round(apart=((1, 12), (1, 11)), together=((5, 6),))
    assert frozenset((5, 6)) in partners(draw)
    assert not any(1 in table and {11, 12} & table for table in seats(draw).values())


def test_wishes_that_cannot_be_granted_are_named():
    with pytest.raises(RuleError) as refused:
        drawn(Progressive(), range(1, 5), apart=((1, 2),))
    assert str(refused.value) == (
        "There’s no way to seat everyone in round 1 (players: 4, tables: 1). The conflict: "
        "“Never meet” (No. 1 and No. 2). Remove a request, or seat more or fewer players."
    )


def test_wishes_about_people_who_are_not_here_change_nothing():
    assert second_round(stationary=(50,), together=((1, 60),), apart=((2, 70),)) == second_round()
