"""Two entries side by side: the sums behind every criterion, up to the one that decides."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import hands, played
from tests.tournaments.formats.random_events import random_event
from tests.tournaments.formats.standings.test_unplayed import EVENT
from tournaments.formats.base import PlayedRound, PlayedTable, Slip, TableDraw
from tournaments.formats.standings.comparison import compare, neighbour
from tournaments.formats.standings.criteria import CRITERIA
from tournaments.formats.standings.rows import Contest, explain, facts, rank


def contest(rounds, criteria, entries=range(1, 6), **more):
    return Contest(tuple(entries), facts(rounds, entries), criteria, 7, **more)


def lines(terms):
    return [f"{term.round}: {term.words}: {term.value}{' (cut)' * term.is_cut}" for term in terms]


def test_it_shows_every_criterion_up_to_the_one_that_decides():
    found = compare(contest(EVENT, ["games_won", "buchholz", "points", "lot"]), 5, 1)
    assert str(found.because) == "No. 5 is above No. 1: tied on games won, but 6 to 5 on Buchholz."
    assert [(step.criterion.key, step.decides) for step in found.steps] == [("games_won", False), ("buchholz", True)]
    assert [(step.above.value, step.below.value) for step in found.steps] == [("2", "2"), ("6", "5")]


def test_the_sums_say_what_every_round_gave():
    games, buchholz = compare(contest(EVENT, ["games_won", "buchholz", "lot"]), 1, 5).steps
    assert lines(games.above.terms) == [
        "1: sat out: 1",
        "2: lost 0–0 against No. 2, by forfeit: 0",
        "3: won 10–4 against No. 1: 1",
    ]
    assert lines(buchholz.above.terms) == [
        "1: sat out, counted as an opponent with a score of 2: 2",
        "2: lost 0–0 against No. 2, by forfeit, counted as an opponent with a score of 2: 2",
        "3: won 10–4 against No. 1: 2",
    ]
    [beaten] = compare(contest(EVENT, ["sonneborn_berger"]), 3, 1).steps
    assert lines(beaten.below.terms) == [
        "1: won 10–4 against No. 4, whose score is 0 but counts as 1: 1",
        "2: lost 6–10 against No. 1, whose score is 2: 0",
        "3: tied 7–7 against No. 2, whose score is 1 1/2: 3/4",
    ]


def test_who_left_counts_otherwise_than_it_has_and_what_is_cut_is_shown():
    [step] = compare(contest(EVENT, ["median_buchholz"]), 3, 4).steps
    assert lines(step.above.terms) == [
        "1: won 10–4 against No. 4, whose score is 0 but counts as 1: 1 (cut)",
        "2: lost 6–10 against No. 1: 2 (cut)",
        "3: tied 7–7 against No. 2: 1 1/2",
    ]
    assert lines(step.below.terms)[1:] == [
        "2: no-show, counted as an opponent with a score of 0: 0 (cut)",
        "3: no-show, counted as an opponent with a score of 0: 0",
    ]


def test_partners_are_named_and_counts_of_hands_stand_beside_their_round():
    table = PlayedTable(TableDraw(1, ((1, 2), (3, 4))), Slip((9, 1), hands("0:4a 0:4a 0:1 1:1")))
    [step] = compare(contest([PlayedRound(1, (table,))], ["four_point_hands"], range(1, 5)), 1, 3).steps
    assert lines(step.above.terms) == ["1: won 9–1 with No. 2 against No. 3 and No. 4: 2"]


def test_meetings_running_scores_and_opponents_points_are_spelled_out():
    rounds = [played(1, "1 v 2 = 10:6", "3 v 4 = 10:6"), played(2, "1 v 3 = 4:10", "2 v 4 = 4:10")]
    first = compare(contest(rounds, ["rounds_played", "head_to_head"], range(1, 5)), 1, 2)
    assert lines(first.steps[1].above.terms) == [
        "1: won 10–6 against No. 2: ",
        "2: lost 4–10 against No. 3: ",
    ]
    [running] = compare(contest(rounds, ["progressive_score"], range(1, 5)), 1, 2).steps
    assert lines(running.above.terms) == ["1: games won after round 1: 1", "2: games won after round 2: 1"]
    [theirs] = compare(contest(rounds, ["opponents_points"], range(1, 5)), 1, 4).steps
    assert lines(theirs.below.terms) == ["1: No. 3 scored 20 points in all: 20", "2: No. 2 scored 10 points in all: 10"]
    assert theirs.below.value == "15"
    assert compare(contest(rounds, ["lot"], range(1, 5)), 1, 2).steps[0].above.terms == ()


def test_of_a_shared_place_it_shows_everything_and_nothing_decides():
    rounds = [played(1, "1 v 2 = 10:4", "3 v 4 = 10:4")]
    found = compare(contest(rounds, ["points", "games_won", "head_to_head"], range(1, 5)), 3, 1)
    assert (found.above.entry, found.below.entry, found.above.place, found.below.place) == (1, 3, 1, 1)
    assert str(found.because) == "No. 1 and No. 3 share rank 1: they’re tied on every criterion."
    assert [(step.above.value, step.below.value, step.decides) for step in found.steps] == [
        ("10", "10", False),
        ("1", "1", False),
        ("0", "0", False),
    ]


def test_head_to_head_shows_the_meetings_among_those_level_only():
    rounds = [played(1, "1 v 2 = 10:4", "3 v 4 = 5:4"), played(2, "1 v 3 = 4:9", "2 v 4 = 10:4")]
    found = compare(contest(rounds, ["points", "head_to_head"], range(1, 5)), 1, 2)
    assert lines(found.steps[1].above.terms) == ["1: won 10–4 against No. 2: ", "2: lost 4–9 against No. 3: "]
    found = compare(contest([*rounds, played(3, "3 v 4 = 1:0")], ["points", "head_to_head"], range(1, 5)), 1, 2)
    assert lines(found.steps[1].above.terms) == ["1: won 10–4 against No. 2: "]


def test_it_compares_two_who_are_ranked():
    asked = contest(EVENT, ["points"])
    with pytest.raises(RuleError, match=r"No\. 9 isn’t in these standings"):
        compare(asked, 1, 9)
    with pytest.raises(RuleError, match="can’t be compared with themselves"):
        compare(asked, 1, 1)


def test_by_default_it_is_the_next_above_or_for_the_first_the_next_below():
    asked = contest(EVENT, ["points"])
    order = [row.entry for row in rank(*asked)]
    assert [neighbour(asked, entry) for entry in order] == [order[1], *order[:-1]]
    assert neighbour(asked, 9) is None
    assert neighbour(contest(EVENT, ["points"], [1]), 1) is None


@pytest.mark.slow
@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32),
    keys=st.lists(st.sampled_from(sorted(CRITERIA)), min_size=1, max_size=4, unique=True),
    two=st.lists(st.integers(0, 8), min_size=2, max_size=2, unique=True),
)
def test_it_agrees_with_the_places(seed, keys, two):
    rounds = random_event(seed, pairs=True)
    asked = contest(rounds, keys, range(1, 10))
    rows = rank(*asked)
    above, below = (rows[index] for index in sorted(two))
    found = compare(asked, below.entry, above.entry)
    assert (found.above, found.below, str(found.because)) == (above, below, str(explain(above, below)))
    assert any(step.decides for step in found.steps) == (above.place < below.place)
    assert all(not step.decides for step in found.steps[:-1])
