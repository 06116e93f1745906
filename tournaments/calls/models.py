"""What a table called an organizer for, and what became of it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.events.models import Event
from tournaments.rounds.models import Match


class Call(models.Model):
    """A table wants an organizer. player: who pressed the button. coming: the organizer on the way, where that is a
    player. journal: the entry of the log that began it."""

    class Reason(models.TextChoices):
        SCORE = "score", _("Score question")
        RULES = "rules", _("Rules question")
        MISSING = "missing", _("A player is missing")
        OTHER = "other", _("Another reason")

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting")
        COMING = "coming", pgettext_lazy("to a table", "On the way")
        DONE = "done", _("Done")
        CANCELLED = "cancelled", _("Canceled")
        ENDED = "ended", _("Ended with the round")

    OPEN: ClassVar = (Status.OPEN, Status.COMING)

    match = models.ForeignKey(Match, models.CASCADE, related_name="calls")
    player = models.ForeignKey(Player, models.PROTECT, related_name="calls")
    reason = models.CharField(max_length=12, choices=Reason, blank=True)
    words = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    at = models.DateTimeField(default=timezone.now)
    coming = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    journal = models.ForeignKey("AuditLogEntry", models.PROTECT, related_name="calls")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(status__in=["open", "coming"]), name="one_open_call_per_match"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["", "score", "rules", "missing", "other"]), name="call_reason_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "coming"], ended_at=None)
                | Q(status__in=["done", "cancelled", "ended"], ended_at__isnull=False),
                name="call_ended_or_open",
            ),
            models.CheckConstraint(
                condition=Q(coming=None) | ~Q(status="open"), name="open_call_has_no_one_on_the_way"
            ),
        ]

    def __str__(self) -> str:
        return say("{match} called an organizer", match=self.match)

    @property
    def event(self) -> Event:
        return self.match.round.stage.event

    @property
    def is_open(self) -> bool:
        return self.status in Call.OPEN

    @property
    def about(self) -> str:
        """What the call is about, as chosen and typed at the table, or empty."""
        if self.words and self.reason in ("", Call.Reason.OTHER):
            return self.words
        if self.words:
            return say("{reason}: {words}", reason=self.get_reason_display(), words=self.words)
        return str(self.get_reason_display())

    @property
    def seconds_waiting(self) -> int:
        return max(0, int((timezone.now() - self.at).total_seconds()))
