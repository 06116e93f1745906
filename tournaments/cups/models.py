"""A cup of a season: who is in it, its rounds as they were drawn, and how matches without a winner were decided."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Venue
from tournaments.events.models import Event
from tournaments.formats.cups.draw import Bye, Method, Opening
from tournaments.leagues.models.fixtures import Fixture
from tournaments.leagues.models.teams import Season, Squad


class Cup(models.Model):
    """A knockout beside the tables of a season. It counts in none of them.

    number: within the season, for its address. best_of: games of a match of pairs at most; teams play as the season's
    rules require. is_neutral: matches have a venue that the organizers choose, otherwise the home side's. version
    counts what was done with it: what a form has seen.
    """

    class Kind(models.TextChoices):
        TEAMS = "teams", _("Teams")
        PAIRS = "pairs", _("Pairs")

    season = models.ForeignKey(Season, models.PROTECT, related_name="cups")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=Kind)
    method = models.CharField(max_length=12, choices=[(method.value, _(method._label)) for method in Method])
    opening = models.CharField(max_length=12, choices=[(opening.value, _(opening._label)) for opening in Opening])
    is_neutral = models.BooleanField(_("neutral venues"), default=False)
    best_of = models.PositiveSmallIntegerField(default=3)
    cancelled_because = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering: ClassVar = ["season", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="cup_number_once_per_season"),
            models.UniqueConstraint(fields=["season", "name"], name="cup_name_once_per_season"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["teams", "pairs"],
                    method__in=["hat", "seeded", "regional"],
                    opening__in=["preliminary", "byes"],
                ),
                name="cup_rules_known",
            ),
            # Not one list: Django can't look at a table of SQLite that has three short numbers in a row.
            models.CheckConstraint(
                condition=Q(best_of=1) | Q(best_of=3) | Q(best_of=5) | Q(best_of=7) | Q(best_of=9),
                name="cup_best_of_is_odd",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("cup", args=[self.season.slug, self.number])

    @property
    def is_of_teams(self) -> bool:
        return self.kind == Cup.Kind.TEAMS


class CupEntrant(models.Model):
    """A team, or a pair, in a cup. number: within the cup, never changes. seed: 1 is the best. region: what the draw
    by region goes by."""

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField()
    region = models.CharField(max_length=40, blank=True)
    squad = models.ForeignKey(Squad, models.PROTECT, null=True, blank=True, related_name="cup_entries")

    class Meta:
        ordering: ClassVar = ["cup", "seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cup", "number"], name="cup_entrant_number_once"),
            models.UniqueConstraint(fields=["cup", "seed"], name="one_cup_entrant_per_seed"),
            models.UniqueConstraint(fields=["cup", "squad"], name="squad_once_per_cup"),
            models.CheckConstraint(condition=Q(number__gte=1, seed__gte=1), name="cup_entrant_counted_from_one"),
        ]

    def __str__(self) -> str:
        if self.squad:
            return str(self.squad)
        return " & ".join(player.player.called for player in self.players.all())


class CupPlayer(models.Model):
    """One of the two of a pair in a cup."""

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="+")
    entrant = models.ForeignKey(CupEntrant, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="cup_places")
    chair = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["entrant", "chair"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cup", "player"], name="player_once_per_cup"),
            models.UniqueConstraint(fields=["entrant", "chair"], name="one_cup_player_per_chair"),
            models.CheckConstraint(condition=Q(chair__lte=1), name="cup_chair_known"),
        ]

    def __str__(self) -> str:
        return self.player.called


class CupRound(models.Model):
    """A round as it was drawn. seed: anyone can repeat the draw with it. play_by: the last day for its matches."""

    cup = models.ForeignKey(Cup, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    starts_at = models.DateTimeField()
    play_by = models.DateField()
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["cup", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cup", "number"], name="one_cup_round_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="cup_round_number_from_one"),
        ]

    def __str__(self) -> str:
        return say("Round {number}", number=self.number)


class CupMatch(models.Model):
    """Two of a cup meet, or one has a bye. Teams play a fixture of their season, which has its day and venue; pairs
    play an event, made when the match begins. play_by: the last day for it.
    """

    round = models.ForeignKey(CupRound, models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(CupEntrant, models.PROTECT, related_name="+")
    away = models.ForeignKey(CupEntrant, models.PROTECT, null=True, blank=True, related_name="+")
    bye = models.CharField(max_length=8, blank=True, choices=[(bye.value, _(bye._label)) for bye in Bye])
    play_by = models.DateField(null=True, blank=True)
    fixture = models.OneToOneField(Fixture, models.PROTECT, null=True, blank=True, related_name="cup_match")
    starts_at = models.DateTimeField(null=True, blank=True)
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="cup_matches")
    event = models.OneToOneField(Event, models.PROTECT, null=True, blank=True, related_name="cup_match")

    class Meta:
        ordering: ClassVar = ["round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_cup_match_per_number"),
            models.UniqueConstraint(fields=["round", "home"], name="home_once_per_cup_round"),
            models.UniqueConstraint(fields=["round", "away"], name="away_once_per_cup_round"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="cup_match_has_two_sides"),
            models.CheckConstraint(
                condition=Q(away__isnull=True, play_by__isnull=True, bye__in=["lot", "seed", "region"])
                | Q(away__isnull=False, play_by__isnull=False, bye=""),
                name="only_a_bye_says_why",
            ),
            models.CheckConstraint(
                condition=Q(
                    away__isnull=True,
                    fixture__isnull=True,
                    starts_at__isnull=True,
                    venue__isnull=True,
                    event__isnull=True,
                )
                | Q(fixture__isnull=False, starts_at__isnull=True, venue__isnull=True, event__isnull=True)
                | Q(fixture__isnull=True, starts_at__isnull=False),
                name="cup_match_has_one_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}" if self.away else str(self.home)

    @property
    def season(self) -> Season:
        return self.round.cup.season

    @property
    def is_bye(self) -> bool:
        return self.away_id is None

    @property
    def day(self) -> datetime | None:
        """When it starts; None for a bye, and while it waits for a day."""
        if self.fixture is None:
            return self.starts_at
        return None if self.fixture.state == Fixture.State.POSTPONED else self.fixture.starts_at

    @property
    def where(self) -> Venue | None:
        return self.fixture.venue if self.fixture else self.venue


class CupDecision(models.Model):
    """Decides who goes on from a match that has no winner, or that this was undone.

    The last turn counts, as long as the match has no winner.
    """

    class Method(models.TextChoices):
        MATCH = "match", _("Deciding match")
        ORGANIZERS = "organizers", _("Organizers’ decision")
        UNDONE = "undone", pgettext_lazy("decision", "Undone")

    match = models.ForeignKey(CupMatch, models.PROTECT, related_name="decisions")
    turn = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=12, choices=Method)
    winner = models.ForeignKey(CupEntrant, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["match", "turn"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "turn"], name="one_cup_decision_per_turn"),
            models.CheckConstraint(condition=Q(turn__gte=1) & ~Q(reason=""), name="cup_decision_has_a_reason"),
            models.CheckConstraint(
                condition=Q(method__in=["match", "organizers"], winner__isnull=False)
                | Q(method="undone", winner__isnull=True),
                name="cup_decision_names_a_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_method_display()}: {self.reason}"
