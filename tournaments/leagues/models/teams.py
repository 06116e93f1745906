"""A league with its divisions and teams, and what is one season's: sections, squads and who belongs to them when."""

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.choices import Variant
from games.engine.language import say
from games.engine.rules import HouseRules
from games.house_rules.models import rules_in
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import LOWEST, new_seed
from tournaments.formats.config import config_from
from tournaments.formats.seasons.settings import SeasonRules


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
    """rules: how the season is played and counted. house_rules: those of its tables. version counts its audit log
    entries: what a page has seen. players_until, transfers_until: the last day on which someone new joins a squad, or a
    player changes squads; empty: any day."""

    class State(models.TextChoices):
        SETUP = "setup", _("Being set up")
        OPEN = "open", _("In progress")
        CLOSED = "closed", _("Closed")

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    slug = models.SlugField(unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.SETUP)
    rules = models.JSONField(_("season rules"), default=dict)
    house_rules = models.JSONField(_("house rules"), default=dict, blank=True, help_text="Empty: the club's default.")
    criteria = models.JSONField(default=list)
    days = models.JSONField(_("match days"), default=dict, blank=True)
    players_until = models.DateField(_("last day for new players"), null=True, blank=True)
    transfers_until = models.DateField(_("last day for transfers"), null=True, blank=True)
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
        return say("{league}: {season}", league=self.league, season=self.name)

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])

    @property
    def topic(self) -> str:
        """What browsers that show its pages subscribe to."""
        return f"season:{self.pk}"

    @property
    def settings(self) -> SeasonRules:
        """How the season is played and counted, checked."""
        return config_from(SeasonRules, self.rules)

    @property
    def table_rules(self) -> HouseRules | None:
        """The house rules of its tables; None: the club's default."""
        return rules_in(self.house_rules) if self.house_rules else None

    @property
    def lowest_score(self) -> int:
        """What a side can end a game with, as far as the season says."""
        rules = self.table_rules
        return 0 if rules and rules.variant is Variant.CLASSIC else LOWEST

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.league.club.zone)

    @property
    def is_closed(self) -> bool:
        return self.state == Season.State.CLOSED


class Section(models.Model):
    """A division in a season: the squads of one table. days_after: how many days after the season's match day its own
    night is."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="sections")
    division = models.ForeignKey(Division, models.PROTECT, related_name="sections")
    days_after = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["season", "division__level"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "division"], name="one_section_per_division_and_season"),
            models.CheckConstraint(condition=Q(days_after__lte=6), name="section_plays_within_a_week"),
        ]

    def __str__(self) -> str:
        return self.division.name


class Squad(models.Model):
    """A team in a season. Its number never changes and is what the tables work with. joined_week: the first week in
    which it can play, where it joined the running season; empty for one that is there from the start."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="squads")
    section = models.ForeignKey(Section, models.PROTECT, related_name="squads")
    team = models.ForeignKey(Team, models.PROTECT, related_name="squads")
    number = models.PositiveSmallIntegerField()
    joined_week = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["season", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "team"], name="one_squad_per_team_and_season"),
            models.UniqueConstraint(fields=["season", "number"], name="squad_number_once_per_season"),
            models.CheckConstraint(condition=Q(number__gte=1), name="squad_number_from_one"),
            models.CheckConstraint(
                condition=Q(joined_week__isnull=True) | Q(joined_week__gte=1), name="squad_joined_in_a_week_from_one"
            ),
        ]

    def __str__(self) -> str:
        return self.team.name

    def get_absolute_url(self) -> str:
        return reverse("squad", args=[self.season.slug, self.number])


class SquadPlayer(models.Model):
    """A player belongs to a squad from one day until another, which is not included. Rows stay: they are the transfer
    history.

    move: which of the player's transfers in the season brought them, from 1; empty where none did, or by exception.
    most: the season's limit then, so that the database can compare the two; empty: no limit.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    squad = models.ForeignKey(Squad, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="squads")
    since = models.DateField()
    until = models.DateField(
        null=True,
        blank=True,
        help_text=_("The first day the player is no longer on the team. Leave empty for a current player."),
    )
    is_captain = models.BooleanField(_("captain"), default=False)
    move = models.PositiveSmallIntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)

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
            models.UniqueConstraint(fields=["season", "player", "move"], name="transfer_counted_once"),
            models.CheckConstraint(
                condition=Q(most__isnull=True, move__isnull=True)
                | Q(most__isnull=True, move__gte=1)
                | Q(most__isnull=False, move__isnull=False, move__gte=1, most__gte=F("move")),
                name="transfers_within_the_limit",
            ),
        ]

    def __str__(self) -> str:
        return say("{player} since {since}", player=self.player, since=self.since)
