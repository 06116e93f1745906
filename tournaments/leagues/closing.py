"""The end of a season: places and champions frozen, who goes up and down, and the season after it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch

from games.engine.errors import RuleError
from games.engine.language import say, say_number
from games.engine.messages import and_list
from tournaments.activity_log.models import Action
from tournaments.commands import command
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.formats.seasons.moves import Move, Way, cuts_of, decisive_ties, moves_of
from tournaments.formats.seasons.section_table import DECIDING_MATCH, LOT
from tournaments.formats.seasons.settings import Kind
from tournaments.honours.facts import Contest
from tournaments.honours.wording import ordinal
from tournaments.leagues import play_offs, tables
from tournaments.leagues.commands import allow, check_seen, lock_season, write
from tournaments.leagues.models import (
    OVER,
    FinalPlace,
    PlayOff,
    Season,
    Section,
    SectionLine,
    SeriesNight,
    Squad,
    SquadPlayer,
)
from tournaments.leagues.setup import create_season, place
from tournaments.leagues.standing_facts import withdrawals_of
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
        FinalPlace(
            season=season, squad=ending.squad, place=ending.place, is_champion=ending.is_champion, way=ending.way.value
        )
        for ending in endings(season)
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
    """The season after a closed one: the same rules, each team where the moves lead, squads as they were at the end.

    since: the day from which players belong to the new squads. It is being set up, so everything can still be changed.
    Divisions may have changed their order since: no team goes above the first or below the last.
    """
    if not season.is_closed:
        raise RuleError("{season} isn’t closed yet. Close it first to settle its final ranks.", season=season)
    if Season.objects.filter(follows=season).exists():
        raise Conflict("The season after {season} is already set up.", season=season)
    new = create_season(
        season.league,
        name,
        season.rules,
        context=context,
        criteria=[key for key in season.criteria if key != LOT],
        follows=season,
        house_rules=season.table_rules,
    )
    sections = {section.division.level: section for section in new.sections.select_related("division")}
    for ending in season.final_places.select_related("squad__section__division", "squad__team"):
        level = ending.squad.section.division.level + {"up": -1, "stays": 0, "down": 1}[ending.way]
        squad = place(new, sections[min(max(level, 1), len(sections))], ending.squad.team)
        _take_over(ending.squad, squad, since)
    write(new, context, detail={"next": new.pk})
    return new


_asked: tuple[Callable[[Season], list[str]], ...] = ()


def register(*asked: Callable[[Season], list[str]]) -> None:
    """What else can stand in the way of closing a season, in words: see `receivers`."""
    global _asked
    _asked = asked


def open_ends(season: Season, shared: "Sequence[SharedPlace] | None" = None) -> list[str]:
    """Everything that prevents closing, in words. shared: of `shared_places`, where they are known."""
    problems = []
    if season.state != Season.State.OPEN:
        problems.append(say("{season} isn’t open.", season=season))
    if left := season.fixtures.exclude(state__in=OVER).count():
        problems.append(
            say_number(
                "{number} match still has to be played or decided.",
                "{number} matches still have to be played or decided.",
                left,
            )
        )
    for night in SeriesNight.objects.filter(season=season, counts=False, event__cancelled_at=None).select_related(
        "event"
    ):
        problems.append(say("{event} doesn’t count toward the season yet.", event=night.event))
    if season.settings.kind is Kind.FIXTURES and season.settings.play_offs:
        problems += _open_play_offs(season)
    for ask in _asked:
        problems += ask(season)
    is_played_off = DECIDING_MATCH in season.criteria
    places = shared_places(season) if shared is None else shared
    return problems + [
        _shared_words(shared_place, is_played_off=is_played_off) for shared_place in places if shared_place.matters
    ]


@dataclass(frozen=True)
class SharedPlace:
    """A place of a section that several squads share. matters: it can't stay so when the season is closed."""

    section: Section
    place: int
    squads: tuple[Squad, ...]
    matters: bool

    @property
    def about(self) -> str:
        """As decisions about it are stored."""
        return ",".join(str(squad.number) for squad in sorted(self.squads, key=lambda squad: squad.number))


