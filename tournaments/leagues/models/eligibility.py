"""Who may play although a rule says otherwise, and transfers that two captains agree on."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models.fixtures import Fixture
from tournaments.leagues.models.teams import Season, Squad, SquadPlayer


class Exemption(models.Model):
    """An organizer lets a player play for a squad in a fixture, or belong to it (membership), whatever the rules are.
    Rows are appended and stay. revoked, revoked_why: it no longer applies."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="exemptions")
    squad = models.ForeignKey(Squad, models.CASCADE, related_name="exemptions")
    player = models.ForeignKey(Player, models.PROTECT, related_name="exemptions")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="exemptions")
    membership = models.OneToOneField(SquadPlayer, models.CASCADE, null=True, blank=True, related_name="exemption")
    reason = models.CharField(max_length=200)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    revoked = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    revoked_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["fixture", "squad", "player"],
                condition=Q(revoked__isnull=True),
                name="one_exemption_per_player_and_fixture",
            ),
            models.CheckConstraint(
                condition=Q(revoked__isnull=True, revoked_why="") | (Q(revoked__isnull=False) & ~Q(revoked_why="")),
                name="exemption_is_revoked_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(fixture__isnull=False, membership__isnull=True)
                | Q(fixture__isnull=True, membership__isnull=False),
                name="exemption_is_for_a_fixture_or_a_membership",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="exemption_has_a_reason"),
        ]

    def __str__(self) -> str:
        return say("{player} for {squad}", player=self.player, squad=self.squad_id)

    @property
    def is_revoked(self) -> bool:
        return self.revoked_id is not None


class TransferRequest(models.Model):
    """A captain (squad) asks for a player of another squad (leaving) from a day on, and what became of it: agreed by
    the other captain, declined, or cancelled. is_offer: the captain of `leaving` offered the player, so the captain of
    `squad` answers. membership: what it led to."""

    class Answer(models.TextChoices):
        PENDING = "", pgettext_lazy("transfer", "waiting for the other captain")
        AGREED = "agreed", pgettext_lazy("transfer", "agreed")
        DECLINED = "declined", pgettext_lazy("transfer", "declined")
        CANCELLED = "cancelled", pgettext_lazy("transfer", "canceled")

    season = models.ForeignKey(Season, models.PROTECT, related_name="transfer_requests")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="transfers_asked")
    leaving = models.ForeignKey(Squad, models.PROTECT, related_name="transfers_to_answer")
    player = models.ForeignKey(Player, models.PROTECT, related_name="transfer_requests")
    on = models.DateField()
    is_offer = models.BooleanField(default=False)
    asked = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    answer = models.CharField(max_length=12, choices=Answer, default=Answer.PENDING, blank=True)
    answered = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    membership = models.OneToOneField(SquadPlayer, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "player"], condition=Q(answer=""), name="one_transfer_asked_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(squad=F("leaving")), name="transfer_is_between_two_squads"),
            models.CheckConstraint(
                condition=Q(answer="", answered__isnull=True)
                | Q(answer__in=["agreed", "declined", "cancelled"], answered__isnull=False),
                name="transfer_is_answered_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(answer="agreed", membership__isnull=False)
                | (~Q(answer="agreed") & Q(membership__isnull=True)),
                name="only_an_agreed_transfer_moves_somebody",
            ),
        ]

    def __str__(self) -> str:
        return say("{player} for {squad}", player=self.player, squad=self.squad_id)

    @property
    def answering(self) -> Squad:
        """The squad whose captain agrees or declines."""
        return self.squad if self.is_offer else self.leaving

    @property
    def asking(self) -> Squad:
        """The squad whose captain began it, and can cancel it."""
        return self.leaving if self.is_offer else self.squad
