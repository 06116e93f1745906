"""The round robin for fixed pairs."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.nights import SEED, draw_request, drawn, play, play_night, played
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.round_robin.draw import Cycles, RoundRobin, draw_round, rounds, rounds_left, tie_question

SINGLE, DOUBLE = RoundRobin(), RoundRobin(cycles=Cycles.DOUBLE)


def meetings(history):
    """Pair -> how often the two have really played."""
    return Counter(frozenset(table.draw.entries) for row in history for table in row.tables if table.slip)


def run(config, fields, seed=SEED, void=0.0):
    """Plays the given fields and then, with the last one, until every two have met."""
    rng, history = Random(seed), []
    while True:
        field = fields[min(len(history), len(fields) - 1)]
        request = draw_request(len(history) + 1, sorted(field), *history, seed=seed)
        if rounds_left(config, request) == 0:
            return history
        draw = draw_round(config, request)
        assert [finding for finding in audit(hard_rules("round_robin", config), request, draw) if finding.hard] == []
        history.append(play(draw, rng, void=void))


@pytest.mark.parametrize("config", [SINGLE, DOUBLE])
@pytest.mark.parametrize("pairs", range(2, 14))
def test_every_two_meet_in_the_planned_rounds(config, pairs):
    history = run(config, [range(1, pairs + 1)])
    assert len(history) == rounds(config, pairs)
    assert meetings(history) == dict.fromkeys(map(frozenset, combinations(range(1, pairs + 1), 2)), config.cycles.times)


@pytest.mark.parametrize(("pairs", "single", "double"), [(0, 0, 0), (1, 0, 0), (2, 1, 2), (7, 7, 14), (8, 7, 14)])
def test_it_takes_one_round_less_than_pairs_or_as_many_when_odd(pairs, single, double):
    assert (rounds(SINGLE, pairs), rounds(DOUBLE, pairs)) == (single, double)


@pytest.mark.parametrize("config", [SINGLE, DOUBLE])
def test_with_an_odd_number_everyone_has_one_bye_a_cycle(config):
    history = run(config, [range(1, 8)])
    for cycle in (history[:7], history[7:]):
        assert sorted(bye.entry for row in cycle for bye in row.byes) in ([], list(range(1, 8)))


def test_the_second_time_comes_after_all_have_met_once():
    history = run(DOUBLE, [range(1, 7)])
    assert set(meetings(history[:5]).values()) == {1}


def test_a_bye_has_its_points_and_a_reason():
    bye = draw_round(RoundRobin(bye_points=5), draw_request(1, range(1, 4))).byes[0]
    assert (bye.points, str(bye.reason)) == (
        5,
        "There’s an odd number of pairs (3), so each pair has one bye per cycle.",
    )
    assert draw_round(RoundRobin(bye_points=None), draw_request(1, range(1, 4))).byes[0].points is None


def test_the_seed_decides_the_order_and_nothing_else_does():
    request = draw_request(1, range(1, 9))
    assert draw_round(SINGLE, request) == draw_round(SINGLE, request)
    assert len({draw_round(SINGLE, replace(request, seed=seed)) for seed in range(10)}) == 10


@pytest.mark.parametrize("pairs", [6, 8, 11, 12, 16])
def test_no_one_sits_at_the_same_table_all_the_time(pairs):
    for seed in range(5):
        visits = Counter(
            (entry, table.draw.table)
            for row in run(SINGLE, [range(1, pairs + 1)], seed)
            for table in row.tables
            for entry in table.draw.entries
        )
        assert max(visits.values()) <= 3


def test_it_says_how_long_it_takes():
    assert said(draw_round(DOUBLE, draw_request(1, range(1, 5))).reasons) == (
        "Cycle 1 of 2. The plan ends with round 6.",
    )


def test_after_a_drop_the_next_opponent_has_a_bye():
    first = play_night("round_robin", SINGLE, [range(1, 5)], SEED)[0][2]
    draw = draw_round(SINGLE, draw_request(2, [1, 2, 3], first))
    assert len(draw.byes) == 1
    assert str(draw.byes[0].reason) == f"No. {draw.byes[0].entry} should have met No. 4, who has left."
    assert said(draw.reasons)[0] == "No. 4 has left, so their remaining opponents have a bye."
    assert len(run(SINGLE, [range(1, 5), range(1, 4)])) == 3


def test_a_late_entry_takes_the_place_of_the_bye_when_it_can():
    history = run(SINGLE, [range(1, 8), range(1, 9)])
    assert meetings(history) == dict.fromkeys(map(frozenset, combinations(range(1, 9), 2)), 1)
    assert len(history) == 8  # one more than planned: it missed the first round


def test_a_late_entry_adds_rounds_and_says_so():
    first = play_night("round_robin", SINGLE, [range(1, 7)], SEED)[0][2]
    draw = draw_round(SINGLE, draw_request(2, range(1, 8), first))
    assert said(draw.reasons) == (
        "No. 7 joined for round 2. The plan needs extra rounds for everyone to meet (2).",
        "Cycle 1 of 1. The plan ends with round 7.",
    )
    assert any(
        "already playing" in str(bye.reason)
        for row in run(SINGLE, [range(1, 7)] * 3 + [range(1, 8)])
        for bye in row.byes
    )


def test_a_late_entry_owes_nothing_for_a_cycle_that_is_over():
    history = run(DOUBLE, [range(1, 5)] * 3 + [range(1, 6)])
    assert len(history) == 8
    assert {count for pair, count in meetings(history).items() if 5 in pair} == {1}


def test_who_comes_back_plays_whom_it_has_not_met():
    history = run(SINGLE, [range(1, 7), range(1, 6), range(1, 6), range(1, 7)])
    assert set(meetings(history).values()) == {1}
    assert len(meetings(history)) == 15


def test_an_entry_back_in_the_second_cycle_meets_everyone_of_that_cycle():
    all_four, without = range(1, 5), range(1, 4)
    history = run(DOUBLE, [all_four] * 3 + [without, all_four])
    assert set(meetings(history).values()) == {2}


def test_a_bye_is_not_blamed_on_an_entry_that_has_come_back():
    reasons = []
    for seed in range(10):
        history = [row[2] for row in play_night("round_robin", SINGLE, [range(1, 6), range(1, 5)], seed)]
        while rounds_left(SINGLE, request := draw_request(len(history) + 1, range(1, 6), *history, seed=seed)):
            history.append(play(draw_round(SINGLE, request), Random(seed)))
        reasons += [str(bye.reason) for row in history[2:] for bye in row.byes]
    assert reasons
    assert not any("has left" in reason for reason in reasons)


def test_a_void_meeting_comes_later():
    draw = draw_round(SINGLE, draw_request(1, range(1, 5)))
    tables = (PlayedTable(draw.tables[0], None), PlayedTable(draw.tables[1], Slip((10, 3))))
    again = draw_round(SINGLE, draw_request(2, range(1, 5), PlayedRound(1, tables)))
    assert said(again.reasons) == (
        "Pairs will make up the missed matches (1) in extra rounds (1).",
        "Cycle 1 of 1. The plan ends with round 4.",
    )
    draw = draw_round(SINGLE, draw_request(1, range(1, 4)))
    void = PlayedRound(1, (PlayedTable(draw.tables[0], None),), draw.byes)
    assert (
        "Pairs will make up the missed matches (1) in extra rounds (1)."
        in said(draw_round(SINGLE, draw_request(2, range(1, 4), void)).reasons)[0]
    )


@pytest.mark.parametrize(
    ("pairs", "number", "when", "before", "then"),
    [(5, 2, 6, None, Slip((10, 3))), (6, 5, 8, Slip((10, 3)), None)],
    ids=["was played after all", "is void after all"],
)
def test_a_result_corrected_later_makes_no_two_meet_three_times(pairs, number, when, before, then):
    """One pair leaves after the first round."""
    field, history = range(1, pairs + 1), []
    while rounds_left(DOUBLE, draw_request(len(history) + 1, field, *history)):
        if len(history) + 1 == when:
            history[number - 1] = with_first_result(history[number - 1], then)
        draw = draw_round(DOUBLE, draw_request(len(history) + 1, field, *history))
        row = play(draw, Random(draw.number))
        history.append(with_first_result(row, before) if draw.number == number else row)
        field = range(1, pairs)
    assert len(history) >= when
    assert {times for pair, times in meetings(history).items() if pairs not in pair} == {2}


def with_first_result(row, slip):
    return replace(row, tables=(replace(row.tables[0], slip=slip), *row.tables[1:]))


def test_a_round_changed_by_hand_is_followed():
    for seed in range(10):
        history = [played(1, "1 v 2 = 10:3", "3 v 4 = 10:3", "5 v 6 = 10:3")]
        while rounds_left(SINGLE, request := draw_request(len(history) + 1, range(1, 7), *history, seed=seed)):
            history.append(play(draw_round(SINGLE, request), Random(seed)))
        assert meetings(history) == dict.fromkeys(map(frozenset, combinations(range(1, 7), 2)), 1)


def test_when_every_two_have_met_it_is_complete():
    history = run(SINGLE, [range(1, 5)])
    request = draw_request(4, range(1, 5), *history)
    assert rounds_left(SINGLE, request) == 0
    with pytest.raises(RuleError, match="this round robin is complete"):
        draw_round(SINGLE, request)
    assert draw_round(SINGLE, draw_request(5, range(1, 6), *history, played(4, "1 v 2 = 3:2"))).tables


def test_it_needs_two_pairs():
    with pytest.raises(RuleError, match="at least 2 pairs"):
        draw_round(SINGLE, draw_request(1, [1]))


def test_no_one_is_asked_about_a_tied_game():
    assert tie_question(SINGLE, Slip((5, 5))) is None


def test_the_audit_would_see_a_rematch():
    request = draw_request(2, [1, 2], played(1, "1 v 2 = 10:3"))
    assert audit(hard_rules("round_robin", SINGLE), request, drawn(2, "1 v 2"))[0].hard


@pytest.mark.slow
@settings(max_examples=60)
@given(
    pairs=st.integers(2, 12),
    double=st.booleans(),
    changes=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), max_size=5),
    void=st.sampled_from((0.0, 0.1)),
    seed=st.integers(0, 2**64),
)
def test_with_arrivals_and_drops_all_meet_and_none_too_often(pairs, double, changes, void, seed):
    rng, fields, newest = Random(seed), [set(range(1, pairs + 1))], 100
    for leavers, arrivals in changes:
        here = fields[-1] - set(rng.sample(sorted(fields[-1]), min(leavers, len(fields[-1]) - 2)))
        fields.append(here | set(range(newest, newest + arrivals)))
        newest += arrivals
    history = run(DOUBLE if double else SINGLE, fields, seed, void)
    together = [frozenset(pair) for pair in combinations(sorted(fields[-1]), 2)]
    met = meetings(history)
    if len(history) >= len(fields):
        assert all(met[pair] >= 1 for pair in together)
