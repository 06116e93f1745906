"""Bringing leagues, divisions, teams and seasons into being."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max

from games.engine.errors import RuleError
from games.engine.rules import HouseRules, rules_data
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club, Venue
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.events.commands import with_slug
from tournaments.events.house_rules import for_stage
from tournaments.formats.config import config_data, config_from
from tournaments.formats.seasons.section_table import USUAL, check_criteria
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues.commands import (
    allow,
    check_seen,
    lock_season,
    lock_section,
    lock_squad,
    save_fixture,
    write,
)
from tournaments.leagues.models import Division, League, Season, Section, Squad, Team
from tournaments.permissions import Permission

MAX_DIVISIONS = 12
MAX_SQUADS = 24


@command(
    Action.CREATE_LEAGUE,
    lock=lock_club,
    permission=Permission.RUN_SEASON,
    replay=lambda done: League.objects.get(pk=done.detail["league"]),
)
def create_league(club: Club, name: str, divisions: Sequence[str], *, context: Context, about: str = "") -> League:
    """A league with its divisions, the top one first."""
    clean, names = tidy(name, 80), [tidy(division, 40) for division in divisions]
    if not 1 <= len(names) <= MAX_DIVISIONS:
        raise RuleError("A league can have 1 to {most} divisions. Enter one per line.", most=MAX_DIVISIONS)
    _check_once(names)
    if club.leagues.filter(name=clean).exists():
        raise RuleError("{club} already has a league called {name}. Choose another name.", club=club, name=clean)
    league = with_slug(League(club=club, name=clean, about=about))
    Division.objects.bulk_create(
        Division(league=league, level=level, name=division) for level, division in enumerate(names, start=1)
    )
    context.log(detail={"league": league.pk})
    return league


def _lock(league: League) -> League:
    league.club = lock_club(league.club_id)
    return league


@command(
    Action.CREATE_SEASON,
    lock=_lock,
    permission=Permission.RUN_SEASON,
    replay=lambda done: Season.objects.get(pk=done.detail["season"]),
)
def create_season(
    league: League,
    name: str,
    rules: dict[str, Any],
    *,
    context: Context,
    criteria: Sequence[str] = USUAL,
    follows: Season | None = None,
    house_rules: HouseRules | None = None,
) -> Season:
    """A season that is being set up, with a section for each division.

    rules: how it is played and counted; those not named keep their defaults. house_rules: those of its tables, whatever
    a game's length; None: the club's default, as it is when a fixture begins.
    """
    settings = config_from(SeasonRules, rules)
    if house_rules:
        check_length(house_rules, settings.play_to)
    check_criteria(criteria)
    clean = tidy(name, 60)
    if league.seasons.filter(name=clean).exists():
        raise RuleError("{league} already has a season called {name}. Choose another name.", league=league, name=clean)
    season = Season(league=league, name=clean, rules=config_data(settings), criteria=list(criteria), follows=follows)
    season.house_rules = rules_data(house_rules) if house_rules else {}
    with_slug(season)
    Section.objects.bulk_create(Section(season=season, division=division) for division in league.divisions.all())
    write(season, context)
    return season


def check_length(rules: HouseRules, play_to: int) -> None:
    """RuleError, naming both, when no game of a fixture can go to this many points under these rules."""
    replace(for_stage(rules), play_to=play_to)


@command(Action.SET_SEASON_RULES, lock=lock_season, permission=allow, version=check_seen)
def set_rules(
    season: Season,
    rules: dict[str, Any],
    *,
    context: Context,
    house_rules: HouseRules | None = None,
    expected_version: int | None = None,
) -> Season:
    """Change how the season is played and counted while it is being set up. house_rules: those of its tables; None: as
    they are."""
    check_set_up(season)
    settings = config_from(SeasonRules, rules)
    at_tables = house_rules or season.table_rules
    if at_tables:
        check_length(at_tables, settings.play_to)
    season.rules = config_data(settings)
    if house_rules:
        season.house_rules = rules_data(house_rules)
    season.save(update_fields=["rules", "house_rules"])
    write(season, context)
    return season


def _removed(done: AuditLogEntry) -> None:
    """The squad is gone already."""


@command(
    Action.ADD_SQUAD,
    lock=lock_section,
    permission=allow,
    replay=lambda done: Squad.objects.get(pk=done.detail["squad"]),
)
def add_squad(section: Section, team_name: str, *, context: Context, venue: Venue | None = None) -> Squad:
    """Let a team of that name play in the section; a new one is made when the league has none of that name."""
    season = section.season
    check_set_up(season)
    check_room(section)
    squad = place(season, section, team_named(season.league, team_name, venue))
    write(season, context, detail={"squad": squad.pk})
    return squad


@command(
    Action.CHANGE_TEAM,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: Squad.objects.get(pk=done.detail["squad"]),
)
def change_team(squad: Squad, name: str, venue: Venue | None, *, context: Context, expected_version: int) -> Squad:
    """Rename the squad's team, in every season, and give it another home venue, or none. Its home fixtures of this
    season that have not begun move there, unless they have a venue of their own."""
    season, team = squad.season, squad.team
    check_seen(season, expected_version)
    clean, before = tidy(name, 60), team.venue
    if season.league.teams.filter(name=clean).exclude(pk=team.pk).exists():
        raise RuleError("The league has another team called {name}. Choose a different name.", name=clean)
    changed = [key for key, old, new in (("name", team.name, clean), ("venue", before, venue)) if old != new]
    team.name, team.venue = clean, venue
    team.save(update_fields=["name", "venue"])
    if "venue" in changed:
        for fixture in squad.home_fixtures.filter(event=None, venue=before):
            fixture.venue = venue
            save_fixture(fixture, "venue")
    write(season, context, detail={"squad": squad.pk, "changed": changed})
    return squad


@command(Action.REMOVE_SQUAD, lock=lock_season, permission=allow, replay=_removed)
def remove_squad(season: Season, squad_id: int, *, context: Context, expected_version: int) -> None:
    """Take a squad out of a season that is being set up, with its list of players. A team that has played in no other
    season goes with it."""
    check_seen(season, expected_version)
    check_set_up(season)
    squad = season.squads.select_related("team").filter(pk=squad_id).first()
    if squad is None:
        raise RuleError("That team has left {season}. Check the season again.", season=season)
    team = squad.team
    if squad.postings.exists():
        raise RuleError(
            "{squad} has charges this season, so you can’t remove it. Open the season, then record the team’s "
            "withdrawal.",
            squad=squad,
        )
    write(season, context, detail={"team_name": team.name})
    squad.delete()
    if not team.squads.exists():
        team.delete()


def check_room(section: Section) -> None:
    """RuleError when the section has all the teams that it can have."""
    if section.squads.count() >= MAX_SQUADS:
        raise RuleError(
            "{section} already has {most} teams. Add another division for more.", section=section, most=MAX_SQUADS
        )


def team_named(league: League, name: str, venue: Venue | None) -> Team:
    """The league's team of that name, made where there is none. venue: its home from now on; None: as it is."""
    team, _ = Team.objects.get_or_create(league=league, name=tidy(name, 60), defaults={"venue": venue})
    if venue and team.venue != venue:
        team.venue = venue
        team.save(update_fields=["venue"])
    return team


