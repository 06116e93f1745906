"""The number that people see: cautious, less certain after a long absence, provisional people apart."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.tournaments.honours.played import FOUR, OLGA, PAM, QUINN, SAM, START, game
from tournaments.honours.facts import Position
from tournaments.honours.ratings.rating import NEWCOMER, SIGMA, Rating
from tournaments.honours.ratings.replay import Ladder, replay
from tournaments.honours.ratings.shown import FEW_GAMES, Shown, edges, ordinal, ranking, shown, sigma_at

LAST = Position(START, 1)
SETTLED = Rating(30.0, 2.0, 50, LAST)


def after(days):
    return START + timedelta(days=days)


def test_a_newcomer_has_a_thousand_and_is_provisional():
    assert shown(NEWCOMER, START) == Shown(1000, 333, 0, is_provisional=True)


def test_the_number_takes_three_standard_deviations_off():
    assert ordinal(SETTLED, START) == 24.0
    assert shown(SETTLED, START) == Shown(1960, 80, 50, is_provisional=False)


def test_few_games_or_much_doubt_are_provisional():
    assert not shown(replace(SETTLED, games=FEW_GAMES), START).is_provisional
    assert shown(replace(SETTLED, games=FEW_GAMES - 1), START).is_provisional
    assert shown(replace(SETTLED, sigma=5.1), START).is_provisional


@pytest.mark.parametrize("days", [-1, 0, 59, 60])
def test_two_months_away_cost_nothing(days):
    assert sigma_at(SETTLED, after(days)) == SETTLED.sigma


def test_then_doubt_grows_day_by_day_up_to_a_newcomers():
    doubts = [sigma_at(SETTLED, after(days)) for days in range(60, 900)]
    assert doubts == sorted(doubts)
    assert SETTLED.sigma < doubts[1] < doubts[100] < SIGMA
    assert doubts[-1] == sigma_at(SETTLED, after(5000)) == SIGMA
    assert doubts[365] ** 2 == pytest.approx(SETTLED.sigma**2 + SIGMA**2 / 2)


def test_who_is_less_sure_than_a_newcomer_stays_so_while_away():
    vague = replace(SETTLED, sigma=SIGMA + 1)
    assert sigma_at(vague, after(1000)) == vague.sigma


def test_absence_makes_provisional_again_and_stores_nothing():
    assert not shown(SETTLED, after(100)).is_provisional
    assert shown(SETTLED, after(400)).is_provisional
    assert SETTLED.sigma == 2.0


def test_the_ranking_shares_places_and_keeps_provisional_people_apart():
    ladder = Ladder(
        {OLGA: SETTLED, PAM: replace(SETTLED, mu=31.0), QUINN: SETTLED, SAM: replace(SETTLED, games=2), 5: NEWCOMER}
    )
    found = ranking(ladder, START)
    assert [(row.place, row.player, row.is_shared) for row in found.ranked] == [
        (1, PAM, False),
        (2, OLGA, True),
        (2, QUINN, True),
    ]
    assert found.provisional == (SAM, 5)
    assert [row.player for row in ranking(ladder, START, hidden={PAM}).ranked] == [OLGA, QUINN]


def test_the_edge_is_how_much_stronger_the_other_side_was():
    done = replay([game(number) for number in range(1, 9)])
    changes = [change for change in done.changes if change.game == 8]
    found = edges(changes, FOUR)
    assert found[PAM] == found[SAM] == -found[OLGA] > 100
    assert edges([change for change in done.changes if change.game == 1], FOUR) == dict.fromkeys((1, 2, 3, 4), 0)
