"""The seat-swapping that improves a plan."""

from random import Random

import pytest

from tournaments.formats.pairing.bounds import least_repeats
from tournaments.formats.pairing.meetings import Tally, partners_at, tables_of
from tournaments.formats.rotation.annealing import NEVER, Annealer


def annealed(people, rounds, moves=20_000, seed=1, picked=False, **wishes):
    seatings = [list(range(people)) for _ in range(rounds)]
    before = Tally(people)
    annealer = Annealer(before, seatings, Random(seed), **wishes)
    wishes.pop("mixed", None)
    used = annealer.improve(least_repeats(before, seatings, **wishes), moves, picked)
    return annealer, used


@pytest.mark.parametrize(("people", "rounds"), [(4, 3), (8, 6), (12, 4), (16, 10)])
def test_it_reaches_the_bound_and_stops(people, rounds):
    annealer, used = annealed(people, rounds, moves=400_000)
    assert annealer.repeats == least_repeats(Tally(people), annealer.rounds)
    assert used < 400_000


def test_picking_only_who_meets_again_is_quick():
    annealer, used = annealed(60, 8, picked=True)
    assert (annealer.repeats.partners, annealer.repeats.opponents) == (0, 0)
    assert used < 10_000


def test_there_is_nothing_to_do_at_the_bound():
    assert annealed(8, 1)[1] == 0


def test_it_gives_up_after_the_moves_it_may_look_at():
    annealer, used = annealed(12, 11, moves=2000)
    assert 2000 <= used < 2200
    assert annealer.repeats.partners >= 0


def test_the_same_dice_give_the_same_seatings():
    assert annealed(12, 7, seed=5)[0].best == annealed(12, 7, seed=5)[0].best
    assert annealed(12, 7, seed=5)[0].best != annealed(12, 7, seed=6)[0].best


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize("picked", [False, True])
def test_its_running_cost_is_the_real_one(mixed, picked):
    couple, foes = frozenset((0, 1)), frozenset((2, 9))
    annealer, _ = annealed(16, 9, moves=5000, picked=picked, mixed=mixed, together=[couple], apart=[foes])
    fresh = Annealer(annealer.before, annealer.rounds, Random(0), [couple], [foes], mixed)
    assert annealer.cost == fresh.cost
    assert annealer.as_partners == fresh.as_partners
    assert annealer.as_opponents == fresh.as_opponents


def test_couples_stay_together_and_others_apart():
    couples = [frozenset((0, 1)), frozenset((6, 7))]
    foes = [frozenset((0, 8)), frozenset((4, 8)), frozenset((8, 12))]
    annealer, _ = annealed(16, 6, together=couples, apart=foes)
    for row in annealer.best:
        partners = {frozenset(side) for table in tables_of(row) for side in partners_at(table)}
        assert partners.issuperset(couples)
        assert not any(pair <= set(table) for table in tables_of(row) for pair in foes)
    tables = {tuple(sorted(table)) for row in annealer.best for table in tables_of(row) if 0 in table}
    assert len(tables) > 2  # a couple gets about
    assert annealer.cost < NEVER


def test_mixed_also_keeps_partners_from_being_opponents():
    seatings = [list(range(40)) for _ in range(6)]
    kept = {}
    for mixed in (False, True):
        annealer = Annealer(Tally(40), seatings, Random(1), mixed=mixed)
        annealer.improve(least_repeats(Tally(40), seatings), 60_000, picked=True)
        kept[mixed] = Tally(40).with_rounds(annealer.best).table_repeats
    assert kept[True] == 0 < kept[False]


def test_a_couple_that_sits_out_waits_for_the_next_round():
    couple = frozenset((0, 1))
    seatings = [[0, 1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7, 8, 9]]
    annealer = Annealer(Tally(10), seatings, Random(1), [couple])
    annealer.improve(least_repeats(Tally(10), seatings, [couple]), 2000, picked=False)
    assert [sorted(row) for row in annealer.best] == seatings
    assert any(couple == frozenset(side) for table in tables_of(annealer.best[0]) for side in partners_at(table))
