"""The prizes of an event: what was promised, decided and shown, who is paid what, and what two officials changed after.

What was shown is never changed. A row that decides something counts until a later one about the same thing.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say, score_text
from games.message_field import MessageField
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.events.models import Event
from tournaments.formats.config import config_from
from tournaments.honours.prize_plan import PrizePlan
from tournaments.rounds.models import Match


class PotEntry(models.Model):
    """Money moved from one account of an event to another, in cents: every row balances by its own shape.

    Accounts are plain words: "entries" (what players owe), "pot" (what will be paid out), "club". A row that was a
    mistake stays; a second one takes it back and says so (reverses). turn: 1 for the first fee of the
    entry, 2 for the second.
    """

    class Account(models.TextChoices):
        ENTRIES = "entries", _("Players")
        POT = "pot", _("Pot")
        CLUB = "club", _("Club")

    class Kind(models.TextChoices):
        FEE = "fee", _("entry fee")
        BASKET = "basket", _("fine or payment into a fund")
        ADDED = "added", _("added money")
        GHOST = "house", _("house share")
        PRIZE = "prize", _("published prize")
        ADJUSTMENT = "adjustment", _("prize adjustment")

    event = models.ForeignKey(Event, models.PROTECT, related_name="pot")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="pot")
    kind = models.CharField(max_length=12, choices=Kind)
    debit = models.CharField(max_length=12, choices=Account)
    credit = models.CharField(max_length=12, choices=Account)
    cents = models.PositiveIntegerField()
    memo = MessageField()
    basket = models.CharField(max_length=60, blank=True)
    prize = models.CharField(max_length=40, blank=True)
    turn = models.PositiveSmallIntegerField(default=1)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="pot")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = _("pot")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="pot_entry_moves_money"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="pot_entry_between_two_accounts"),
            models.UniqueConstraint(
                fields=["entry", "turn"],
                condition=Q(kind="fee", reverses__isnull=True),
                name="entry_fee_paid_once",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["fee", "basket", "added", "house", "prize", "adjustment"]),
                name="pot_entry_kind_known",
            ),
            models.CheckConstraint(condition=~Q(kind="basket") | ~Q(basket=""), name="basket_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.memo}: {self.cents}"

    @property
    def into_pot(self) -> int:
        """Cents, negative when they leave the pot."""
        return self.cents if self.credit == self.Account.POT else -self.cents


class PrizeOffer(models.Model):
    """What the club promises. plan: a `PrizePlan` as data, checked when it was set. revision counts its changes.

    lot_decides: whether the random draw of the standings also decides money; otherwise entries separated only by it are
    tied.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="offer")
    plan = models.JSONField()
    added = models.PositiveIntegerField(_("added money"), default=0)
    house_percent = models.PositiveIntegerField(_("house share"), default=0)
    house_per_entry = models.PositiveIntegerField(_("house share per entry"), default=0)
    lot_decides = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(house_percent__lte=10_000), name="house_share_at_most_all")
        ]

    def __str__(self) -> str:
        return say("Prizes for event {event}", event=self.event_id)

    @property
    def promised(self) -> PrizePlan:
        """The plan, checked."""
        return config_from(PrizePlan, self.plan)


class TieDecision(models.Model):
    """How a tie of exactly these entries was decided. The last turn counts; the others stay to be seen."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="tie_decisions")
    about = models.CharField(max_length=1000, help_text=_("Entry numbers from low to high, e.g. 3,7."))
    turn = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=12)
    order = models.JSONField(default=list, help_text=_("Entry numbers, best first, with tied entries grouped."))
    reason = models.CharField(max_length=200, blank=True)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["about", "turn"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "about", "turn"], name="one_tie_decision_per_turn"),
            models.CheckConstraint(condition=Q(turn=1) | ~Q(reason=""), name="second_thought_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.about}: {self.method}"

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(int(number) for number in self.about.split(","))


class NamedWinner(models.Model):
    """Who won a side prize that slips don't show: entry number → how many. The last turn counts; no winner: empty."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="named_winners")
    prize = models.CharField(max_length=40)
    turn = models.PositiveSmallIntegerField()
    counts = models.JSONField(default=dict)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["prize", "turn"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "prize", "turn"], name="one_named_winner_per_turn")
        ]

    def __str__(self) -> str:
        return f"{self.prize}: {', '.join(self.counts) or say('no one')}"


class ShownPrizes(models.Model):
    """The settlement as it was published, with all that it was computed from. digest: of `settled`."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="shown_prizes")
    settled = models.JSONField()
    digest = models.CharField(max_length=64)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = _("published prizes")

    def __str__(self) -> str:
        return say(
            "Prizes for event {event}, published {moment}", event=self.event_id, moment=f"{self.at:%Y-%m-%d %H:%M}"
        )


class PrizeChange(models.Model):
    """A correction that one official asks for after the prizes were shown, and what another one answered."""

    class Kind(models.TextChoices):
        CORRECTION = "correction", _("corrected score")
        VOID = "void", _("void")

    class Answer(models.TextChoices):
        PENDING = "", _("waiting for approval")
        AGREED = "agreed", _("approved")
        DECLINED = "declined", _("declined")

    event = models.ForeignKey(Event, models.PROTECT, related_name="prize_changes")
    kind = models.CharField(max_length=12, choices=Kind)
    match = models.ForeignKey(Match, models.PROTECT, related_name="+")
    seen = models.PositiveIntegerField(help_text=_("The result that this correction replaces."))
    slip = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    proposed = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    answer = models.CharField(max_length=12, choices=Answer, default=Answer.PENDING, blank=True)
    answered = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event"], condition=Q(answer=""), name="one_prize_change_waits_at_a_time"),
            models.CheckConstraint(condition=~Q(reason=""), name="prize_change_has_a_reason"),
            models.CheckConstraint(
                condition=Q(answer="", answered__isnull=True) | (~Q(answer="") & Q(answered__isnull=False)),
                name="prize_change_is_answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        about = {"kind": self.get_kind_display(), "match": self.match, "answer": self.get_answer_display()}
        return say("{match}: {kind}, {answer}", **about)

    @property
    def score(self) -> str:
        return score_text(self.slip["points"]) if self.slip else say("void")


class Payout(models.Model):
    """Cents for one player of an entry: as shown (change empty), or an adjustment, negative to ask back.

    Entry, chair and prize name it for good: nothing of it is changed by a correction, least of all the place.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="payouts")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="payouts")
    chair = models.PositiveSmallIntegerField(
        help_text=_("In a pair, 1 for the player who signed up first and 2 for the other.")
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="payouts")
    prize = models.CharField(max_length=40)
    change = models.ForeignKey(PrizeChange, models.PROTECT, null=True, blank=True, related_name="adjustments")
    cents = models.IntegerField()
    reason = MessageField()
    paid = models.OneToOneField(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "chair", "prize"], condition=Q(change__isnull=True), name="one_payout_per_prize"
            ),
            models.UniqueConstraint(fields=["change", "entry", "chair", "prize"], name="one_adjustment_per_change"),
            models.CheckConstraint(
                condition=Q(cents__gt=0) | (Q(change__isnull=False) & Q(cents__lt=0)), name="payout_pays_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason}: {self.cents}"

    @property
    def amount(self) -> int:
        """Without its sign."""
        return abs(self.cents)
