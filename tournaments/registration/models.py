"""Who has registered for an event, in which order, and who asks whom to be partners."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.events.models import Event


class RegistrationTerms(models.Model):
    """When registration is open, [opens_at, closes_at), and for how many entries. Without a row there is none."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="registration")
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Number of spots. Leave empty for no limit.")
    )
    for_guests = models.BooleanField(default=False, help_text=_("Club guests can register too."))
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["event"]
        verbose_name_plural = _("registration settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(closes_at__isnull=True) | Q(opens_at__isnull=False, closes_at__gte=F("opens_at")),
                name="registration_closes_after_it_opens",
            ),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=1), name="registration_has_a_place"
            ),
        ]

    def __str__(self) -> str:
        return say("Registration for {event}", event=self.event)

    def is_open_at(self, now: datetime) -> bool:
        has_opened = self.opens_at is not None and self.opens_at <= now
        return has_opened and (self.closes_at is None or now < self.closes_at)


class Registration(models.Model):
    """A player, or a pair, who wants to play. number: the order in line, kept for good; revision counts its changes.

    One without a partner holds no place. One that was joined with another goes on in the one that was there first.
    """

    class State(models.TextChoices):
        SINGLE = "single", _("Without a partner")
        WAITING = "waiting", _("On the waiting list")
        CONFIRMED = "confirmed", _("Confirmed")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        JOINED = "joined", _("Merged into the partner’s registration")

    LIVE = (State.SINGLE, State.WAITING, State.CONFIRMED)

    event = models.ForeignKey(Event, models.CASCADE, related_name="registrations")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=12, choices=State)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="registrations")
    is_looking = models.BooleanField(default=False, help_text=_("On the partner list."))
    moved_up_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=1)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["event", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="registration_number_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="registration_number_from_one"),
            models.CheckConstraint(
                condition=Q(state__in=["withdrawn", "joined"])
                | Q(state="confirmed", entry__isnull=False)
                | Q(state__in=["single", "waiting"], entry__isnull=True),
                name="confirmed_registration_has_an_entry",
            ),
            models.CheckConstraint(condition=Q(is_looking=False) | Q(state="single"), name="only_a_single_looks"),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(state="confirmed"), name="one_registration_per_entry"
            ),
        ]

    def __str__(self) -> str:
        return say("Registration {number}", number=self.number)

    @property
    def is_live(self) -> bool:
        return self.state in self.LIVE

    @property
    def players(self) -> list[Player]:
        """The players it is for now. Prefetch `people__player` on lists."""
        return [person.player for person in self.people.all() if person.is_live]

    @property
    def name(self) -> str:
        return " & ".join(player.called for player in self.players)


class RegisteredPlayer(models.Model):
    """A player who is, or was, in a registration. chair: 0 or 1, as in the entry that it becomes."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="people")
    player = models.ForeignKey(Player, models.PROTECT, related_name="registered")
    chair = models.PositiveSmallIntegerField(default=0)
    is_live = models.BooleanField(default=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["chair", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(is_live=True), name="one_live_registration_per_player"
            ),
            models.UniqueConstraint(
                fields=["registration", "chair"], condition=Q(is_live=True), name="one_player_per_registered_chair"
            ),
        ]

    def __str__(self) -> str:
        return say("{player} in registration {number}", player=self.player, number=self.registration_id)


class PartnerAsk(models.Model):
    """A player without a partner asks another player of the club."""

    class State(models.TextChoices):
        OPEN = "open", _("Not answered yet")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Canceled")

    event = models.ForeignKey(Event, models.CASCADE, related_name="partner_asks")
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="asks")
    asker = models.ForeignKey(Player, models.PROTECT, related_name="+")
    asked = models.ForeignKey(Player, models.PROTECT, related_name="partner_asks")
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["registration"], condition=Q(state="open"), name="one_open_ask_at_a_time"),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="nobody_asks_herself"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted", "declined", "withdrawn"]), name="ask_state_known"
            ),
        ]

    def __str__(self) -> str:
        return say("{asker}’s partner request to {asked}", asker=self.asker, asked=self.asked)
