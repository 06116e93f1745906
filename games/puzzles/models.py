"""What players answered."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.accounts.models import Player


class PuzzleAttempt(models.Model):
    """A player's answer to a puzzle, the first one alone. rating: of the puzzle, as it was then."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    puzzle = models.CharField(max_length=20)
    answer = models.CharField(max_length=80)
    is_solved = models.BooleanField()
    rating = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_per_player_and_puzzle")
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.puzzle}"
