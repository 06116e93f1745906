"""Matches at tables online."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.engine.language import say
from games.models import Table
from tournaments.models.results import ResultEntry
from tournaments.models.rounds import Match


class MatchTable(models.Model):
    """A table online that was opened for a match. ended_at: since when it is not the match's any more.

    A table whose game has ended and that has not is a result still to be taken. trouble: why it could not be; an
    organizer then enters the score.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="online_tables")
    table = models.OneToOneField(Table, models.PROTECT, related_name="+")
    result = models.OneToOneField(ResultEntry, models.PROTECT, null=True, blank=True, related_name="+")
    trouble = models.CharField(max_length=200, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match"], condition=Q(ended_at=None), name="one_open_table_per_match"),
            models.CheckConstraint(
                condition=Q(result=None) | Q(ended_at__isnull=False), name="table_with_result_has_ended"
            ),
        ]

    def __str__(self) -> str:
        return say("{table} for match {number}", table=self.table.code, number=self.match_id)
