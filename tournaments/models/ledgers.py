"""What is only ever appended: the journal of every verb, and the money of an event."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.models.clubs import Club
from tournaments.models.entries import Entry
from tournaments.models.events import Event
from tournaments.models.results import ResultEntry, Source
from tournaments.models.rounds import Match, Round


class JournalEntry(models.Model):
    """One verb done once: who, what, through which face, with the browser's key. Numbers are dense per event.

    Names are never written here, only rows are pointed at, so that a person can be erased.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="journal")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="journal")
    number = models.PositiveIntegerField(null=True, blank=True)
    verb = models.CharField(max_length=30)
    source = models.CharField(max_length=12, choices=Source)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    is_system = models.BooleanField(default=False)
    key = models.UUIDField(null=True, blank=True, unique=True)
    digest = models.CharField(
        max_length=64, blank=True, help_text=_("Of what was asked, to tell a repeat from a reuse.")
    )
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="+")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    result = models.ForeignKey(ResultEntry, models.SET_NULL, null=True, blank=True, related_name="+")
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name_plural = _("journal")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="journal_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(player__isnull=False) | Q(is_system=True),
                name="journal_entry_has_an_actor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verb} ({self.at:%Y-%m-%d %H:%M})"


class Announcement(models.Model):
    """A line for everybody at the event: on its pages and on the boards until it is withdrawn."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=200)
    is_withdrawn = models.BooleanField(default=False)
    journal = models.ForeignKey(JournalEntry, models.PROTECT, related_name="announcements")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.text


class PotEntry(models.Model):
    """Money moved from one account of an event to another, in cents: every row balances by its own shape.

    Accounts are plain words: "entries" (what players owe), "pot" (what will be paid out), "club". A row that was a
    mistake stays; a second one takes it back and says so (reverses). turn: the how manieth fee of the entry it is.
    """

    class Account(models.TextChoices):
        ENTRIES = "entries", _("Players")
        POT = "pot", _("Pot")
        CLUB = "club", _("Club")

    class Kind(models.TextChoices):
        FEE = "fee", _("entry fee")
        BASKET = "basket", _("fine or basket")
        ADDED = "added", _("added money")
        HOUSE = "house", _("house share")
        PRIZE = "prize", _("prize, as shown")
        ADJUSTMENT = "adjustment", _("adjustment of a prize")

    event = models.ForeignKey(Event, models.PROTECT, related_name="pot")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="pot")
    kind = models.CharField(max_length=12, choices=Kind)
    debit = models.CharField(max_length=12, choices=Account)
    credit = models.CharField(max_length=12, choices=Account)
    cents = models.PositiveIntegerField()
    memo = models.CharField(max_length=80)
    basket = models.CharField(max_length=60, blank=True)
    prize = models.CharField(max_length=40, blank=True)
    turn = models.PositiveSmallIntegerField(default=1)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    journal = models.ForeignKey(JournalEntry, models.PROTECT, related_name="pot")
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