def shared_places(season: Season) -> list[SharedPlace]:
    """Every place that is shared in a section that has played all its fixtures."""
    left = set(season.fixtures.exclude(state__in=OVER).values_list("section", flat=True))
    undrawn = set(season.sections.filter(play_off=None).values_list("pk", flat=True))
    tied, rules, sections = [], season.settings, _lines_of(season)
    for level, (section, lines) in enumerate(sections):
        if section.pk in left or not any(line.played or line.adjusted for line in lines):
            continue
        has_title = not rules.play_offs
        cuts = cuts_of(level, len(sections), len(lines), title=has_title, up=rules.up, down=rules.down)
        if section.pk in undrawn:
            cuts.add(rules.play_offs)
        places = [line.place for line in lines]
        decisive = decisive_ties(places, cuts)
        for shared in sorted({line.place for line in lines if line.is_shared}):
            squads = tuple(line.squad for line in lines if line.place == shared)
            tied.append(SharedPlace(section, shared, squads, shared in decisive))
    return tied


def _shared_words(shared: SharedPlace, *, is_played_off: bool) -> str:
    about = {"teams": and_list([str(squad) for squad in shared.squads]), "place": ordinal(shared.place)}
    if not is_played_off:
        return say("{teams} are tied for {place}. Decide who ranks higher and give a reason.", **about)
    if len(shared.squads) == 2:
        return say("{teams} are tied for {place}. Have them play a deciding match and enter the winner.", **about)
    return say("{teams} are tied for {place}. Have them play deciding matches and enter the order.", **about)


def _lines_of(season: Season) -> list[tuple[Section, list[SectionLine]]]:
    """Every section that has squads, the top one first, with the lines of those that stayed, best first."""
    gone = withdrawals_of(season)
    sections = season.sections.filter(squads__isnull=False).select_related("division").distinct()
    ordered = SectionLine.objects.select_related("squad__team").order_by("place", "squad__number")
    return [
        (section, [line for line in section.lines.all() if line.squad_id not in gone])
        for section in sections.order_by("division__level").prefetch_related(Prefetch("lines", ordered))
    ]


def endings(season: Season) -> list[Ending]:
    """Places by the table, champions by the play-offs where there are any. Squads that left have none."""
    rules, ranked = season.settings, [(section, lines) for section, lines in _lines_of(season) if lines]
    orders = [[line.squad_id for line in lines] for _, lines in ranked]
    moves = {move.squad: move for move in moves_of(orders, rules.up, rules.down)}
    champions = {_champion(section.pk, lines) for section, lines in ranked}
    return [_ending(line, moves[line.squad_id], champions) for _, lines in ranked for line in lines]


def _ending(line: SectionLine, move: Move, champions: set[int | None]) -> Ending:
    return Ending(line.squad, line.place, line.squad_id in champions, move.way)


def _champion(section_id: int, lines: list[SectionLine]) -> int | None:
    play_off = PlayOff.objects.filter(section=section_id).select_related("event").first()
    if play_off:
        winner = play_offs.winner_of(play_off)
        return winner.pk if winner else None
    return lines[0].squad_id if lines else None


def _open_play_offs(season: Season) -> list[str]:
    problems = []
    for section in season.sections.filter(squads__isnull=False).select_related("division").distinct():
        play_off = PlayOff.objects.filter(section=section).select_related("event").first()
        if play_off is None:
            problems.append(say("{section} has no playoffs yet.", section=section))
        elif play_offs.winner_of(play_off) is None:
            problems.append(say("The {section} playoffs have no winner yet.", section=section))
    return problems


def _take_over(before: Squad, squad: Squad, since: date) -> None:
    SquadPlayer.objects.bulk_create(
        SquadPlayer(season=squad.season, squad=squad, player=player.player, since=since, is_captain=player.is_captain)
        for player in before.players.filter(until__isnull=True).select_related("player")
    )
