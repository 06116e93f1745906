"""The plan of meetings behind a round robin."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.pairing.meeting_plan import MeetingPlan


def pairs_of(entries):
    return {frozenset(pair) for pair in combinations(entries, 2)}


def is_sound(plan):
    """No one twice in a round: opponents are each other's, and no meeting is planned twice."""
    mutual = all(row.opponents[other] == one for row in plan.rounds for one, other in row.opponents.items())
    return mutual and sum(len(row.pairs) for row in plan.rounds) == len(plan.pairs)


@pytest.mark.parametrize(("entries", "rounds"), [(2, 1), (3, 3), (4, 3), (7, 7), (12, 11), (15, 15)])
def test_the_circle_has_every_two_meet_once(entries, rounds):
    plan = MeetingPlan.circle(range(1, entries + 1))
    assert len(plan.rounds) == rounds
    assert plan.pairs == pairs_of(range(1, entries + 1))
    assert is_sound(plan)


def test_who_was_to_meet_a_leaver_is_left_alone():
    plan = MeetingPlan.circle([1, 2, 3, 4])
    plan.drop(4)
    assert plan.pairs == pairs_of([1, 2, 3])
    assert [list(row.left_alone.values()) for row in plan.rounds] == [[4], [4], [4]]


def test_rounds_without_meetings_go():
    plan = MeetingPlan.circle([1, 2, 3])
    plan.strike([frozenset((1, 2))])
    assert len(plan.rounds) == 2
    plan.drop(3)
    assert plan.rounds == []


def test_an_odd_number_becomes_even_without_a_further_round():
    plan = MeetingPlan.circle(range(1, 8))
    plan.include([frozenset((8, entry)) for entry in range(1, 8)], Random(1))
    assert len(plan.rounds) == 7
    assert plan.pairs == pairs_of(range(1, 9))
    assert is_sound(plan)


def test_rounds_are_added_when_they_do_not_suffice():
    plan = MeetingPlan.circle([1, 2])
    plan.include([frozenset((1, 3)), frozenset((2, 3))], Random(1))
    assert len(plan.rounds) == 3


def test_including_nothing_changes_nothing():
    plan = MeetingPlan.circle([1, 2, 3, 4])
    before = [row.copy() for row in plan.rounds]
    plan.include([], Random(1))
    assert plan.rounds == before


def test_trying_more_orders_of_lots_saves_rounds():
    saved = []
    for seed in range(40):
        lengths = []
        for tries in (1, 20):
            plan = MeetingPlan.circle(range(10))
            plan.rounds = plan.rounds[2:]
            plan.include(
                [frozenset((late, entry)) for late in (10, 11, 12) for entry in range(late)], Random(seed), tries
            )
            lengths.append(len(plan.rounds))
        saved.append(lengths[0] - lengths[1])
    assert min(saved) >= 0
    assert max(saved) > 0


@settings(max_examples=50)
@given(
    entries=st.integers(2, 14),
    more=st.integers(1, 4),
    gone=st.integers(0, 3),
    passed=st.integers(0, 6),
    seed=st.integers(),
)
def test_late_entries_are_fitted_in(entries, more, gone, passed, seed):
    plan = MeetingPlan.circle(range(entries))
    for entry in range(gone):
        plan.drop(entry)
    plan.rounds = plan.rounds[passed:]
    left, before = plan.pairs, len(plan.rounds)
    wanted = {pair for pair in pairs_of(range(gone, entries + more)) if max(pair) >= entries}
    plan.include(wanted, Random(seed))
    assert plan.pairs == left | wanted
    assert is_sound(plan)
    busiest = max((sum(entry in pair for pair in plan.pairs) for entry in range(entries + more)), default=0)
    assert len(plan.rounds) <= max(before, busiest) + 2
