"""The checker of rounds: it finds what is wrong and says so in words."""

import pytest

from games.engine.messages import NOTHING, verbatim
from tests.tournaments.formats.nights import draw_request, drawn, drawn_table, played, why
from tournaments.formats.audit.round_audit import HardRules, MovementRule, audit
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, RoundDraw, Slip, TableDraw

EIGHT = range(1, 9)
FIRST = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
LOSERS_DOWN = HardRules(movement=MovementRule(winners_move=False, head_winners_move=False, steps=(1, 1), wrap=True))
PAIRS = HardRules(side_size=1, most_meetings=1)


def hard(rules, request, draw):
    return [str(finding.text) for finding in audit(rules, request, draw) if finding.hard]


def soft(rules, request, draw):
    return [str(finding.text) for finding in audit(rules, request, draw) if not finding.hard]


def test_a_round_without_fault_has_no_findings():
    assert audit(HardRules(), draw_request(1, EIGHT), drawn(1, "1+2 v 3+4", "5+6 v 7+8")) == ()


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (drawn(2, "1+2 v 3+4", "5+6 v 7+8"), "This is round 2, not round 1."),
        (drawn(1, "1+2 v 3+4", byes=[5, 6, 7]), "No. 8 has no seat in this round."),
        (drawn(1, "1+2 v 3+4", "5+6 v 7+8", byes=[1]), "No. 1 has 2 seats in this round."),
        (drawn(1, "1+2 v 3+4", "5+6 v 7+8", byes=[9]), "No. 9 has a seat but isn’t checked in."),
        (
            drawn(1, "1+2 v 3+4", "5+6 v 7+0", byes=[8]),
            "house player 1 has a seat, but the limit for house players is 0.",
        ),
        (
            RoundDraw(1, (TableDraw(1, ((1, 2), (3, 4))), TableDraw(3, ((5, 6), (7, 8))))),
            "Table 2 is open but unused. Use the lowest table numbers available.",
        ),
        (drawn(1, "1+2 v 3+4", "5+6+8 v 7"), "Table 2 seats 3 against 1. Seat 2 against 2."),
        (drawn(1, "1+2 v 3+4", "5 v 6 v 7", byes=[8]), "Table 2 seats 1 against 1 against 1. Seat 2 against 2."),
        (
            RoundDraw(1, (*drawn(1, "1+2 v 3+4", "5+6 v 7+8").tables, TableDraw(3, ()))),
            "Table 3 seats no one. Seat 2 against 2.",
        ),
    ],
)
def test_everyone_has_one_place_at_a_proper_table(draw, text):
    assert text in hard(HardRules(), draw_request(1, EIGHT), draw)


def test_a_player_twice_at_a_table_is_found():
    assert hard(HardRules(), draw_request(1, range(1, 4)), drawn(1, "1+2 v 3+3")) == [
        "No. 3 has 2 seats in this round."
    ]


def test_house_players_sit_where_they_are_allowed_but_never_sit_out():
    rules = HardRules(house_players=1)
    assert hard(rules, draw_request(1, range(1, 4)), drawn(1, "1+2 v 3+0")) == []
    assert "house player 2 has a seat, but the limit for house players is 1." in hard(
        rules, draw_request(1, [1, 2]), drawn(1, "1+2 v -1+0")
    )
    out = RoundDraw(1, drawn(1, "1+2 v 3+4").tables, (ByeDraw(0, 7, NOTHING),))
    assert hard(rules, draw_request(1, range(1, 5)), out) == [
        "house player 1 sits out but isn’t needed. Remove that house player."
    ]


def test_three_may_play_each_for_themselves_where_allowed():
    rules = HardRules(allows_threes=True)
    assert audit(rules, draw_request(1, range(1, 8)), drawn(1, "1+2 v 3+4", "5 v 6 v 7")) == ()


def test_it_follows_the_movement():
    assert audit(LOSERS_DOWN, draw_request(2, EIGHT, FIRST), drawn(2, "1+7 v 2+8", "5+3 v 6+4")) == ()
    wrong = drawn(2, "1+3 v 2+8", "5+7 v 6+4")
    assert hard(LOSERS_DOWN, draw_request(2, EIGHT, FIRST), wrong) == [
        "No. 3 is at table 1 but should be at table 2.",
        "No. 7 is at table 2 but should be at table 1.",
    ]


def test_a_departure_with_a_reason_is_accepted():
    reasons = (why(3), why(7))
    wrong = drawn(2, "1+3 v 2+8", "5+7 v 6+4", reasons=reasons)
    assert hard(LOSERS_DOWN, draw_request(2, EIGHT, FIRST), wrong) == []
    not_meant = drawn(
        2, "1+3 v 2+8", "5+7 v 6+4", reasons=(why(31, 77), verbatim("No. 3 and No. 7 are named by somebody only."))
    )
    assert len(hard(LOSERS_DOWN, draw_request(2, EIGHT, FIRST), not_meant)) == 2


