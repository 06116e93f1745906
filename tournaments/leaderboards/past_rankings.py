"""The ranking of a pool as it was at a moment of the past, from what each game did to the ratings. Reads only."""

from datetime import datetime

from tournaments.honours.places import placed
from tournaments.honours.ratings.pools import Pool
from tournaments.honours.ratings.shown import GRACE, Shown, shown
from tournaments.honours.ratings.stored import rating_from
from tournaments.leaderboards.rankings import RankedLine, RankingPage
from tournaments.leaderboards.selectors import MAX_PAGES, PAGE
from tournaments.rewards.models import RatingChange
from tournaments.rewards.ratings import key_of


def ranking_page(pool: Pool, at: datetime, number: int = 1) -> RankingPage:
    """As `rankings.ranking_page` showed it then: who had played within sixty days, by the rating after their last game.

    With what is known now: a result that was corrected since counts as corrected.
    """
    number = min(max(1, number), MAX_PAGES)
    changes = RatingChange.objects.filter(pool__key=key_of(pool), ended_at__lte=at, ended_at__gt=at - GRACE)
    texts = dict(changes.order_by("ended_at", "counted").values_list("player", "after"))
    ratings = {player: rating_from(text) for player, text in texts.items()}
    numbers = {player: shown(rating, at) for player, rating in ratings.items()}
    played = {player: rating.last.ended_at for player, rating in ratings.items() if rating.last}
    sure = placed({player: (each.number,) for player, each in numbers.items() if not each.is_provisional})
    unsure = sorted(
        numbers.keys() - {placing.player for placing in sure}, key=lambda player: (-numbers[player].number, player)
    )
    start = (number - 1) * PAGE

    def line(player: int, place: int | None, *, is_shared: bool = False) -> RankedLine:
        each: Shown = numbers[player]
        return RankedLine(place, is_shared, player, each, played[player])

    return RankingPage(
        lines=tuple(
            line(placing.player, placing.place, is_shared=placing.is_shared) for placing in sure[start : start + PAGE]
        ),
        number=number,
        has_next=len(sure) > start + PAGE,
        provisional=tuple(line(player, None) for player in unsure[:PAGE]) if number == 1 else (),
    )
