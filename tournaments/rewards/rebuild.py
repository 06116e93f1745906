"""Everything at once: facts and honours thrown away and computed again, or compared with what is stored."""

from collections.abc import Iterator

from tournaments.honours.facts import PlayedGame
from tournaments.rewards import counting
from tournaments.rewards.models import GameFact, RewardJob
from tournaments.rewards.placements import recount_all_places
from tournaments.rewards.queue import compute_all, honours, run_all
from tournaments.rounds.models import Match


def rebuild_honours() -> None:
    """Count all facts again and compute every honour from them. What fails stays due."""
    RewardJob.objects.all().delete()
    for honour in honours():
        honour.forget()
    GameFact.objects.all().delete()
    counting.count_afresh()
    recount_all_places()
    RewardJob.objects.all().delete()
    for honour in honours():
        compute_all(honour)
    run_all()


def facts_are_counted() -> Iterator[str]:
    """Every settled match and finished friendly game is counted with its present result, and nothing else is."""
    stored: dict[int, PlayedGame] = {}
    for game_fact in GameFact.objects.prefetch_related("participations").iterator(chunk_size=2000):
        stored[game_fact.pk] = fact = counting.read(game_fact)
        if counting.participations_of(fact) != {
            (participation.player_id, participation.side, participation.ended_at)
            for participation in game_fact.participations.all()
        }:
            yield f"Game {game_fact.pk} does not have the participations of those who played in it."
    for match in counting.MATCHES.filter(unsettled_since=None):
        if stored.pop(2 * match.pk, None) != counting.fact_of_match(match):
            yield f"Match {match.pk} is not counted as it stands."
    for game in counting.GAMES.filter(pk__in=counting.friendly_games()):
        if stored.pop(2 * game.pk + 1, None) not in (None, counting.fact_of_game(game)):
            yield f"Game {game.pk} is not counted as it ended."
    waiting = set(Match.objects.exclude(unsettled_since=None).values_list("pk", flat=True))
    for number in stored:
        if number % 2 or number // 2 not in waiting:
            yield f"Game {number} is counted and does not stand."


def honours_agree() -> Iterator[str]:
    """What is computed equals its facts, unless it is due anyway."""
    for honour in honours():
        yield from honour.check()
