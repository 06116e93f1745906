"""What repeats, and on which dates an event was made for it."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from games.accounts.models import Player
from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.events.models import Event

MAX_WEEKS = 8


class RecurringEvent(models.Model):
    """An event that its club repeats every few weeks, at one time of its clock.

    until: the last possible date; empty: it goes on. skipped: dates without one, as ISO text. version counts changes of
    these, so that two organizers don't overwrite each other.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="recurring_events")
    name = models.CharField(max_length=80)
    starts_on = models.DateField()
    starts_at = models.TimeField()
    every = models.PositiveSmallIntegerField(default=1)
    until = models.DateField(null=True, blank=True)
    skipped = models.JSONField(default=list, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(every__gte=1, every__lte=MAX_WEEKS), name="recurring_every_one_to_eight_weeks"
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("starts_on")), name="recurring_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("recurring_event", args=[self.club.slug, self.pk])


class Occurrence(models.Model):
    """A date for which an event was made. It stays when the event is moved or deleted: no second one is made for it.

    regulars_at: when the regulars were put on the event's list, so that anyone removed from it stays removed.
    """

    recurring = models.ForeignKey(RecurringEvent, models.CASCADE, related_name="occurrences")
    date = models.DateField()
    event = models.OneToOneField(Event, models.SET_NULL, null=True, related_name="occurrence")
    regulars_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["recurring", "date"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recurring", "date"], name="one_occurrence_per_date"),
        ]

    def __str__(self) -> str:
        return f"{self.recurring_id}: {self.date}"


class Regular(models.Model):
    """Someone who is expected at every date. number: of a player, or of a pair, in the list; chair: 0, and 1 for the
    second of a pair."""

    recurring = models.ForeignKey(RecurringEvent, models.CASCADE, related_name="regulars")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    chair = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["recurring", "number", "chair"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recurring", "player"], name="regular_once_per_recurring_event"),
            models.UniqueConstraint(fields=["recurring", "number", "chair"], name="one_regular_per_chair"),
            models.CheckConstraint(condition=Q(chair__lte=1), name="regulars_are_one_or_two"),
        ]

    def __str__(self) -> str:
        return say("{player} is a regular", player=self.player)
