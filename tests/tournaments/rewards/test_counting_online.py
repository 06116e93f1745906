"""Games online as facts: a match knows its hands card by card, a friendly game counts for the open pool."""

import pytest

from games.accounts.models import Player
from games.engine.scoring import Result
from games.tables.opening import play_bots
from games.tables.play import running_game
from tests.tournaments.online import Evening
from tournaments.results.standings_update import settle_unsettled
from tournaments.results.table_results import take_result
from tournaments.rewards import counting, rebuild
from tournaments.rewards.models import GameFact

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_match_online_records_who_made_trump() -> None:
    evening = Evening()
    evening.play_out()
    take_result(evening.table.pk)
    settle_unsettled()
    fact = counting.read(GameFact.objects.get(match=evening.link.match))
    assert (fact.is_online, fact.is_official, fact.was_played) == (True, True, True)
    assert fact.rules == "progressive_night", "although it is one hand long"
    assert fact.hands
    assert {hand.maker for hand in fact.hands if hand.result is not Result.PASSED} <= set(fact.players)
    assert not list(rebuild.facts_are_counted())


def test_a_friendly_game_counts_when_it_has_ended() -> None:
    gus = Player.objects.create(name="Gus")
    game = running_game(play_bots(gus))
    assert game
    assert counting.count_games() == 0
    game.hands.all().delete()
    game.points, game.winners, game.ended_at = [10, 4], [0], game.started_at
    game.save()
    assert counting.count_games() == 1
    fact = counting.read(GameFact.objects.get(game=game))
    assert (fact.club, fact.is_official, len(fact.bots), fact.has_won(gus.pk)) == (0, False, 3, True)
    assert fact.rules == "plain"
    assert counting.count_games() == 0
