"""Who is entered in an event, what players tell the organizers, and wishes about seats.

A new column that says something about a person also needs its line in `privacy.personal`.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.events.models import Event, Stage


class Entry(models.Model):
    """A player or a pair. Its number never changes and is what formats work with; revision counts its changes of
    status, so that a page can say which one it showed."""

    class Status(models.TextChoices):
        REGISTERED = "registered", _("Not here yet")
        CHECKED_IN = "checked_in", pgettext_lazy("status", "Here")
        DROPPED = "dropped", pgettext_lazy("status", "Left")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTERED)
    revision = models.PositiveIntegerField(default=1)
    is_stationary = models.BooleanField(_("keeps their seat"), default=False)
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")

    class Meta:
        ordering: ClassVar = ["number"]
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once_per_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_number_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The people who play for it now; of one that was given up, who did. Prefetch `lineup__player` on lists."""
        lineup = list(self.lineup.all())
        playing = [entry_player for entry_player in lineup if entry_player.is_active] or lineup
        return " & ".join(entry_player.player.called for entry_player in playing) or say("No pair")

    @property
    def has_paid(self) -> bool:
        """The entry fee, and it was not taken back. Prefetch `pot` on lists."""
        fees = [pot_entry for pot_entry in self.pot.all() if pot_entry.kind == "fee"]
        taken_back = {fee.reverses_id for fee in fees}
        return any(fee.reverses_id is None and fee.pk not in taken_back for fee in fees)


class EntryPlayer(models.Model):
    """Who plays for an entry, in which chair of it; a substitute takes over the chair."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="lineup")
    player = models.ForeignKey(Player, models.PROTECT, related_name="lineups")
    chair = models.PositiveSmallIntegerField(default=0)
    is_active = models.BooleanField(default=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["chair", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=models.Q(is_active=True), name="player_enters_event_once"
            ),
            models.UniqueConstraint(
                fields=["entry", "chair"], condition=models.Q(is_active=True), name="one_player_per_chair_of_entry"
            ),
        ]

    def __str__(self) -> str:
        return say("{player} for entry {number}", player=self.player, number=self.entry_id)


class StageEntry(models.Model):
    """An entry's seed in a stage, 1 for the best. Of a later stage it says who plays there, as it was decided when that
    stage began; of the first one only in which order."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="stage_places")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = _("stage entries")
        ordering: ClassVar = ["stage", "seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_place_per_entry_and_stage"),
            models.UniqueConstraint(fields=["stage", "seed"], name="one_entry_per_seed_and_stage"),
        ]

    def __str__(self) -> str:
        return say("Seed {number}", number=self.seed)


class Wish(models.Model):
    """Two entries that are to be partners in every round, or never to share a table."""

    class Kind(models.TextChoices):
        TOGETHER = "together", _("stay together")
        APART = "apart", _("never meet")

    event = models.ForeignKey(Event, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=12, choices=Kind)
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = _("seating requests")
        ordering: ClassVar = ["kind", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["one", "other"], name="one_wish_per_two_entries"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="wish_names_the_older_entry_first"
            ),
        ]

    def __str__(self) -> str:
        return say("{one} and {other} {wish}", one=self.one_id, other=self.other_id, wish=self.get_kind_display())


class Notice(models.Model):
    """A player comes late or has to leave. It changes no seat: an organizer reads it and decides."""

    class Kind(models.TextChoices):
        LATE = "late", _("will be late")
        LEAVING = "leaving", _("has to leave")

    class Status(models.TextChoices):
        OPEN = "open", _("An organizer hasn’t answered yet")
        AGREED = "agreed", _("Seen by an organizer")
        DECLINED = "declined", _("An organizer wants to talk to the player")
        WITHDRAWN = "withdrawn", _("Undone")

    event = models.ForeignKey(Event, models.CASCADE, related_name="notices")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="notices")
    player = models.ForeignKey(Player, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Enter roughly how many minutes late the player will be.")
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    journal = models.ForeignKey("AuditLogEntry", models.PROTECT, related_name="notices")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(status="open"), name="one_open_notice_per_player"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["late", "leaving"]) & Q(status__in=["open", "agreed", "declined", "withdrawn"]),
                name="notice_kind_and_status_known",
            ),
        ]

    def __str__(self) -> str:
        kind = f"{self.player} {self.get_kind_display()}"
        return say("{notice} (about {minutes} min)", notice=kind, minutes=self.minutes) if self.minutes else kind
