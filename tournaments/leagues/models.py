"""A league with its divisions and teams, and what is one season's: sections, squads and who belongs to them when."""

from fractions import Fraction
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.choices import Variant
from games.engine.language import mark, say
from games.engine.rules import HouseRules
from games.house_rules.models import rules_in
from games.message_field import MessageField
from tournaments.activity_log.models import JournalEntry
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import LOWEST, Event, new_seed
from tournaments.formats.config import config_from
from tournaments.formats.seasons.moves import Way
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
    """rules: how the season is played and counted. house_rules: those of its tables. version counts its journal
    entries: what a page has seen."""

    class State(models.TextChoices):
        SETUP = "setup", _("Being set up")
        OPEN = "open", _("Running")
        CLOSED = "closed", _("Closed")

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    slug = models.SlugField(unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.SETUP)
    rules = models.JSONField(_("season rules"), default=dict)
    house_rules = models.JSONField(_("house rules"), default=dict, blank=True, help_text="Empty: the club's default.")
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


class Fixture(models.Model):
    """Two squads on a day. It is played as an event of its own; from then on its result is that of the event's matches.

    number: within the season, for its address. at_fault: 0 when the home squad did not play, 1 for the visitors.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PLANNED = "planned", _("To be played")
        POSTPONED = "postponed", _("Postponed, no day yet")
        PLAYED = "played", pgettext_lazy("fixture", "Played")
        WALKOVER = "walkover", _("Walkover")
        UNFULFILLED = "unfulfilled", _("Unfulfilled")
        VOID = "void", _("Void")

    season = models.ForeignKey(Season, models.PROTECT, related_name="fixtures")
    section = models.ForeignKey(Section, models.PROTECT, related_name="fixtures")
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
    revision = models.PositiveIntegerField(default=1, help_text=_("Counts its changes: what a form has seen."))
    changed_at = models.DateTimeField(default=timezone.now, editable=False, help_text=_("When that number was given."))
    event = models.OneToOneField(Event, models.PROTECT, null=True, blank=True, related_name="fixture")

    class Meta:
        ordering: ClassVar = ["starts_at", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="fixture_number_once_per_season"),
            models.UniqueConstraint(fields=["home", "away", "leg"], name="one_fixture_per_meeting"),
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
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def is_begun(self) -> bool:
        return self.event_id is not None

    @property
    def squads(self) -> tuple[Squad, Squad]:
        return self.home, self.away


LATE_CARD = mark("The result card came more than {days} days after the fixture")


OVER = (Fixture.State.PLAYED, Fixture.State.WALKOVER, Fixture.State.UNFULFILLED, Fixture.State.VOID)


class Postponement(models.Model):
    """A fixture was moved to another day, or until further notice. Appended: the history that its page shows."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="postponements")
    was_at = models.DateTimeField()
    now_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    journal = models.ForeignKey(JournalEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="postponement_has_a_reason"),
        ]

    def __str__(self) -> str:
        return self.reason


class LineUpPlayer(models.Model):
    """Somebody in the line-up of a squad for a fixture. pair: from 1; chair: 0 or 1 of the pair.

    turn: which time in the season this player is borrowed, counted from 1; empty for one of the squad's own; most: the
    season's limit, so that the database can hold the one against the other.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="line_up")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="line_ups")
    player = models.ForeignKey(Player, models.PROTECT, related_name="fixture_places")
    pair = models.PositiveSmallIntegerField()
    chair = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["fixture", "squad", "pair", "chair"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "player"], name="player_once_per_fixture"),
            models.UniqueConstraint(fields=["fixture", "squad", "pair", "chair"], name="one_player_per_line_up_chair"),
            models.UniqueConstraint(fields=["season", "player", "turn"], name="borrowing_counted_once"),
            models.CheckConstraint(
                condition=Q(turn__isnull=True, most__isnull=True) | Q(turn__gte=1, most__gte=F("turn")),
                name="borrowing_within_the_limit",
            ),
            models.CheckConstraint(condition=Q(chair__in=[0, 1], pair__gte=1), name="line_up_chair_known"),
        ]

    def __str__(self) -> str:
        return say("{player} for {squad}", player=self.player, squad=self.squad_id)

    @property
    def is_borrowed(self) -> bool:
        return self.turn is not None


class PointsAdjustment(models.Model):
    """Points given to a squad or taken from it by ruling. One that was a mistake is taken back by another row."""

    class Kind(models.TextChoices):
        LATE_CARD = "late_card", _("late result card")
        RULING = "ruling", _("Ruling")
        TAKEN_BACK = "taken_back", _("taken back")

    season = models.ForeignKey(Season, models.PROTECT, related_name="adjustments")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="adjustments")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="adjustments")
    kind = models.CharField(max_length=12, choices=Kind)
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=200)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    journal = models.ForeignKey(JournalEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(points=0) & ~Q(reason=""), name="adjustment_has_points_and_a_reason"),
            models.CheckConstraint(
                condition=Q(kind="taken_back", reverses__isnull=False)
                | (Q(kind__in=["late_card", "ruling"]) & Q(reverses__isnull=True)),
                name="only_a_reversal_takes_back",
            ),
            models.CheckConstraint(
                condition=~Q(kind="late_card") | Q(fixture__isnull=False, points__lt=0), name="late_card_is_a_fixtures"
            ),
            models.UniqueConstraint(
                fields=["fixture", "squad"], condition=Q(kind="late_card"), name="one_late_card_per_squad_and_fixture"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points:+d}: {self.why}"

    @property
    def why(self) -> str:
        """The reason, said anew where the site gave it. What is stored is English."""
        if self.kind == self.Kind.LATE_CARD:
            return say(LATE_CARD, days=self.season.settings.card_days)
        return self.reason


class SeriesNight(models.Model):
    """An event whose best players get period points. counts: an organizer said that the night is over; guests: as they
    were then, so that who joins later gets nothing for nights before."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="nights")
    event = models.OneToOneField(Event, models.PROTECT, related_name="series_night")
    number = models.PositiveSmallIntegerField()
    counts = models.BooleanField(default=False)
    guests = models.JSONField(default=list, help_text=_("Players who were guests of the club that night."))
    seen = models.PositiveIntegerField(null=True, blank=True, help_text=_("Derived: its event's version, as counted."))

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
        return say("Play-offs of {section}", section=self.section)


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


class FixtureScore(models.Model):
    """Derived: what a fixture's matches add up to. halves: half games won. seen: the event's version it is from."""

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
