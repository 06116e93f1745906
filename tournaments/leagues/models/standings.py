"""Derived rows, made again from the facts at any time: scores of fixtures, and the tables."""

from fractions import Fraction
from typing import ClassVar

from django.db import models

from games.accounts.models import Player
from games.message_field import MessageField
from tournaments.formats.numbers import Share
from tournaments.leagues.models.fixtures import Fixture
from tournaments.leagues.models.teams import Season, Section, Squad


class FixtureScore(models.Model):
    """Derived: what a fixture's matches add up to. halves: half games won, those of a handicap included.
    seen: the event's version it is from."""

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="score")
    seen = models.PositiveIntegerField()
    home_halves = models.PositiveSmallIntegerField(default=0)
    away_halves = models.PositiveSmallIntegerField(default=0)
    home_scored = models.IntegerField(default=0)
    away_scored = models.IntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["fixture"]

    def __str__(self) -> str:
        return f"{self.home_games}–{self.away_games}"

    @property
    def home_games(self) -> Fraction:
        return Fraction(self.home_halves, 2)

    @property
    def away_games(self) -> Fraction:
        return Fraction(self.away_halves, 2)


class SectionLine(models.Model):
    """Derived: a squad's line in its section's table."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="lines")
    squad = models.OneToOneField(Squad, models.CASCADE, related_name="line")
    place = models.PositiveSmallIntegerField()
    is_shared = models.BooleanField(default=False)
    points_over = models.IntegerField()
    points_under = models.PositiveIntegerField(default=1)
    played = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    halves = models.JSONField(default=list)
    scored = models.JSONField(default=list)
    adjusted = models.SmallIntegerField(default=0)
    because = MessageField(blank=True)

    class Meta:
        ordering: ClassVar = ["section", "place", "squad__number"]

    def __str__(self) -> str:
        return f"{self.place}. {self.squad}"

    @property
    def points(self) -> Fraction:
        return Fraction(self.points_over, self.points_under)

    @property
    def games(self) -> tuple[Fraction, Fraction]:
        return Fraction(self.halves[0], 2), Fraction(self.halves[1], 2)

    @property
    def percentage(self) -> str:
        """Of games won; "" before the first one."""
        return Share.of(Fraction(self.halves[0], sum(self.halves))).render({}) if sum(self.halves) else ""


class SeriesLine(models.Model):
    """Derived: a player's line in a series of nights. nights: period points per night as text, empty where not there;
    dropped: which of them do not count."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="series_lines")
    player = models.ForeignKey(Player, models.PROTECT, related_name="series_lines")
    place = models.PositiveSmallIntegerField()
    is_shared = models.BooleanField(default=False)
    total = models.CharField(max_length=40)
    nights = models.JSONField(default=list)
    dropped = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["season", "place", "player__name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "player"], name="one_series_line_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.player}"
