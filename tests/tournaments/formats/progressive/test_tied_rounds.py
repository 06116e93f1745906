"""Who moves as the winner when points are level."""

import pytest

from tests.tournaments.formats.nights import hands
from tournaments.formats.base import Slip
from tournaments.formats.progressive.config import Progressive, Tied
from tournaments.formats.progressive.tied_rounds import reached_first, tie_question, winner_of


@pytest.mark.parametrize(
    ("points", "text", "side"),
    [
        ((3, 3), "0:2 1:2 1:1 0:1", 1),
        ((3, 3), "1:1 0:2 0:1 1:2", 0),
        ((2, 2), "0:2 1:2 0:0", 0),
        ((2, 2, 1), "1:2 0:2 2:1", 1),
        ((3, 2), "0:1 1:2 0:2", None),
        ((0, 0), "", None),
        ((3, 3), "", None),
        ((3, 3), "0:2 1:2", None),
    ],
)
def test_the_side_that_came_to_the_level_score_first(points, text, side):
    assert reached_first(Slip(points, hands(text))) == side


def test_a_recorded_answer_goes_before_the_hands():
    slip = Slip((2, 2), hands("0:2 1:2"), tie_winner=1)
    assert winner_of(Progressive(), slip) == 1
    assert winner_of(Progressive(), None) is None


@pytest.mark.parametrize(
    ("tied", "words"),
    [
        (Tied.REACHED_FIRST, "Which side reached 6 first?"),
        (Tied.EXTRA_HAND, "Which side won it?"),
        (Tied.CUT, "Which side cut the high card?"),
    ],
)
def test_the_table_is_asked_only_what_the_slip_does_not_say(tied, words):
    config = Progressive(tied=tied)
    assert tie_question(config, Slip((6, 6))).endswith(words)
    assert tie_question(config, Slip((6, 6), tie_winner=0)) is None
    assert tie_question(config, Slip((6, 5))) is None


def test_hands_that_show_who_was_first_answer_it_only_where_that_is_the_rule():
    slip = Slip((2, 2), hands("0:2 1:2"))
    assert tie_question(Progressive(), slip) is None
    assert tie_question(Progressive(tied=Tied.CUT), slip) is not None
