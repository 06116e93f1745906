"""What waits to be mailed."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class OutgoingMail(models.Model):
    """A mail that no mail server has taken yet; its row goes with it.

    sealed: all of it, because it may hold a link that lets someone in. error: what kept it back the last time.
    """

    sealed = models.TextField(editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    next_at = models.DateTimeField(default=timezone.now, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=60, blank=True, help_text="The type of what went wrong.")

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"Mail {self.pk}"
