"""Rows of facts and honours that break a rule of the database."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from tests.cast import Table
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import (
    COUNT_FIELDS,
    AchievementRule,
    Award,
    AwardCounting,
    DayCard,
    GameFact,
    GameParticipation,
    PlayerRating,
    RatingChange,
    RatingPool,
    RewardJob,
    SpanTotals,
    Unlock,
)

NOW = timezone.now()
NOTHING = dict.fromkeys(COUNT_FIELDS, 0)


def twice(model: Any, **fields: Any) -> object:
    """Two rows that are alike, past every check of the model."""
    return model.objects.bulk_create([model(**fields)]), model.objects.bulk_create([model(**fields)])


def pam(table: Table) -> Player:
    return Player.objects.get(pk=table.pam.pk)


def counted() -> GameFact:
    settle_unsettled()
    return GameFact.objects.all()[0]


def rule(table: Table, **changes: Any) -> object:
    fields = {"club": table.event.club, "name": "Regular", "description": "Come {n} times.", "metric": "games"}
    return AchievementRule.objects.create(**fields | {"thresholds": [5]} | changes)


def award(table: Table, tier: int) -> object:
    unlock = Unlock.objects.create(
        player=pam(table), achievement="nothing", tier=90 + Unlock.objects.count(), is_late=False
    )
    fields = {"player": pam(table), "achievement": "nothing", "tier": tier, "earned_at": NOW, "evidence": []}
    return Award.objects.create(unlock=unlock, **fields)


def rating(table: Table) -> dict[str, Any]:
    pool = RatingPool.objects.get_or_create(key="0:other:0", variant="other")[0]
    return {"pool": pool, "player": pam(table), "mu": 25, "sigma": 8}


def change(table: Table) -> object:
    known = {"counted": counted(), "ended_at": NOW, "before": "-", "after": "-"}
    return twice(RatingChange, **rating(table), **known)


def standing(table: Table) -> object:
    known = {"text": "-", "games": 1, "last_at": NOW, "number": 1, "give_or_take": 1, "is_provisional": True}
    return twice(PlayerRating, **rating(table), **known)


def participation(table: Table) -> object:
    row = GameParticipation.objects.filter(counted=counted())[0]
    return twice(GameParticipation, counted=row.counted, player=row.player, side=row.side, ended_at=NOW)


PLANTED: dict[str, Callable[[Table], object]] = {
    "counted_is_a_match_or_a_game": lambda t: GameFact.objects.filter(pk=counted().pk).update(match=None),
    "one_outing_per_player_and_game": participation,
    "one_due_per_kind_and_key": lambda t: twice(RewardJob, kind="awards", key="4711"),
    "achievement_name_once_per_club": lambda t: (rule(t), rule(t)),
    "achievement_has_words": lambda t: rule(t, description=""),
    "achievement_icon_known": lambda t: rule(t, icon="boat"),
    "announced_once": lambda t: twice(Unlock, player=pam(t), achievement="nothing", tier=1, is_late=False),
    "one_award_per_tier": lambda t: (award(t, 1), award(t, 1)),
    "tiers_begin_at_one": lambda t: award(t, 0),
    "one_counting_per_player_and_outing": lambda t: twice(
        AwardCounting, player=pam(t), games=9, last_at=NOW, last_number=1, counted={}
    ),
    "one_rating_change_per_game_and_player": change,
    "one_rating_per_pool": standing,
    "one_card_per_day_and_part": lambda t: twice(
        DayCard, player=pam(t), scope="all", day=date(2020, 1, 2), is_whole=True, **NOTHING
    ),
    "one_row_of_totals_per_span": lambda t: twice(
        SpanTotals, player=pam(t), scope="all", span="1999", rate=0, **NOTHING
    ),
}
