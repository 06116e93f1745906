"""The money of a season: what its teams are charged and pay, and its fund. Rows are appended, never changed."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models import Fixture, Season, Squad


class SeasonFees(models.Model):
    """What a season costs, in cents; 0: nothing. What was charged before a change stays. revision counts changes."""

    season = models.OneToOneField(Season, models.CASCADE, related_name="fees")
    team = models.PositiveIntegerField(_("entry fee for a team"), default=0)
    player = models.PositiveIntegerField(_("fee for a new player"), default=0)
    late_card = models.PositiveIntegerField(_("fine for a late score card"), default=0)
    revision = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return say("{season}: fees", season=self.season_id)


class SeasonPosting(models.Model):
    """Cents out of the debit account and into the credit account: every row balances by its own shape.

    Accounts: "teams" (what was charged), "owed" (what they still owe), "fund" (what is there), "spent", "club". number:
    dense in the season. fund: what is there after this row; it never falls below 0.

    A fee or a fine is a charge of a squad; turn: which time its squad, player or fixture is charged with one, from 1. A
    payment or a waiver settles some of a charge: turn counts them, left is what is open after it. A row that was a
    mistake stays; a second one takes it back (reverses).
    """

    class Account(models.TextChoices):
        TEAMS = "teams", _("Teams")
        OWED = "owed", _("Owed")
        FUND = "fund", _("Fund")
        SPENT = "spent", _("Spent")
        CLUB = "club", _("Club")

    class Kind(models.TextChoices):
        TEAM_FEE = "team_fee", _("Entry fee")
        PLAYER_FEE = "player_fee", _("New player")
        FINE = "fine", pgettext_lazy("money", "Fine")
        PAYMENT = "payment", _("Payment")
        WAIVER = "waiver", _("Waived")
        ADDED = "added", _("Added to the fund")
        SPENT = "spent", pgettext_lazy("money", "Spent")

    class Way(models.TextChoices):
        CASH = "cash", _("Cash")
        BANK = "bank", _("Bank transfer")
        CARD = "card", pgettext_lazy("payment", "Card")
        CHECK = "check", pgettext_lazy("payment", "Check")
        OTHER = "other", pgettext_lazy("payment", "Other")

    season = models.ForeignKey(Season, models.PROTECT, related_name="postings")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    debit = models.CharField(max_length=8, choices=Account)
    credit = models.CharField(max_length=8, choices=Account)
    cents = models.PositiveIntegerField()
    fund = models.PositiveIntegerField()
    squad = models.ForeignKey(Squad, models.PROTECT, null=True, blank=True, related_name="postings")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="season_postings")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="postings")
    charge = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="settled_by")
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    left = models.PositiveIntegerField(null=True, blank=True)
    way = models.CharField(max_length=8, choices=Way, blank=True)
    note = models.CharField(max_length=200, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["season", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="one_season_posting_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1, cents__gt=0), name="season_posting_moves_money"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="season_posting_between_two_accounts"),
            models.CheckConstraint(
                condition=Q(kind__in=["team_fee", "player_fee", "fine"], debit="teams", credit="owed", reverses=None)
                | Q(kind__in=["team_fee", "player_fee", "fine"], debit="owed", credit="teams", reverses__isnull=False)
                | Q(kind="payment", debit="owed", credit="fund", reverses=None)
                | Q(kind="payment", debit="fund", credit="owed", reverses__isnull=False)
                | Q(kind="waiver", debit="owed", credit="teams", reverses=None)
                | Q(kind="waiver", debit="teams", credit="owed", reverses__isnull=False)
                | Q(kind="added", debit="club", credit="fund", reverses=None)
                | Q(kind="added", debit="fund", credit="club", reverses__isnull=False)
                | Q(kind="spent", debit="fund", credit="spent", reverses=None)
                | Q(kind="spent", debit="spent", credit="fund", reverses__isnull=False),
                name="season_posting_goes_its_way",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["added", "spent"], squad=None)
                | (~Q(kind__in=["added", "spent"]) & ~Q(squad=None)),
                name="season_posting_is_of_a_squad_or_the_fund",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["payment", "waiver"],
                    charge__isnull=False,
                    turn__isnull=False,
                    turn__gte=1,
                    left__isnull=False,
                )
                | (~Q(kind__in=["payment", "waiver"]) & Q(charge=None, left=None)),
                name="only_payments_and_waivers_settle_a_charge",
            ),
            models.UniqueConstraint(fields=["charge", "turn"], name="charge_settled_in_turns"),
            models.UniqueConstraint(
                fields=["squad", "turn"],
                condition=Q(kind="team_fee", reverses=None),
                name="team_fee_charged_once",
            ),
            models.UniqueConstraint(
                fields=["season", "player", "turn"],
                condition=Q(kind="player_fee", reverses=None),
                name="player_fee_charged_once",
            ),
            models.UniqueConstraint(
                fields=["squad", "fixture", "turn"],
                condition=Q(kind="fine", reverses=None),
                name="fine_of_a_fixture_charged_once",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["team_fee", "player_fee", "fine"])
                | Q(reverses__isnull=False)
                | Q(turn__isnull=False, turn__gte=1),
                name="charge_is_counted",
            ),
            models.CheckConstraint(
                condition=~Q(kind="player_fee") | Q(player__isnull=False), name="player_fee_is_for_somebody"
            ),
            models.CheckConstraint(
                condition=Q(kind="payment", reverses=None) & ~Q(way="")
                | Q(way="") & (~Q(kind="payment") | Q(reverses__isnull=False)),
                name="only_a_payment_has_a_way",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["fine", "waiver", "added", "spent"], note="")
                & ~Q(reverses__isnull=False, note=""),
                name="season_posting_says_what_for",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.get_kind_display()}: {self.cents}"

    @property
    def is_charge(self) -> bool:
        return self.kind in CHARGES

    @property
    def into_fund(self) -> int:
        """Cents, negative when they leave the fund."""
        return self.cents * ((self.credit == self.Account.FUND) - (self.debit == self.Account.FUND))


class DismissedCharge(models.Model):
    """A charge that the site proposed and an organizer doesn't want: it is no longer proposed. undone: it is again.

    player: of a fee for a new player; fixture: of a fine for a late card; neither: the squad's entry fee.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="dismissed_charges")
    kind = models.CharField(
        max_length=12,
        choices=[(kind.value, kind.label) for kind in SeasonPosting.Kind if kind in ("team_fee", "player_fee", "fine")],
    )
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="dismissed_charges")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="dismissed_charges")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="dismissed_charges")
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    undone = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["squad"], condition=Q(kind="team_fee", undone=None), name="team_fee_dismissed_once"
            ),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(kind="player_fee", undone=None),
                name="player_fee_dismissed_once",
            ),
            models.UniqueConstraint(
                fields=["squad", "fixture"], condition=Q(kind="fine", undone=None), name="fine_dismissed_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="team_fee", player=None, fixture=None)
                | Q(kind="player_fee", player__isnull=False, fixture=None)
                | Q(kind="fine", player=None, fixture__isnull=False),
                name="dismissed_charge_is_about_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.squad_id}: {self.get_kind_display()}"


CHARGES = (SeasonPosting.Kind.TEAM_FEE, SeasonPosting.Kind.PLAYER_FEE, SeasonPosting.Kind.FINE)
SETTLING = (SeasonPosting.Kind.PAYMENT, SeasonPosting.Kind.WAIVER)
