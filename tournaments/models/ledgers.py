"""What is only ever appended: the journal of every verb, and the money of an event."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

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
    digest = models.CharField(max_length=64, blank=True, help_text="Of what was asked, to tell a repeat from a reuse.")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="+")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    result = models.ForeignKey(ResultEntry, models.SET_NULL, null=True, blank=True, related_name="+")
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name_plural = "journal"
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

    Accounts are plain words: "entries" (what players owe), "pot" (what will be paid out), "club".
    """

    class Account(models.TextChoices):
        ENTRIES = "entries", "Players"
        POT = "pot"
        CLUB = "club"

    event = models.ForeignKey(Event, models.PROTECT, related_name="pot")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="pot")
    debit = models.CharField(max_length=12, choices=Account)
    credit = models.CharField(max_length=12, choices=Account)
    cents = models.PositiveIntegerField()
    memo = models.CharField(max_length=80)
    journal = models.ForeignKey(JournalEntry, models.PROTECT, related_name="pot")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "pot"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="pot_entry_moves_money"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="pot_entry_between_two_accounts"),
            models.UniqueConstraint(
                fields=["entry", "memo"], condition=Q(memo="entry fee"), name="entry_fee_paid_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.memo}: {self.cents}"
