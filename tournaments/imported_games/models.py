"""Games that were played elsewhere and count here, because an organizer says so."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.language import say
from games.tables.models import Game
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club


class ImportedGame(models.Model):
    """An organizer vouches for a game in a file, and for who sat where.

    It counts like a friendly game until it is withdrawn; the row stays. digest: of its rules and hands, no matter who
    wrote the file.
    """

    stays_here: ClassVar = True

    club = models.ForeignKey(Club, models.CASCADE, related_name="imported_games")
    game = models.OneToOneField(Game, models.PROTECT, related_name="imported")
    digest = models.CharField(max_length=64, editable=False)
    place = models.CharField(_("location"), max_length=120)
    is_online = models.BooleanField(_("played online"))
    entered = models.OneToOneField(AuditLogEntry, models.PROTECT, related_name="+")
    withdrawn = models.OneToOneField(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["digest"], condition=Q(withdrawn=None), name="imported_game_counts_once"),
            models.CheckConstraint(condition=~Q(place=""), name="imported_game_has_a_place"),
        ]

    def __str__(self) -> str:
        return say("{game}, played at {place}", game=self.game, place=self.place)
