"""A player's games counted for achievements, as far as they are stored, and brought up to now."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import reduce
from itertools import islice
from operator import or_

from django.db.models import Q, QuerySet

from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.catalogue import PRACTICE_ROWS, ROWS
from tournaments.honours.achievements.counting import Counting, counting_from
from tournaments.honours.facts import PlayedGame, Position
from tournaments.rewards.counting import NO_CLUB, read
from tournaments.rewards.custom_achievements import own_achievements
from tournaments.rewards.models import AwardCounting, GameParticipation
from tournaments.rewards.sources import edges_of, own_edges

Counted = tuple[Counting, tuple[Achievement, ...]]

STEP, FAR = 32, 1024
"""Besides the newest counting the last two at a multiple of STEP are kept, and all at multiples of FAR."""


def forget_from(since: Mapping[int, Position | None]) -> None:
    """Forgets what was counted of these players with that game or after it. None: all of it."""
    if since:
        gone = (Q(player=player) & (_not_before(game) if game else Q()) for player, game in since.items())
        AwardCounting.objects.filter(reduce(or_, gone)).delete()


def _not_before(game: Position) -> Q:
    return Q(last_at__gt=game.ended_at) | Q(last_at=game.ended_at, last_number__gte=game.game)


def count_up(players: Collection[int]) -> dict[int, Counted]:
    """Everything that each of them has played, counted; and the achievements that it was counted for."""
    stored = list(AwardCounting.objects.filter(player__in=players).values_list("player", "games", "pk"))
    last = {player: pk for player, _, pk in sorted(stored)}
    newest = {
        award_counting.player_id: award_counting
        for award_counting in AwardCounting.objects.filter(pk__in=last.values())
    }
    after = participations_after({player: newest.get(player) for player in players})
    tails: dict[int, list[GameParticipation]] = {player: [] for player in players}
    coming: dict[int, list[tuple[int | None, bool]]] = defaultdict(list)
    first = list(after[: STEP + 1])
    if len(first) <= STEP:
        for participation in first:
            tails[participation.player_id].append(participation)
            coming[participation.player_id].append((participation.club_id, participation.counted.has_bots))
    else:
        for player, club, has_bots in after.order_by().values_list("player", "club", "counted__has_bots"):
            coming[player].append((club, has_bots))
    countings = _as_stored(players, newest, coming)
    counted_otherwise = countings.keys() ^ set(players)
    if counted_otherwise:
        AwardCounting.objects.filter(player__in=counted_otherwise).delete()
    few = [player for player in countings if 0 < len(coming[player]) <= STEP]
    if few and len(first) > STEP:
        for participation in participations_after({player: newest.get(player) for player in few}):
            tails[participation.player_id].append(participation)
    kept = _add_few({player: tails[player] for player in few}, newest, countings)
    for player in countings.keys() - set(few):
        if coming[player]:
            kept += _add_many(player, newest.get(player), countings[player][0], len(coming[player]))
    _keep(kept, stored)
    return countings | (count_up(counted_otherwise) if counted_otherwise else {})


def _as_stored(
    players: Iterable[int], newest: Mapping[int, AwardCounting], coming: Mapping[int, list[tuple[int | None, bool]]]
) -> dict[int, Counted]:
    """What is stored of each, ready for the games to come. Without those that were counted for other achievements than
    count now. A club's own count from the first game there."""
    known = {player: set(newest[player].counted["clubs"]) if player in newest else set[int]() for player in players}
    clubs = {
        player: own | {club or NO_CLUB for club, has_bots in coming.get(player, ()) if not has_bots}
        for player, own in known.items()
    }
    of_clubs = own_achievements(set().union(*clubs.values()))
    countings: dict[int, Counted] = {}
    for player, own in clubs.items():
        achievements = (*ROWS, *PRACTICE_ROWS, *(club for club in of_clubs if club.club in own))
        counting: Counting | None = Counting(player)
        if player in newest:
            counted = [
                achievement for achievement in achievements if not achievement.club or achievement.club in known[player]
            ]
            counting = counting_from(player, newest[player].counted, counted)
        if counting is not None:
            counting.begin(achievements)
            countings[player] = counting, achievements
    return countings


