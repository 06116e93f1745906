"""Places, tie-breaks and the sentence that explains them."""

from fractions import Fraction
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import drawn_table, hands, play_night, played
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.progressive.config import Progressive, ShortTable
from tournaments.formats.round_facts import Outcome
from tournaments.formats.round_robin.draw import RoundRobin
from tournaments.formats.standings.rows import CRITERIA, Contest, explain, facts, levels, rank
from tournaments.formats.standings.sums import number_text, percentage_text

LEAGUE = [
    played(1, "1 v 2 = 10:4", "3 v 4 = 10:8"),
    played(2, "1 v 3 = 6:10", "2 v 4 = 10:9"),
    played(3, "1 v 4 = 10:3", "2 v 3 = 10:7"),
]  # 1, 2 and 3 won two each and beat each other in a circle


def table_of(rounds, criteria, entries=range(1, 5), seed=1):
    return rank(entries, facts(rounds, entries), criteria, seed)


def places(rows):
    return [(row.place, row.entry) for row in rows]


def test_more_points_are_better_and_equals_share_a_place():
    rows = table_of([played(1, "1+2 v 3+4 = 5:7"), played(2, "1+3 v 2+4 = 3:2")], ["points"])
    assert places(rows) == [(1, 3), (2, 4), (3, 1), (4, 2)]
    rows = table_of([played(1, "1 v 2 = 7:5", "3 v 4 = 5:3")], ["points"])
    assert places(rows) == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert [row.is_shared for row in rows] == [False, True, True, False]


def test_the_next_criterion_separates_who_is_level_on_the_one_before():
    assert places(table_of(LEAGUE, ["games_won", "points"])) == [(1, 3), (2, 1), (3, 2), (4, 4)]


def test_a_circle_of_wins_is_a_tie():
    rows = table_of(LEAGUE, ["games_won", "head_to_head"])
    assert places(rows) == [(1, 1), (1, 2), (1, 3), (4, 4)]
    assert [row.values for row in rows] == [("2", "0"), ("2", "0"), ("2", "0"), ("0", "")]


def test_who_won_the_meeting_is_above():
    rounds = [played(1, "1 v 2 = 4:10", "3 v 4 = 10:4"), played(2, "1 v 4 = 10:4", "2 v 3 = 4:10")]
    rows = table_of(rounds, ["rounds_won", "head_to_head"])
    assert places(rows) == [(1, 3), (2, 2), (3, 1), (4, 4)]
    assert str(rows[2].because) == (
        "No. 2 is above No. 1: tied on rounds won, but No. 2 has the better head-to-head record."
    )


def test_a_longer_circle_is_a_tie_as_well():
    rounds = [played(1, "1 v 2 = 4:10", "3 v 4 = 10:4"), played(2, "1 v 3 = 10:4", "2 v 4 = 4:10")]
    rows = table_of(rounds, ["games_won", "head_to_head"])
    assert places(rows) == [(1, 1), (1, 2), (1, 3), (1, 4)]  # 2 beat 1, 1 beat 3, 3 beat 4, 4 beat 2


def test_a_win_counts_only_against_who_was_beaten_not_further_down():
    rounds = [played(1, "2 v 1 = 10:4", "3 v 4 = 10:4"), played(2, "1 v 3 = 10:4")]
    rows = table_of(rounds, ["rounds_won", "head_to_head"])
    assert places(rows) == [(1, 1), (1, 2), (1, 3), (4, 4)]  # 2 beat 1 and 1 beat 3, but 2 and 3 have not met


def test_who_never_met_stays_level_for_a_lot():
    rounds = [played(1, "1 v 2 = 10:4", "3 v 4 = 10:4")]
    rows = table_of(rounds, ["points", "head_to_head", "lot"])
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert rows == table_of(rounds, ["points", "head_to_head", "lot"])
    assert str(rows[1].because).endswith("tied on points and head to head, but decided by random draw.")
    orders = {table_of(rounds, ["points", "lot"], seed=seed)[0].entry for seed in range(20)}
    assert orders == {1, 3}


def test_hands_break_ties():
    tables = (
        PlayedTable(drawn_table(1, "1 v 2"), Slip((4, 1), hands("0:4a 1:1"))),
        PlayedTable(drawn_table(2, "3 v 4"), Slip((4, 1), hands("0:2 0:2 1:1a"))),
    )
    night = [PlayedRound(1, tables)]
    assert places(table_of(night, ["points", "four_point_hands"])) == [(1, 1), (2, 3), (3, 2), (3, 4)]
    assert places(table_of(night, ["two_point_hands"]))[0] == (1, 3)
    assert places(table_of(night, ["points", "loners"])) == [(1, 1), (2, 3), (3, 4), (4, 2)]


def test_a_level_game_is_half_a_game_but_no_round_won():
    rows = table_of([played(1, "1 v 2 = 5:5", "3 v 4 = 7:5")], ["games_won", "rounds_won"])
    assert [row.values for row in rows] == [("1", "1"), ("1/2", "0"), ("1/2", "0"), ("0", "0")]


