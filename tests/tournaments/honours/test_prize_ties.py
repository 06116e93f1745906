"""Shared places, and what was decided about them."""

import pytest

from games.engine.errors import RuleError
from tournaments.honours.prize_ties import Decision, Finisher, Level, Method, levels
from tournaments.honours.splitting import lot_order

FIELD = [Finisher(5, 1), Finisher(1, 2), Finisher(2, 2), Finisher(4, 2), Finisher(3, 5)]


def decision(method, *order):
    parts = tuple(map(tuple, order))
    return Decision(frozenset((1, 2, 4)), Method(method), parts)


def levels_after(*decisions):
    return [(level.place, level.entries, level.method) for level in levels(FIELD, decisions, seed=1)]


def test_who_shares_a_place_stands_level():
    assert levels_after() == [(1, (5,), None), (2, (1, 2, 4), None), (5, (3,), None)]
    assert levels([], [], 1) == ()


def test_a_level_takes_places_and_their_amounts():
    level = Level(2, (1, 2, 4))
    assert level.places == (2, 3, 4)
    assert level.of((50, 30, 20)) == (30, 20)
    assert level.of((50,)) == ()


def test_a_cut_separates():
    parts = [(2, (4,), Method.CUT), (3, (1,), Method.CUT), (4, (2,), Method.CUT)]
    assert levels_after(decision("cut", [4], [1], [2]))[1:4] == parts


def test_the_random_draw_separates_and_can_be_repeated():
    drawn = [entries for _, entries, method in levels_after(decision("lot")) if method is Method.LOT]
    assert drawn == [(entry,) for entry in lot_order(1, "tie", (1, 2, 4))]


def test_who_is_to_split_stays_level():
    assert levels_after(decision("split"))[1] == (2, (1, 2, 4), Method.SPLIT)


def test_a_play_off_can_leave_some_level_and_the_next_decision_is_about_them():
    first = decision("play_off", [4], [1, 2])
    assert levels_after(first)[1:3] == [(2, (4,), Method.PLAY_OFF), (3, (1, 2), Method.PLAY_OFF)]
    second = Decision(frozenset((1, 2)), Method.CUT, ((2,), (1,)))
    assert levels_after(second, first)[1:4] == [
        (2, (4,), Method.PLAY_OFF),
        (3, (2,), Method.CUT),
        (4, (1,), Method.CUT),
    ]
    assert levels_after(second) == levels_after()
    winners = decision("play_off", [1, 4], [2])
    assert levels_after(winners)[1:3] == [(2, (1, 4), Method.PLAY_OFF), (4, (2,), Method.PLAY_OFF)]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([], "Enter No. 1, No. 2 and No. 4 in order, best first, each only once."),
        ([[1], [2]], "Enter No. 1, No. 2 and No. 4 in order"),
        ([[1], [2], [4], [4]], "Enter No. 1, No. 2 and No. 4 in order"),
        ([[1], [2], [5]], "Enter No. 1, No. 2 and No. 4 in order"),
        ([[4, 1, 2]], "No. 1, No. 2 and No. 4 are still tied. Choose another way to break the tie."),
        ([[4, 1, 2], []], "No. 1, No. 2 and No. 4 are still tied."),
    ],
)
def test_a_decision_names_everyone_and_decides(order, message):
    with pytest.raises(RuleError) as refused:
        decision("cut", *order)
    assert str(refused.value).startswith(message)


def test_what_only_we_can_get_wrong():
    with pytest.raises(AssertionError):
        decision("lot", [1], [2], [4])
    with pytest.raises(AssertionError):
        Decision(frozenset((1,)), Method.LOT)
    with pytest.raises(AssertionError, match="two decisions"):
        levels_after(decision("lot"), decision("split"))
    with pytest.raises(AssertionError, match="counted 1, 2, 2, 4"):
        levels([Finisher(1, 1), Finisher(2, 1), Finisher(3, 2)], [], 1)
    with pytest.raises(AssertionError, match="house players"):
        levels([Finisher(0, 1)], [], 1)
    with pytest.raises(AssertionError, match="finished twice"):
        levels([Finisher(1, 1), Finisher(1, 2)], [], 1)


def test_every_method_says_what_it_is():
    assert [method.label for method in Method] == ["Playoff hand", "Cut the cards", "Random draw", "Split"]
    assert all(method.help.endswith(".") for method in Method)
