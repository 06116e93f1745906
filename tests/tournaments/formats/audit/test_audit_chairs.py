"""The audit of fixed movements: who is not on the chair that the movement leads to is found."""

from dataclasses import replace

from tests.said import said
from tests.tournaments.formats.nights import draw_request, drawn, drawn_table, played, why
from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import PlayedRound, PlayedTable
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.movement.draw import GrandPrix, SeatMovement, draw_round

THREE_TABLES = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5", "9+10 v 11+12 = 7:5")
MOVED = ("1+10 v 7+12", "5+2 v 11+4", "9+6 v 3+8")
PAIRS = hard_rules("grand_prix", GrandPrix())


def hard(request, draw, rules=None):
    rules = rules or hard_rules("seat_movement", SeatMovement())
    return [str(finding.text) for finding in audit(rules, request, draw) if finding.hard]


def test_every_chair_moves_by_its_own_step():
    request = draw_request(2, range(1, 13), THREE_TABLES)
    assert hard(request, drawn(2, *MOVED)) == []
    assert hard(request, drawn(2, "1+10 v 7+12", "5+2 v 3+4", "9+6 v 11+8")) == [
        "No. 3 is at table 2 but should be in seat 3 at table 3.",
        "No. 11 is at table 3 but should be in seat 3 at table 2.",
    ]
    assert hard(request, drawn(2, "10+1 v 7+12", *MOVED[1:])) == [
        "No. 1 is in the wrong seat and should be in seat 1 at table 1.",
        "No. 10 is in the wrong seat and should be in seat 2 at table 1.",
    ]


def test_a_departure_with_a_reason_is_accepted():
    reasons = (why(10, 1),)
    assert hard(draw_request(2, range(1, 13), THREE_TABLES), drawn(2, "10+1 v 7+12", *MOVED[1:], reasons=reasons)) == []


def test_arrivals_and_who_sits_out_are_led_nowhere():
    request = draw_request(2, [*range(1, 13), 20], THREE_TABLES)
    assert hard(request, drawn(2, "1+10 v 7+20", *MOVED[1:], byes=[12])) == []


def test_a_chair_past_the_last_table_needs_a_reason():
    request = draw_request(2, [1, 2, 4, 5, 6, 7, 8, 11], THREE_TABLES)
    assert hard(request, drawn(2, "1+6 v 7+8", "5+2 v 11+4")) == [
        "No. 6 is at table 1 but should be in seat 2 at table 3.",
        "No. 8 is at table 1 but should be in seat 4 at table 3.",
    ]


def test_the_pair_that_sat_out_comes_from_one_table_more():
    first = played(1, "1 v 2 = 10:3", "3 v 4 = 10:3", byes=[5])
    request = draw_request(2, range(1, 6), first)
    assert hard(request, drawn(2, "3 v 2", "5 v 4", byes=[1]), PAIRS) == []
    assert hard(request, drawn(2, "5 v 2", "3 v 4", byes=[1]), PAIRS) == [
        "No. 3 is at table 2 but should be in seat 1 at table 1.",
        "No. 5 is at table 1 but should be in seat 1 at table 2.",
    ]


def test_a_chair_too_many_added_by_hand_is_not_judged():
    extra = PlayedRound(1, (PlayedTable(drawn_table(1, "1 v 2+9"), None),))
    assert hard(draw_request(2, [1, 2], extra), drawn(2, "1 v 2"), PAIRS) == []


def test_swapping_any_two_people_of_any_round_is_found():
    """Of a night with arrivals, leavers and sit-outs; those the reasons name are left where they are."""
    fields = [range(1, 19), range(1, 18), [*range(2, 18), 30], [*range(2, 18), 30, 31]]
    night = play_rounds(lambda request: draw_round(SeatMovement(), request), fields)
    for request, draw, _ in night[1:]:
        assert hard(request, draw) == []
        text = " ".join(said(draw.reasons)) + "."
        known = {one for table in request.history[-1].tables for one in table.draw.entries}
        free = [one for table in draw.tables for one in table.entries if f"No. {one} " not in text and one in known]
        one, other = free[0], free[-1]
        swap = {one: other, other: one}
        tables = tuple(
            replace(table, sides=tuple(tuple(swap.get(each, each) for each in side) for side in table.sides))
            for table in draw.tables
        )
        assert len(hard(request, replace(draw, tables=tables))) == 2


def test_the_first_round_leads_no_one_anywhere():
    request = draw_request(1, range(1, 13))
    assert hard(request, FORMATS["seat_movement"].draw(SeatMovement(), request)) == []
