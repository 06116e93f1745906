"""Which actions people still have to be told of."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from tournaments.activity_log.models import AuditLogEntry


class Untold(models.Model):
    """Someone is concerned by what the log's entry says, and wasn't told yet. The row goes when they are."""

    stays_here: ClassVar = True

    entry = models.OneToOneField(AuditLogEntry, models.CASCADE, related_name="+")
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "untold"

    def __str__(self) -> str:
        return f"{self.entry_id}"
