"""Round robins in pools and divisions."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.said import said
from tests.sizes import SOAK
from tests.tournaments.formats.nights import SEED, draw_request, play, played
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.round_robin.draw import Cycles, RoundRobin, draw_round, group_name, groups, rounds, rounds_left
from tournaments.formats.round_robin.pools import Grouping

POOLS, DIVISIONS = RoundRobin(groups=3), RoundRobin(groups=3, grouping=Grouping.BLOCKS)
LOTS = RoundRobin(groups=3, grouping=Grouping.LOTS)


def run(config, fields, seed=SEED, void=0.0):
    """Plays the fields and then, with the last one, until all of each group have met."""
    rng, history, seen = Random(seed), [], {}
    while True:
        request = draw_request(
            len(history) + 1, sorted(fields[min(len(history), len(fields) - 1)]), *history, seed=seed
        )
        members = {entry: number for number, group in enumerate(groups(config, request), 1) for entry in group}
        assert set(members) == set(request.field)
        assert all(seen.setdefault(entry, number) == number for entry, number in members.items())
        if rounds_left(config, request) == 0:
            return history, seen
        draw = draw_round(config, request)
        assert not any(finding.hard for finding in audit(hard_rules("round_robin", config), request, draw))
        history.append(play(draw, rng, void=void))


def meetings(history):
    return Counter(frozenset(table.draw.entries) for row in history for table in row.tables if table.slip)


def within_groups(members):
    return [frozenset(pair) for pair in combinations(sorted(members), 2) if len({members[one] for one in pair}) == 1]


def test_even_pools_are_dealt_out_to_and_fro():
    assert groups(POOLS, draw_request(1, range(1, 12))) == ((1, 6, 7), (2, 5, 8, 11), (3, 4, 9, 10))
    seeded = replace(draw_request(1, range(1, 7)), seeding=(6, 5, 4, 3, 2, 1))
    assert groups(POOLS, seeded) == ((1, 6), (2, 5), (3, 4))


def test_divisions_are_blocks_of_seeds_the_first_ones_larger():
    assert groups(DIVISIONS, draw_request(1, range(1, 12))) == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    seeded = replace(draw_request(1, range(1, 7)), seeding=(6, 5, 4, 3, 2, 1))
    assert groups(DIVISIONS, seeded) == ((5, 6), (3, 4), (1, 2))


def test_lots_deal_out_as_many_to_each():
    found = {groups(LOTS, draw_request(1, range(1, 12), seed=seed)) for seed in range(10)}
    assert len(found) == 10
    assert {tuple(sorted(map(len, one))) for one in found} == {(3, 4, 4)}


def test_groups_have_names_and_the_only_one_has_none():
    assert [group_name(POOLS, number) for number in (1, 2, 16)] == ["Pool A", "Pool B", "Pool P"]
    assert [group_name(DIVISIONS, number) for number in (1, 3)] == ["Division 1", "Division 3"]
    assert group_name(RoundRobin(), 1) == FORMATS["swiss"].group_name(None, 1) == ""


@pytest.mark.parametrize("config", [POOLS, DIVISIONS, LOTS, RoundRobin(cycles=Cycles.DOUBLE, groups=2)])
@pytest.mark.parametrize("pairs", [6, 8, 11, 12])
def test_all_meet_everyone_in_their_own_group_and_no_one_else(config, pairs):
    history, members = run(config, [range(1, pairs + 1)])
    assert meetings(history) == dict.fromkeys(within_groups(members), config.cycles.times)
    assert len(history) == rounds(config, pairs)
    assert {table.draw.table for row in history for table in row.tables} <= set(range(1, pairs // 2 + 1))


def test_the_longest_group_says_how_many_rounds_it_takes():
    assert [rounds(POOLS, pairs) for pairs in (6, 7, 9, 10, 12)] == [1, 3, 3, 3, 3]
    assert rounds(RoundRobin(groups=3, cycles=Cycles.DOUBLE), 12) == 6
    assert rounds_left(POOLS, draw_request(1, range(1, 8))) == 3
    assert rounds_left(POOLS, draw_request(1, [])) == rounds_left(POOLS, draw_request(1, [1])) == 0


def test_an_entry_that_is_through_has_no_one_left_to_meet():
    history, _ = run(POOLS, [range(1, 8)])  # 1, 6 and 7 in pool A; the others meet once
    draw = draw_round(POOLS, draw_request(2, range(1, 8), *history[:1]))
    reasons = {bye.entry: str(bye.reason) for bye in draw.byes}
    assert reasons[2] == "No. 2 has no one left to meet in Pool B."
    assert reasons.keys() >= {2, 3, 4, 5}
    odd = [str(bye.reason) for row in history for bye in row.byes if bye.entry in (1, 6, 7)]
    assert odd == ["Pool A has an odd number of pairs (3), so each pair has one bye per cycle."] * 3
    assert said(draw.reasons) == (
        "Pool A: Cycle 1 of 1. The plan ends with round 3.",
        "Pool B: Everyone has met everyone.",
        "Pool C: Everyone has met everyone.",
    )


def test_a_late_entry_joins_the_smallest_pool_of_those_there():
    first = play(draw_round(POOLS, draw_request(1, range(1, 11))), Random(1))
    assert groups(POOLS, draw_request(2, range(1, 12), first))[0] == (1, 6, 7, 11)
    assert groups(POOLS, draw_request(2, [*range(1, 9), 11, 12, 13], first)) == (
        (1, 6, 7, 12),
        (2, 5, 8, 13),
        (3, 4, 11),
    )


def test_a_late_entry_joins_the_last_division():
    first = play(draw_round(DIVISIONS, draw_request(1, range(1, 10))), Random(1))
    assert groups(DIVISIONS, draw_request(2, range(1, 12), first))[2] == (7, 8, 9, 10, 11)


def test_of_several_who_come_late_the_best_seed_is_placed_first():
    first = play(draw_round(POOLS, draw_request(1, range(1, 7))), Random(1))
    request = replace(draw_request(2, range(1, 9), first), seeding=(8, 7))
    assert groups(POOLS, request) == ((1, 6, 8), (2, 5, 7), (3, 4))


def test_an_entry_that_comes_back_is_in_the_group_it_was_in():
    without, all_seven = [1, 2, 3, 4, 6], range(1, 8)
    history, members = run(RoundRobin(groups=2), [range(1, 7), without, without, all_seven])
    assert (members[5], members[7]) == (1, 1)  # 1 4 5 and 2 3 6; 7 finds both pools with three
    assert meetings(history) == dict.fromkeys(within_groups(members), 1)


def test_who_is_left_alone_in_its_group_waits():
    first = play(draw_round(POOLS, draw_request(1, range(1, 10))), Random(1))
    draw = draw_round(POOLS, draw_request(2, [1, 2, 3, 4, 5, 8, 9], first))  # 6 and 7 have left pool A
    assert next(str(bye.reason) for bye in draw.byes if bye.entry == 1) == "No. 1 has no one left to meet in Pool A."


def test_a_meeting_across_groups_set_by_hand_counts_for_neither():
    config = RoundRobin(groups=2)
    by_hand = played(1, "1 v 2 = 10:3", "4 v 5 = 10:3", "3 v 6 = 10:3")  # pools 1 4 5 and 2 3 6
    rng, history = Random(1), [by_hand]
    while rounds_left(config, request := draw_request(len(history) + 1, range(1, 7), *history)):
        history.append(play(draw_round(config, request), rng))
    members = {1: 1, 4: 1, 5: 1, 2: 2, 3: 2, 6: 2}
    assert meetings(history) == dict.fromkeys([*within_groups(members), frozenset((1, 2))], 1)


def test_a_group_of_one_is_refused_before_the_first_round():
    with pytest.raises(RuleError, match=r"5 pairs can’t fill 3 groups of at least 2.*at most 2 groups"):
        draw_round(POOLS, draw_request(1, range(1, 6)))
    with pytest.raises(RuleError, match="from 1 to 16"):
        RoundRobin(groups=17)


EXAMPLES = 2000 if SOAK else 60


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(
    count=st.integers(1, 4),
    grouping=st.sampled_from(list(Grouping)),
    double=st.booleans(),
    more=st.integers(0, 8),
    changes=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=4),
    void=st.sampled_from((0.0, 0.1)),
    seed=st.integers(0, 2**64),
)
def test_with_arrivals_and_drops_all_of_a_group_meet_and_no_others(count, grouping, double, more, changes, void, seed):
    config = RoundRobin(Cycles.DOUBLE if double else Cycles.SINGLE, groups=count, grouping=grouping)
    rng, fields, newest = Random(seed), [set(range(1, 2 * count + more + 1))], 100
    for leavers, arrivals in changes:
        back = rng.sample(sorted(fields[0] - fields[-1]), min(1, len(fields[0] - fields[-1])))
        here = fields[-1] - set(rng.sample(sorted(fields[-1]), min(leavers, len(fields[-1]) - 2)))
        fields.append(here | set(range(newest, newest + arrivals)) | set(back))
        newest += arrivals
    history, members = run(config, fields, seed, void)
    met = meetings(history)
    assert set(met) <= set(within_groups(members))
    assert max(met.values(), default=0) <= config.cycles.times
    if len(history) >= len(fields):
        here = {entry: members[entry] for entry in fields[-1]}
        assert all(met[pair] >= 1 for pair in within_groups(here))
