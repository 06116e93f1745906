"""The achievements that clubs make themselves: how one is saved, and what that leaves to count again."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import CharField
from django.db.models.functions import Cast
from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.formats.config import config_from
from tournaments.honours.achievements.achievement import Achievement
from tournaments.permissions import Permission
from tournaments.rewards.models import AchievementRule, GameParticipation, RewardJob
from tournaments.rewards.queue import enqueue

KIND = "awards"
PLACES, EDGES = "places", "edges"
"""Second part of the key of a player whose places, or the ratings of whose rivals, have changed, while the games are as
they were."""
OWN = "own_"
"""Keys of clubs' own achievements begin like that; no other key does."""


def achievement_of(rule: AchievementRule) -> Achievement:
    """The row as the pure rules read it. RuleError when it cannot be."""
    data = {
        "key": f"{OWN}{rule.pk or 0}",
        "name": rule.name,
        "description": rule.description,
        "metric": rule.metric,
        "tiers": rule.thresholds,
        "scope": rule.scope,
        "is_secret": rule.is_secret,
        "club": rule.club_id,
    }
    return config_from(Achievement, data)


def own_achievements(clubs: Iterable[int]) -> tuple[Achievement, ...]:
    """Those in use at these clubs."""
    achievement_rules = AchievementRule.objects.filter(club__in=list(clubs), is_active=True).order_by("pk")
    return tuple(achievement_of(achievement_rule) for achievement_rule in achievement_rules)


def save_achievement(rule: AchievementRule, *, context: Context) -> AchievementRule:
    """Saves a club's own achievement, new or edited. What it changes is counted for everyone in the background."""
    said = [
        rule.pk,
        rule.name,
        rule.description,
        rule.metric,
        rule.thresholds,
        rule.scope,
        rule.icon,
        rule.is_secret,
        rule.is_active,
    ]
    return _save(rule.club_id, rule, said, context=context)


@command(
    Action.SAVE_ACHIEVEMENT,
    lock=lock_club,
    permission=Permission.RUN_CLUB,
    replay=lambda done: AchievementRule.objects.get(pk=done.detail["achievement"]),
)
def _save(club: Club, rule: AchievementRule, said: list[Any], *, context: Context) -> AchievementRule:
    """said: what was typed, which distinguishes a repeat from another edit of the same row."""
    before = AchievementRule.objects.filter(pk=rule.pk).first()
    if before and before.club_id != rule.club_id:
        raise RuleError("An achievement stays with its club. Create a new one for the other club.")
    recipe = achievement_of(rule).recipe
    rule.full_clean()
    if before is None or (achievement_of(before).recipe, before.is_active) != (recipe, rule.is_active):
        _count_everybody(rule)
    rule.save()
    context.log(detail={"achievement": rule.pk})
    return rule


def _count_everybody(rule: AchievementRule) -> None:
    keys = list(_keys_of(rule))
    enqueue(KIND, keys)
    rule.changed_at, rule.players = timezone.now(), len(keys)


def players_left(rule: AchievementRule) -> int:
    """Of the players whom its last change concerns, how many are not counted again yet."""
    return RewardJob.objects.filter(kind=KIND, key__in=_keys_of(rule), since__lte=rule.changed_at).count()


def _keys_of(rule: AchievementRule) -> Any:
    """The keys of everyone who has played at the club, as a query."""
    participations = GameParticipation.objects.filter(club=rule.club_id, player__is_bot=False).order_by()
    return (
        participations.annotate(key=Cast("player_id", CharField(max_length=20)))
        .values_list("key", flat=True)
        .distinct()
    )


def rules_named(keys: Collection[str]) -> dict[str, AchievementRule]:
    """By key, those of these achievements that are a club's own, in use or not."""
    own = [int(key.removeprefix(OWN)) for key in keys if key.startswith(OWN)]
    return (
        {
            f"{OWN}{achievement_rule.pk}": achievement_rule
            for achievement_rule in AchievementRule.objects.filter(pk__in=own)
        }
        if own
        else {}
    )
