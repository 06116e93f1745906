"""The code on the wall that lets people check themselves in, and what players tell the organizers from their phones."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.language import say
from games.models import Player
from tournaments.models.entries import Entry
from tournaments.models.events import Event
from tournaments.models.ledgers import JournalEntry


class WallCode(models.Model):
    """Which code hangs on the wall. The code is derived from the number (services.entrance.door) and stored nowhere."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="wall_code")
    number = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["event"]

    def __str__(self) -> str:
        return say("Code {number}", number=self.number)


class Notice(models.Model):
    """A player comes late or has to leave. It changes no seat: an organizer reads it and decides."""

    class Kind(models.TextChoices):
        LATE = "late", _("comes late")
        LEAVING = "leaving", _("has to leave")

    class Status(models.TextChoices):
        OPEN = "open", _("An organizer has not answered yet")
        AGREED = "agreed", _("An organizer knows")
        DECLINED = "declined", _("An organizer wants to talk about it")
        WITHDRAWN = "withdrawn", _("Taken back")

    event = models.ForeignKey(Event, models.CASCADE, related_name="notices")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="notices")
    player = models.ForeignKey(Player, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("How late, about."))
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    journal = models.ForeignKey(JournalEntry, models.PROTECT, related_name="notices")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(status="open"), name="one_open_notice_per_player"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["late", "leaving"]) & Q(status__in=["open", "agreed", "declined", "withdrawn"]),
                name="notice_kind_and_status_known",
            ),
        ]

    def __str__(self) -> str:
        kind = f"{self.player} {self.get_kind_display()}"
        return say("{notice} (about {minutes} minutes)", notice=kind, minutes=self.minutes) if self.minutes else kind
