"""The numbers about a run of rounds, against counts made by hand."""

import json
from itertools import combinations
from random import Random

import pytest

from tests.sizes import sample
from tests.tournaments.formats.nights import drawn, play_night, played
from tests.tournaments.formats.rotation.rotation_nights import opponent_rounds, partner_rounds, repeats, table_rounds
from tournaments.formats.audit.fairness import fairness
from tournaments.formats.base import PlayedRound, PlayedTable, Slip, TableDraw
from tournaments.formats.pairing.bounds import least_from_new, least_repeats
from tournaments.formats.pairing.meetings import Tally
from tournaments.formats.rotation.draw import Rotation
from tournaments.formats.rotation.whist import perfect_whist

TWO_ROUNDS = [drawn(1, "1+2 v 3+4", byes=[5]), drawn(2, "1+2 v 5+3", byes=[4])]


def test_it_counts_who_met_whom_and_how_often():
    judged = fairness(TWO_ROUNDS)
    assert (judged.rounds, judged.entries) == (2, (1, 2, 3, 4, 5))
    assert (judged.partners.repeats, judged.partners.most, judged.partners.histogram) == (1, 2, (7, 2, 1))
    assert (judged.opponents.repeats, judged.opponents.most, judged.opponents.histogram) == (2, 2, (4, 4, 2))
    assert (judged.tables.repeats, judged.tables.histogram) == (3, (1, 6, 3))


def test_a_matrix_has_a_row_and_a_column_for_everyone():
    judged = fairness(TWO_ROUNDS)
    assert judged.matrix(judged.partners) == (
        (0, 2, 0, 0, 0),
        (2, 0, 0, 0, 0),
        (0, 0, 0, 1, 1),
        (0, 0, 1, 0, 0),
        (0, 0, 1, 0, 0),
    )
    assert judged.matrix(judged.opponents)[0] == (0, 0, 2, 1, 1)


def test_sit_outs_are_compared_among_those_who_were_there_all_along():
    judged = fairness([*TWO_ROUNDS, drawn(3, "1+2 v 3+4", byes=[6]), drawn(4, "1+2 v 3+4", byes=[6])])
    assert judged.sit_outs == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2}
    assert judged.sit_out_spread == 1
    assert fairness([drawn(1, "1 v 2"), drawn(2, "3 v 4")]).sit_out_spread is None


def test_tables_and_chairs_are_counted_for_everyone():
    judged = fairness([drawn(1, "1+2 v 3+4", "5+6 v 7+8"), drawn(2, "1+5 v 2+6", "3+7 v 4+8")])
    assert judged.visits.counts[1] == {1: 2, 2: 0}
    assert judged.visits.counts[5] == {1: 1, 2: 1}
    assert (judged.visits.widest, judged.visits.most) == (2, 2)
    assert judged.visits.of_each[5] == 0
    assert judged.chairs.counts[1] == {0: 2, 1: 0, 2: 0, 3: 0}
    assert judged.chairs.counts[3] == {0: 1, 1: 0, 2: 1, 3: 0}


def test_pairs_have_opponents_only():
    judged = fairness([drawn(1, "1 v 2", "3 v 4"), drawn(2, "1 v 2", "3 v 4")])
    assert judged.partners is None
    assert judged.chairs is None
    assert (judged.opponents.repeats, judged.opponents.bound, judged.opponents.excess) == (2, 0, 2)
    assert not judged.opponents.is_optimal


def test_pairs_that_did_not_play_have_not_met_and_people_at_a_void_table_have():
    forfeit = PlayedTable(TableDraw(2, ((3,), (4,))), Slip((10, 0), forfeited=(1,)))
    pairs = fairness([PlayedRound(1, (*played(1, "1 v 2").tables, forfeit)), played(2, "1 v 2 = 10:3", "3 v 4 = 10:2")])
    assert pairs.opponents.times == {frozenset((1, 2)): 1, frozenset((3, 4)): 1}
    assert pairs.visits.counts[1] == {1: 2, 2: 0}
    assert fairness([played(1, "1+2 v 3+4")]).partners.histogram == (4, 2)


