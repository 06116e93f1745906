"""The fixtures of a season as a table; what comes in is the draft of a season that is not open yet."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_time

from games.engine.language import say
from games.engine.messages import message
from tournaments.clubs.models import Venue
from tournaments.context import Context
from tournaments.leagues.imported_schedule import Laid, LaidRefused, lay_fixtures
from tournaments.leagues.models import Fixture, Season, Squad
from tournaments.spreadsheets.problems import FileRefused, Problem
from tournaments.transfer.gathering import Change, Gathering, Wrong, whole_number
from tournaments.transfer.sheets import Columns, Row

COLUMNS = Columns(
    ("number", "week", "leg", "division", "home", "away", "date", "time", "venue"),
    ("number", "week", "home", "away", "date", "time"),
)
MAX_NUMBER = 9_999
T = TypeVar("T")


def rows(season: Season) -> Iterator[Sequence[str]]:
    fixtures = season.fixtures.filter(cup=None).select_related("home__team", "away__team", "section__division", "venue")
    for fixture in fixtures.order_by("number"):
        local = fixture.starts_at.astimezone(season.zone)
        yield (
            str(fixture.number),
            str(fixture.week),
            str(fixture.leg),
            str(fixture.competition),
            fixture.home.team.name,
            fixture.away.team.name,
            f"{local:%Y-%m-%d}",
            f"{local:%H:%M}",
            fixture.venue.name if fixture.venue else "",
        )


def apply(season: Season, sheet: Sequence[Row], context: Context) -> Iterator[Change]:
    """The rows together are the whole draft."""
    known = {squad.team.name.casefold(): squad for squad in season.squads.select_related("team", "section__division")}
    venues = {venue.name.casefold(): venue for venue in season.league.club.venues.all()}
    gathering, laid = Gathering(), list[Laid]()
    for row in sheet:
        with gathering.reading(row):
            laid.append(_laid(season, row, known, venues))
    gathering.end()
    there = {fixture.number: fixture for fixture in season.fixtures.filter(cup=None)}
    if {number: _same(fixture) for number, fixture in there.items()} == {
        fixture.number: _same(fixture) for fixture in laid
    }:
        return
    try:
        lay_fixtures(season.pk, laid, context=context)
    except LaidRefused as error:
        raise FileRefused(
            [Problem(int(label.split()[1]), "", wrong) for label, wrong in error.problems.items()]
        ) from error
    for match in laid:
        before = there.get(match.number)
        if before is None or _same(before) != _same(match):
            local = match.starts_at.astimezone(season.zone)
            yield Change(
                message("Match {number}", number=match.number), f"{match.home} – {match.away}, {local:%Y-%m-%d %H:%M}."
            )
    for number in sorted(there.keys() - {fixture.number for fixture in laid}):
        yield Change(message("Match {number} will be removed.", number=number))


def _same(fixture: Fixture | Laid) -> tuple[object, ...]:
    venue = fixture.venue.pk if fixture.venue else None
    return fixture.week, fixture.leg, fixture.home.pk, fixture.away.pk, fixture.starts_at, venue


def _laid(season: Season, row: Row, known: Mapping[str, Squad], venues: Mapping[str, Venue]) -> Laid:
    home, away = (_squad(row, column, known) for column in ("home", "away"))
    if row["division"] and row["division"].casefold() != home.section.division.name.casefold():
        raise Wrong(
            "{squad} plays in {section}.",
            "division",
            say("Enter the team’s division, or leave the column out."),
            squad=home,
            section=home.section,
        )
    venue = venues.get(row["venue"].casefold())
    if row["venue"] and venue is None:
        raise Wrong(
            "The club has no venue “{venue}”.",
            "venue",
            say("Add the venue first, or leave the cell empty."),
            venue=row["venue"][:40],
        )
    leg = whole_number(row, "leg", 99) if row["leg"] else 1
    number, week = whole_number(row, "number", MAX_NUMBER), whole_number(row, "week", MAX_NUMBER)
    return Laid(number, week, leg, home, away, _moment(season, row), venue, f"row {row.number}")


def _squad(row: Row, column: str, known: Mapping[str, Squad]) -> Squad:
    squad = known.get(row[column].casefold())
    if squad is None:
        raise Wrong("This season has no team “{squad}”.", column, say("Add the teams first."), squad=row[column][:60])
    return squad


def _moment(season: Season, row: Row) -> datetime.datetime:
    day, at = _read(parse_date, row["date"]), _read(parse_time, row["time"])
    if day is None:
        raise Wrong("“{text}” isn’t a date.", "date", say("Use a date like 2026-10-06."), text=row["date"][:40])
    if at is None or at.tzinfo:
        raise Wrong("“{text}” isn’t a time.", "time", say("Use a time like 19:30."), text=row["time"][:40])
    try:
        return datetime.datetime.combine(day, at, season.zone).astimezone(timezone.get_default_timezone())
    except OverflowError as error:
        raise Wrong("{day} is too far in the past or future.", "date", say("Enter the match date."), day=day) from error


def _read(parse: Callable[[str], T | None], text: str) -> T | None:
    """None for what is of the right form and no day or time of any calendar, too."""
    try:
        return parse(text)
    except ValueError:
        return None
