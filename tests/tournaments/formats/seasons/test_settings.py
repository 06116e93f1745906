"""House rules of a season that cannot be, and who goes up and down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tournaments.formats.seasons.moves import Way, cuts_of, decisive_ties, moves_of
from tournaments.formats.seasons.settings import Kind, SeasonRules


def test_nine_games_of_which_five_win() -> None:
    rules = SeasonRules()
    assert (rules.pairs * rules.games, rules.needed, rules.scale) == (9, 5, (5, 4, 3, 2, 1))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"pairs": 2, "games": 3}, "only 2 pairs to play against"),
        ({"play_offs": 1}, "Playoffs need at least 2 teams"),
        ({"points": "5-x"}, "isn’t a list of season points"),
        ({"points": "1-2"}, "lower rank would get more"),
        ({"borrowings": 21}, "from 0 to 20"),
        ({"handicap": 101}, "from 0 to 100"),
        ({"handicap": 80, "handicap_most": 0}, "from 1 to 32"),
        ({"handicap": 80, "handicap_after": 0}, "from 1 to 20"),
        ({"handicap": 80, "handicap_most": 9}, "9 games, so a team couldn’t make up a handicap of 9"),
        ({"handicap": 80, "kind": Kind.NIGHTS}, "A series of nights has no handicap"),
        ({"borrowed_at_once": 17}, "from 0 to 16"),
        ({"transfers": 21}, "from 0 to 20"),
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
    with pytest.raises(RuleError, match="Division 2 has 3 teams, but 2 would go up and 2 down"):
        moves_of([[1, 2, 3, 4], [5, 6, 7], [8, 9, 10, 11]], 2, 2)


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.sets(st.integers(0, 9)))
def test_a_tie_matters_where_a_cut_parts_it(is_level: list[bool], cuts: set[int]) -> None:
    places = [1]
    for index, level in enumerate(is_level[1:], start=2):
        places.append(places[-1] if level else index)
    slow = {
        place for cut in cuts for place in places if 0 < cut < len(places) and places[cut - 1] == places[cut] == place
    }
    assert decisive_ties(places, cuts) == sorted(slow)


def test_the_lines_that_matter() -> None:
    assert cuts_of(0, 3, 8, title=True, up=2, down=2) == {1, 6}
    assert cuts_of(1, 3, 8, title=False, up=2, down=1) == {2, 7}
    assert cuts_of(2, 3, 8, title=True, up=2, down=2) == {1, 2}
    assert cuts_of(0, 1, 4, title=False, up=2, down=2) == set()
