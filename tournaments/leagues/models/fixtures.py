"""Who meets whom and when, where a fixture was moved to, and what its weaker team started with."""

from fractions import Fraction
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import LessThan
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Venue
from tournaments.events.models import Event
from tournaments.formats.seasons.handicap import Average, Handicap
from tournaments.formats.standings.sums import number_text
from tournaments.leagues.models.teams import Season, Section, Squad


class Fixture(models.Model):
    """Two squads on a day. It is played as an event of its own; from then on its result is that of the event's matches.
    It counts in the table of its section, or, as a match of a cup, in none.

    number: within the season, for its address. week: of a match of a cup, its round. at_fault: 0 when the home
    squad did not play, 1 for the visitors.
    home_named, away_named: how often that squad's line-up was set, so that both captains can do it at once.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PLANNED = "planned", _("Scheduled")
        POSTPONED = "postponed", _("Postponed, no date yet")
        PLAYED = "played", pgettext_lazy("fixture", "Played")
        WALKOVER = "walkover", _("Forfeit")
        UNFULFILLED = "unfulfilled", _("Not played")
        VOID = "void", _("Void")

    season = models.ForeignKey(Season, models.PROTECT, related_name="fixtures")
    section = models.ForeignKey(Section, models.PROTECT, null=True, blank=True, related_name="fixtures")
    cup = models.ForeignKey("Cup", models.PROTECT, null=True, blank=True, related_name="fixtures")
    number = models.PositiveSmallIntegerField()
    week = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(default=1)
    home = models.ForeignKey(Squad, models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(Squad, models.PROTECT, related_name="away_fixtures")
    starts_at = models.DateTimeField()
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="fixtures")
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    at_fault = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    revision = models.PositiveIntegerField(
        default=1, help_text=_("This number goes up with every change to the match.")
    )
    changed_at = models.DateTimeField(default=timezone.now, editable=False, help_text=_("When the match last changed."))
    home_named = models.PositiveIntegerField(default=0)
    away_named = models.PositiveIntegerField(default=0)
    event = models.OneToOneField(Event, models.PROTECT, null=True, blank=True, related_name="fixture")

    class Meta:
        ordering: ClassVar = ["starts_at", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="fixture_number_once_per_season"),
            models.UniqueConstraint(
                fields=["home", "away", "leg"], condition=Q(cup__isnull=True), name="one_fixture_per_meeting"
            ),
            models.UniqueConstraint(fields=["cup", "week", "home"], name="home_once_per_round_of_a_cup"),
            models.UniqueConstraint(fields=["cup", "week", "away"], name="away_once_per_round_of_a_cup"),
            models.CheckConstraint(
                condition=Q(section__isnull=False, cup__isnull=True) | Q(section__isnull=True, cup__isnull=False),
                name="fixture_counts_in_a_table_or_a_cup",
            ),
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_has_two_squads"),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "planned", "postponed", "played", "walkover", "unfulfilled", "void"]),
                name="fixture_state_known",
            ),
            models.CheckConstraint(
                condition=~Q(state="played") | Q(event__isnull=False), name="played_fixture_has_an_event"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["draft", "postponed"]) | Q(event__isnull=True),
                name="fixture_without_a_day_has_no_event",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["walkover", "unfulfilled"], at_fault__in=[0, 1])
                | (~Q(state__in=["walkover", "unfulfilled"]) & Q(at_fault__isnull=True)),
                name="only_a_walkover_has_a_side_at_fault",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["walkover", "unfulfilled", "void", "postponed"]) | ~Q(reason=""),
                name="ruling_on_a_fixture_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"

    def get_absolute_url(self) -> str:
        return reverse("fixture", args=[self.season.slug, self.number])

    @property
    def competition(self) -> models.Model:
        """What it counts in: its section, or its cup."""
        competition = self.section or self.cup
        assert competition, "a fixture is of a section or of a cup"
        return competition

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def is_begun(self) -> bool:
        return self.event_id is not None

    @property
    def squads(self) -> tuple[Squad, Squad]:
        return self.home, self.away

    @property
    def named(self) -> tuple[int, int]:
        """How often each squad's line-up was set: what its form has seen."""
        return self.home_named, self.away_named


OVER = (Fixture.State.PLAYED, Fixture.State.WALKOVER, Fixture.State.UNFULFILLED, Fixture.State.VOID)


class Postponement(models.Model):
    """A fixture was moved to another day, or until further notice. Appended: the history that its page shows."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="postponements")
    was_at = models.DateTimeField()
    now_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="postponement_has_a_reason"),
        ]

    def __str__(self) -> str:
        return self.reason


class FixtureHandicap(models.Model):
    """What a side of a fixture started with, fixed when it began. Later corrections of older cards don't change it.

    side: 0 home, 1 visitors, empty where the teams were too close for one. halves: half games. home_won, away_won: half
    games that each team had won without handicaps, in home_played and away_played fixtures: its average. most: the
    season's limit in games, so that the database can hold the one against the other.
    """

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="handicap")
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    halves = models.PositiveSmallIntegerField()
    most = models.PositiveSmallIntegerField()
    home_won = models.PositiveIntegerField()
    home_played = models.PositiveSmallIntegerField()
    away_won = models.PositiveIntegerField()
    away_played = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["fixture"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(side__isnull=True, halves=0) | Q(side__isnull=False, side__in=[0, 1], halves__gte=1),
                name="handicap_is_of_a_side",
            ),
            models.CheckConstraint(condition=Q(halves__lte=F("most") * 2), name="handicap_within_the_limit"),
            models.CheckConstraint(
                condition=Q(home_played__gte=1, away_played__gte=1), name="handicap_needs_both_averages"
            ),
            models.CheckConstraint(
                condition=Q(side__isnull=True)
                | (Q(side=0) & Q(LessThan(F("home_won") * F("away_played"), F("away_won") * F("home_played"))))
                | (Q(side=1) & Q(LessThan(F("away_won") * F("home_played"), F("home_won") * F("away_played")))),
                name="handicap_is_of_the_weaker_side",
            ),
        ]

    def __str__(self) -> str:
        if self.side is None:
            return say("No handicap")
        return say("Handicap: {team} +{games}", team=self.fixture.squads[self.side], games=number_text(self.games))

    @property
    def games(self) -> Fraction:
        return Fraction(self.halves, 2)

    @property
    def given(self) -> Handicap:
        return Handicap(self.side, self.halves)

    @property
    def averages(self) -> tuple[Average, Average]:
        """Of the home team and the visitors, as they were then."""
        return Average(self.home_won, self.home_played), Average(self.away_won, self.away_played)
