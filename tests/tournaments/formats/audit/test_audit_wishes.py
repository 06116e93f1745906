"""The audit's view on wishes and table numbers: each fault, planted in a round without one, is found."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.nights import draw_request, drawn, drawn_table, played, why
from tournaments.formats.audit.round_audit import HardRules, MovementRule, audit
from tournaments.formats.base import RoundDraw
from tournaments.formats.constraints import Constraints

EIGHT = range(1, 9)
FIRST = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
LOSERS_DOWN = HardRules(movement=MovementRule(winners_move=False, head_winners_move=False, steps=(1, 1), wrap=True))


def request_with(number, field, *history, **wishes):
    return replace(draw_request(number, field, *history), constraints=Constraints(**wishes))


def hard(request, draw, rules=None):
    return [str(finding.text) for finding in audit(rules or HardRules(), request, draw) if finding.hard]


def soft(request, draw):
    return [str(finding.text) for finding in audit(HardRules(), request, draw) if not finding.hard]


def at_tables(number, tables):
    """A round from {2: "1+2 v 3+4"}."""
    return RoundDraw(number, tuple(drawn_table(table, text) for table, text in tables.items()))


def test_a_closed_table_is_not_used():
    request = request_with(1, EIGHT, closed_tables=(2,))
    assert hard(request, at_tables(1, {1: "1+2 v 3+4", 3: "5+6 v 7+8"})) == []
    assert hard(request, drawn(1, "1+2 v 3+4", "5+6 v 7+8")) == ["Table 2 is closed. Use another one."]
    pairs = HardRules(side_size=1)
    assert hard(request_with(1, [1, 2], closed_tables=(1,)), drawn(1, "1 v 2"), pairs) == [
        "Table 1 is closed. Use another one."
    ]


@pytest.mark.parametrize(
    ("tables", "text"),
    [
        ((1, 1), "Table 1 appears 2 times. Give each table its own number."),
        ((0, 1), "0 isn’t a valid table number. Start numbering tables at 1."),
        ((1, 4), "Table 3 is open but unused. Use the lowest table numbers available."),
    ],
)
def test_tables_have_the_lowest_numbers_once_each(tables, text):
    rows = tuple(drawn_table(table, row) for table, row in zip(tables, ("1+2 v 3+4", "5+6 v 7+8"), strict=True))
    assert hard(request_with(1, EIGHT, closed_tables=(2,)), RoundDraw(1, rows)) == [text]


def test_a_table_that_a_player_keeps_may_leave_a_gap():
    before = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")
    there = at_tables(2, {1: "1+3 v 2+4", 3: "9+5 v 6+7"})
    field = [1, 2, 3, 4, 5, 6, 7, 9]
    assert hard(request_with(2, field, before, stationary=(9,)), there) == []
    assert hard(request_with(2, field, before), there) == [
        "Table 2 is open but unused. Use the lowest table numbers available."
    ]


def test_two_who_are_not_to_meet_share_no_table():
    request = request_with(1, EIGHT, apart=((1, 8), (2, 4), (3, 99)))
    assert hard(request, drawn(1, "1+2 v 3+5", "4+6 v 7+8")) == []
    assert hard(request, drawn(1, "1+2 v 3+4", "5+6 v 7+8")) == [
        "No. 2 and No. 4 are both at table 1, but asked not to meet."
    ]


def test_who_stays_together_plays_together():
    request = request_with(1, range(1, 7), together=((1, 2), (5, 99)))
    assert hard(request, drawn(1, "1+2 v 3+4", byes=[5, 6])) == []
    assert hard(request, drawn(1, "3+4 v 5+6", byes=[1, 2])) == []
    assert hard(request, drawn(1, "1+3 v 2+4", byes=[5, 6])) == [
        "No. 1 and No. 2 aren’t partners, but asked to stay together."
    ]
    assert hard(request, drawn(1, "1+3 v 5+4", byes=[2, 6])) == [
        "No. 1 plays and No. 2 sits out, but they asked to stay together."
    ]


def test_who_keeps_a_place_has_table_and_chair_of_the_last_round_played():
    second = played(2, "5+1 v 3+7 = 7:5", byes=[2, 4, 6, 8])
    request = request_with(3, EIGHT, FIRST, second, stationary=(2, 5, 99))
    assert hard(request, drawn(3, "5+2 v 3+4", "1+6 v 7+8")) == []
    assert hard(request, drawn(3, "2+5 v 3+4", "1+6 v 7+8")) == [
        "No. 2 asked to keep a seat but is in a different one at table 1.",
        "No. 5 asked to keep a seat but is in a different one at table 1.",
    ]
    assert hard(request, drawn(3, "1+2 v 3+4", "5+6 v 7+8")) == [
        "No. 5 asked to keep a seat at table 1 but is at table 2."
    ]
    excused = drawn(3, "1+2 v 3+4", "5+6 v 7+8", reasons=(why(5),))
    assert hard(request, excused) == []
    assert hard(request, drawn(3, "1+2 v 3+4", byes=[5, 6, 7, 8])) == []


def test_a_reason_excuses_nothing_but_a_lost_place():
    reasons = (why(1, 2),)
    together, apart = request_with(1, EIGHT, together=((1, 2),)), request_with(1, EIGHT, apart=((1, 2),))
    assert hard(together, drawn(1, "1+3 v 2+4", "5+6 v 7+8", reasons=reasons))
    assert hard(apart, drawn(1, "1+3 v 2+4", "5+6 v 7+8", reasons=reasons))


def test_pairs_make_no_wishes():
    request = request_with(2, [1, 2], played(1, "1 v 2 = 10:3"), stationary=(1,), apart=((1, 2),), together=((1, 3),))
    assert hard(request, drawn(2, "2 v 1"), HardRules(side_size=1)) == []


def test_a_couple_need_not_be_split_up_nor_those_who_meet_it():
    request = request_with(2, EIGHT, FIRST, together=((1, 2),))
    assert hard(request, drawn(2, "1+2 v 7+8", "5+3 v 6+4"), LOSERS_DOWN) == []
    assert soft(request, drawn(2, "1+2 v 7+8", "5+3 v 6+4")) == ["No. 7 and No. 8 are partners again (2 times in all)."]
    assert hard(request_with(2, EIGHT, FIRST), drawn(2, "1+2 v 7+8", "5+3 v 6+4"), LOSERS_DOWN)


def test_a_couple_sits_out_as_one():
    before = played(1, "3+4 v 5+6 = 7:5", byes=[1, 2])
    request = request_with(2, range(1, 7), before, together=((1, 2),))
    assert soft(request, drawn(2, "3+5 v 4+6", byes=[1, 2])) == [
        "No. 1 and No. 2 sit out twice in a row.",
        "No. 1 and No. 2 sit out again, but No. 3 has fewer sit-outs (0).",
    ]


def test_with_one_chair_too_few_it_is_not_a_couples_turn():
    history = [played(1, "1+2 v 3+4 = 7:5", byes=[5]), played(2, "1+2 v 3+5 = 7:5", byes=[4])]
    history.append(played(3, "1+2 v 5+4 = 7:5", byes=[3]))
    request = request_with(4, range(1, 6), *history, together=((1, 2),))
    assert not any("sits out" in text for text in soft(request, drawn(4, "1+2 v 3+4", byes=[5])))
    alone = request_with(4, range(1, 6), *history)
    assert "No. 5 sits out again, but No. 1 has fewer sit-outs (0)." in soft(alone, drawn(4, "1+2 v 3+4", byes=[5]))


def test_the_movement_goes_by_the_order_of_the_tables():
    request = request_with(2, EIGHT, FIRST, closed_tables=(1,))
    right = at_tables(2, {2: "1+7 v 2+8", 3: "5+3 v 6+4"})
    wrong = at_tables(2, {2: "1+3 v 2+8", 3: "5+7 v 6+4"})
    assert hard(request, right, LOSERS_DOWN) == []
    assert hard(request, wrong, LOSERS_DOWN) == [
        "No. 3 is at table 2 but should be at table 3.",
        "No. 7 is at table 3 but should be at table 2.",
    ]
