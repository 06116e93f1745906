"""Section tables by the criteria, beside a slow count, and the sentences that explain them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from games.engine.messages import NOTHING
from tests.tournaments.formats.seasons.slow_table import slow_levels, slow_points
from tournaments.formats.seasons.section_table import (
    LOT,
    OFFERED,
    USUAL,
    Decision,
    check_criteria,
    games_behind,
    played_fact,
    rank,
    walkover_fact,
)
from tournaments.formats.seasons.settings import SeasonRules

RULES = SeasonRules()
SQUADS = (1, 2, 3, 4)
GAMES = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)), min_size=1, max_size=4)
CARDS = st.lists(st.tuples(st.permutations(SQUADS).map(lambda order: order[:2]), GAMES), max_size=8)


@pytest.mark.slow
@given(CARDS, st.dictionaries(st.sampled_from(SQUADS), st.integers(-5, 5)))
def test_the_table_is_the_slow_one(cards: list, adjusted: dict[int, int]) -> None:
    facts = [played_fact(week, home, away, games, RULES) for week, ((home, away), games) in enumerate(cards)]
    table = rank(SQUADS, facts, adjusted, 7, ("points", "fixtures_won", "game_difference"))
    slow = [(str(home), str(away), games) for (home, away), games in cards]
    names, given = [str(squad) for squad in SQUADS], {str(squad): value for squad, value in adjusted.items()}
    levels: list[set[str]] = []
    for row in table:
        if row.place == sum(map(len, levels)) + 1:
            levels.append(set())
        levels[-1].add(str(row.squad))
    assert levels == slow_levels(names, slow, given)
    assert {str(row.squad): row.points for row in table} == slow_points(names, slow, given)


@given(CARDS)
@settings(max_examples=40)
def test_games_can_count_in_halves(cards: list) -> None:
    rules = SeasonRules(for_game=3, in_halves=True)
    facts = [played_fact(week, home, away, games, rules) for week, ((home, away), games) in enumerate(cards)]
    slow = slow_points(SQUADS, [(home, away, games) for (home, away), games in cards], {})
    points = {row.squad: row.points for row in rank(SQUADS, facts, {}, 7, USUAL)}
    assert points == {squad: 3 * worth / 2 for squad, worth in slow.items()}


def test_head_to_head_and_the_reason_in_words() -> None:
    facts = [played_fact(1, 1, 2, [(10, 3)], RULES), played_fact(2, 2, 3, [(10, 3)], RULES)]
    facts += [played_fact(3, 1, 4, [(3, 10)], RULES), played_fact(4, 3, 4, [(10, 9)], RULES)]
    table = rank(SQUADS, facts, {}, 7, USUAL[:4])
    assert [row.squad for row in table[:2]] == [1, 2] or table[0].is_shared
    facts = [played_fact(1, 1, 2, [(10, 3)], RULES), played_fact(2, 3, 2, [(4, 10)], RULES)]
    two = rank((1, 2), facts, {}, 7, ("points", "head_to_head"))
    assert [row.squad for row in two] == [1, 2]
    assert str(two[1].because) == "No. 1 is above No. 2: tied on points, but No. 1 has the better head-to-head record."


def test_the_random_draw_of_older_seasons_leaves_no_one_tied_and_can_be_repeated() -> None:
    table = rank(SQUADS, [], {}, 7, (*USUAL, LOT))
    assert [row.place for row in table] == [1, 2, 3, 4]
    assert table == rank(SQUADS, [], {}, 7, (*USUAL, LOT))


def test_before_anything_counts_all_share_a_place_without_a_reason() -> None:
    table = rank(SQUADS, [], {}, 7, USUAL)
    assert {(row.place, row.is_shared, row.because) for row in table} == {(1, True, NOTHING)}
    below = rank(SQUADS, [], {1: -1}, 7, USUAL)[-1]
    assert (below.squad, str(below.because)) == (1, "No. 4 is above No. 1: 0 to −1 on points.")


def slow_value(key: str, squad: int, cards: list) -> Fraction:
    """What a criterion counts for a squad, worked out from the games of its cards alone."""

    def games(one: int) -> tuple[Fraction, Fraction]:
        won = lost = Fraction(0)
        for (home, away), points in cards:
            for a, b in points:
                own, other = (a, b) if one == home else (b, a)
                if one in (home, away):
                    won += 1 if own > other else Fraction(1, 2) if own == other else 0
                    lost += 1 if own < other else Fraction(1, 2) if own == other else 0
        return won, lost

    won, lost = games(squad)
    if key == "games_won":
        return won
    if key == "games_percentage":
        return won / (won + lost) if won + lost else Fraction(0)
    leaders = [games(one) for one in SQUADS]
    return -max(((w - won) + (lost - behind)) / 2 for w, behind in leaders)


@pytest.mark.parametrize("key", ["games_won", "games_percentage", "games_behind"])
@given(cards=CARDS)
@settings(max_examples=60)
def test_games_won_percentage_and_games_behind_are_the_slow_ones(key: str, cards: list) -> None:
    facts = [played_fact(week, home, away, games, RULES) for week, ((home, away), games) in enumerate(cards)]
    table = rank(SQUADS, facts, {}, 7, (key,))
    worth = {squad: slow_value(key, squad, cards) for squad in SQUADS}
    for row in table:
        assert row.place == 1 + sum(value > worth[row.squad] for value in worth.values())
        assert row.is_shared == (list(worth.values()).count(worth[row.squad]) > 1)
    halves = [row.halves for row in table]
    assert games_behind(halves) == [-slow_value("games_behind", row.squad, cards) for row in table]


def test_reasons_say_percentages_and_games_behind() -> None:
    facts = [played_fact(1, 1, 2, [(10, 3), (10, 4), (2, 10)], RULES)]
    for key, words in (
        ("games_won", "2 to 1 on games won"),
        ("games_percentage", "66.6% to 33.3% on percentage of games won"),
        ("games_behind", "0 to 1 on games behind"),
    ):
        assert str(rank((1, 2), facts, {}, 7, (key,))[1].because) == f"No. 1 is above No. 2: {words}."


LEVEL = [played_fact(1, 1, 2, [(10, 3), (3, 10)], RULES), played_fact(1, 3, 4, [(10, 3), (10, 3)], RULES)]


@pytest.mark.parametrize(
    ("decision", "order"),
    [
        (Decision((2, 1), by_match=True), [3, 2, 1, 4]),
        (Decision((2, 1), by_match=False), [3, 2, 1, 4]),
        (Decision((2, 1, 4), by_match=False), None),
        (Decision((3, 4), by_match=False), None),
    ],
)
def test_a_decision_parts_exactly_the_squads_it_is_about(decision: Decision, order: list[int] | None) -> None:
    criteria = ("points", "deciding_match")
    table = rank(SQUADS, LEVEL, {}, 7, criteria, [decision])
    if order:
        assert [row.squad for row in table] == order
        assert not any(row.is_shared for row in table)
        why = "No. 2 won the deciding match" if decision.by_match else "the organizers decided"
        assert str(table[2].because) == f"No. 2 is above No. 1: tied on points, but {why}."
    else:
        assert [(row.squad, row.place, row.is_shared) for row in table[1:3]] == [(1, 2, True), (2, 2, True)]


def test_who_left_comes_last_whatever_it_has_won() -> None:
    table = rank(SQUADS, LEVEL, {}, 7, USUAL, gone={3})
    assert [(row.squad, row.place, row.is_shared) for row in table] == [
        (1, 1, True),
        (2, 1, True),
        (4, 3, False),
        (3, 4, False),
    ]
    assert (table[3].points, str(table[3].because)) == (
        2,
        "No. 3 left the season, so it ranks below the teams that stayed.",
    )


def test_a_walkover_is_won_without_games() -> None:
    above, below = rank((1, 2), [walkover_fact(1, 1, 2, 0, RULES)], {}, 7, USUAL)
    assert (above.squad, above.points, above.won, above.halves) == (2, 5, 1, (0, 0))
    assert (below.squad, below.points, below.lost) == (1, 0, 1)


def test_points_for_fixtures_come_on_top() -> None:
    rules = SeasonRules(for_game=0, for_win=2, for_draw=1)
    facts = [played_fact(1, 1, 2, [(10, 3), (10, 2)], rules), played_fact(2, 3, 4, [(10, 3), (2, 10)], rules)]
    table = {row.squad: row.points for row in rank(SQUADS, facts, {}, 7, USUAL)}
    assert table == {1: 2, 2: 0, 3: 1, 4: 1}
    assert played_fact(1, 1, 2, [(6, 6)], SeasonRules()).sides[0].points == Fraction(1, 2)


@pytest.mark.parametrize(
    "keys",
    [
        (),
        ("luck",),
        ("points", "points"),
        ("points", "lot"),
        ("points", "decided"),
        ("deciding_match",),
        ("deciding_match", "points"),
    ],
)
def test_criteria_that_rank_no_one_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(RuleError):
        check_criteria(keys)


def test_every_criterion_that_is_offered_can_rank() -> None:
    check_criteria(OFFERED)
    assert len(rank(SQUADS, LEVEL, {}, 7, OFFERED)) == 4
