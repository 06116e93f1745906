"""Which secret address a player's own calendar has."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import say


class CalendarKey(models.Model):
    """That a player has a secret calendar address, and which one, counted from 1. The address itself is derived from
    the number (calendars.keys) and stored nowhere."""

    stays_here: ClassVar = True

    player = models.OneToOneField(Player, models.CASCADE, related_name="calendar_key")
    number = models.PositiveIntegerField(default=1)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["player"]
        constraints: ClassVar = [models.CheckConstraint(condition=Q(number__gte=1), name="calendar_key_from_one")]

    def __str__(self) -> str:
        return say("Calendar address {number}", number=self.number)
