"""Another date for a fixture, as its captains agree on it: what one proposes, and what became of it."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models.fixtures import Fixture
from tournaments.leagues.models.teams import Season, Squad

MAX_DATES = 5


class DateProposal(models.Model):
    """A squad proposes dates for a fixture. side: 0 home, 1 visitors.

    was_at, was_postponed: when it was to be played then. Once the fixture has another date, no one can answer. picked:
    the number of one of the dates. answered: the other squad's answer, or what ended it without one. PICKED waits for
    an organizer; decided: the organizer's yes or no, or what ended it without one. reason: why another date;
    answer_reason: why not these.
    """

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("dates", "waiting for the other captain")
        PICKED = "picked", pgettext_lazy("dates", "waiting for an organizer")
        ACCEPTED = "accepted", pgettext_lazy("dates", "agreed")
        DECLINED = "declined", pgettext_lazy("dates", "declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("dates", "withdrawn")
        EXPIRED = "expired", pgettext_lazy("dates", "no answer in time")

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="date_proposals")
    side = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    was_at = models.DateTimeField()
    was_postponed = models.BooleanField(default=False)
    picked = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    answer_reason = models.CharField(max_length=200, blank=True)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    answered = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    decided = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(state__in=["open", "picked"]), name="one_date_proposal_at_a_time"
            ),
            models.CheckConstraint(condition=Q(side__in=[0, 1]), name="date_proposal_is_of_a_side"),
            models.CheckConstraint(condition=~Q(reason=""), name="date_proposal_has_a_reason"),
            models.CheckConstraint(
                condition=Q(state="open", answered__isnull=True)
                | Q(
                    state__in=["picked", "accepted", "declined", "withdrawn", "expired"],
                    answered__isnull=False,
                ),
                name="date_proposal_is_answered_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["picked", "accepted"], picked__isnull=False)
                | Q(state="open", picked__isnull=True)
                | Q(state__in=["declined", "withdrawn", "expired"]),
                name="date_is_picked_before_it_counts",
            ),
            models.CheckConstraint(
                condition=Q(decided__isnull=True)
                | Q(state__in=["accepted", "declined", "withdrawn", "expired"], picked__isnull=False),
                name="only_a_picked_date_is_decided",
            ),
        ]

    def __str__(self) -> str:
        return say("{squad}: other dates for {fixture}", squad=self.squad, fixture=self.fixture)

    @property
    def season(self) -> Season:
        return self.fixture.season

    @property
    def squad(self) -> Squad:
        """Whose captain proposes."""
        return self.fixture.squads[self.side]

    @property
    def answering(self) -> Squad:
        """Whose captain picks a date or declines."""
        return self.fixture.squads[1 - self.side]

    @property
    def is_as_it_was(self) -> bool:
        """The fixture is still to be played when it was then."""
        state = Fixture.State.POSTPONED if self.was_postponed else Fixture.State.PLANNED
        return self.fixture.state == state and not self.fixture.is_begun and self.fixture.starts_at == self.was_at

    @property
    def is_live(self) -> bool:
        """It waits for someone, and makes sense."""
        return self.state in LIVE and self.is_as_it_was

    @property
    def pick(self) -> datetime | None:
        """The date that was picked."""
        return next((proposed.at for proposed in self.dates.all() if proposed.number == self.picked), None)


LIVE = (DateProposal.State.OPEN, DateProposal.State.PICKED)


class ProposedDate(models.Model):
    """One of the dates of a proposal, numbered from 1, the earliest first."""

    proposal = models.ForeignKey(DateProposal, models.CASCADE, related_name="dates")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["proposal", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["proposal", "number"], name="one_proposed_date_per_number"),
            models.UniqueConstraint(fields=["proposal", "at"], name="date_proposed_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MAX_DATES), name="up_to_five_dates_are_proposed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"
