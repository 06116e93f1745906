"""The ranking of a moment: places by the ratings of then, and only who had played lately."""

import datetime

import pytest

from games.accounts.models import Player
from games.engine.choices import Variant
from tests.cast import Table, on_grid, seat_table, slip
from tests.kept import kept
from tests.tournaments.rewards.conftest import run
from tournaments.honours.ratings.pools import Pool
from tournaments.honours.ratings.shown import GRACE
from tournaments.leaderboards.past_rankings import ranking_page
from tournaments.leaderboards.rankings import RankingPage
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import RatingChange

pytestmark = pytest.mark.django_db


def rated_table() -> Table:
    """Both tables have a score. The first four have played twenty games until then, and are rated surely."""
    found = seat_table()
    for match, points in zip(found.round.matches.order_by("table"), ((10, 6), (4, 10)), strict=True):
        results.record_result(match.pk, slip(*points), context=on_grid(found.olga))
    settle_unsettled()
    run()
    for number, change in enumerate(RatingChange.objects.order_by("player_id")[:4]):
        last = change.after.split(" ")[-1]
        change.after = f"{25.0 + number // 2} 2.0 20 {last}"
        change.save()
    return found


table = kept(rated_table)


def pool_of(table: Table) -> Pool:
    return Pool(table.event.club_id, Variant.CLASSIC, False)


def moment(table: Table) -> datetime.datetime:
    return max(RatingChange.objects.values_list("ended_at", flat=True))


def test_places_are_by_the_ratings_of_then_and_equal_ones_share_one(table: Table) -> None:
    page = ranking_page(pool_of(table), moment(table))
    assert [(line.place, line.is_shared, line.shown.number) for line in page.lines] == [
        (1, True, 1800),
        (1, True, 1800),
        (3, True, 1760),
        (3, True, 1760),
    ]
    assert [line.place for line in page.provisional] == [None] * 4
    everyone = {line.player for line in (*page.lines, *page.provisional)}
    assert everyone == set(Player.objects.filter(seats__round=table.round).values_list("pk", flat=True))


def shown(page: RankingPage) -> int:
    return len(page.lines) + len(page.provisional)


def test_only_who_had_played_within_sixty_days_is_in_it(table: Table) -> None:
    pool, at = pool_of(table), moment(table)
    moments = (at - datetime.timedelta(days=1), at, at + GRACE - datetime.timedelta(seconds=1), at + GRACE)
    assert [shown(ranking_page(pool, one)) for one in moments] == [0, 8, 8, 0]


def test_a_later_game_changes_nothing_before_it(table: Table) -> None:
    pool, at = pool_of(table), moment(table)
    before = ranking_page(pool, at)
    first = RatingChange.objects.order_by("player_id")[0]
    RatingChange.objects.filter(pk=first.pk).update(ended_at=at + datetime.timedelta(days=3))
    assert [line.player for line in before.lines if line.player == first.player_id]
    assert first.player_id not in {line.player for line in ranking_page(pool, at).lines}
    assert first.player_id in {line.player for line in ranking_page(pool, at + datetime.timedelta(days=3)).lines}


def test_pages_follow_each_other(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.leaderboards.past_rankings.PAGE", 3)
    pool, at = pool_of(table), moment(table)
    pages = [ranking_page(pool, at, number) for number in (1, 2, 3)]
    assert [(len(page.lines), page.has_next, len(page.provisional)) for page in pages] == [
        (3, True, 3),
        (1, False, 0),
        (0, False, 0),
    ]
    assert [line.place for page in pages for line in page.lines] == [1, 1, 3, 3]
