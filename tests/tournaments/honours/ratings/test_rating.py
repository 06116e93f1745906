"""What one game does to the ratings of those who played it."""

import pytest
from openskill.models import PlackettLuce

from games.engine.choices import Variant
from tests.tournaments.honours.played import FOUR, OLGA, PAM, QUINN, SAM, game
from tournaments.honours.ratings.pools import Pool, pool_of
from tournaments.honours.ratings.rating import NEWCOMER, Method, Rating, ranks

SOLO = ((OLGA,), (PAM,), (QUINN,), (SAM,))


def rated(played, **known):
    method = Method(**known)
    return method.rate(played, [[NEWCOMER] * len(side) for side in played.sides])


def test_the_winners_rise_the_losers_fall_and_all_are_surer():
    (olga, quinn), (pam, sam) = rated(game())
    assert olga.mu == quinn.mu > NEWCOMER.mu > pam.mu == sam.mu
    assert max(each.sigma for each in (olga, quinn, pam, sam)) < NEWCOMER.sigma
    assert (olga.games, olga.last) == (1, game().position)


def test_a_shared_win_of_equals_moves_no_one_up_or_down():
    for level in (game(points=(8, 8)), game(points=(8, 8), winners=())):
        assert {each.mu for side in rated(level) for each in side} == {NEWCOMER.mu}


def test_a_shared_win_lifts_both_above_the_third():
    (one,), (two,), (three,) = rated(game(points=(10, 4, 10), sides=SOLO[:3]))
    assert one.mu == three.mu > two.mu


@pytest.mark.parametrize(
    ("points", "winners", "order"),
    [
        ((10, 6), (0,), [0, 1]),
        ((6, 10), (1,), [1, 0]),
        ((10, 7, 7, 2), (0,), [0, 1, 1, 3]),
        ((10, 7, 10, 2), (0, 2), [0, 2, 0, 3]),
        ((8, 8), (1,), [1, 0]),
        ((8, 8), (), [0, 0]),
        ((3, 9, 8), (2,), [2, 1, 0]),
    ],
)
def test_winners_come_first_and_the_others_by_points(points, winners, order):
    assert ranks(game(points=points, winners=winners, sides=SOLO[: len(points)])) == order


def test_sides_of_one_to_four_players_are_rated():
    for size in (1, 2, 3, 4):
        played = game(sides=(tuple(range(1, size + 1)), tuple(range(11, size + 11))))
        assert pool_of(played) == Pool(1, Variant.CLASSIC)
        assert [len(side) for side in rated(played)] == [size, size]


def test_without_a_margin_the_height_of_a_win_does_not_matter():
    assert rated(game(points=(10, 0))) == rated(game(points=(10, 9)))


def test_with_a_margin_a_high_win_between_unequals_counts_for_more():
    strong, weak = Rating(30.0, 3.0, 40), Rating(22.0, 3.0, 40)
    unequal = [[strong, strong], [weak, weak]]
    high, low = (Method(margin=2.0).rate(game(points=points), unequal) for points in ((10, 1), (10, 9)))
    assert high[0][0].mu > low[0][0].mu > strong.mu
    model = PlackettLuce(margin=2.0)
    direct = model.rate(
        [[model.create_rating([each.mu, each.sigma]) for each in side] for side in unequal], scores=[10.0, 1.0]
    )
    assert [each.mu for side in high for each in side] == [each.mu for side in direct for each in side]


def test_the_margin_is_left_aside_where_points_do_not_say_who_won():
    cut = game(points=(8, 8), winners=(1,))
    assert rated(cut, margin=2.0) == rated(cut)
    assert rated(cut)[1][0].mu > rated(cut)[0][0].mu


def test_clubs_families_and_games_with_bots_are_rated_apart():
    kinds = [
        game(1),
        game(2, club=2),
        game(3, variant=Variant.BID),
        game(4, bots=frozenset({SAM})),
        game(5, is_official=False),
    ]
    assert [pool_of(each) for each in kinds] == [
        Pool(1, Variant.CLASSIC),
        Pool(2, Variant.CLASSIC),
        Pool(1, Variant.BID),
        Pool(1, Variant.CLASSIC, has_bots=True),
        Pool(1, Variant.CLASSIC),
    ]


def test_forfeits_empty_sides_and_sides_of_five_are_not_rated():
    unrated = (
        game(forfeited=(1,)),
        game(sides=((OLGA, PAM), ())),
        game(sides=((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))),
    )
    assert {pool_of(each) for each in unrated} == {None}
    assert pool_of(game(sides=FOUR)) is not None
