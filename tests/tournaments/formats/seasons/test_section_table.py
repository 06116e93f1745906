"""Section tables by the criteria, beside a slow count, and the sentences that explain them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.formats.seasons.slow_table import slow_levels, slow_points
from tournaments.formats.seasons.section_table import USUAL, check_criteria, played_fact, rank, walkover_fact
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


def test_head_to_head_and_the_reason_in_words() -> None:
    facts = [played_fact(1, 1, 2, [(10, 3)], RULES), played_fact(2, 2, 3, [(10, 3)], RULES)]
    facts += [played_fact(3, 1, 4, [(3, 10)], RULES), played_fact(4, 3, 4, [(10, 9)], RULES)]
    table = rank(SQUADS, facts, {}, 7, USUAL[:4])
    assert [row.squad for row in table[:2]] == [1, 2] or table[0].is_shared
    facts = [played_fact(1, 1, 2, [(10, 3)], RULES), played_fact(2, 3, 2, [(4, 10)], RULES)]
    two = rank((1, 2), facts, {}, 7, ("points", "head_to_head"))
    assert [row.squad for row in two] == [1, 2]
    assert str(two[1].because) == "No. 1 is above No. 2: level on points, but No. 1 won more of their meetings."


def test_the_lot_leaves_nobody_level_and_can_be_drawn_again() -> None:
    table = rank(SQUADS, [], {}, 7, USUAL)
    assert [row.place for row in table] == [1, 2, 3, 4]
    assert table == rank(SQUADS, [], {}, 7, USUAL)
    shared = rank(SQUADS, [], {}, 7, USUAL[:-1])
    assert {(row.place, row.is_shared) for row in shared} == {(1, True)}


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


@pytest.mark.parametrize("keys", [(), ("luck",), ("points", "points")])
def test_criteria_that_rank_nobody_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(RuleError):
        check_criteria(keys)
