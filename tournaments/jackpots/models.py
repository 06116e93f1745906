"""Jackpots: what a club plays for over and over, the periods as they were computed once, and their money.

A closed period is never changed. What a correction changes afterwards is appended as postings.
"""

import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from games.message_field import MessageField
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, check_zone
from tournaments.events.models import new_seed
from tournaments.formats.config import config_from
from tournaments.honours.jackpots.periods import Calendar, Kind, Period
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.prizes.models import PotEntry

KINDS = [(kind.value, _(kind.label)) for kind in Kind]


class Jackpot(models.Model):
    """zone: the club's when it was set up, so that its periods stay without a gap. turns_at: the hour; empty: noon for
    nights, midnight for the others. begins_at: the first period is the one that this moment is in."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="jackpots")
    name = models.CharField(max_length=60)
    kind = models.CharField(_("how often"), max_length=10, choices=KINDS)
    zone = models.CharField(_("time zone"), max_length=64, validators=[check_zone])
    turns_at = models.PositiveSmallIntegerField(_("start hour"), null=True, blank=True)
    week_starts = models.PositiveSmallIntegerField(default=0)
    days = models.PositiveSmallIntegerField(default=14)
    anchor = models.DateField(default=datetime.date(2024, 1, 1))
    seasons = models.JSONField(default=list, blank=True, help_text=_("The month and day when each season starts."))
    begins_at = models.DateTimeField(default=timezone.now)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    version = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("This number goes up with every change, so open pages refresh.")
    )

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="jackpot_name_once_per_club"),
            models.CheckConstraint(condition=Q(kind__in=[key for key, _ in KINDS]), name="jackpot_kind_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("jackpot", args=[self.club.slug, self.pk])

    @property
    def topic(self) -> str:
        return f"jackpot:{self.pk}"

    @property
    def calendar(self) -> Calendar:
        """RuleError when it makes no sense."""
        seasons = tuple((month, day) for month, day in self.seasons)
        kind = Kind[self.kind.upper()]
        return Calendar(self.zone, kind, self.turns_at, self.week_starts, self.days, self.anchor, seasons)


class JackpotTerms(models.Model):
    """One version of what a club decided about a jackpot. rules: `JackpotRules` as data. The share of each entry fee of
    the club's events that goes into it: in cents, or hundredths of a percent."""

    jackpot = models.ForeignKey(Jackpot, models.CASCADE, related_name="terms")
    number = models.PositiveSmallIntegerField()
    rules = models.JSONField()
    share_cents = models.PositiveIntegerField(default=0)
    share_percent = models.PositiveIntegerField(default=0)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")

    class Meta:
        verbose_name_plural = _("jackpot terms")
        ordering: ClassVar = ["jackpot", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["jackpot", "number"], name="one_version_of_terms_per_number"),
            models.CheckConstraint(
                condition=Q(share_percent__lte=10_000) & (Q(share_cents=0) | Q(share_percent=0)),
                name="jackpot_share_is_cents_or_percent",
            ),
        ]

    def __str__(self) -> str:
        return say("Jackpot {jackpot}, terms no. {number}", number=self.number, jackpot=self.jackpot_id)

    @property
    def agreed(self) -> JackpotRules:
        """The rules, checked."""
        return config_from(JackpotRules, self.rules)

    def share_of(self, fee: int) -> int:
        """Cents of an entry fee."""
        return min(fee, self.share_cents) if self.share_cents else fee * self.share_percent // 10_000


