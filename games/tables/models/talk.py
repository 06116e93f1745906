"""What is said at a table."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import say
from games.message_field import MessageField
from games.tables.models.table import Table

MAX_LINE = 200


class TableLine(models.Model):
    """One line of a table's chat; lines are appended. Without a player the site itself speaks, or a forgotten one."""

    class Kind(models.TextChoices):
        PHRASE = "phrase"
        TEXT = "text"
        SITE = "site"

    table = models.ForeignKey(Table, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    text = models.CharField(max_length=MAX_LINE, blank=True, help_text="Of people. Empty: forgotten.")
    said = MessageField(null=True, blank=True, help_text="Of the site. Empty: forgotten.")
    key = models.UUIDField(null=True, editable=False)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_line_per_number_and_table"),
            models.UniqueConstraint(fields=["table", "player", "key"], name="one_line_per_request"),
            models.CheckConstraint(condition=~Q(kind="site") | Q(player=None), name="the_site_speaks_for_nobody"),
        ]

    def __str__(self) -> str:
        return f"Line {self.number} at {self.table}"

    @property
    def words(self) -> str:
        """The site's own lines and phrases in the reader's language."""
        if self.kind == self.Kind.SITE:
            return str(self.said or "")
        return say(self.text) if self.kind == self.Kind.PHRASE else self.text

    @property
    def is_forgotten(self) -> bool:
        return not (self.text or self.said)
