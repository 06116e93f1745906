"""Days with their secret, who plays them, and the hands of each."""

import secrets
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.daily.deals import HANDS
from games.daily.scores import WHOLE
from games.engine.rules import HouseRules
from games.engine.shuffle import SEED_BYTES
from games.house_rules.models import rules_in


def new_secret() -> str:
    return secrets.token_hex(SEED_BYTES)


class DailyDeal(models.Model):
    """The hands of a day, by the site's own clock. No one sees the secret before everyone is done; the seal is public.

    scored_at: when the scores of its entries were settled.
    """

    day = models.DateField(unique=True)
    rules = models.JSONField("house rules")
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    scored_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-day"]

    def __str__(self) -> str:
        return f"Daily deal of {self.day}"

    @property
    def house_rules(self) -> HouseRules:
        return rules_in(self.rules)


class DailyEntry(models.Model):
    """A player's day. points: by hand, once all are played. score: in basis points, once the day is over."""

    deal = models.ForeignKey(DailyDeal, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    begun_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    points: Any = models.JSONField(default=list, blank=True)
    score = models.PositiveIntegerField(null=True, blank=True, help_text="Basis points, of all who finished.")

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "daily entries"
        indexes: ClassVar = [models.Index(fields=["deal", "finished_at"], name="daily_entries_finished")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "player"], name="one_daily_entry_per_day_and_player"),
            models.CheckConstraint(
                condition=Q(score=None) | Q(score__lte=WHOLE, finished_at__isnull=False),
                name="daily_score_of_a_finished_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.deal}"


class DailyHand(models.Model):
    """A hand that a player has begun. actions: of everyone, in the engine's notation."""

    entry = models.ForeignKey(DailyEntry, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    actions = models.TextField(blank=True)
    points = models.SmallIntegerField(null=True, blank=True, help_text="The player’s side less the others.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["entry", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "number"], name="one_daily_hand_per_number"),
            models.UniqueConstraint(fields=["entry"], condition=Q(ended_at=None), name="one_running_daily_hand"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=HANDS), name="daily_hand_number_known"),
            models.CheckConstraint(
                condition=Q(ended_at=None, points=None) | Q(ended_at__isnull=False, points__isnull=False),
                name="daily_hand_ends_with_points",
            ),
        ]

    def __str__(self) -> str:
        return f"Hand {self.number} of {self.entry}"
