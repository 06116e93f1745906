"""Two records of one person: merges, the aliases they leave, and claims of a record."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club


class PlayerMerge(models.Model):
    """A fact: two records of a club are one person's; or, with undoes, that they are not after all.

    gone: the record that is no longer used, kept: the one that is. handed: what is still to come and went over with it,
    so that undoing gives back exactly that. email: of the record's membership, for the same reason.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, models.PROTECT, related_name="+")
    gone = models.ForeignKey(Player, models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="undone")
    handed = models.JSONField(default=dict)
    email = models.EmailField(_("email address"), blank=True)
    journal = models.OneToOneField(AuditLogEntry, models.PROTECT, related_name="merge")

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(kept=F("gone")), name="merge_of_two_records"),
        ]

    def __str__(self) -> str:
        return say("{gone} is the same person as {kept}", gone=self.gone, kept=self.kept)


class PlayerAlias(models.Model):
    """Derived from the merges that stand: whose record this one is. Facts keep the player that they were recorded with;
    whatever is computed from them asks here (`clubs.identity`)."""

    stays_here: ClassVar = True

    player = models.OneToOneField(Player, models.CASCADE, related_name="alias")
    person = models.ForeignKey(Player, models.CASCADE, related_name="aliases")

    class Meta:
        ordering: ClassVar = ["player"]
        verbose_name_plural = _("player aliases")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(player=F("person")), name="alias_of_somebody_else"),
        ]

    def __str__(self) -> str:
        return say("{gone} is the same person as {kept}", gone=self.player, kept=self.person)


class RecordClaim(models.Model):
    """An account claims a record without one as its own. An organizer answers; if they agree, the two are merged."""

    stays_here: ClassVar = True

    class Status(models.TextChoices):
        OPEN = "open", _("An organizer hasn’t answered yet")
        AGREED = "agreed", _("Agreed")
        DECLINED = "declined", _("An organizer disagreed")

    club = models.ForeignKey(Club, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    record = models.ForeignKey(Player, models.CASCADE, related_name="+")
    words = models.CharField(
        max_length=200, blank=True, help_text=_("A note from the player, so an organizer can tell who they are.")
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    journal = models.OneToOneField(AuditLogEntry, models.PROTECT, related_name="claim")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "player", "record"], condition=Q(status="open"), name="one_open_claim_of_a_record"
            ),
            models.CheckConstraint(condition=~Q(player=F("record")), name="claim_of_another_record"),
            models.CheckConstraint(condition=Q(status__in=["open", "agreed", "declined"]), name="claim_status_known"),
        ]

    def __str__(self) -> str:
        return say("{player} says they’re {record}", player=self.player, record=self.record)
