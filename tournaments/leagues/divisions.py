"""The divisions of a league: added, renamed, put in another order, removed. Seasons that are being set up follow."""

from django.db.models import F, QuerySet

from games.engine.errors import RuleError
from games.engine.messages import and_list
from games.locks import Level, shared
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.leagues.commands import lock_season, tell
from tournaments.leagues.models import Division, League, Season, Section
from tournaments.leagues.setup import MAX_DIVISIONS, tidy
from tournaments.permissions import Permission

OUT_OF_THE_WAY = 1000
"""Above every level, so that no two divisions have the same one while they change places."""


def _lock(league_id: int) -> League:
    """The league under the locks of its seasons that are not closed, and of its club."""
    open_seasons = Season.objects.filter(league=league_id).exclude(state=Season.State.CLOSED)
    for season_id in open_seasons.order_by("pk").values_list("pk", flat=True):
        lock_season(season_id)
    league = League.objects.get(pk=league_id)
    league.club = lock_club(league.club_id)
    return league


def _lock_of(division_id: int) -> Division:
    league = _lock(Division.objects.values_list("league_id", flat=True).get(pk=division_id))
    division = Division.objects.get(pk=division_id)
    division.league = league
    return division


def _added(done: AuditLogEntry) -> Division:
    return Division.objects.get(pk=done.detail["division"])


@command(Action.ADD_DIVISION, lock=_lock, permission=Permission.RUN_SEASON, replay=_added)
def add_division(league: League, name: str, *, context: Context) -> Division:
    """A division below the others, with a section in every season that is being set up."""
    clean, count = _free_name(league, name), league.divisions.count()
    if count >= MAX_DIVISIONS:
        raise RuleError("A league can have at most {most} divisions. Remove one first.", most=MAX_DIVISIONS)
    division = Division.objects.create(league=league, level=count + 1, name=clean)
    setups = _seasons(league).filter(state=Season.State.SETUP)
    Section.objects.bulk_create(Section(season=season, division=division) for season in setups)
    context.log(detail={"division": division.pk, "name": clean})
    _tell(league)
    return division


@command(Action.RENAME_DIVISION, lock=_lock_of, permission=Permission.RUN_SEASON, replay=_added)
def rename_division(division: Division, name: str, *, context: Context, expected_name: str | None = None) -> Division:
    """Another name, in every season. expected_name: the one that the form showed."""
    before, clean = division.name, _free_name(division.league, name, division)
    if expected_name is not None and expected_name != before:
        raise Conflict("Someone just renamed this division to {division}. Check the name again.", division=division)
    if clean == before:
        return division
    division.name = clean
    division.save(update_fields=["name"])
    context.log(detail={"division": division.pk, "name": [before, clean]})
    _tell(division.league)
    return division


@command(Action.RAISE_DIVISION, lock=_lock_of, permission=Permission.RUN_SEASON, replay=_added)
def raise_division(division: Division, *, context: Context, expected_level: int) -> Division:
    """Let a division change places with the one above it. expected_level: where the page showed it.

    Not while teams of both play in a season that runs: who goes up and down, and who may substitute, follows the order.
    """
    if division.level != expected_level:
        raise Conflict(
            "Someone changed the order of the divisions while you had this page open. Check the order again."
        )
    above = Division.objects.filter(league=division.league, level=division.level - 1).first()
    if above is None:
        raise RuleError("{division} is already the top division.", division=division)
    playing = _seasons(division.league).filter(state=Season.State.OPEN)
    for moving in (division, above):
        playing = playing.filter(sections__division=moving, sections__squads__isnull=False)
    if running := playing.distinct().first():
        raise RuleError("{season} is in progress, so you can’t reorder its divisions. Close it first.", season=running)
    level = division.level
    for moved, now in ((division, OUT_OF_THE_WAY), (above, level), (division, level - 1)):
        moved.level = now
        moved.save(update_fields=["level"])
    context.log(detail={"division": division.pk, "level": division.level})
    _tell(division.league)
    return division


@command(Action.REMOVE_DIVISION, lock=_lock, permission=Permission.RUN_SEASON, replay=lambda done: None)
def remove_division(league: League, division_id: int, *, context: Context) -> None:
    """Take out a division in which no team ever played. Those below it move up."""
    division = league.divisions.filter(pk=division_id).first()
    if division is None:
        raise RuleError("Someone just removed this division. Check the list again.")
    used = league.seasons.filter(sections__division=division, sections__squads__isnull=False).distinct()
    if names := [season.name for season in used.order_by("pk")]:
        raise RuleError(
            "{division} has teams in {seasons}, so you can’t remove it. You can rename it.",
            division=division,
            seasons=and_list(names),
        )
    if league.divisions.count() == 1:
        raise RuleError("A league needs at least one division. Rename this one instead.")
    context.log(detail={"division": division.pk, "name": division.name})
    Section.objects.filter(division=division).delete()
    level = division.level
    division.delete()
    below = league.divisions.filter(level__gt=level)
    below.update(level=F("level") + OUT_OF_THE_WAY)
    league.divisions.filter(level__gt=OUT_OF_THE_WAY).update(level=F("level") - OUT_OF_THE_WAY - 1)
    _tell(league)


def _seasons(league: League) -> QuerySet[Season]:
    return Season.objects.filter(league=league).exclude(state=Season.State.CLOSED)


def _tell(league: League) -> None:
    """Make it the next version of every season that shows it and isn't closed."""
    for season in _seasons(league).order_by("pk"):
        tell(shared(Level.SEASON, season))


def _free_name(league: League, name: str, division: Division | None = None) -> str:
    """The name as it is kept. RuleError for none, or one that another division has."""
    clean = tidy(name, 40)
    others = [other for other in league.divisions.all() if other != division]
    if any(other.name.casefold() == clean.casefold() for other in others):
        raise RuleError("The league has another division called {name}. Choose a different name.", name=clean)
    return clean
