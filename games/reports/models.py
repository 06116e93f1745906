"""A report about a player at a table. Its evidence is the table's own: what was said and played there."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.tables.models import Game, Table

MAX_WORDS = 500


class Report(models.Model):
    """What a player told the moderators about another one. While it is open, the table's chat is kept.

    game: being played then, or the last one. last_line: number of the chat's last line then.
    """

    class Reason(models.TextChoices):
        WORDS = "words", _("Insults or unwanted messages")
        CHEATING = "cheating", _("Cheating")
        LEAVING = "leaving", _("Leaving or stalling games")
        NAME = "name", _("Offensive name")
        OTHER = "other", _("Another reason")

    table = models.ForeignKey(Table, models.CASCADE, related_name="reports")
    about = models.ForeignKey(Player, models.CASCADE, related_name="+")
    by = models.ForeignKey(Player, models.CASCADE, related_name="+")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    words = models.CharField(max_length=MAX_WORDS, blank=True)
    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="+")
    last_line = models.PositiveIntegerField(default=0)
    key = models.UUIDField(unique=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    answer = models.CharField(max_length=MAX_WORDS, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(about=F("by")), name="no_one_reports_themselves"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=False) | Q(closed_by=None, answer=""), name="open_report_has_no_answer"
            ),
            models.UniqueConstraint(
                fields=["table", "about", "by"], condition=Q(closed_at=None), name="one_open_report_about_each"
            ),
        ]

    def __str__(self) -> str:
        return f"Report about {self.about} by {self.by}"
