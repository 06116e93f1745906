"""Who has blocked whom."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.accounts.models import Player


class Block(models.Model):
    """A player who never wants to sit with another one. No one else is shown it."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="no_one_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.player} blocked {self.other}"
