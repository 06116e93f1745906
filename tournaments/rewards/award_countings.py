"""A player's games counted for achievements, as far as they are stored, and brought up to now."""

from collections.abc import Iterator
from itertools import islice

from django.db.models import Q, QuerySet

from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.catalogue import PRACTICE_ROWS, ROWS
from tournaments.honours.achievements.counting import Counting, counting_from
from tournaments.honours.facts import Position
from tournaments.rewards.counting import NO_CLUB, read
from tournaments.rewards.custom_achievements import own_achievements
from tournaments.rewards.models import AwardCounting, GameParticipation
from tournaments.rewards.sources import edges_of

STEP, FAR = 32, 1024
"""Besides the newest counting the last two at a multiple of STEP are kept, and all at multiples of FAR."""


def forget_from(player_id: int, since: Position | None) -> None:
    """What was counted with that game or after it does not hold any more. None: all of it."""
    rows = AwardCounting.objects.filter(player=player_id)
    if since is not None:
        rows = rows.filter(Q(last_at__gt=since.ended_at) | Q(last_at=since.ended_at, last_number__gte=since.game))
    rows.delete()


def count_up(player_id: int) -> tuple[Counting, tuple[Achievement, ...]]:
    """Everything that the player has played, counted; and the achievements that it was counted for."""
    newest = AwardCounting.objects.filter(player=player_id).last()
    counting, achievements = _go_on(player_id, newest)
    if counting is None:
        AwardCounting.objects.filter(player=player_id).delete()
        newest, counting = None, Counting(player_id)
    counting.begin(achievements)
    tail, done = participations_after(player_id, newest), newest.games if newest else 0
    total = done + tail.count()
    for part in _portions(tail, done):
        games = [read(participation.counted) for participation in part]
        counting.add(games, edges_of(player_id, [game.id for game in games]))
        done += len(part)
        if _is_kept(done, total):
            _store(player_id, done, part[-1], counting)
    if newest is None or done > newest.games:
        _thin_out(player_id, total)
    return counting, achievements


def stored_counting(player_id: int) -> tuple[Counting, tuple[Achievement, ...]]:
    """The counting as stored so far. Only reads."""
    newest = AwardCounting.objects.filter(player=player_id).last()
    achievements = (*ROWS, *PRACTICE_ROWS, *own_achievements(newest.counted["clubs"] if newest else ()))
    counting = counting_from(player_id, newest.counted, achievements) if newest else None
    if counting is None:
        counting = Counting(player_id)
        counting.begin(achievements)
    return counting, achievements


def participations_after(player_id: int, newest: AwardCounting | None) -> QuerySet[GameParticipation]:
    rows = (
        GameParticipation.objects.filter(player=player_id).order_by("ended_at", "counted_id").select_related("counted")
    )
    if newest is None:
        return rows
    return rows.filter(Q(ended_at__gt=newest.last_at) | Q(ended_at=newest.last_at, counted__gt=newest.last_number))


def _go_on(player_id: int, newest: AwardCounting | None) -> tuple[Counting | None, tuple[Achievement, ...]]:
    """What is stored, if it was counted by what counts now. A club's own count from the first game there."""
    known = set(newest.counted["clubs"]) if newest else set[int]()
    coming = participations_after(player_id, newest).filter(counted__has_bots=False)
    coming_clubs = coming.order_by().values_list("club_id", flat=True).distinct()
    achievements = (*ROWS, *PRACTICE_ROWS, *own_achievements(known | {club or NO_CLUB for club in coming_clubs}))
    if newest is None:
        return None, achievements
    counted = [row for row in achievements if not row.club or row.club in known]
    return counting_from(player_id, newest.counted, counted), achievements


def _portions(tail: QuerySet[GameParticipation], done: int) -> Iterator[list[GameParticipation]]:
    """Each ends at the next multiple of STEP."""
    rows = tail.iterator(chunk_size=500)
    while part := list(islice(rows, STEP - done % STEP)):
        yield part
        done += len(part)


def _is_kept(games: int, total: int) -> bool:
    is_late = games % STEP == 0 and games > total - 2 * STEP
    return games == total or games % FAR == 0 or is_late


def _store(player_id: int, games: int, last: GameParticipation, counting: Counting) -> None:
    AwardCounting.objects.create(
        player_id=player_id,
        games=games,
        last_at=last.ended_at,
        last_number=last.counted_id,
        counted=counting.data(),
    )


def _thin_out(player_id: int, total: int) -> None:
    stored = AwardCounting.objects.filter(player=player_id).values_list("pk", "games")
    gone = [pk for pk, games in stored if not _is_kept(games, total)]
    if gone:
        AwardCounting.objects.filter(pk__in=gone).delete()
