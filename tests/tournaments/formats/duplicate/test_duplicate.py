"""The duplicate's rounds, one by one."""

from collections import Counter
from itertools import combinations

import pytest

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import SEED, draw_request, play_night, played
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import DrawRequest, PlayedRound, Slip
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.constraints import Constraints
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.duplicate.course import Course
from tournaments.formats.duplicate.draw import draw_round, rounds, rounds_left, tie_question

EIGHT = Duplicate()


def night(fields, seed=SEED, config=EIGHT):
    return [row[2] for row in play_night("duplicate", config, fields, seed)]


def planned(pairs, count, seed=SEED):
    """All rounds of a night as they are planned before the first, as if played."""
    course = Course(count, draw_request(1, range(1, pairs + 1), seed=seed))
    return [
        played(
            number, *(f"{north + 1} v {east + 1}" for north, east in row.tables), byes=[pair + 1 for pair in row.out]
        )
        for number, row in enumerate(course.rounds, start=1)
    ]


def meetings(history):
    return Counter(frozenset(table.draw.entries) for row in history for table in row.tables)


def leans(history):
    """Entry -> rounds in North/South less rounds in East/West."""
    found = Counter()
    for row in history:
        for table in row.tables:
            north, east = table.draw.entries
            found.update({north: 1, east: -1})
    return found


def comparisons(history):
    """Pair -> in how many rounds the two sat in the same direction."""
    return Counter(
        frozenset(two)
        for row in history
        for side in (0, 1)
        for two in combinations((table.draw.sides[side][0] for table in row.tables), 2)
    )


@pytest.mark.parametrize("pairs", range(4, 21))
def test_no_two_meet_twice_before_all_have_met(pairs):
    full = pairs - 1 + pairs % 2
    history = planned(pairs, 40)
    assert len(history) == full
    assert meetings(history) == dict.fromkeys(map(frozenset, combinations(range(1, pairs + 1), 2)), 1)
    assert max(map(abs, leans(history).values())) <= 2


@pytest.mark.parametrize(("pairs", "seed"), [(4, 1), (7, 4)])
def test_then_all_meet_again(pairs, seed):
    history = night([range(1, pairs + 1)] * 12, seed, Duplicate(rounds=12))
    full = pairs - 1 + pairs % 2
    for first in range(0, 12, full):
        assert max(meetings(history[first : first + full]).values()) == 1
    assert max(map(abs, leans(history).values())) <= 2


def test_what_was_planned_before_the_first_round_is_what_is_drawn():
    assert [[table.draw for table in row.tables] for row in night([range(1, 10)] * 8)] == [
        [table.draw for table in row.tables] for row in planned(9, 8)
    ]


@pytest.mark.parametrize("count", [6, 7])
@pytest.mark.parametrize("pairs", [4, 5, 9, 10, 12, 15, 20])
def test_no_pair_sits_in_one_direction_more_than_one_round_beyond_half(pairs, count):
    assert max(map(abs, leans(planned(pairs, count)).values())) <= 2


def test_of_an_odd_number_all_sit_out_in_turn():
    history = night([range(1, 6)] * 8)
    out = [bye.entry for row in history for bye in row.byes]
    assert sorted(out[:5]) == list(range(1, 6))
    assert len(set(out[5:])) == 3


def test_a_bye_is_scored_by_comparison_and_says_why():
    bye = draw_round(EIGHT, draw_request(1, range(1, 6))).byes[0]
    assert bye.points is None
    assert str(bye.reason) == f"With 5 pairs, one must have a bye. It’s No. {bye.entry}’s turn (byes so far: 0)."


def test_the_seed_decides_the_order_and_nothing_else_does():
    request = draw_request(1, range(1, 9))
    assert draw_round(EIGHT, request) == draw_round(EIGHT, request)
    assert len({draw_round(EIGHT, draw_request(1, range(1, 9), seed=seed)) for seed in range(6)}) == 6


def test_it_says_how_even_it_will_be():
    draw = draw_round(EIGHT, draw_request(1, range(1, 11)))
    history = planned(10, 8)
    counts = comparisons(history)
    least, most = (pick(counts[frozenset(two)] for two in combinations(range(1, 11), 2)) for pick in (min, max))
    lean = max(map(abs, leans(history).values()))
    assert said(draw.reasons) == (
        f"By the end of round 8, each pair is compared with every other pair in {least} to {most} rounds. Each sits "
        f"North–South about as often as East–West (difference: at most {lean}).",
        "Every table plays the same 4 deals.",
    )


@pytest.mark.parametrize("pairs", range(4))
def test_three_pairs_are_too_few_to_compare(pairs):
    with pytest.raises(RuleError, match=f"at least 4 pairs, and you have {pairs}. Wait for another pair, or play a"):
        draw_round(EIGHT, draw_request(1, range(1, pairs + 1)))


