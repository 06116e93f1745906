"""Who can substitute on which evenings, which seats are looking for someone, and who was asked."""

import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.attendance.models import Occasion
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture, Season, Squad


class SubEvening(models.Model):
    """A member can substitute at events of the club that start on this day of the week. weekday: 0 is Monday."""

    stays_here: ClassVar = True

    club = models.ForeignKey(Club, models.CASCADE, related_name="sub_evenings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sub_evenings")
    weekday = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["club", "player", "weekday"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player", "weekday"], name="sub_evening_once"),
            models.CheckConstraint(condition=Q(weekday__lte=6), name="sub_evening_is_a_day_of_the_week"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.weekday}"


class SubRequest(models.Model):
    """A seat looks for a substitute: of an entry in an event, or, before a league match, of a line-up.

    player: whose seat it is. reason: what the people who are asked read. start: of the event or match, as they were
    asked for it. until: answers after it don't count. next_at: when more people are asked, unless someone said yes.
    sub: who did.
    """

    stays_here: ClassVar = True

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("substitute", "Looking for a substitute")
        FILLED = "filled", pgettext_lazy("substitute", "Substitute found")
        WITHDRAWN = "withdrawn", pgettext_lazy("substitute", "No longer needed")
        EXPIRED = "expired", pgettext_lazy("substitute", "No one said yes")

    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="sub_requests")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="sub_requests")
    fixture = models.ForeignKey(Fixture, models.CASCADE, null=True, blank=True, related_name="sub_requests")
    squad = models.ForeignKey(Squad, models.CASCADE, null=True, blank=True, related_name="sub_requests")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sub_requests")
    asked_by = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    start = models.DateTimeField()
    until = models.DateTimeField()
    next_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    sub = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("substitute request")
        indexes: ClassVar = [models.Index(fields=["until"], condition=Q(state="open"), name="sub_requests_open")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(event__isnull=False, entry__isnull=False, fixture__isnull=True, squad__isnull=True)
                | Q(event__isnull=True, entry__isnull=True, fixture__isnull=False, squad__isnull=False),
                name="sub_request_is_for_an_entry_or_a_line_up",
            ),
            models.CheckConstraint(
                condition=Q(state="filled", sub__isnull=False)
                | Q(state__in=["open", "withdrawn", "expired"], sub__isnull=True),
                name="only_a_filled_sub_request_has_a_sub",
            ),
            models.CheckConstraint(condition=Q(sub=None) | ~Q(sub=F("player")), name="sub_is_someone_else"),
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(state="open"), name="one_open_sub_request_per_event"
            ),
            models.UniqueConstraint(
                fields=["fixture", "player"], condition=Q(state="open"), name="one_open_sub_request_per_fixture"
            ),
        ]

    def __str__(self) -> str:
        return say("Substitute for {player}", player=self.player)

    def get_absolute_url(self) -> str:
        """Its own page, for the player and for those who run it."""
        if self.event:
            return reverse("find_sub", args=[self.event.slug, self.entry_id, self.player_id])
        assert self.fixture, "a request is for one of them"
        return reverse("find_fixture_sub", args=[self.fixture.season.slug, self.fixture.number, self.player_id])

    @property
    def occasion(self) -> Occasion:
        """Where the seat is. Fetch RELATED with it."""
        occasion = self.event or self.fixture
        assert occasion, "a request is for one of them"
        return occasion

    @property
    def season(self) -> Season | None:
        return self.fixture.season if self.fixture else None

    @property
    def club(self) -> Club:
        if self.event:
            return self.event.club
        assert self.fixture, "a request is for one of them"
        return self.fixture.season.league.club

    @property
    def occasion_name(self) -> str:
        """Of the event, or of the two teams."""
        return str(self.occasion)

    @property
    def starts_at(self) -> datetime.datetime:
        return self.occasion.starts_at

    @property
    def weekday(self) -> int:
        """Where the club is; 0 is Monday."""
        return self.starts_at.astimezone(ZoneInfo(self.club.zone)).weekday()

    @property
    def notification_key(self) -> str:
        """Of all that's told of it."""
        return f"sub:{self.pk}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


RELATED = (
    "event__club",
    "event__venue",
    "entry",
    "fixture__season__league__club",
    "fixture__venue",
    "fixture__home__team",
    "fixture__away__team",
    "squad__team",
    "player",
    "sub",
)
"""What the sentences about a request need."""


class SubAsk(models.Model):
    """Someone was asked for a seat, and what they said."""

    stays_here: ClassVar = True

    class Answer(models.TextChoices):
        NONE = "", pgettext_lazy("substitute", "No answer yet")
        YES = "yes", pgettext_lazy("substitute", "Said yes")
        NO = "no", pgettext_lazy("substitute", "Said no")

    request = models.ForeignKey(SubRequest, models.CASCADE, related_name="asks")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sub_asks")
    answer = models.CharField(max_length=3, choices=Answer, default=Answer.NONE, blank=True)
    at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["request", "player"], name="asked_once_for_a_seat"),
            models.UniqueConstraint(fields=["request"], condition=Q(answer="yes"), name="one_yes_per_seat"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at__isnull=True)
                | Q(answer__in=["yes", "no"], answered_at__isnull=False),
                name="sub_answer_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.answer}"