class JackpotPeriod(models.Model):
    """From start to end, the end not included, in UTC: computed once and stored. frozen: how it was closed, with all
    that it was computed from; digest: of what was shown then."""

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="periods")
    number = models.PositiveIntegerField()
    terms = models.ForeignKey(JackpotTerms, models.PROTECT, related_name="periods")
    first = models.DateField()
    until = models.DateField(help_text=_("The day after the period’s last day, in the jackpot’s time zone."))
    start = models.DateTimeField()
    end = models.DateTimeField()
    frozen = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    closed = models.OneToOneField(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["jackpot", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["jackpot", "number"], name="one_period_per_number"),
            models.UniqueConstraint(fields=["jackpot", "start"], name="one_period_per_start"),
            models.UniqueConstraint(fields=["jackpot", "end"], name="one_period_per_end"),
            models.UniqueConstraint(fields=["jackpot", "first"], name="one_period_per_first_day"),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="period_ends_after_it_starts"),
            models.CheckConstraint(
                condition=Q(closed__isnull=True, frozen__isnull=True, digest="")
                | (Q(closed__isnull=False, frozen__isnull=False) & ~Q(digest="")),
                name="closed_period_is_frozen",
            ),
        ]

    def __str__(self) -> str:
        return say("{jackpot}, {first} to {last}", jackpot=self.jackpot, first=self.first, last=self.last)

    def get_absolute_url(self) -> str:
        return reverse("jackpot_period", args=[self.jackpot.club.slug, self.jackpot_id, self.number])

    @property
    def last(self) -> datetime.date:
        return self.until - datetime.timedelta(days=1)

    @property
    def span(self) -> Period:
        return Period(Kind[self.jackpot.kind.upper()], self.first, self.until, self.start, self.end)

    @property
    def record(self) -> dict[str, Any]:
        """What was frozen when it was closed."""
        assert self.frozen is not None
        record: dict[str, Any] = self.frozen
        return record

    @property
    def is_over(self) -> bool:
        return timezone.now() >= self.end


class JackpotScore(models.Model):
    """Derived: a player's row in the race of a period. place empty: could not win now, and what is lacking."""

    period = models.ForeignKey(JackpotPeriod, models.CASCADE, related_name="scores")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    score = models.IntegerField()
    place = models.PositiveIntegerField(null=True, blank=True)
    is_shared = models.BooleanField(default=False)
    games_short = models.PositiveIntegerField(default=0)
    score_short = models.PositiveIntegerField(default=0)
    is_guest = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["period", F("place").asc(nulls_last=True), "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["period", "player"], name="one_score_per_player_and_period")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.score}"


class JackpotPosting(models.Model):
    """Cents out of one account into another, for one period: every row balances by its own shape.

    Accounts: "players", "club", "jackpot" (the pot of the period), "carried" (between two periods). player and turn
    identify a payment for good: the player's first row of the period, then the second …, never the place.
    """

    class Account(models.TextChoices):
        PLAYERS = "players", _("Players")
        CLUB = "club", _("Club")
        JACKPOT = "jackpot", _("Jackpot")
        CARRIED = "carried", _("Carried over")

    class Kind(models.TextChoices):
        SHARE = "share", _("share of an entry fee")
        BACK = "back", _("share returned")
        ADDED = "added", _("added money")
        PRIZE = "prize", _("prize")
        ADJUSTMENT = "adjustment", _("prize adjustment")
        CARRIED = "carried", _("carried over")
        COVER = "cover", _("covered by the club")

    period = models.ForeignKey(JackpotPeriod, models.PROTECT, related_name="postings")
    kind = models.CharField(max_length=12, choices=Kind)
    debit = models.CharField(max_length=12, choices=Account)
    credit = models.CharField(max_length=12, choices=Account)
    cents = models.PositiveIntegerField()
    memo = MessageField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="jackpot_postings")
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    fee = models.ForeignKey(PotEntry, models.PROTECT, null=True, blank=True, related_name="jackpot_shares")
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="jackpot_postings")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="jackpot_posting_moves_money"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="jackpot_posting_between_two_accounts"),
            models.CheckConstraint(
                condition=Q(kind__in=["share", "back", "added", "prize", "adjustment", "carried", "cover"]),
                name="jackpot_posting_kind_known",
            ),
            models.UniqueConstraint(fields=["period", "player", "turn"], name="one_payment_per_number"),
            models.UniqueConstraint(
                fields=["period", "player"], condition=Q(kind="prize"), name="one_prize_per_player_and_period"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["prize", "adjustment"], player__isnull=False, turn__gte=1)
                | (~Q(kind__in=["prize", "adjustment"]) & Q(player__isnull=True, turn__isnull=True)),
                name="jackpot_payment_names_its_player",
            ),
            models.UniqueConstraint(
                fields=["fee", "period", "kind"], condition=Q(kind="share"), name="one_share_per_fee_and_period"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.memo}: {self.cents}"

    def into(self, account: Any) -> int:
        """Cents into an account; negative when they leave it."""
        return self.cents * ((self.credit == account) - (self.debit == account))
