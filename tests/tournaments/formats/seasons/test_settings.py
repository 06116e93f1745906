"""House rules of a season that cannot be, and who goes up and down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tournaments.formats.seasons.moves import Way, moves_of
from tournaments.formats.seasons.settings import SeasonRules


def test_nine_games_of_which_five_win() -> None:
    rules = SeasonRules()
    assert (rules.pairs * rules.games, rules.needed, rules.scale) == (9, 5, (5, 4, 3, 2, 1))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"pairs": 2, "games": 3}, "2 pairs to play them against"),
        ({"play_offs": 1}, "One squad alone"),
        ({"points": "5-x"}, "written like"),
        ({"points": "1-2"}, "worse place would get more"),
        ({"borrowings": 21}, "from 0 to 20"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        SeasonRules(**wrong)


@pytest.mark.slow
@given(st.lists(st.integers(4, 9), min_size=1, max_size=4), st.integers(0, 2), st.integers(0, 2))
def test_as_many_go_up_and_down_as_the_rules_say(sizes: list[int], up: int, down: int) -> None:
    divisions = [[100 * level + place for place in range(size)] for level, size in enumerate(sizes)]
    moves = moves_of(divisions, up, down)
    assert [move.squad for move in moves] == [squad for order in divisions for squad in order]
    for level, order in enumerate(divisions):
        own = [move for move in moves if move.level == level]
        rising, falling = (up if level else 0), (down if level < len(divisions) - 1 else 0)
        assert [move.squad for move in own if move.way is Way.UP] == order[:rising]
        assert [move.squad for move in own if move.way is Way.DOWN] == order[len(order) - falling :]
    assert all(0 <= move.goes_to < len(divisions) for move in moves)


def test_a_division_too_small_for_its_moves_is_named() -> None:
    with pytest.raises(RuleError, match="Of the 3 squads of division 2, 2 cannot go up and 2 down"):
        moves_of([[1, 2, 3, 4], [5, 6, 7], [8, 9, 10, 11]], 2, 2)
