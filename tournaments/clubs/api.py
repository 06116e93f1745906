"""Clubs, their leagues and seasons, with tables and fixtures."""

from fractions import Fraction
from typing import Any, ClassVar

import django_filters
from django.db.models import Q, QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import exceptions, serializers

from games.accounts.models import User
from games.api.authentication import account_of
from games.api.filters import MomentFilter, WordFilter
from games.api.frame import DetailEndpoint, ListEndpoint, TableEndpoint
from games.api.serializers import Measure, StrictSerializer
from tournaments.api_requests import actor_of, club_or_404
from tournaments.clubs.models import Club, Membership, Role
from tournaments.events.serializers import CURRENCY, CriterionSerializer, PersonSerializer
from tournaments.leagues import selectors
from tournaments.leagues.models import Fixture, FixtureHandicap, League, Season
from tournaments.permissions import ALLOWED, Permission, may, require
from tournaments.players.serializers import PLAYERS


class VenueSerializer(StrictSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    address = serializers.CharField()
    tables = serializers.IntegerField(allow_null=True)


class ClubSerializer(StrictSerializer):
    id = serializers.IntegerField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    about = serializers.CharField()
    zone = serializers.CharField(help_text="Its time zone, as in America/Detroit.")
    currency = serializers.CharField(help_text=CURRENCY)
    venues = VenueSerializer(many=True, source="venues_in_use")
    page = serializers.CharField(source="get_absolute_url")


class LeagueSerializer(StrictSerializer):
    id = serializers.IntegerField()
    slug = serializers.SlugField()
    club = serializers.SlugField(source="club.slug")
    name = serializers.CharField()
    about = serializers.CharField()
    divisions = serializers.SerializerMethodField()
    page = serializers.CharField(source="get_absolute_url")

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_divisions(self, league: League) -> list[str]:
        """From the top down."""
        return [division.name for division in league.divisions.all()]


class SeasonSerializer(StrictSerializer):
    id = serializers.IntegerField()
    slug = serializers.SlugField()
    league = serializers.SlugField(source="league.slug")
    club = serializers.SlugField(source="league.club.slug")
    name = serializers.CharField()
    state = serializers.ChoiceField(Season.State.choices)
    kind = serializers.CharField(source="settings.kind.value")
    page = serializers.CharField(source="get_absolute_url")


class TableLineSerializer(StrictSerializer):
    """A squad's line in its section's table."""

    section = serializers.CharField()
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    squad = serializers.IntegerField(help_text="The squad's number in the season.")
    team_id = serializers.IntegerField()
    name = serializers.CharField()
    points = Measure()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = Measure(help_text="Games won. A tied game is half a game.")
    games_against = Measure(help_text="Games lost, likewise.")
    game_difference = Measure(help_text="Games won less games lost.")
    points_for = serializers.IntegerField(help_text="Points made at the tables.")
    points_against = serializers.IntegerField(help_text="Points that the others made there.")
    point_difference = serializers.IntegerField(help_text="Points made less those of the others.")
    penalties = serializers.IntegerField(help_text="Points given or taken by ruling, part of `points` already.")
    because = serializers.CharField(help_text="Why the squad above is above this one.")


class SeasonTableSerializer(StrictSerializer):
    criteria = CriterionSerializer(many=True)
    results = TableLineSerializer(many=True)


class HandicapSerializer(StrictSerializer):
    """What a side of a fixture started with."""

    side = serializers.SerializerMethodField()
    games = Measure(help_text="0 where the teams were too close.")
    home_average = serializers.SerializerMethodField()
    away_average = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(["home", "away"], allow_null=True))
    def get_side(self, fixture_handicap: FixtureHandicap) -> str | None:
        """Who started with the games."""
        return None if fixture_handicap.side is None else ("home", "away")[fixture_handicap.side]

    def get_home_average(self, fixture_handicap: FixtureHandicap) -> float:
        """Games that the home team had won per fixture, without handicaps."""
        return float(fixture_handicap.averages[0].games)

    def get_away_average(self, fixture_handicap: FixtureHandicap) -> float:
        """Those of the visitors."""
        return float(fixture_handicap.averages[1].games)


