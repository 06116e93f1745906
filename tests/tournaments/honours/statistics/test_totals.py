"""What a game adds to the totals of those who played it, and the boards made from totals."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.honours.played import OLGA, PAM, QUINN, SAM, euchred, game, loner, made, march, tapped
from tournaments.honours.statistics.boards import Order, leaderboard
from tournaments.honours.statistics.totals import Totals, total, totals_data, totals_of

UNKNOWN = replace(made(0), maker_side=None, result=None, alone=None, swept=None)


def nonzero(totals):
    return {name: count for name, count in totals_data(totals).items() if count}


def test_a_final_score_gives_points_and_the_winner():
    assert nonzero(totals_of(game(), OLGA)) == {"games": 1, "wins": 1, "points": 10, "points_against": 6, "best": 10}
    assert nonzero(totals_of(game(), PAM)) == {"games": 1, "points": 6, "points_against": 10, "best": 6}
    assert totals_of(game(points=(8, 8), winners=()), SAM).shared == 1


def test_a_forfeit_counts_nowhere():
    assert totals_of(game(forfeited=(1,)), OLGA) == Totals()


@pytest.mark.parametrize(
    ("hand", "olga", "pam"),
    [
        (made(0), {"side_calls"}, set()),
        (made(0, maker=OLGA), {"side_calls", "calls", "calls_made"}, set()),
        (made(0, maker=QUINN), {"side_calls"}, set()),
        (march(0), {"side_calls", "marches"}, set()),
        (march(1), set(), {"side_calls", "marches"}),
        (made(0, alone=True), {"side_calls", "loners_tried"}, set()),
        (loner(0), {"side_calls", "marches", "loners_tried", "loners_made"}, set()),
        (
            loner(0, maker=OLGA),
            {"side_calls", "marches", "loners_tried", "loners_made", "own_loners", "calls", "calls_made"},
            set(),
        ),
        (euchred(0), {"side_calls", "euchres_suffered"}, {"euchres_made"}),
        (euchred(0, maker=OLGA), {"side_calls", "calls", "euchres_suffered"}, {"euchres_made"}),
        (euchred(0, swept=1), {"side_calls", "euchres_suffered"}, {"euchres_made", "sweeps"}),
        (euchred(0, alone=True), {"side_calls", "loners_tried", "euchres_suffered"}, {"euchres_made"}),
        (UNKNOWN, set(), set()),
        (replace(euchred(0, swept=1), maker_side=None), set(), set()),  # whose call it was is not known
    ],
)
def test_what_a_hand_counts_as(hand, olga, pam):
    plain = {"games", "wins", "points", "points_against", "best", "hands"}
    for player, expected in ((OLGA, olga), (PAM, pam)):
        counted = nonzero(totals_of(tapped(hand), player))
        assert counted.keys() - plain == expected
        assert all(counted[name] == 1 for name in expected)


def test_totals_add_up_but_the_best_is_the_best():
    one, other = totals_of(game(points=(10, 6)), OLGA), totals_of(game(points=(3, 10)), OLGA)
    assert nonzero(one + other) == {"games": 2, "wins": 1, "points": 13, "points_against": 16, "best": 10}
    assert total([one, other, one]) == other + one + one
    assert total([]) == Totals()
    assert (one + other).losses == 1
    assert Totals(**totals_data(one)) == one


def test_the_share_of_wins_is_exact():
    assert Totals(games=3, wins=1, shared=1).win_rate == Fraction(1, 2)
    assert Totals().win_rate == 0


PLAYERS = {
    1: Totals(games=10, wins=5, points=70, best=10, loners_made=2, loners_tried=9, marches=3, euchres_made=4),
    2: Totals(games=8, wins=5, points=70, best=14, loners_made=2, loners_tried=3, marches=3, euchres_made=4),
    3: Totals(games=3, wins=3, points=30, best=14, marches=9, euchres_made=1),
    4: Totals(),
}


@pytest.mark.parametrize(
    ("order", "from_the_top"),
    [
        (Order.SCORES, [2, 3, 1]),
        (Order.WINNERS, [2, 1, 3]),
        (Order.POINTS, [2, 1, 3]),
        (Order.RATE, [3, 2, 1]),
        (Order.LONERS, [2, 1, 3]),
        (Order.MARCHES, [3, 2, 1]),
        (Order.EUCHRES, [2, 1, 3]),
    ],
)
def test_boards(order, from_the_top):
    assert [row.player for row in leaderboard(PLAYERS, order)] == from_the_top


def test_a_board_may_ask_for_a_number_of_games():
    assert [row.player for row in leaderboard(PLAYERS, Order.RATE, fewest=4)] == [2, 1]


def test_equals_share_a_place():
    twins = {1: PLAYERS[1], 2: PLAYERS[1], 3: PLAYERS[3]}
    assert [row.place for row in leaderboard(twins, Order.WINNERS)] == [1, 1, 3]