def test_without_wrap_who_would_leave_at_the_end_stays_and_the_other_side_goes():
    rule = MovementRule(winners_move=True, head_winners_move=True, steps=(-1, -1), wrap=False)
    assert audit(HardRules(movement=rule), draw_request(2, EIGHT, FIRST), drawn(2, "1+5 v 2+6", "7+3 v 8+4")) == ()
    assert hard(HardRules(movement=rule), draw_request(2, EIGHT, FIRST), drawn(2, "3+5 v 4+6", "7+1 v 8+2"))


def test_the_head_table_may_have_a_rule_of_its_own():
    rule = MovementRule(winners_move=False, head_winners_move=True, steps=(1, 1), wrap=True)
    assert audit(HardRules(movement=rule), draw_request(2, EIGHT, FIRST), drawn(2, "3+7 v 4+8", "5+1 v 6+2")) == ()


def test_a_void_or_level_table_may_be_moved_either_way_but_only_one_way():
    level = (PlayedTable(drawn_table(1, "1+2 v 3+4"), Slip((5, 5))), FIRST.tables[1])
    void = (PlayedTable(drawn_table(1, "1+2 v 3+4"), None), FIRST.tables[1])
    for before in (PlayedRound(1, level), PlayedRound(1, void)):
        assert hard(LOSERS_DOWN, draw_request(2, EIGHT, before), drawn(2, "1+7 v 2+8", "5+3 v 6+4")) == []
        assert hard(LOSERS_DOWN, draw_request(2, EIGHT, before), drawn(2, "3+7 v 4+8", "5+1 v 6+2")) == []
        assert len(hard(LOSERS_DOWN, draw_request(2, EIGHT, before), drawn(2, "3+7 v 2+8", "5+1 v 6+4"))) == 2


def test_the_named_winner_of_a_level_table_counts():
    named = (PlayedTable(drawn_table(1, "1+2 v 3+4"), Slip((5, 5), tie_winner=1)), FIRST.tables[1])
    assert hard(LOSERS_DOWN, draw_request(2, EIGHT, PlayedRound(1, named)), drawn(2, "1+7 v 2+8", "5+3 v 6+4"))


def test_the_movement_from_a_table_of_three_is_not_judged():
    before = played(1, "1+2 v 3+4 = 7:5", "5 v 6 v 7 = 1:2:3")
    rules = HardRules(allows_threes=True, movement=LOSERS_DOWN.movement)
    assert hard(rules, draw_request(2, range(1, 8), before), drawn(2, "1+5 v 2+6", "3 v 4 v 7")) == []


def test_partners_are_split_after_the_round():
    assert hard(LOSERS_DOWN, draw_request(2, EIGHT, FIRST), drawn(2, "1+2 v 7+8", "5+3 v 6+4")) == [
        "No. 1 and No. 2 at table 1 were partners last round. Split them up.",
        "No. 7 and No. 8 at table 1 were partners last round. Split them up.",
    ]


def test_no_one_changes_colour_without_a_reason():
    rules = HardRules(is_coloured=True)
    assert hard(rules, draw_request(2, EIGHT, FIRST), drawn(2, "1+4 v 3+2", "5+8 v 7+6")) == []
    changed = drawn(2, "4+1 v 3+2", "5+8 v 7+6")
    assert hard(rules, draw_request(2, EIGHT, FIRST), changed) == [
        "No. 4 plays low but is in a high seat.",
        "No. 1 plays high but is in a low seat.",
    ]


def test_opponents_do_not_meet_more_often_than_allowed():
    before = played(1, "1 v 2 = 10:8", "3 v 4 = 10:8")
    assert hard(PAIRS, draw_request(2, range(1, 5), before), drawn(2, "1 v 3", "2 v 4")) == []
    assert hard(PAIRS, draw_request(2, range(1, 5), before), drawn(2, "1 v 2", "3 v 4")) == [
        "No. 1 and No. 2 meet again at table 1 (meetings so far: 1). Split them up.",
        "No. 3 and No. 4 meet again at table 2 (meetings so far: 1). Split them up.",
    ]
    assert hard(PAIRS, draw_request(2, [1, 2], played(1, "1 v 2")), drawn(2, "1 v 2")) == []  # the first was void


def test_it_mentions_partners_who_have_been_partners_before():
    assert soft(HardRules(), draw_request(2, EIGHT, FIRST), drawn(2, "1+2 v 5+7", "3+6 v 4+8")) == [
        "No. 1 and No. 2 are partners again (2 times in all)."
    ]


def test_it_mentions_unfair_sit_outs():
    before = played(1, "1+2 v 3+4 = 7:5", byes=[5])
    assert soft(HardRules(), draw_request(2, range(1, 6), before), drawn(2, "1+3 v 2+4", byes=[5])) == [
        "No. 5 sits out twice in a row.",
        "No. 5 sits out again, but No. 1 has fewer sit-outs (0).",
    ]
    assert soft(HardRules(), draw_request(2, range(2, 7), before), drawn(2, "2+3 v 4+5", byes=[6])) == []
