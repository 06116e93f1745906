"""The ranking of a pool: players by rating, those not rated for sure yet, and those who have not played for long."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.engine.choices import Variant
from tournaments.honours.ratings.pools import Pool
from tournaments.honours.ratings.rating import Rating
from tournaments.honours.ratings.shown import GRACE, Shown, shown
from tournaments.honours.ratings.stored import rating_from
from tournaments.leaderboards.selectors import MAX_PAGES, PAGE, places_from
from tournaments.rewards.models import PlayerRating
from tournaments.rewards.ratings import key_of
from tournaments.rewards.scopes import ALL, BOTS, FRIENDLY


@dataclass(frozen=True)
class RankedLine:
    """place: None for whom the ranking does not place."""

    place: int | None
    is_shared: bool
    player: int
    shown: Shown
    last_at: datetime


@dataclass(frozen=True)
class RankingPage:
    lines: tuple[RankedLine, ...]
    number: int
    has_next: bool
    provisional: tuple[RankedLine, ...]


def pool_of_scope(scope: str, variant: Variant = Variant.CLASSIC) -> Pool | None:
    """None for everywhere: ratings of two clubs cannot be compared."""
    if scope == ALL:
        return None
    return Pool(int(scope) if scope not in (FRIENDLY, BOTS) else 0, variant, scope == BOTS)


def ranking_page(pool: Pool, now: datetime, number: int = 1) -> RankingPage:
    """Players who have played within the last sixty days and are rated surely enough, from the top.

    The first page also has the newest of those who are not.
    """
    number = min(max(1, number), MAX_PAGES)
    start = (number - 1) * PAGE
    player_ratings = list(_placed_rows(pool, now)[start : start + PAGE + 1])
    first = 1 + (_better(pool, now, player_ratings[0].number) if player_ratings and start else 0)
    unsure = _active(pool, now).filter(is_provisional=True).order_by("-number", "player")[:PAGE] if number == 1 else ()
    return RankingPage(
        lines=_lines(player_ratings, first, start, now)[:PAGE],
        number=number,
        has_next=len(player_ratings) > PAGE,
        provisional=tuple(
            RankedLine(None, False, player_rating.player_id, shown_now(player_rating, now), player_rating.last_at)
            for player_rating in unsure
        ),
    )


def where_is(pool: Pool, now: datetime, player: int) -> RankedLine | None:
    player_rating = _placed_rows(pool, now).filter(player=player).first()
    if player_rating is None:
        return None
    return RankedLine(
        1 + _better(pool, now, player_rating.number),
        False,
        player,
        shown_now(player_rating, now),
        player_rating.last_at,
    )


def shown_now(player_rating: PlayerRating, now: datetime) -> Shown:
    """Less sure by the day, after sixty days away."""
    return shown(rating_of(player_rating), now)


def rating_of(player_rating: PlayerRating) -> Rating:
    return rating_from(player_rating.text)


def _active(pool: Pool, now: datetime) -> QuerySet[PlayerRating]:
    """Within the sixty days the number shown is the stored one."""
    return PlayerRating.objects.filter(pool__key=key_of(pool), last_at__gt=now - GRACE)


def _placed_rows(pool: Pool, now: datetime) -> QuerySet[PlayerRating]:
    return _active(pool, now).filter(is_provisional=False).order_by("-number", "player")


def _better(pool: Pool, now: datetime, number: int) -> int:
    return _placed_rows(pool, now).filter(number__gt=number).count()


def _lines(player_ratings: Sequence[PlayerRating], first: int, start: int, now: datetime) -> tuple[RankedLine, ...]:
    numbers = [player_rating.number for player_rating in player_ratings]
    return tuple(
        RankedLine(
            place,
            numbers.count(player_rating.number) > 1,
            player_rating.player_id,
            shown_now(player_rating, now),
            player_rating.last_at,
        )
        for player_rating, place in zip(player_ratings, places_from(numbers, first, start), strict=True)
    )