def place(season: Season, section: Section, team: Team) -> Squad:
    """A team's squad in a section, with the next number. For the commands of this package."""
    if there := season.squads.filter(team=team).select_related("section__division").first():
        raise RuleError("{team} already plays in {section}.", team=team, section=there.section)
    number = (season.squads.aggregate(last=Max("number"))["last"] or 0) + 1
    return Squad.objects.create(season=season, section=section, team=team, number=number)


def check_set_up(season: Season) -> None:
    if season.state != Season.State.SETUP:
        raise RuleError(
            "{season} is in progress, so you can’t change its rules or teams. Record rulings on individual "
            "matches instead.",
            season=season,
        )
    if season.fixtures.exists():
        raise RuleError("The schedule is already drafted. Discard the draft first, then make your change.")


def tidy(text: str, most: int) -> str:
    """A name as it is kept. RuleError for none, or one that is too long."""
    clean = " ".join(text.split())
    if not clean or len(clean) > most or "\0" in clean:
        raise RuleError("Enter a name of 1 to {most} characters.", most=most)
    return clean


def _check_once(names: Sequence[str]) -> None:
    twice = [name for name in names if [name.casefold() for name in names].count(name.casefold()) > 1]
    if twice:
        raise RuleError("There are 2 divisions called {name}. Give each its own name.", name=twice[0])
