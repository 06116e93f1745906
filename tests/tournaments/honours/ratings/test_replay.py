"""Ratings depend on the games and on nothing else: not on when they were told, nor on what stood there before."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from tests.sizes import SOAK, sample
from tests.tournaments.honours.histories import corrected, random_games, shuffled
from tests.tournaments.honours.played import OLGA, START, game
from tournaments.honours.facts import in_order
from tournaments.honours.ratings.pools import pool_of
from tournaments.honours.ratings.rating import NEWCOMER
from tournaments.honours.ratings.replay import START as NOTHING
from tournaments.honours.ratings.replay import replay
from tournaments.honours.ratings.shown import UNSURE

HISTORIES = 1000 if SOAK else 12
GAMES = 200


def direct(games):
    """Player -> (mu, sigma) by openskill alone; shares nothing with the room but the games."""
    model, held = PlackettLuce(), {}
    for played in sorted(games, key=lambda one: (one.ended_at, one.id)):
        for player in played.players:
            held.setdefault(player, model.rating())
        better = [
            [other for other in range(len(played.sides)) if beats(played, other, side)]
            for side in range(len(played.sides))
        ]
        after = model.rate(
            [[held[player] for player in side] for side in played.sides], ranks=[float(len(each)) for each in better]
        )
        for side, ratings in zip(played.sides, after, strict=True):
            held.update(zip(side, ratings, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in held.items()}


def beats(played, one, other):
    if (one in played.winners) != (other in played.winners):
        return one in played.winners
    return one not in played.winners and played.points[one] > played.points[other]


def by_pool(games):
    return {pool: [each for each in games if pool_of(each) == pool] for pool in set(map(pool_of, games)) - {None}}


def pools_of(games):
    return {pool: replay(own) for pool, own in by_pool(games).items()}


@pytest.mark.parametrize("number", sample(*range(3), of=range(HISTORIES)))
def test_ratings_equal_a_loop_over_openskill_to_the_last_digit(number):
    games = random_games(Random(f"direct/{number}"), GAMES)
    for pool, done in pools_of(games).items():
        expected = direct(one for one in games if pool_of(one) == pool)
        assert {player: (each.mu, each.sigma) for player, each in done.ladder.ratings.items()} == expected


@pytest.mark.parametrize("number", sample(*range(3), of=range(HISTORIES)))
def test_the_order_of_arrival_does_not_matter(number):
    rng = Random(f"arrival/{number}")
    games = random_games(rng, GAMES)
    assert pools_of(games) == pools_of(shuffled(rng, games))


@pytest.mark.parametrize("number", sample(*range(3), of=range(HISTORIES)))
def test_after_a_correction_a_replay_from_before_it_equals_a_replay_of_all(number):
    rng = Random(f"corrections/{number}")
    games = random_games(rng, GAMES)
    for _ in range(8):
        later = corrected(rng, games)
        for pool in changed_pools(games, later):
            earliest = min(one.position for one in set(games) ^ set(later) if pool_of(one) == pool)
            now = by_pool(later).get(pool, [])
            before = replay([one for one in now if one.position < earliest]).ladder
            again = replay([one for one in now if one.position >= earliest], before)
            assert again.ladder == replay(now).ladder
        games = later


def changed_pools(before, after):
    return {pool_of(one) for one in set(before) ^ set(after)} - {None}


def test_going_on_from_the_present_is_the_same_as_starting_anew():
    games = in_order(random_games(Random("on"), 60))
    for own in by_pool(games).values():
        ladder = NOTHING
        for one in own:
            ladder = replay([one], ladder).ladder
        assert ladder == replay(own).ladder


def test_each_change_names_the_rating_before_and_after():
    done = replay([game(1), game(2, points=(4, 10))])
    olga = [change for change in done.changes if change.player == OLGA]
    assert [change.game for change in olga] == [1, 2]
    assert olga[0].before == NEWCOMER
    assert olga[0].after == olga[1].before
    assert olga[1].after == done.ladder.of(OLGA)
    assert done.ladder.of(77) == NEWCOMER


def test_a_game_from_before_the_start_is_our_mistake():
    ladder = replay([game(5)]).ladder
    with pytest.raises(AssertionError, match="before the start"):
        replay([game(5)], ladder)


def test_ties_in_time_are_ordered_by_number():
    twins = [game(number, ended_at=START, points=points) for number, points in ((2, (10, 0)), (1, (0, 10)))]
    assert replay(twins).ladder == replay(in_order(twins)).ladder
    assert replay(twins).ladder.through == twins[0].position


def test_with_changing_partners_a_few_nights_make_ratings_sure():
    rng, games = Random("partners"), []
    for _ in range(40):
        seats = iter(rng.sample(range(1, 25), 24))
        for one, two, three, four in zip(seats, seats, seats, seats, strict=True):
            games.append(game(len(games), rng.choice(((10, 3), (2, 10))), ((one, two), (three, four))))
    assert max(rating.sigma for rating in replay(games).ladder.ratings.values()) < UNSURE
