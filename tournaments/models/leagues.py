"""A league with its divisions and teams, and what is one season's: sections, squads and who belongs to them when."""

from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.language import say
from games.models import Player
from tournaments.formats.config import config_from
from tournaments.formats.seasons.moves import Way
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.models.clubs import Club, Venue
from tournaments.models.events import new_seed


class League(models.Model):
    club = models.ForeignKey(Club, models.PROTECT, related_name="leagues")
    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    about = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "name"], name="league_name_once_per_club")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])


class Division(models.Model):
    """level: 1 is the top."""

    league = models.ForeignKey(League, models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)

    class Meta:
        ordering: ClassVar = ["league", "level"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "level"], name="one_division_per_level"),
            models.UniqueConstraint(fields=["league", "name"], name="division_name_once_per_league"),
            models.CheckConstraint(condition=Q(level__gte=1), name="division_level_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def club(self) -> Club:
        return self.league.club


class Team(models.Model):
    """What lasts from season to season; who plays for it is its squad of a season."""

    league = models.ForeignKey(League, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="teams")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "name"], name="team_name_once_per_league")]

    def __str__(self) -> str:
        return self.name

    @property
    def club(self) -> Club:
        return self.league.club


class Season(models.Model):
    """rules: the house rules of the season. version counts its journal entries: what a page has seen."""

    class State(models.TextChoices):
        SETUP = "setup", _("Being set up")
        OPEN = "open", _("Running")
        CLOSED = "closed", _("Closed")

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    slug = models.SlugField(unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.SETUP)
    rules = models.JSONField(_("house rules"), default=dict)
    criteria = models.JSONField(default=list)
    days = models.JSONField(_("match days"), default=dict, blank=True)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    follows = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="next")
    version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "name"], name="season_name_once_per_league"),
            models.CheckConstraint(condition=Q(state__in=["setup", "open", "closed"]), name="season_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])

    @property
    def topic(self) -> str:
        """What browsers that show its pages subscribe to."""
        return f"season:{self.pk}"

    @property
    def settings(self) -> SeasonRules:
        """The house rules, checked."""
        return config_from(SeasonRules, self.rules)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.league.club.zone)

    @property
    def is_closed(self) -> bool:
        return self.state == Season.State.CLOSED


class Section(models.Model):
    """A division in a season: the squads of one table."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="sections")
    division = models.ForeignKey(Division, models.PROTECT, related_name="sections")

    class Meta:
        ordering: ClassVar = ["season", "division__level"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "division"], name="one_section_per_division_and_season")
        ]

    def __str__(self) -> str:
        return self.division.name


class Squad(models.Model):
    """A team in a season. Its number never changes and is what the tables work with."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="squads")
    section = models.ForeignKey(Section, models.PROTECT, related_name="squads")
    team = models.ForeignKey(Team, models.PROTECT, related_name="squads")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["season", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "team"], name="one_squad_per_team_and_season"),
            models.UniqueConstraint(fields=["season", "number"], name="squad_number_once_per_season"),
            models.CheckConstraint(condition=Q(number__gte=1), name="squad_number_from_one"),
        ]

    def __str__(self) -> str:
        return self.team.name

    def get_absolute_url(self) -> str:
        return reverse("squad", args=[self.season.slug, self.number])


class SquadPlayer(models.Model):
    """Somebody belongs to a squad from a day until, and without, another. Rows stay: they are the transfer history."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    squad = models.ForeignKey(Squad, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="squads")
    since = models.DateField()
    until = models.DateField(null=True, blank=True, help_text=_("The first day without; empty: still there."))
    is_captain = models.BooleanField(_("captain"), default=False)

    class Meta:
        ordering: ClassVar = ["-is_captain", "player__name", "since"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "player"], condition=Q(until__isnull=True), name="one_squad_per_player_at_a_time"
            ),
            models.UniqueConstraint(fields=["season", "player", "since"], name="one_squad_per_player_and_day"),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("since")), name="squad_player_leaves_after_coming"
            ),
        ]

    def __str__(self) -> str:
        return say("{player} since {since}", player=self.player, since=self.since)


class FinalPlace(models.Model):
    """Where a squad ended when the season was closed, and where it goes: frozen, whatever is corrected later."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="final_places")
    squad = models.OneToOneField(Squad, models.PROTECT, related_name="final_place")
    place = models.PositiveSmallIntegerField()
    is_champion = models.BooleanField(default=False)
    way = models.CharField(max_length=8, choices=[(way.value, _(way.label)) for way in Way])

    class Meta:
        ordering: ClassVar = ["squad__section__division__level", "place", "squad__number"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(way__in=["up", "stays", "down"]), name="final_way_known")
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.squad}"

    @property
    def way_words(self) -> Any:
        return self.get_way_display()
