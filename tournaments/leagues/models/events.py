"""The events of a season beside its fixtures: nights of a series, and play-offs."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.language import say
from tournaments.events.models import Event
from tournaments.leagues.models.teams import Season, Section, Squad


class SeriesNight(models.Model):
    """An event whose best players get period points. counts: an organizer said that the night is over; guests: as they
    were then, so that who joins later gets nothing for nights before."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="nights")
    event = models.OneToOneField(Event, models.PROTECT, related_name="series_night")
    number = models.PositiveSmallIntegerField()
    counts = models.BooleanField(default=False)
    guests = models.JSONField(default=list, help_text=_("Players who were guests that night."))
    seen = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text=_("Which of the event’s saved results count toward the season. We set this automatically."),
    )

    class Meta:
        ordering: ClassVar = ["season", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="night_number_once_per_season")
        ]

    def __str__(self) -> str:
        return say("Night {number}", number=self.number)


class PlayOff(models.Model):
    """The bracket of a section, as an event in which every squad is one entry."""

    section = models.OneToOneField(Section, models.PROTECT, related_name="play_off")
    event = models.OneToOneField(Event, models.PROTECT, related_name="play_off")

    class Meta:
        ordering: ClassVar = ["section"]

    def __str__(self) -> str:
        return say("{section} playoffs", section=self.section)


class PlayOffSeat(models.Model):
    """Which entry of the bracket plays for which squad. seed: the place in the table when the bracket was made."""

    play_off = models.ForeignKey(PlayOff, models.CASCADE, related_name="seats")
    squad = models.OneToOneField(Squad, models.PROTECT, related_name="play_off_seat")
    entry = models.OneToOneField("Entry", models.PROTECT, related_name="play_off_seat")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["play_off", "seed"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["play_off", "seed"], name="one_squad_per_seed")]

    def __str__(self) -> str:
        return say("Seed {number}", number=self.seed)
