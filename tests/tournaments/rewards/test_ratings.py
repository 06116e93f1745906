"""Ratings as rows: to the last digit those of a plain loop over the library, for the cost of the games that changed."""

import datetime
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openskill.models import PlackettLuce

from tests.kept import kept
from tests.sizes import size
from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.clubs.settings import change_club
from tournaments.context import SITE
from tournaments.honours.facts import Position
from tournaments.rewards import queue, ratings
from tournaments.rewards.counting import read_games
from tournaments.rewards.models import GameFact, PlayerRating, RatingChange, RatingPool, RewardJob


def forty_games() -> Hall:
    return play_hall(games=40)


hall = kept(forty_games)


def by_hand(margin: int = 0) -> dict[int, tuple[float, float]]:
    """Nothing but the library, in the order in which games ended."""
    model = PlackettLuce(margin=float(margin))
    held = {}
    for game in read_games(GameFact.objects.order_by("ended_at", "number")):
        teams = [[held.setdefault(player, model.rating()) for player in side] for side in game.sides]
        if margin and game.points[0] != game.points[1]:
            after = model.rate(teams, scores=[float(points) for points in game.points])
        else:
            after = model.rate(teams, ranks=[float(side not in game.winners) for side in range(2)])
        for side, rated in zip(game.sides, after, strict=True):
            held.update(zip(side, rated, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in held.items()}


def stored() -> dict[int, tuple[float, float]]:
    return {row.player_id: (row.mu, row.sigma) for row in PlayerRating.objects.all()}


@pytest.mark.slow
def test_they_are_those_of_a_plain_loop_to_the_last_digit(hall: Hall) -> None:
    queue.run_all()
    assert stored() == by_hand()
    assert {row.player_id: tuple(map(float, row.text.split()[:2])) for row in PlayerRating.objects.all()} == by_hand()
    assert RatingChange.objects.count() == 4 * 40


@pytest.mark.slow
@pytest.mark.heavy
def test_the_order_of_arrival_does_not_matter(hall: Hall) -> None:
    queue.run_all()
    chance = Random(3)
    for _ in range(size(8, 50)):
        hall.play(chance, ended_at=hall.start + datetime.timedelta(minutes=chance.randrange(600)))
        if chance.random() < 0.4:
            queue.run_all()
    queue.run_all()
    assert stored() == by_hand()
    assert list(ratings.check()) == []


@pytest.mark.slow
def test_a_club_that_counts_margins_has_all_its_games_rated_again(hall: Hall) -> None:
    queue.run_all()
    plain = stored()
    change_club(hall.club.pk, {"rating_margin": 2}, context=SITE)
    assert list(RewardJob.objects.values_list("kind", flat=True)) == ["rating"]
    queue.run_all()
    assert stored() == by_hand(margin=2) != plain
    hall.play(Random(2))
    queue.run_all()
    assert stored() == by_hand(margin=2)
    assert list(ratings.check()) == []


@pytest.mark.slow
def test_a_game_that_goes_takes_those_along_who_played_no_other(hall: Hall) -> None:
    late = hall.play(Random(1), players=hall.strangers(4))
    queue.run_all()
    assert PlayerRating.objects.count() == 12
    hall.take_away(late)
    queue.run_all()
    assert PlayerRating.objects.count() == 8
    assert stored() == by_hand()


@pytest.mark.slow
def test_one_more_game_asks_and_writes_the_same_however_many_there_are(db: None) -> None:
    costs = []
    for games in (12, 60):
        hall = play_hall(games=games)
        queue.run_all()
        hall.play(Random(5))
        row = RewardJob.objects.get(kind="rating")
        earliest = queue.position_of(row)
        changes = set(RatingChange.objects.values_list("pk", flat=True))
        with CaptureQueriesContext(connection) as asked:
            ratings.recompute(row.key, earliest)
        fresh = set(RatingChange.objects.values_list("pk", flat=True))
        costs.append((len(asked), len(fresh - changes), len(changes - fresh)))
        RewardJob.objects.all().delete()
    assert costs[0] == costs[1]
    assert costs[0][1:] == (4, 0)


@pytest.mark.slow
def test_a_correction_replays_from_the_game_that_it_is_about(hall: Hall) -> None:
    queue.run_all()
    kept = set(RatingChange.objects.values_list("pk", flat=True))
    game = GameFact.objects.order_by("ended_at", "number")[30]
    ratings.recompute(RatingPool.objects.get().key, Position(game.ended_at, game.pk))
    assert len(kept & set(RatingChange.objects.values_list("pk", flat=True))) == 4 * 30
    assert stored() == by_hand()


@pytest.mark.slow
def test_games_with_a_bot_are_rated_by_themselves(hall: Hall) -> None:
    queue.run_all()
    before = stored()
    hall.play(Random(2), bots=1)
    queue.run_all()
    assert {row.key.split(":")[2] for row in RatingPool.objects.all()} == {"0", "1"}
    assert {row.player_id: (row.mu, row.sigma) for row in PlayerRating.objects.filter(pool__has_bots=False)} == before


@pytest.mark.slow
def test_a_pool_is_being_recomputed_while_it_is_due(hall: Hall) -> None:
    pool = RewardJob.objects.get(kind="rating").key
    assert ratings.is_being_recomputed(pool)
    queue.run_all()
    assert not ratings.is_being_recomputed(pool)


@pytest.mark.slow
def test_a_planted_digit_is_found_unless_the_pool_is_due(hall: Hall) -> None:
    queue.run_all()
    RatingChange.objects.filter(pk=RatingChange.objects.all()[7].pk).update(after="25.0 8.0 1 -")
    assert len(list(ratings.check())) == 1
    queue.enqueue("rating", [RatingPool.objects.get().key], Position(timezone.now(), 1))
    assert list(ratings.check()) == []
