"""What awards read of other honours: edges by which rivals were rated higher, and their change when games change."""

import pytest

from tests.kept import kept
from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.rewards import queue
from tournaments.rewards.models import RatingChange, RewardJob
from tournaments.rewards.rebuild import honours_agree
from tournaments.rewards.sources import edges_of


def a_hall() -> Hall:
    hall = play_hall(games=12)
    queue.run_all()
    return hall


hall = kept(a_hall)


@pytest.mark.slow
def test_edges_are_those_of_the_ratings_before_the_game(hall: Hall) -> None:
    last = hall.games()[-1]
    found = edges_of([last])[last.id]
    own = found[last.sides[0][0]]
    assert own == -found[last.sides[1][0]]
    before = RatingChange.objects.filter(counted=last.id).values_list("player_id", "before")
    mu = {player: float(text.split(" ")[0]) for player, text in before}
    stronger = sum(mu[player] for player in last.sides[1]) > sum(mu[player] for player in last.sides[0])
    assert (own > 0) == stronger
    assert set(edges_of(hall.games()[:1])[hall.games()[0].id].values()) <= {0}


@pytest.mark.slow
def test_awards_follow_when_a_game_before_goes(hall: Hall) -> None:
    hall.take_away(hall.games()[0])
    queue.run_all()
    assert not RewardJob.objects.exists()
    assert list(honours_agree()) == []
