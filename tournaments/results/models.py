"""Results as appended facts, and the standings derived from them."""

from fractions import Fraction
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say, score_text
from games.message_field import MessageField
from games.tables.models import Table
from tournaments.checkin.models import Entry
from tournaments.events.models import Stage
from tournaments.formats.base import Slip
from tournaments.results.slips import slip_from
from tournaments.rounds.models import Match


class Channel(models.TextChoices):
    """Which face a write came through."""

    SLIP = "slip", _("phone slip")
    GRID = "grid", _("Scores page")
    PAGE = "page", _("web page")
    ADMIN = "admin", _("Admin")
    API = "api", _("API")
    TABLE = "table", _("online table")
    COMMAND = "command", _("Command line")


class ResultEntry(models.Model):
    """One version of a match's result. Rows are never changed and never deleted; versions are dense from 1.

    A claim waits for the other side; a confirmation, a record (by an official, or where slips count at once) and a
    correction stand; a dispute waits for an official. A reopening takes back the entry just before it: the match is
    where it was before that.
    """

    class Kind(models.TextChoices):
        CLAIM = "claim", _("reported")
        CONFIRM = "confirm", _("confirmed")
        DISPUTE = "dispute", _("disputed")
        RECORD = "record", _("recorded")
        CORRECTION = "correction", _("corrected")
        VOID = "void", _("declared void")
        REOPEN = "reopen", _("decision undone")

    match = models.ForeignKey(Match, models.PROTECT, related_name="results")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    slip = models.JSONField()
    side = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The side that reported the score, if any.")
    )
    source = models.CharField(max_length=12, choices=Channel)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    phone = models.ForeignKey(
        "Phone",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Identifies the phone that sent this score. We delete this ID 30 days after the night."),
    )
    arrival = models.ForeignKey(
        "WallArrival",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The player’s check-in, if they used the check-in code."),
    )
    agreed_phone = models.ForeignKey(
        "Phone",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The phone that sent the score this player confirmed."),
    )
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["match", "version"]
        verbose_name_plural = _("result entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "version"], name="one_result_entry_per_version"),
            models.CheckConstraint(condition=Q(version__gte=1), name="result_version_from_one"),
            models.CheckConstraint(
                condition=~Q(kind="reopen") | Q(version__gte=2), name="reopening_takes_back_an_entry"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["correction", "void"]) | ~Q(reason=""), name="correction_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(phone__isnull=True) | Q(agreed_phone__isnull=True) | ~Q(phone=F("agreed_phone")),
                name="no_phone_confirms_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score} ({self.get_kind_display()})"

    @property
    def reported(self) -> Slip:
        return slip_from(self.slip)

    @property
    def who(self) -> str:
        """Who made it, as others know them: the player's name, or the account's email address."""
        if self.player:
            return self.player.called
        if self.user is None:
            return say("the site")
        return self.user.player.called if hasattr(self.user, "player") else str(self.user)

    @property
    def score(self) -> str:
        return self.score_for(None)

    def score_for(self, side: int | None) -> str:
        """The score as that side says it, its own points first; None: in the order of the table's sides."""
        points = list(self.slip.get("points", ()))
        if side is not None and points:
            points.insert(0, points.pop(side))
        return score_text(points)


class Standing(models.Model):
    """Derived: an entry's line in a stage's table. `rebuild` throws these away and writes them again."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    group = models.PositiveSmallIntegerField(default=1, help_text=_("The pool or division. Ranks start at 1 in each."))
    place = models.PositiveSmallIntegerField()
    place_before = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text=_("Rank before the latest round with a result. Empty for players who weren’t ranked yet."),
    )
    is_shared = models.BooleanField(default=False)
    points_over = models.IntegerField()
    points_under = models.PositiveIntegerField(default=1)
    rounds = models.JSONField(default=list, help_text=_("Points per round, as text. Empty if not entered."))
    values = models.JSONField(default=list, help_text=_("Value for each ranking criterion, as text."))
    because = MessageField(blank=True, help_text=_("Why the entry above ranks higher."))

    class Meta:
        ordering: ClassVar = ["group", "place", "entry__number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["stage", "entry"], name="one_standing_per_entry")]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry}"

    @property
    def points(self) -> Fraction:
        return Fraction(self.points_over, self.points_under)

    @property
    def moved(self) -> int:
        """Places up since before the newest round, negative for down; 0 too for who had no place then."""
        return (self.place_before or self.place) - self.place

    @property
    def moved_down(self) -> int:
        return -self.moved


class MatchTable(models.Model):
    """A table online that was opened for a match. ended_at: since when it no longer belongs to the match.

    A table whose game has ended but that has no ended_at holds a result still to be taken. trouble: why it could not
    be; an organizer then enters the score.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="online_tables")
    table = models.OneToOneField(Table, models.PROTECT, related_name="+")
    result = models.OneToOneField(ResultEntry, models.PROTECT, null=True, blank=True, related_name="+")
    trouble = MessageField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match"], condition=Q(ended_at=None), name="one_open_table_per_match"),
            models.CheckConstraint(
                condition=Q(result=None) | Q(ended_at__isnull=False), name="table_with_result_has_ended"
            ),
        ]

    def __str__(self) -> str:
        return say("{table} for match {number}", table=self.table.code, number=self.match_id)
