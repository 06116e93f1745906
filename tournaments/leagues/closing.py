"""The end of a season: places and champions frozen, who goes up and down, and the season after it."""

from dataclasses import dataclass
from datetime import date

from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.activity_log.models import Action
from tournaments.commands import command
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.formats.seasons.moves import Move, Way, moves_of
from tournaments.formats.seasons.settings import Kind
from tournaments.honours.facts import Contest
from tournaments.leagues import play_offs, tables
from tournaments.leagues.commands import allow, check_seen, lock_season, write
from tournaments.leagues.models import OVER, FinalPlace, PlayOff, Season, SectionLine, SeriesNight, Squad, SquadPlayer
from tournaments.leagues.setup import create_season, place
from tournaments.rewards.placements import recount_places


@dataclass(frozen=True)
class Ending:
    """Where a squad ends and goes, as proposed."""

    squad: Squad
    place: int
    is_champion: bool
    way: Way


@command(Action.CLOSE_SEASON, lock=lock_season, permission=allow)
def close_season(season: Season, *, context: Context, expected_version: int | None = None) -> Season:
    """Freeze the places, the champions and who goes up and down. Afterwards nothing of the season is changed."""
    tables.settle(season)
    check_seen(season, expected_version)
    if problems := open_ends(season):
        raise RuleError(" ".join(problems))
    FinalPlace.objects.bulk_create(
        FinalPlace(season=season, squad=one.squad, place=one.place, is_champion=one.is_champion, way=one.way.value)
        for one in endings(season)
    )
    season.state = Season.State.CLOSED
    season.save(update_fields=["state"])
    write(season, context)
    recount_places(Contest.SEASON, season.pk)
    return season


@command(
    Action.FOLLOW_SEASON,
    lock=lock_season,
    permission=None,
    replay=lambda done: Season.objects.get(pk=done.detail["next"]),
)
def follow_season(
    season: Season, name: str, since: date, *, context: Context, expected_version: int | None = None
) -> Season:
    """The season after a closed one: the same rules, everybody where the moves lead, squads as they stood at the end.

    since: the day from which they belong to the new squads. It is being set up, so everything can still be changed.
    """
    if not season.is_closed:
        raise RuleError("{season} is not closed yet. Close it first; then its places are known.", season=season)
    if Season.objects.filter(follows=season).exists():
        raise Conflict("{season} has a next season already.", season=season)
    new = create_season(
        season.league,
        name,
        season.rules,
        context=context,
        criteria=season.criteria,
        follows=season,
        house_rules=season.table_rules,
    )
    sections = {one.division.level: one for one in new.sections.select_related("division")}
    for ending in season.final_places.select_related("squad__section__division", "squad__team"):
        level = ending.squad.section.division.level + {"up": -1, "stays": 0, "down": 1}[ending.way]
        squad = place(new, sections[level], ending.squad.team)
        _take_over(ending.squad, squad, since)
    write(new, context, detail={"next": new.pk})
    return new


def open_ends(season: Season) -> list[str]:
    """Everything that stands in the way of closing, in words."""
    found = []
    if season.state != Season.State.OPEN:
        found.append(say("{season} is not open.", season=season))
    if left := season.fixtures.exclude(state__in=OVER).count():
        found.append(
            say_number(
                "{number} fixture is still to be played or ruled on.",
                "{number} fixtures are still to be played or ruled on.",
                left,
            )
        )
    for night in SeriesNight.objects.filter(season=season, counts=False).select_related("event"):
        found.append(say("{event} does not count yet.", event=night.event))
    if season.settings.kind is Kind.FIXTURES and season.settings.play_offs:
        found += _open_play_offs(season)
    for line in SectionLine.objects.filter(section__season=season, is_shared=True).select_related("squad__team"):
        found.append(say("{squad} shares place {place}. Decide it by a ruling.", squad=line.squad, place=line.place))
    return found


def endings(season: Season) -> list[Ending]:
    """Places by the table, champions by the play-offs where there are any."""
    sections = list(season.sections.select_related("division"))
    lines = {section.pk: list(section.lines.select_related("squad__team").order_by("place")) for section in sections}
    rules = season.settings
    orders = [[line.squad_id for line in lines[section.pk]] for section in sections]
    moves = {move.squad: move for move in moves_of([order for order in orders if order], rules.up, rules.down)}
    champions = {_champion(section.pk, lines[section.pk]) for section in sections}
    return [_ending(line, moves[line.squad_id], champions) for section in sections for line in lines[section.pk]]


def _ending(line: SectionLine, move: Move, champions: set[int | None]) -> Ending:
    return Ending(line.squad, line.place, line.squad_id in champions, move.way)


def _champion(section_id: int, lines: list[SectionLine]) -> int | None:
    play_off = PlayOff.objects.filter(section=section_id).select_related("event").first()
    if play_off:
        winner = play_offs.winner_of(play_off)
        return winner.pk if winner else None
    return lines[0].squad_id if lines else None


def _open_play_offs(season: Season) -> list[str]:
    found = []
    for section in season.sections.filter(squads__isnull=False).select_related("division").distinct():
        play_off = PlayOff.objects.filter(section=section).select_related("event").first()
        if play_off is None:
            found.append(say("{section} has no play-offs yet.", section=section))
        elif play_offs.winner_of(play_off) is None:
            found.append(say("The play-offs of {section} have no winner yet.", section=section))
    return found


def _take_over(before: Squad, squad: Squad, since: date) -> None:
    SquadPlayer.objects.bulk_create(
        SquadPlayer(season=squad.season, squad=squad, player=row.player, since=since, is_captain=row.is_captain)
        for row in before.players.filter(until__isnull=True).select_related("player")
    )
