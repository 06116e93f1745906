"""A round, its matches and chairs, as drawn. Results are in `results`."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import mark, say
from games.message_field import MessageField, MessagesField
from tournaments.checkin.models import Entry
from tournaments.events.models import Stage

HOUSE_PLAYER = mark("House player")
EMPTY_CHAIR = mark("Empty seat")


COMPASS = (mark("North"), mark("East"), mark("South"), mark("West"))


class Round(models.Model):
    """revision counts every change (what an organizer's form has seen); version counts publications (what a phone
    has seen). based_on names the result entries that the draw was computed from, wishes what people had asked for.
    dealing: which cards a duplicate's round has; another number when someone saw them before it was drawn again.
    opens_singly: its matches were called one by one, and other rounds may be out beside it. played_at: when it was
    played, if it was entered later from a score card."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")
        CLOSED = "closed", _("Closed")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    revision = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)
    dealing = models.PositiveSmallIntegerField(default=0)
    based_on = models.JSONField(default=list)
    wishes = models.JSONField(default=dict)
    reasons = MessagesField(default=list)
    opens_singly = models.BooleanField(default=False)
    played_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["stage"],
                condition=~Q(status="closed") & Q(opens_singly=False),
                name="one_round_open_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(opens_singly=False) | ~Q(status="draft"), name="matches_called_singly_are_no_draft"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return say("Round {number}", number=self.number)

    @property
    def is_out(self) -> bool:
        return self.status == Round.Status.PUBLISHED


class Clock(models.Model):
    """The time a round has left: seconds_left when it was last touched; it runs since then, or is paused.

    Past zero it counts on as overtime; nothing happens by itself when time is up. last_hand_at: when the last hand was
    called, if it was.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="clock")
    seconds_left = models.IntegerField()
    running_since = models.DateTimeField(null=True, blank=True)
    last_hand_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["round"]

    def __str__(self) -> str:
        return say("{round} clock", round=self.round)

    @property
    def is_running(self) -> bool:
        return self.running_since is not None

    def left(self) -> int:
        """Seconds left at this moment; negative in overtime."""
        if self.running_since is None:
            return self.seconds_left
        return self.seconds_left - int((timezone.now() - self.running_since).total_seconds())


class Match(models.Model):
    """What a round pairs, at one table.

    state and standing follow from its result entries (`verify` compares). called_in: during play, the stage that called
    it, where matches open singly; no one is called twice.
    """

    class State(models.TextChoices):
        OPEN = "open", _("No score yet")
        WAITING = "waiting", _("Waiting for the other side")
        DISPUTED = "disputed", _("Disputed")
        STANDING = "standing", _("Counted")
        VOID = "void", _("Void")

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    standing = models.OneToOneField("ResultEntry", models.PROTECT, null=True, blank=True, related_name="+")
    last_version = models.PositiveIntegerField(default=0)
    unsettled_since = models.DateTimeField(null=True, blank=True, db_index=True)
    called_in = models.ForeignKey(Stage, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["table"]
        verbose_name_plural = _("matches")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_per_table_and_round"),
            models.CheckConstraint(
                condition=(Q(state="standing") & Q(standing__isnull=False))
                | (~Q(state="standing") & Q(standing__isnull=True)),
                name="match_stands_on_one_result",
            ),
            models.UniqueConstraint(fields=["called_in", "table"], name="one_called_match_per_table"),
            models.CheckConstraint(
                condition=Q(called_in=None) | ~Q(state__in=["standing", "void"]), name="called_match_is_not_decided"
            ),
        ]

    def __str__(self) -> str:
        return say("Table {number}", number=self.table)

    @property
    def is_terminal(self) -> bool:
        return self.state in (Match.State.STANDING, Match.State.VOID)


class Seat(models.Model):
    """One chair, one player. position counts clockwise from North; house numbers the players lent by the house. 0 for a
    chair of an entry: it came without a player. called_in: as its match has it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    side = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="seats")
    house = models.PositiveSmallIntegerField(null=True, blank=True)
    called_in = models.ForeignKey(Stage, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["match", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="one_seat_per_position"),
            models.UniqueConstraint(fields=["round", "player"], name="one_seat_per_player_and_round"),
            models.UniqueConstraint(fields=["called_in", "player"], name="one_called_seat_per_player"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False, player__isnull=False, house__isnull=True)
                | Q(player__isnull=True, house__isnull=False, entry__isnull=True)
                | Q(player__isnull=True, house__isnull=False, house=0, entry__isnull=False),
                name="seat_is_an_entrys_or_the_houses",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.compass}: {self.name}"

    @property
    def compass(self) -> str:
        return say(COMPASS[self.position])

    @property
    def name(self) -> str:
        if self.player:
            return self.player.called
        return say(EMPTY_CHAIR) if self.entry_id else say(HOUSE_PLAYER)

    @property
    def is_empty(self) -> bool:
        """Whether the entry came without a player for it."""
        return self.entry_id is not None and self.player_id is None

    @property
    def kept_name(self) -> str:
        """The name as files have it, no matter who reads them."""
        if self.player:
            return self.player.called
        return EMPTY_CHAIR if self.entry_id else HOUSE_PLAYER


class Bye(models.Model):
    """An entry that does not play in a round. points empty: its own average. halves: half games won it counts."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="byes")
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    halves = models.PositiveSmallIntegerField(default=0)
    reason = MessageField()

    class Meta:
        ordering: ClassVar = [F("entry__number").asc()]
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "entry"], name="one_bye_per_entry_and_round")]

    def __str__(self) -> str:
        return say("{entry} sits out", entry=self.entry)