def test_house_players_are_passed_over():
    judged = fairness([drawn(1, "1+2 v 3+0"), drawn(2, "1+2 v 3+0")])
    assert judged.entries == (1, 2, 3)
    assert judged.partners.histogram == (2, 0, 1)
    assert judged.opponents.histogram == (1, 0, 2)
    assert set(judged.chairs.counts) == {1, 2, 3}


def test_at_a_table_of_three_all_are_opponents():
    judged = fairness([drawn(1, "1+2 v 3+4", "5 v 6 v 7")])
    assert judged.opponents.times.keys() >= {frozenset(pair) for pair in combinations((5, 6, 7), 2)}
    assert set(judged.chairs.counts) == {1, 2, 3, 4}


def test_only_those_who_were_there_together_could_have_met():
    judged = fairness([drawn(1, "1 v 2"), drawn(2, "3 v 4"), drawn(3, "3 v 4")])
    assert judged.opponents.pairs == 2
    assert (judged.opponents.repeats, judged.opponents.bound) == (1, 1)
    assert judged.opponents.is_optimal


def test_no_rounds_are_no_trouble():
    judged = fairness([])
    assert (judged.entries, judged.partners, judged.opponents.histogram) == ((), None, (0,))
    assert (judged.visits.widest, judged.visits.most, judged.sit_out_spread) == (0, 0, None)


@pytest.mark.parametrize(("players", "rounds"), [(8, 6), (9, 8), (13, 5), (30, 8)])
def test_it_agrees_with_the_counts_of_other_tests(players, rounds):
    night = play_night("rotation", Rotation(rounds=rounds), [range(1, players + 1)] * rounds, seed=3)
    judged = fairness([row[2] for row in night])
    assert judged == fairness([row[1] for row in night])
    assert judged.partners.times == partner_rounds(night)
    assert judged.opponents.repeats == repeats(opponent_rounds(night))
    assert judged.tables.repeats == repeats(table_rounds(night))


@pytest.mark.parametrize("seed", sample(*range(5), of=range(20)))
def test_its_bound_is_that_of_a_night_with_the_same_sit_outs(seed):
    rng = Random(seed)
    people = rng.randrange(4, 30)
    seated = [rng.sample(range(people), people // 4 * 4) for _ in range(rng.randrange(1, 25))]
    times = [sum(person in seating for seating in seated) for person in range(people)]
    others = dict.fromkeys(range(people), people - 1)
    partners, opponents = ({person: each * own for person, own in enumerate(times)} for each in (1, 2))
    bound = least_repeats(Tally(people), seated)
    assert (least_from_new(partners, others), least_from_new(opponents, others)) == (bound.partners, bound.opponents)


@pytest.mark.parametrize("players", [8, 9, 16, 25])
def test_a_perfect_whist_schedule_is_proven_optimal(players):
    rows = [
        drawn(number, *(f"{a + 1}+{b + 1} v {c + 1}+{d + 1}" for a, b, c, d in zip(*[iter(seating)] * 4, strict=True)))
        for number, seating in enumerate(perfect_whist(players), start=1)
    ]
    judged = fairness(rows)
    pairs = players * (players - 1) // 2
    assert judged.partners.histogram == (0, pairs)
    assert judged.opponents.histogram == (0, 0, pairs)
    assert judged.opponents.bound == pairs
    assert judged.partners.is_optimal
    assert judged.opponents.is_optimal


def test_as_data_it_is_plain_json():
    data = fairness(TWO_ROUNDS).as_data()
    assert json.loads(json.dumps(data)) == data
    assert data["partners"] == {
        "repeats": 1,
        "bound": 0,
        "excess": 1,
        "optimal": False,
        "most": 2,
        "histogram": [7, 2, 1],
    }
    assert data["sit_outs"] == {"spread": 1, "counts": {"1": 0, "2": 0, "3": 0, "4": 1, "5": 1}}
    assert data["tables"] == {"spread": 0, "most": 2, "counts": {"1": [2], "2": [2], "3": [2], "4": [1], "5": [1]}}
    assert data["chairs"]["counts"]["3"] == [0, 0, 1, 1]
    assert fairness([drawn(1, "1 v 2")]).as_data()["partners"] is None
