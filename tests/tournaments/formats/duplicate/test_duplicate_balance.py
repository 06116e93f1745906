"""The search for even rounds: what it counts, and that its sums are right."""

from random import Random

import pytest

from tests.sizes import sample
from tournaments.formats.duplicate.balance import Balance, Improver, level


def some_rounds(lot, pairs, count, seated):
    return [lot.sample(range(pairs), seated) for _ in range(count)]


def test_it_counts_meetings_directions_and_comparisons():
    balance = Balance(5)
    balance.add([0, 1, 2, 3])
    balance.add([1, 4, 0, 2])
    assert balance.met[0] == [0, 1, 1, 0, 0]
    assert balance.same[0] == [0, 1, 1, 0, 0]
    assert balance.same[1] == [1, 0, 0, 1, 0]
    assert balance.lean == [2, 0, 0, -1, -1]
    assert [balance.rematches(seats) for seats in ([0, 1, 2, 3], [1, 3, 0, 4])] == [2, 0]


def test_a_copy_goes_its_own_way():
    balance = Balance(4)
    after = balance.with_rounds([[0, 1, 2, 3]])
    assert (balance.cost, after.lean) == (0, [1, -1, 1, -1])


@pytest.mark.parametrize("seed", sample(*range(5), of=range(20)))
def test_its_running_sums_are_those_of_a_new_count(seed):
    lot = Random(seed)
    before = Balance(9).with_rounds(some_rounds(lot, 9, 2, 8))
    improver = Improver(before, some_rounds(lot, 9, 4, 8), lot)
    for _ in range(200):
        improver._try_swap(10**6)
    again = before.with_rounds(improver.rounds)
    assert (improver.now.met, improver.now.same, improver.now.lean) == (again.met, again.same, again.lean)
    assert improver.cost == again.cost


def test_it_never_returns_anything_worse():
    lot = Random(1)
    rounds = some_rounds(lot, 10, 5, 10)
    better = Improver(Balance(10), rounds, lot).improve()
    assert Balance(10).with_rounds(better).cost < Balance(10).with_rounds(rounds).cost
    assert [sorted(seats) for seats in better] == [sorted(seats) for seats in rounds]


@pytest.mark.parametrize("seed", sample(*range(5), of=range(20)))
def test_turning_tables_evens_the_directions_and_keeps_opponents(seed):
    lot = Random(seed)
    rounds = some_rounds(lot, 9, 6, 8)
    met = Balance(9).with_rounds(rounds).met
    level(Balance(9), rounds)
    after = Balance(9).with_rounds(rounds)
    assert max(map(abs, after.lean)) <= 2
    assert after.met == met


def test_what_is_played_cannot_be_turned():
    before = Balance(4).with_rounds([[0, 1, 2, 3]] * 4)
    rounds = [[2, 3, 0, 1]]
    level(before, rounds)
    assert before.with_rounds(rounds).lean == [3, -3, 3, -3]
