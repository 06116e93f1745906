"""A league on paper: the table, and every fixture. Each section fits on one page."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.standings.sums import number_text
from tournaments.leagues import selectors
from tournaments.leagues.models import Fixture, Season
from tournaments.printing.documents import Heading
from tournaments.printing.typeset import Size, pdf, qr

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

COLUMNS = 3
"""Of a page of fixtures, where one doesn't hold them in large letters."""
LINES_IN_LARGE = 34
"""So many lines of fixtures and days have room on a page in one column."""


@dataclass(frozen=True)
class TableRow:
    place: str
    team: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class SectionTable:
    name: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class LeagueTableSheet:
    """columns: what the values of a row are. The first ranks."""

    columns: tuple[str, ...]
    sections: tuple[SectionTable, ...]


@dataclass(frozen=True)
class FixtureLine:
    """time: on the clock of the club, empty where it's that of the day before it. score: empty before it's played."""

    time: str
    home: str
    away: str
    score: str


@dataclass(frozen=True)
class FixtureDay:
    """day: in words; of those without one it says so."""

    day: str
    lines: tuple[FixtureLine, ...]


@dataclass(frozen=True)
class SectionFixtures:
    """columns: the days in order, so that no day breaks over two of them."""

    name: str
    columns: tuple[tuple[FixtureDay, ...], ...]


@dataclass(frozen=True)
class FixtureListSheet:
    """note: explains the parentheses behind a team; empty without any."""

    sections: tuple[SectionFixtures, ...]
    note: str


@dataclass(frozen=True)
class LeaguePaper:
    """key: its address. Its template bears the name `league_<key>`. missing: what to say as long as it has nothing."""

    key: str
    missing: str
    sheet: "Callable[[Season], DataclassInstance | None]"


def print_league_paper(season: Season, paper: LeaguePaper, *, size: Size, address: str) -> bytes:
    """The paper as a PDF. RuleError when there is nothing to print yet."""
    sheet = paper.sheet(season)
    if sheet is None:
        raise RuleError(say(paper.missing))
    now = timezone.now().astimezone(season.zone)
    heading = Heading(
        event=str(season),
        club=season.league.club.name,
        day=date_format(now, "LONG_DATE"),
        printed=date_format(now, "MONTH_DAY_TIME"),
        address=address,
        qr=qr(address),
    )
    return pdf(f"league_{paper.key}", sheet, size=size, heading=heading)


def table_sheet(season: Season) -> LeagueTableSheet | None:
    """Rulings have a column where there are any."""
    tables = [table for table in selectors.tables_of(season) if table.lines]
    if not tables:
        return None
    has_rulings = any(table.adjusted for table in tables)
    columns = [
        say("Points"),
        pgettext("fixtures", "Played"),
        pgettext("fixtures", "Won"),
        pgettext("fixtures", "Tied"),
        pgettext("fixtures", "Lost"),
        say("Games"),
        say("Difference"),
    ]
    sections = tuple(
        SectionTable(
            table.name,
            tuple(_row(row, has_place=table.has_begun and not row.gone, has_rulings=has_rulings) for row in table.rows),
        )
        for table in tables
    )
    return LeagueTableSheet((*columns, *([say("Rulings")] if has_rulings else [])), sections)


def fixture_sheet(season: Season) -> FixtureListSheet | None:
    """Without drafts."""
    days: dict[str, dict[date | None, list[Fixture]]] = defaultdict(lambda: defaultdict(list))
    cups_last = F("section__division__level").asc(nulls_last=True)
    for fixture in selectors.fixtures_of(season, with_draft=False).order_by(
        cups_last, "cup__number", "starts_at", "number"
    ):
        has_day = fixture.state != Fixture.State.POSTPONED
        days[str(fixture.competition)][fixture.starts_at.astimezone(season.zone).date() if has_day else None].append(
            fixture
        )
    if not days:
        return None
    sections = tuple(_section(season, name, matches) for name, matches in days.items())
    note = (
        say("In parentheses: the team’s handicap, which is included in the score.") if season.settings.handicap else ""
    )
    return FixtureListSheet(sections, note)


def _row(row: selectors.Row, *, has_place: bool, has_rulings: bool) -> TableRow:
    line = row.line
    won, lost = line.games
    counts = [str(number) for number in (line.played, line.won, line.drawn, line.lost)]
    shown = [number_text(line.points), *counts, f"{number_text(won)}–{number_text(lost)}", _signed(won - lost)]
    place = f"{line.place}{'=' if line.is_shared else ''}" if has_place else "–"
    return TableRow(place, str(line.squad), (*shown, *([_signed(line.adjusted)] if has_rulings else [])))


def _section(season: Season, name: str, days: dict[date | None, list[Fixture]]) -> SectionFixtures:
    postponed = days.pop(None, [])
    fixture_days = [
        _day(season, date_format(day, "SHORT_WEEKDAY_DATE"), fixtures) for day, fixtures in days.items() if day
    ]
    if postponed:
        fixture_days.append(_day(season, say("No date yet"), postponed))
    lines = sum(1 + len(fixture_day.lines) for fixture_day in fixture_days)
    return SectionFixtures(name, in_columns(fixture_days, 1 if lines <= LINES_IN_LARGE else COLUMNS))


def _day(season: Season, words: str, fixtures: Sequence[Fixture]) -> FixtureDay:
    lines = []
    before = ""
    for fixture in fixtures:
        begins = date_format(fixture.starts_at.astimezone(season.zone), "TIME_FORMAT")
        at = "" if fixture.state == Fixture.State.POSTPONED else begins
        lines.append(FixtureLine("" if at == before else at, *_teams(fixture), _score(fixture)))
        before = at
    return FixtureDay(words, tuple(lines))


def _teams(fixture: Fixture) -> tuple[str, str]:
    """The names, with the handicap behind the one that had it where the fixture counts."""
    handicap = getattr(fixture, "handicap", None) if fixture.state == Fixture.State.PLAYED else None
    given = handicap.given.starts if handicap else (0, 0)
    home, away = (
        f"{squad} (+{number_text(Fraction(start, 2))})" if start else str(squad)
        for squad, start in zip(fixture.squads, given, strict=True)
    )
    return home, away


def _score(fixture: Fixture) -> str:
    if fixture.state == Fixture.State.PLAYED and hasattr(fixture, "score"):
        return f"{number_text(fixture.score.home_games)}–{number_text(fixture.score.away_games)}"
    return str(fixture.get_state_display()) if fixture.is_over else ""


def in_columns(days: Sequence[FixtureDay], many: int) -> tuple[tuple[FixtureDay, ...], ...]:
    """In order, each column as long as the others, as far as whole days allow."""
    height = sum(1 + len(fixture_day.lines) for fixture_day in days) / many
    columns: list[list[FixtureDay]] = [[] for _ in range(many)]
    above = 0
    for day in days:
        middle = above + (1 + len(day.lines)) / 2
        columns[min(many - 1, int(middle / height))].append(day)
        above += 1 + len(day.lines)
    return tuple(tuple(column) for column in columns if column)


def _signed(value: Fraction | int) -> str:
    return f"+{number_text(value)}" if value > 0 else number_text(value)


LEAGUE_PAPERS = {
    paper.key: paper
    for paper in (
        LeaguePaper("table", mark("No teams yet, so there are no standings to print."), table_sheet),
        LeaguePaper("fixtures", mark("There’s no schedule to print yet."), fixture_sheet),
    )
}