def _add_few(
    tails: Mapping[int, list[GameParticipation]], newest: Mapping[int, AwardCounting], countings: Mapping[int, Counted]
) -> list[AwardCounting]:
    """Adds the games to come of players who have a few of them. Returns what is to be kept."""
    facts = {participation.counted_id: participation.counted for tail in tails.values() for participation in tail}
    games = {number: read(game_fact) for number, game_fact in facts.items()}
    edges = edges_of(games.values())
    kept = []
    for player, tail in tails.items():
        done = newest[player].games if player in newest else 0
        played = [games[participation.counted_id] for participation in tail]
        kept += _add(player, played, countings[player][0], done, done + len(tail), lambda games: edges)
    return kept


def _add_many(player: int, newest: AwardCounting | None, counting: Counting, coming: int) -> list[AwardCounting]:
    """Adds the games to come of one player, however many they are."""
    done = newest.games if newest else 0
    tail = participations_after({player: newest}).iterator(chunk_size=500)
    played = (read(participation.counted) for participation in tail)
    return _add(player, played, counting, done, done + coming, edges_of)


def _add(
    player: int,
    tail: Iterable[PlayedGame],
    counting: Counting,
    done: int,
    total: int,
    edges: Callable[[Collection[PlayedGame]], Mapping[int, Mapping[int, int]]],
) -> list[AwardCounting]:
    kept = []
    for part in _portions(tail, done):
        counting.add(part, own_edges(edges(part), player))
        done += len(part)
        if _is_kept(done, total):
            kept.append(
                AwardCounting(
                    player_id=player,
                    games=done,
                    last_at=part[-1].ended_at,
                    last_number=part[-1].id,
                    counted=counting.data(),
                )
            )
    return kept


def _keep(kept: Collection[AwardCounting], stored: Iterable[tuple[int, int, int]]) -> None:
    """Stores these; of the older ones those that are kept no longer go. stored: player, games and key of each."""
    AwardCounting.objects.bulk_create(kept)
    total = {
        award_counting.player_id: award_counting.games for award_counting in kept
    }  # in their order, so the last one of each
    gone = [pk for player, games, pk in stored if player in total and not _is_kept(games, total[player])]
    if gone:
        AwardCounting.objects.filter(pk__in=gone).delete()


def stored_counting(player_id: int) -> tuple[Counting, tuple[Achievement, ...]]:
    """The counting as stored so far. Only reads."""
    newest = AwardCounting.objects.filter(player=player_id).last()
    achievements = (*ROWS, *PRACTICE_ROWS, *own_achievements(newest.counted["clubs"] if newest else ()))
    counting = counting_from(player_id, newest.counted, achievements) if newest else None
    if counting is None:
        counting = Counting(player_id)
        counting.begin(achievements)
    return counting, achievements


def participations_after(newest: Mapping[int, AwardCounting | None]) -> QuerySet[GameParticipation]:
    """Of each player those that come after what is counted, in their order."""
    participations = GameParticipation.objects.order_by("ended_at", "counted_id").select_related("counted")
    return participations.filter(
        reduce(or_, (Q(player=player) & _after(award_counting) for player, award_counting in newest.items()))
    )


def _after(newest: AwardCounting | None) -> Q:
    if newest is None:
        return Q()
    return Q(ended_at__gt=newest.last_at) | Q(ended_at=newest.last_at, counted__gt=newest.last_number)


def _portions(tail: Iterable[PlayedGame], done: int) -> Iterator[list[PlayedGame]]:
    """Each ends at the next multiple of STEP."""
    games = iter(tail)
    while part := list(islice(games, STEP - done % STEP)):
        yield part
        done += len(part)


def _is_kept(games: int, total: int) -> bool:
    is_late = games % STEP == 0 and games > total - 2 * STEP
    return games == total or games % FAR == 0 or is_late
