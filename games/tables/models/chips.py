"""Chips, which are no money: an account for each player, and what was put in and taken out."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.tables.models.game import Game


class ChipAccount(models.Model):
    """Whose chips. The bank gives them out and stakes the bots; a pot is what a game is played for."""

    class Kind(models.TextChoices):
        BANK = "bank", "bank"
        PLAYER = "player", "player"
        POT = "pot", "pot"

    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.OneToOneField(Player, models.PROTECT, null=True, blank=True, related_name="chips")
    game = models.OneToOneField(Game, models.PROTECT, null=True, blank=True, related_name="pot")
    balance = models.IntegerField(default=0, help_text="What the ledger comes to; `verify` compares.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind"], condition=Q(kind="bank"), name="one_chip_bank"),
            models.CheckConstraint(
                condition=Q(kind="bank", player=None, game=None)
                | Q(kind="player", player__isnull=False, game=None)
                | Q(kind="pot", player=None, game__isnull=False),
                name="chip_account_belongs_to_somebody",
            ),
            models.CheckConstraint(condition=Q(kind="bank") | Q(balance__gte=0), name="chips_are_never_owed"),
        ]

    def __str__(self) -> str:
        return f"Chips of {self.player or self.game or 'the bank'}"


class ChipEntry(models.Model):
    """Chips that went from one account to another. player: about whom it is; game: a finished one pays him once."""

    class Kind(models.TextChoices):
        GRANT = "grant", _("Starting chips")
        REFILL = "refill", _("Refill")
        STAKE = "stake", _("Buy-in")
        PRIZE = "prize", pgettext_lazy("chips", "Won")
        BACK = "back", _("Buy-in returned")

    kind = models.CharField(max_length=6, choices=Kind.choices)
    debit = models.ForeignKey(ChipAccount, models.PROTECT, related_name="given")
    credit = models.ForeignKey(ChipAccount, models.PROTECT, related_name="received")
    amount = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="chip_entries")
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="chip_entries")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Which seat a stake is for.")
    day = models.DateField(null=True, blank=True, help_text="Of a refill, in UTC.")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "chip entries"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="chip_entry_moves_chips"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="chip_entry_between_two_accounts"),
            models.CheckConstraint(
                condition=Q(kind="grant", game=None, day=None, seat=None)
                | Q(kind="refill", game=None, day__isnull=False, seat=None)
                | Q(kind__in=["stake", "prize", "back"], game__isnull=False, day=None, seat__isnull=False),
                name="chip_entry_says_what_for",
            ),
            models.UniqueConstraint(fields=["player"], condition=Q(kind="grant"), name="chips_granted_once"),
            models.UniqueConstraint(
                fields=["player", "day"], condition=Q(kind="refill"), name="chips_refilled_once_a_day"
            ),
            models.UniqueConstraint(
                fields=["game", "player"], condition=Q(kind="stake"), name="one_stake_per_player_and_game"
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(kind__in=["prize", "back"]),
                name="one_payout_per_player_and_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.amount} chips, {self.player}"
