"""Bringing leagues, divisions, teams and seasons into being."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from games.engine.errors import RuleError
from tournaments.formats.config import config_data, config_from
from tournaments.formats.seasons.section_table import USUAL, check_criteria
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.models import Club, Division, League, Season, Section, Squad, Team, Venue
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.events.setup import with_slug
from tournaments.services.journal import By
from tournaments.services.leagues.door import allow, check_seen, lock_season, write

MOST_DIVISIONS = 12
MOST_SQUADS = 24


@transaction.atomic
def create_league(club: Club, name: str, divisions: Sequence[str], *, by: By, about: str = "") -> League:
    """A league with its divisions, the top one first."""
    body = {"club": club.pk, "name": name, "divisions": list(divisions), "about": about}
    journal.lock_club(club.pk)
    if done := journal.replayed(by, "create_league", body):
        return League.objects.get(pk=done.detail["league"])
    require(by.actor, Verb.RUN_SEASON, club)
    clean, names = tidy(name, 80), [tidy(one, 40) for one in divisions]
    if not 1 <= len(names) <= MOST_DIVISIONS:
        raise RuleError("A league has 1 to {most} divisions; name each on a line of its own.", most=MOST_DIVISIONS)
    _check_once(names)
    if club.leagues.filter(name=clean).exists():
        raise RuleError("{club} has a league called {name} already. Give this one another name.", club=club, name=clean)
    league = with_slug(League(club=club, name=clean, about=about))
    Division.objects.bulk_create(
        Division(league=league, level=level, name=one) for level, one in enumerate(names, start=1)
    )
    journal.write_club(club, "create_league", by, body, detail={"league": league.pk})
    return league


@transaction.atomic
def create_season(
    league: League, name: str, rules: dict[str, Any], *, by: By, criteria: Sequence[str] = USUAL,
    follows: Season | None = None,
) -> Season:  # fmt: skip
    """A season that is being set up, with a section for each division. rules: those not named keep their defaults."""
    body = {"league": league.pk, "name": name, "rules": rules, "criteria": list(criteria)}
    club = journal.lock_club(league.club_id)
    if done := journal.replayed(by, "create_season", body):
        return Season.objects.get(pk=done.detail["season"])
    require(by.actor, Verb.RUN_SEASON, club)
    settings = config_from(SeasonRules, rules)
    check_criteria(criteria)
    clean = tidy(name, 60)
    if league.seasons.filter(name=clean).exists():
        raise RuleError(
            "{league} has a season called {name} already. Give this one another name.", league=league, name=clean
        )
    season = Season(
        league=league, name=clean, rules=config_data(settings), criteria=list(criteria), follows=follows
    )  # fmt: skip
    with_slug(season)
    Section.objects.bulk_create(Section(season=season, division=one) for one in league.divisions.all())
    write(season, "create_season", by, body)
    return season


@transaction.atomic
def set_rules(season_id: int, rules: dict[str, Any], *, by: By, seen: int | None = None) -> Season:
    """Change the house rules while the season is being set up."""
    season, body = lock_season(season_id), {"season": season_id, "rules": rules, "seen": seen}
    if journal.replayed(by, "set_season_rules", body):
        return season
    allow(season, by)
    check_seen(season, seen)
    check_set_up(season)
    season.rules = config_data(config_from(SeasonRules, rules))
    season.save(update_fields=["rules"])
    write(season, "set_season_rules", by, body)
    return season


@transaction.atomic
def add_squad(section_id: int, team_name: str, *, by: By, venue: Venue | None = None) -> Squad:
    """Let a team of that name play in the section; a new one is made when the league has none of that name."""
    season = lock_season(Section.objects.values_list("season_id", flat=True).get(pk=section_id))
    body = {"section": section_id, "team": team_name, "venue": venue.pk if venue else None}
    if done := journal.replayed(by, "add_squad", body):
        return Squad.objects.get(pk=done.detail["squad"])
    allow(season, by)
    check_set_up(season)
    section = season.sections.get(pk=section_id)
    if section.squads.count() >= MOST_SQUADS:
        raise RuleError(
            "{section} has {most} squads. Open another division for more.", section=section, most=MOST_SQUADS
        )
    team, _ = Team.objects.get_or_create(league=season.league, name=tidy(team_name, 60), defaults={"venue": venue})
    if venue and team.venue != venue:
        team.venue = venue
        team.save(update_fields=["venue"])
    squad = place(season, section, team)
    write(season, "add_squad", by, body, detail={"squad": squad.pk})
    return squad


def place(season: Season, section: Section, team: Team) -> Squad:
    """A team's squad in a section, with the next number. For the verbs of this package."""
    if there := season.squads.filter(team=team).select_related("section__division").first():
        raise RuleError("{team} plays in {section} already.", team=team, section=there.section)
    number = (season.squads.aggregate(last=Max("number"))["last"] or 0) + 1
    return Squad.objects.create(season=season, section=section, team=team, number=number)


def check_set_up(season: Season) -> None:
    if season.state != Season.State.SETUP:
        raise RuleError(
            "{season} is running, so its rules and squads stay. Rule on single fixtures instead.", season=season
        )
    if season.fixtures.exists():
        raise RuleError("The fixtures are drafted already. Throw the draft away first, then change this.")


def tidy(text: str, most: int) -> str:
    """A name as it is kept. RuleError for none, or one that is too long."""
    clean = " ".join(text.split())
    if not clean or len(clean) > most or "\0" in clean:
        raise RuleError("A name here has 1 to {most} letters.", most=most)
    return clean


def _check_once(names: Sequence[str]) -> None:
    twice = [name for name in names if [one.casefold() for one in names].count(name.casefold()) > 1]
    if twice:
        raise RuleError("There are two divisions called {name}. Give each a name of its own.", name=twice[0])
