"""Who looks for a game, and what became of it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.tables.models import Table


class Search(models.Model):
    """A player's search for a game with people, now or within the last day. A player has one at a time.

    strength: as it was when the search began. Outcomes tell the next player how long it may take.
    """

    class Outcome(models.TextChoices):
        WAITING = ""
        PEOPLE = "people"
        BOTS = "bots"
        LEFT = "left"

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    rules = models.CharField(max_length=20, help_text="As the built-in house rules are called.")
    strength = models.IntegerField()
    since = models.DateTimeField(default=timezone.now, db_index=True)
    seen_at = models.DateTimeField(default=timezone.now, help_text="When the player's page was last heard of.")
    outcome = models.CharField(max_length=6, choices=Outcome.choices, default=Outcome.WAITING, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "searches"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player"], condition=Q(ended_at=None), name="one_search_per_player"),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at=None, table=None)
                | Q(outcome="left", ended_at__isnull=False, table=None)
                | Q(outcome__in=["people", "bots"], ended_at__isnull=False, table__isnull=False),
                name="search_ends_with_its_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} looks for {self.rules}"
