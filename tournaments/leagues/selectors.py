"""What the pages of a league show. Reads, never writes."""

import calendar
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import say, say_number
from tournaments.formats.seasons.section_table import SECTION_CRITERIA
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues.models import Fixture, LineUpPlayer, Season, SectionLine, SeriesLine, Squad, SquadPlayer

State = Fixture.State
SHOWN = ("home__team", "away__team", "venue", "score", "section__division", "season__league__club")


@dataclass(frozen=True)
class Table:
    """A section with its lines, and how its squads are called by number."""

    name: str
    lines: list[SectionLine]
    adjusted: bool


@dataclass(frozen=True)
class Day:
    """A day of a month page. is_own: of that month, not of the ones beside it."""

    day: date
    is_own: bool
    is_today: bool
    fixtures: list[Fixture]


@dataclass(frozen=True)
class Month:
    first: date
    days: list[Day]
    before: str
    after: str
    count: int


def fixtures_of(season: Season, *, with_draft: bool) -> QuerySet[Fixture]:
    found = season.fixtures.select_related(*SHOWN).order_by("starts_at", "number")
    return found if with_draft else found.exclude(state=State.DRAFT)


def by_day(season: Season, fixtures: Iterable[Fixture]) -> list[tuple[date, list[Fixture]]]:
    """The same by day where the club is, in order; those without a day are left out."""
    days: dict[date, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        if fixture.state != State.POSTPONED:
            days[fixture.starts_at.astimezone(season.zone).date()].append(fixture)
    return sorted(days.items())


def month_of(season: Season, fixtures: list[Fixture], asked: str) -> Month:
    """The month asked for as 2026-10; else that of the next fixture, or of the last one."""
    days = dict(by_day(season, fixtures))
    today = timezone.now().astimezone(season.zone).date()
    first = _month(asked) or _usual(sorted(days), today)
    weeks = calendar.Calendar(calendar.SUNDAY).monthdatescalendar(first.year, first.month)
    shown = [
        Day(day, day.month == first.month, day == today, days.get(day, []) if day.month == first.month else [])
        for week in weeks
        for day in week
    ]
    count = sum(len(day.fixtures) for day in shown)
    return Month(first, shown, _beside(first, -1), _beside(first, 1), count)


def tables_of(season: Season) -> list[Table]:
    """Every section with its table; before the first result in the order of the squads' numbers."""
    lines = SectionLine.objects.select_related("squad__team").order_by("place", "squad__number")
    for_squads = Squad.objects.select_related("team").order_by("number")
    found = []
    rows = season.sections.select_related("division").order_by("division__level")
    for section in rows.prefetch_related(Prefetch("lines", lines), Prefetch("squads", for_squads)):
        own = list(section.lines.all()) or [_empty_line(squad) for squad in section.squads.all()]
        for line in own:
            line.squad.season = season
        found.append(Table(str(section), own, any(line.adjusted for line in own)))
    return found


def names_in(tables: Iterable[Table]) -> dict[int, str]:
    """Squad number → name, for the sentences of the tables."""
    return {line.squad.number: str(line.squad) for table in tables for line in table.lines}


def criteria_of(season: Season) -> list[tuple[str, str]]:
    """Name and explanation of what ranks the squads, in order."""
    return [(say(one.name), say(one.explanation)) for one in map(SECTION_CRITERIA.__getitem__, season.criteria)]


def house_words(rules: SeasonRules) -> dict[str, str]:
    """What a fixture is and what it is worth, in sentences."""
    pairs = say_number("{number} pair a squad", "{number} pairs a squad", rules.pairs)
    games = say_number("{number} game each", "{number} games each", rules.games)
    won = say_number("{number} point for a game won", "{number} points for a game won", rules.for_game)
    if rules.for_win:
        won = say("{game}, {number} for a fixture", game=won, number=rules.for_win)
    return {
        "shape": say(
            "{pairs}, {games}, to {points} points; the visitors move.", pairs=pairs, games=games, points=rules.play_to
        ),
        "needed": say("{number} games win a fixture.", number=rules.needed),
        "worth": say("{won}; {number} when the others did not play.", won=won, number=rules.unplayed),
        "late": say("A late card costs {number}.", number=rules.late_card),
        "borrowed": say_number(
            "A player may be borrowed {number} time a season.",
            "A player may be borrowed {number} times a season.",
            rules.borrowings,
        ),
    }


def series_of(season: Season) -> list[tuple[SeriesLine, list[tuple[str, bool]]]]:
    """Lines of a series, each with its nights as points and whether the night was dropped."""
    lines = season.series_lines.select_related("player").order_by("place", "player__name")
    return [(line, [(text, index in line.dropped) for index, text in enumerate(line.nights)]) for line in lines]


def members_of(squad: Squad) -> tuple[list[SquadPlayer], list[SquadPlayer]]:
    """Who belongs to it today or later, and who did."""
    today = timezone.now().astimezone(squad.season.zone).date()
    rows = list(squad.players.select_related("player"))
    here = [row for row in rows if row.until is None or row.until > today]
    return here, [row for row in rows if row not in here]


def fixtures_of_player(player: Player) -> list[Fixture]:
    """Fixtures of the squads that somebody is in, or is named for, in seasons that are running; the next one first."""
    running = Fixture.objects.filter(season__state=Season.State.OPEN).exclude(state=State.DRAFT)
    found = running.filter(playing([player.pk])).select_related(*SHOWN).order_by("starts_at", "number")
    return sorted(found, key=lambda one: (one.is_over, one.starts_at))


def playing(players: Iterable[int]) -> Q:
    """Fixtures of the squads that one of these is in, or in whose line-up one is named."""
    squads = SquadPlayer.objects.filter(player__in=players, until__isnull=True).values("squad")
    named = LineUpPlayer.objects.filter(player__in=players).values("fixture")
    return Q(home__in=squads) | Q(away__in=squads) | Q(pk__in=named)


def candidates(fixture: Fixture, squad: Squad) -> tuple[list[Player], list[Player]]:
    """Who can be named for a squad: its own players, and those who would be borrowed."""
    season = fixture.season
    day = fixture.starts_at.astimezone(season.zone).date()
    here = squad.players.filter(Q(until__isnull=True) | Q(until__gt=day), since__lte=day).select_related("player")
    own = [row.player for row in here]
    others = Player.objects.filter(memberships__club=season.league.club_id).exclude(pk__in=[one.pk for one in own])
    return own, list(others.order_by("name")[:500])


def _empty_line(squad: Squad) -> SectionLine:
    return SectionLine(
        squad=squad, place=1, points_over=0, played=0, won=0, drawn=0, lost=0, halves=[0, 0], scored=[0, 0]
    )


def _month(asked: str) -> date | None:
    try:
        return date.fromisoformat(f"{asked}-01")
    except ValueError:
        return None


def _usual(days: list[date], today: date) -> date:
    coming = next((day for day in days if day >= today), days[-1] if days else today)
    return coming.replace(day=1)


def _beside(first: date, step: int) -> str:
    months = first.year * 12 + first.month - 1 + step
    return f"{months // 12:04d}-{months % 12 + 1:02d}"