def test_more_pairs_than_can_be_balanced_are_refused_at_once():
    with pytest.raises(RuleError, match=r"at most 200 pairs, and you have 1000000\. Split them into 2 events"):
        draw_round(EIGHT, draw_request(1, range(1, 1_000_001)))


def test_closed_tables_stay_empty():
    request = DrawRequest(1, tuple(range(1, 9)), (), SEED, Constraints(closed_tables=(1, 3)))
    assert [table.table for table in draw_round(EIGHT, request).tables] == [2, 4, 5, 6]


@pytest.mark.slow
def test_a_late_pair_takes_the_turn_of_the_bye_and_meets_no_one_twice():
    history = night([range(1, 10), *[range(1, 11)] * 7])
    assert max(meetings(history).values()) == 1
    assert [len(row.byes) for row in history] == [1, 0, 0, 0, 0, 0, 0, 0]
    draw = draw_round(EIGHT, draw_request(2, range(1, 11), history[0]))
    assert said(draw.reasons)[0] == "No. 10 joined for round 2, so we replanned the later rounds."


@pytest.mark.slow
def test_when_a_pair_leaves_the_others_go_on_without_meeting_twice():
    fields = [range(1, 11)] * 3 + [range(2, 11)] * 5
    history = night(fields)
    assert max(meetings(history).values()) == 1
    assert [len(row.byes) for row in history] == [0, 0, 0, 1, 1, 1, 1, 1]
    assert len({bye.entry for row in history for bye in row.byes}) == 5
    assert "No. 1 left, so" in said(draw_round(EIGHT, draw_request(4, range(2, 11), *history[:3])).reasons)[0]


@pytest.mark.slow
def test_a_round_changed_by_hand_is_followed():
    by_hand = played(1, "1 v 2 = 6:4", "3 v 4 = 6:4", "5 v 6 = 6:4", "7 v 8 = 6:4")
    history = [by_hand]
    for number in range(2, 8):
        draw = draw_round(Duplicate(rounds=7), draw_request(number, range(1, 9), *history))
        assert ("Round 1 wasn’t played as drawn," in said(draw.reasons)[0]) == (number == 2)
        history.append(PlayedRound(number, played(number, *map(text_of, draw.tables)).tables))
    assert max(map(abs, leans(history).values())) <= 2
    assert max(meetings(history[:6]).values()) == 1


def text_of(table):
    return "{} v {} = 6:4".format(*table.entries)


def test_a_void_table_counts_as_a_meeting():
    first = draw_round(EIGHT, draw_request(1, range(1, 9)))
    void = PlayedRound(1, played(1, *(text_of(table).partition(" =")[0] for table in first.tables)).tables)
    again = draw_round(EIGHT, draw_request(2, range(1, 9), void))
    assert not meetings([void]).keys() & {frozenset(table.entries) for table in again.tables}
    assert len(said(again.reasons)) == 2


def test_when_all_have_met_they_meet_again_and_it_says_so():
    history = night([range(1, 5)] * 3)
    reasons = said(draw_round(EIGHT, draw_request(4, range(1, 5), *history)).reasons)
    assert sum(reason.endswith("meet again: everyone has met everyone.") for reason in reasons) == 2


@pytest.mark.slow
def test_a_rematch_that_no_plan_spares_is_named():
    history = night([range(1, 5)] * 3 + [range(1, 6)] * 3)
    reasons = [
        said(draw_round(EIGHT, draw_request(row + 1, range(1, 6), *history[:row])).reasons) for row in range(3, 6)
    ]
    assert any("meet again: no plan for the later rounds avoids that" in text for found in reasons for text in found)


def test_a_round_beyond_the_last_can_still_be_drawn():
    history = night([range(1, 9)] * 2, config=Duplicate(rounds=2))
    request = draw_request(3, range(1, 9), *history)
    assert rounds_left(Duplicate(rounds=2), request) == 0
    assert len(draw_round(Duplicate(rounds=2), request).tables) == 4


def test_it_takes_the_rounds_that_were_set():
    assert rounds(Duplicate(rounds=6), 99) == 6
    assert rounds_left(Duplicate(rounds=6), draw_request(5, range(1, 9))) == 2


def test_no_one_is_asked_about_a_tied_round():
    assert tie_question(EIGHT, Slip((5, 5))) is None


def test_the_audit_finds_nothing():
    for request, draw, _ in play_night("duplicate", EIGHT, [range(1, 10)] * 8, SEED):
        assert audit(hard_rules("duplicate", EIGHT), request, draw) == ()
