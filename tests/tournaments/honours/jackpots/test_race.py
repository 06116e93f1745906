"""Who stands where in a period, and who could not win yet."""

from datetime import UTC, datetime, timedelta

import pytest

from games.engine.errors import RuleError
from tests.tournaments.honours.jackpots.money import NOVEMBER
from tests.tournaments.honours.played import OLGA, PAM, QUINN, SAM, game, loner, made, tapped
from tournaments.honours.facts import Contest, Placing
from tournaments.honours.jackpots.race import Race, Waiting, race, seniority
from tournaments.honours.jackpots.rules import JackpotRules, Metric

GAMES = [game(1, (10, 6)), game(2, (4, 10)), tapped(loner(1), made(0), ended_at=game(3).ended_at, number=3)]


def placing(player, place, **known):
    facts = {"contest": Contest.EVENT, "id": 1, "ended_at": game(1).ended_at, "club": 1} | known
    return Placing(player=player, place=place, **facts)


def scores(standing):
    return {row.player: row.value[0] for row in standing.rows}


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (Metric.POINTS, {PAM: 20, SAM: 20, OLGA: 15, QUINN: 15}),
        (Metric.WINS, {PAM: 2, SAM: 2, OLGA: 1, QUINN: 1}),
        (Metric.LONERS, {PAM: 1, SAM: 1}),
        (Metric.RANK, {OLGA: 5, PAM: 8, QUINN: 4}),
    ],
)
def test_what_counts(metric, expected):
    places = [
        placing(OLGA, 1),
        placing(PAM, 2),
        placing(QUINN, 2),
        placing(SAM, 6),
        placing(PAM, 2, id=2),
        placing(SAM, 1, contest=Contest.SEASON),
        placing(SAM, 1, ended_at=NOVEMBER.end),
    ]
    standing = race(JackpotRules(metric=metric), NOVEMBER, GAMES, places)
    assert scores(standing) == expected
    assert {one.player: one.score_short for one in standing.waiting} == dict.fromkeys(
        {OLGA, PAM, QUINN, SAM} - expected.keys(), 1
    )


def test_only_games_that_ended_in_the_period_count():
    second = timedelta(seconds=1)
    edges = [
        game(1, ended_at=NOVEMBER.start - second),
        game(2, ended_at=NOVEMBER.start),
        game(3, ended_at=NOVEMBER.end - second),
        game(4, ended_at=NOVEMBER.end),
    ]
    assert race(JackpotRules(), NOVEMBER, edges).score(OLGA) == 20
    assert race(JackpotRules(metric=Metric.WINS), NOVEMBER, edges).score(OLGA) == 2


def test_forfeits_count_nothing():
    games = [game(1, forfeited=(1,)), game(2), game(3)]
    assert race(JackpotRules(), NOVEMBER, games).score(OLGA) == 20


def test_who_has_not_played_is_not_in_it_even_with_a_place():
    standing = race(JackpotRules(metric=Metric.RANK), NOVEMBER, GAMES, [placing(77, 1)])
    assert standing.rows == ()
    assert standing.score(77) == 0


def test_bots_win_nothing():
    standing = race(JackpotRules(), NOVEMBER, [game(1, bots=frozenset({OLGA}))])
    assert set(scores(standing)) == {PAM, QUINN, SAM}


def test_fewest_games_the_score_to_reach_and_membership():
    games = [game(1), game(2), game(3, sides=((OLGA, PAM), (QUINN, 5)))]
    rules = JackpotRules(fewest_games=3, least=25, members_only=True)
    standing = race(rules, NOVEMBER, games, members={OLGA, PAM, SAM})
    assert scores(standing) == {OLGA: 30}
    assert standing.waiting == (
        Waiting(PAM, 22, score_short=3),
        Waiting(QUINN, 26, is_guest=True),
        Waiting(SAM, 12, games_short=1, score_short=13),
        Waiting(5, 6, games_short=2, score_short=19, is_guest=True),
    )
    assert standing.score(PAM) == 22


def test_seniority_counts_periods_in_which_one_could_have_won():
    past = [
        Race((), (Waiting(1, 0, score_short=1), Waiting(2, 9, games_short=1), Waiting(3, 9, is_guest=True))),
        race(JackpotRules(), NOVEMBER, [game(1)]),
    ]
    assert seniority(past) == {OLGA: 2, PAM: 1, QUINN: 1, SAM: 1}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"shares": ()}, "at least one prize"),
        ({"shares": (5000, 0)}, "more than zero"),
        ({"shares": (3000, 4000)}, "lower place would win more"),
        ({"shares": (6000, 5000)}, "110% of the jackpot"),
        ({"vesting": (2000, 10_001)}, "between 0% and 100%"),
        ({"rank_points": (1, 2)}, "lower place would earn more"),
        ({"rank_points": (1, -1)}, "lower place would earn more"),
        ({"least": 0}, "Choose a number from 1"),
        ({"fewest_games": 0}, "Choose a number from 1"),
    ],
)
def test_rules_that_cannot_be(settings, words):
    with pytest.raises(RuleError, match=words):
        JackpotRules(**settings)


def test_vesting_runs_from_the_first_period_to_everything():
    rules = JackpotRules(vesting=(2000, 3000, 4000))
    assert [rules.vested(earlier) for earlier in range(5)] == [2000, 3000, 4000, 10_000, 10_000]
    assert JackpotRules().vested(0) == 10_000


def test_games_come_in_any_order():
    assert race(JackpotRules(), NOVEMBER, GAMES) == race(JackpotRules(), NOVEMBER, GAMES[::-1])
    assert datetime(2026, 11, 1, tzinfo=UTC) == NOVEMBER.start