def test_the_share_of_points_leaves_byes_out():
    rounds = [played(1, "1 v 2 = 7:5", byes=[3]), played(2, "2 v 3 = 0:0")]
    rows = table_of(rounds, ["points_percentage"], range(1, 4))
    assert [row.values for row in rows] == [("58.3%",), ("41.6%",), ("0.0%",)]
    assert rows[0].exact == (Fraction(7, 12),)


def test_the_rounds_of_a_row_are_its_points_as_text():
    rounds = [played(1, "1 v 2 = 7:4"), played(2, "1 v 3 = 8:4", byes=[2], bye_points=None)]
    rows = table_of(rounds, ["points"], range(1, 4))
    assert [row.rounds for row in rows] == [("7", "8"), ("4", "4"), ("", "4")]


def test_it_says_why_one_is_above_the_other():
    rows = table_of(LEAGUE, ["points", "rounds_won"])
    assert str(rows[0].because) == ""
    assert str(rows[1].because) == str(explain(rows[0], rows[1])) == "No. 3 is above No. 1: 27 to 26 on points."
    shared = table_of([played(1, "1 v 2 = 5:5")], ["points", "rounds_won"], [1, 2])
    assert str(shared[1].because) == "No. 1 and No. 2 share rank 1: they’re tied on every criterion."


def test_a_long_explanation_stays_short():
    criteria = ["points", "rounds_won", "games_won", "two_point_hands", "loners", "head_to_head", "lot"]
    rows = table_of([played(1, "1 v 2 = 5:5")], criteria, [1, 2])
    assert str(rows[1].because).endswith(
        ": tied on points, rounds won and 4 more criteria, but decided by random draw."
    )


def test_before_the_first_result_all_share_the_first_place():
    assert [row.place for row in table_of([], ["points", "head_to_head", "points_percentage"])] == [1, 1, 1, 1]
    assert [row.place for row in table_of([], [])] == [1, 1, 1, 1]


def test_a_criterion_must_exist():
    with pytest.raises(RuleError, match="“beauty” isn’t a ranking criterion"):
        table_of(LEAGUE, ["beauty"])


def test_every_criterion_says_what_it_is():
    assert all(key == criterion.key for key, criterion in CRITERIA.items())
    assert all(criterion.name and criterion.explanation.endswith(".") for criterion in CRITERIA.values())


def test_numbers_are_written_exactly():
    assert [number_text(value) for value in (0, 7, Fraction(2, 3), Fraction(13, 2))] == ["0", "7", "2/3", "6 1/2"]
    assert percentage_text(Fraction(1, 3)) == "33.3%"


@pytest.mark.slow
@settings(max_examples=50)
@given(order=st.randoms(use_true_random=False), seed=st.integers(0, 99))
def test_the_order_of_the_facts_does_not_matter(order: Random, seed):
    night = play_night(
        "progressive", Progressive(short_table=ShortTable.OWN_AVERAGE), [range(1, 11)] * 3, seed, level=0.3
    )
    found = list(facts([row[2] for row in night], range(1, 11)))
    entries = list(range(1, 11))
    expected = rank(entries, found, list(CRITERIA), seed)
    order.shuffle(found)
    order.shuffle(entries)
    assert rank(entries, found, list(CRITERIA), seed) == expected
    assert not any(isinstance(value, float) for row in expected for value in row.exact)
    assert sorted(row.place for row in expected) == list(range(1, 11))


@settings(max_examples=30)
@given(
    seed=st.integers(0, 99), criteria=st.lists(st.sampled_from(["points", "rounds_won", "head_to_head"]), unique=True)
)
def test_levels_are_who_shares_a_place(seed, criteria):
    night = play_night("progressive", Progressive(), [range(1, 13)] * 2, seed, level=0.3)
    found = facts([row[2] for row in night], range(1, 13))
    rows = rank(range(1, 13), found, criteria, seed)
    by_place = groupby(rows, key=lambda row: row.place)
    wanted = [tuple(row.entry for row in level) for _, level in by_place]
    assert levels(Contest(range(1, 13), found, criteria, seed)) == wanted


@settings(max_examples=50)
@given(seed=st.integers(0, 99), pairs=st.integers(2, 9))
def test_who_is_above_by_head_to_head_has_beaten_who_is_below(seed, pairs):
    config = RoundRobin()
    night = play_night("round_robin", config, [range(1, pairs + 1)] * (pairs - 1 + pairs % 2), seed)
    rows = table_of([row[2] for row in night], ["head_to_head"], range(1, pairs + 1))
    found = facts([row[2] for row in night], range(1, pairs + 1))
    won = {(fact.entry, other) for fact in found if fact.outcome is Outcome.WON for other in fact.opponents}
    for above in rows:
        for below in rows:
            assert above.place >= below.place or (above.entry, below.entry) in won
