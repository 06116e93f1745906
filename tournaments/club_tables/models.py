"""Which table online was opened for which club."""

from typing import ClassVar

from django.db import models

from games.engine.language import say
from games.tables.models import Table
from tournaments.clubs.models import Club


class ClubTable(models.Model):
    """A table online that a member opened for a club. counts: whether its finished games count as the club's, as the
    club had decided when the table was opened."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="for_club")
    club = models.ForeignKey(Club, models.CASCADE, related_name="tables_online")
    counts = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return say("{table} for {club}", table=self.table, club=self.club)
