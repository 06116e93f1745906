"""The result cards of a season as a table: one row for each game of a fixture. A card goes through `enter_card`, and
each of its scores by a command of `results`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.cells import tidy
from games.engine.language import say, score_text
from games.engine.messages import message
from tournaments.context import Context
from tournaments.leagues import fixtures, tables
from tournaments.leagues.models import Fixture, Season
from tournaments.results import match_state
from tournaments.results.slips import MAX_POINTS
from tournaments.rounds.models import Match
from tournaments.transfer.gathering import Change, Gathering, Wrong, whole_number
from tournaments.transfer.sheets import Columns, Row

COLUMNS = Columns(
    ("fixture", "date", "home", "away", "game", "table", "home_points", "away_points"),
    ("fixture", "game", "table", "home_points", "away_points"),
)
Place = tuple[int, int]
"""Game and table, both from 1."""


@dataclass(frozen=True)
class Line:
    """A row of a card that has points."""

    row: Row
    place: Place
    points: tuple[int, int]


def rows(season: Season) -> Iterator[Sequence[str]]:
    matches = season.fixtures.select_related("home__team", "away__team").order_by("number")
    counted = _counted(season)
    for fixture in matches:
        about = (
            str(fixture.number),
            f"{fixture.starts_at.astimezone(season.zone):%Y-%m-%d}",
            str(fixture.home),
            str(fixture.away),
        )
        for place in _places(season):
            points = counted.get(fixture.event_id or 0, {}).get(place)
            yield *about, str(place[0]), str(place[1]), *(map(str, points) if points else ("", ""))


def _places(season: Season) -> list[Place]:
    rules = season.settings
    return [(game, table) for game in range(1, rules.games + 1) for table in range(1, rules.pairs + 1)]


def _counted(season: Season) -> dict[int, dict[Place, tuple[int, int]]]:
    """Event → place → the points that count, home first."""
    by_event: dict[int, dict[Place, tuple[int, int]]] = {}
    matches = Match.objects.filter(round__stage__event__fixture__season=season).exclude(standing=None)
    for match in matches.select_related("round__stage", "standing").prefetch_related("seats__entry"):
        first = next(seat for seat in match.seats.all() if seat.side == 0)
        slip = match_state.reported_slip(match)
        assert first.entry, "a fixture has no house players"
        assert slip, "it stands"
        left, right = slip.points
        points = (left, right) if tables.is_home(first.entry.number) else (right, left)
        by_event.setdefault(match.round.stage.event_id, {})[match.round.number, match.table] = points
    return by_event


def apply(season: Season, sheet: Sequence[Row], context: Context) -> Iterator[Change]:
    """A row without points says nothing; a card comes in as a whole. What counts is never changed by a file."""
    known = {fixture.number: fixture for fixture in season.fixtures.select_related("home__team", "away__team")}
    gathering, cards = Gathering(), dict[int, dict[Place, Line]]()
    for row in sheet:
        with gathering.reading(row):
            fixture = _fixture(row, known)
            if line := _line(season, row):
                _check_once(cards.setdefault(fixture.number, {}), line)
    gathering.end()
    counted, changes = _counted(season), list[Change]()
    for number, card in cards.items():
        fixture, first = known[number], next(iter(card.values())).row
        with gathering.doing(first, "fixture"):
            if _enter(season, fixture, card, counted.get(fixture.event_id or 0, {}), context):
                changes.append(
                    Change(
                        message("Row {row}", row=first.number), say("Score card for {fixture} added.", fixture=fixture)
                    )
                )
    gathering.end()
    yield from changes


def _fixture(row: Row, known: dict[int, Fixture]) -> Fixture:
    number = whole_number(row, "fixture", 9_999)
    fixture = known.get(number)
    if fixture is None:
        raise Wrong(
            "There’s no match {number} in this season.",
            "fixture",
            say("Download the file and fill it in."),
            number=number,
        )
    for column, squad in (("home", fixture.home), ("away", fixture.away)):
        if row[column] and row[column].casefold() != tidy(squad.team.name).casefold():
            raise Wrong(
                "Match {number} is {fixture}.", column, say("Download the file again."), number=number, fixture=fixture
            )
    return fixture


def _line(season: Season, row: Row) -> Line | None:
    place = whole_number(row, "game", 999), whole_number(row, "table", 999)
    if place not in _places(season):
        rules = season.settings
        raise Wrong(
            "That game isn’t on the score card. Choose a game from 1 to {games} and a table from 1 to {tables}.",
            "game",
            say("Download the file again."),
            games=rules.games,
            tables=rules.pairs,
        )
    if not row["home_points"] and not row["away_points"]:
        return None
    home, away = (whole_number(row, column, MAX_POINTS, -MAX_POINTS) for column in ("home_points", "away_points"))
    return Line(row, place, (home, away))


def _check_once(card: dict[Place, Line], line: Line) -> None:
    if (first := card.setdefault(line.place, line)) is not line:
        raise Wrong(
            "The same game is also in row {row}.", "table", say("Use one row for each game."), row=first.row.number
        )


def _enter(
    season: Season, fixture: Fixture, card: dict[Place, Line], counted: dict[Place, tuple[int, int]], context: Context
) -> bool:
    """Whether it was not there yet."""
    for place, line in card.items():
        if place in counted and counted[place] != line.points:
            raise Wrong(
                "This game already has a score: {score}.",
                "home_points",
                say("Correct the score on the match page and enter a reason."),
                score=score_text(counted[place]),
            )
    if all(place in counted for place in card):
        return False
    missing = [place for place in _places(season) if place not in card]
    if missing:
        game, table = missing[0]
        raise Wrong(
            "The score card for {fixture} has no game {game} at table {table}.",
            "home_points",
            say("Fill in the whole card, or leave it empty."),
            fixture=fixture,
            game=game,
            table=table,
        )
    pairs, games = season.settings.pairs, season.settings.games
    whole = [[card[game, table].points for table in range(1, pairs + 1)] for game in range(1, games + 1)]
    fixtures.enter_card(fixture.pk, whole, context=context)
    return True
