"""Coming to a table by invitation: links of which only the hash is kept, and who has come by one."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.people import Player
from games.models.tables import Table


class Invitation(models.Model):
    """A link to a table. Whoever holds it may come in, into a seat of his own if it names one."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"Invitation to {self.table}"

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()


class TableGuest(models.Model):
    """Somebody who has come to a table by invitation, and may come again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="guests")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    invitation = models.ForeignKey(Invitation, models.PROTECT, related_name="guests")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "player"], name="one_invited_guest_per_player_and_table")
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.table}"