class FixtureScoreSerializer(StrictSerializer):
    """Games of each side. A tied game is half a game for both."""

    home = Measure(source="home_games")
    away = Measure(source="away_games")


class FixtureSerializer(StrictSerializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    week = serializers.IntegerField()
    cup = serializers.CharField(source="cup.name", allow_null=True, default=None)
    home = serializers.CharField(source="home.team.name")
    home_squad = serializers.IntegerField(source="home.number", help_text="The squad's number in the season.")
    away = serializers.CharField(source="away.team.name")
    away_squad = serializers.IntegerField(source="away.number", help_text="The squad's number in the season.")
    starts_at = serializers.SerializerMethodField()
    venue = serializers.CharField(source="venue.name", allow_null=True, default=None)
    venue_id = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(Fixture.State.choices)
    score = serializers.SerializerMethodField()
    handicap = serializers.SerializerMethodField()
    event = serializers.SerializerMethodField()
    page = serializers.CharField(source="get_absolute_url")

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_starts_at(self, fixture: Fixture) -> str | None:
        """None while it is postponed without a day."""
        return None if fixture.state == Fixture.State.POSTPONED else fixture.starts_at.isoformat()

    @extend_schema_field(FixtureScoreSerializer(allow_null=True))
    def get_score(self, fixture: Fixture) -> dict[str, Any] | None:
        """None until it is over."""
        return FixtureScoreSerializer(fixture.score).data if fixture.is_over and hasattr(fixture, "score") else None

    @extend_schema_field(HandicapSerializer(allow_null=True))
    def get_handicap(self, fixture: Fixture) -> dict[str, Any] | None:
        """Fixed when the fixture began, and part of `score`. None where there is none, or before."""
        handicap = getattr(fixture, "handicap", None)
        return HandicapSerializer(handicap).data if handicap else None

    @extend_schema_field(serializers.SlugField(allow_null=True))
    def get_event(self, fixture: Fixture) -> str | None:
        return fixture.event.slug if fixture.event else None


class MemberSerializer(StrictSerializer):
    player = PersonSerializer()
    role = serializers.ChoiceField(Role.choices)
    number = serializers.CharField(help_text="The club number; empty for none.")
    has_account = serializers.SerializerMethodField()
    hides_name = serializers.BooleanField(source="player.hides_name", help_text="From people who aren’t in the club.")

    def get_has_account(self, membership: Membership) -> bool:
        """Whether the player can log in."""
        return membership.player.user_id is not None


class MemberFilters(django_filters.FilterSet):
    name = WordFilter("player__name", lookup_expr="icontains")
    role = django_filters.ChoiceFilter(choices=Role.choices)


class ClubFilters(django_filters.FilterSet):
    name = WordFilter(lookup_expr="icontains")


class LeagueFilters(django_filters.FilterSet):
    club = WordFilter("club__slug")


class SeasonFilters(django_filters.FilterSet):
    league = WordFilter("league__slug")
    club = WordFilter("league__club__slug")
    state = django_filters.ChoiceFilter(choices=Season.State.choices)


class FixtureFilters(django_filters.FilterSet):
    after = MomentFilter("starts_at", lookup_expr="gte")
    before = MomentFilter("starts_at", lookup_expr="lt")
    state = django_filters.ChoiceFilter(choices=Fixture.State.choices)


class Clubs(ListEndpoint):
    """Clubs, the newest first."""

    summary = "List clubs"
    answer = ClubSerializer
    filters = ClubFilters

    def rows(self) -> QuerySet[Club]:
        return Club.objects.prefetch_related("venues")


class ClubDetail(DetailEndpoint):
    """A club with its venues."""

    summary = "Show a club"
    answer = ClubSerializer

    def find(self, slug: str) -> Club:
        return club_or_404(slug)


class Members(ListEndpoint):
    """The people of a club, the newest first; for those who look after them."""

    summary = "List a club's members"
    answer = MemberSerializer
    filters = MemberFilters
    is_open = False
    expansions: ClassVar = {"players": PLAYERS}

    def rows(self, slug: str) -> QuerySet[Membership]:
        club = club_or_404(slug)
        if account_of(self.request) is None:
            raise exceptions.NotAuthenticated
        require(actor_of(self.request), Permission.LOOK_AFTER_PLAYERS, club)
        return club.memberships.filter(player__erased_at=None).select_related("player")


class Leagues(ListEndpoint):
    """Leagues, the newest first."""

    summary = "List leagues"
    answer = LeagueSerializer
    filters = LeagueFilters

    def rows(self) -> QuerySet[League]:
        return League.objects.select_related("club").prefetch_related("divisions")


class LeagueDetail(DetailEndpoint):
    """A league."""

    summary = "Show a league"
    answer = LeagueSerializer

    def find(self, slug: str) -> League:
        league = League.objects.select_related("club").filter(slug=slug).first()
        if league is None:
            raise Http404
        return league


class Seasons(ListEndpoint):
    """Seasons, the newest first. Those being set up are for organizers."""

    summary = "List seasons"
    answer = SeasonSerializer
    filters = SeasonFilters

    def rows(self) -> QuerySet[Season]:
        actor = actor_of(self.request)
        seasons = Season.objects.select_related("league__club")
        shown = ~Q(state=Season.State.SETUP)
        if actor.user:
            shown |= Q(league__club__in=_clubs_run_by(actor.user))
        return seasons.filter(shown)


class SeasonDetail(DetailEndpoint):
    """A season."""

    summary = "Show a season"
    answer = SeasonSerializer

    def find(self, slug: str) -> Season:
        return season_or_404(self.request, slug)


class SeasonTable(TableEndpoint):
    """The tables of a season, section after section."""

    summary = "Show a season's tables"
    answer = SeasonTableSerializer

    def find(self, slug: str) -> dict[str, Any]:
        season = season_or_404(self.request, slug)
        tables = selectors.tables_of(season)
        names = selectors.names_in(tables)
        lines = [_line(table.name, line, names) for table in tables for line in table.lines]
        labels = [name for name, _ in selectors.criteria_of(season)]
        criteria = [{"key": key, "label": label} for key, label in zip(season.criteria, labels, strict=True)]
        return {"criteria": criteria, "results": lines}


class Fixtures(ListEndpoint):
    """The fixtures of a season, in the order in which they are played."""

    summary = "List a season's fixtures"
    answer = FixtureSerializer
    filters = FixtureFilters
    ordering: ClassVar = ("starts_at", "pk")

    def rows(self, slug: str) -> QuerySet[Fixture]:
        season = season_or_404(self.request, slug)
        runs = may(actor_of(self.request), Permission.RUN_SEASON, season.league.club)
        return selectors.fixtures_of(season, with_draft=runs).select_related(*selectors.SHOWN, "event")


def season_or_404(request: Any, slug: str) -> Season:
    season = Season.objects.select_related("league__club").filter(slug=slug).first()
    hidden = season and season.state == Season.State.SETUP
    if season is None or (hidden and not may(actor_of(request), Permission.RUN_SEASON, season.league.club)):
        raise Http404
    return season


def _clubs_run_by(user: User) -> QuerySet[Club]:
    """Those whose seasons the account may set up, asked for at once."""
    if user.is_superuser:
        return Club.objects.all()
    able = [role for role in Role if Permission.RUN_SEASON in ALLOWED[role]]
    return Club.objects.filter(memberships__player__user=user, memberships__role__in=able)


def _line(section: str, line: Any, names: dict[int, str]) -> dict[str, Any]:
    (won, lost), (own, others) = line.games, line.scored
    return {
        "section": section,
        "place": line.place,
        "is_shared": line.is_shared,
        "squad": line.squad.number,
        "team_id": line.squad.team_id,
        "name": str(line.squad),
        "points": Fraction(line.points_over, line.points_under),
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "games_for": won,
        "games_against": lost,
        "game_difference": won - lost,
        "points_for": own,
        "points_against": others,
        "point_difference": own - others,
        "penalties": line.adjusted,
        "because": line.because.render(names),
    }
