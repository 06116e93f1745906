"""The games of a score card: whether they can be, what counts of them already, and who plays each."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.checkin.models import Entry
from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, Slip, TableDraw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_from
from tournaments.formats.seasons.settings import Missing
from tournaments.leagues import tables
from tournaments.leagues.card_steps import Game, Games
from tournaments.leagues.models import Fixture
from tournaments.results.history import field_of, played_rounds, request_after, table_draw
from tournaments.results.scoring import check_score, forfeit_points
from tournaments.rounds.models import Match, Round

FORMAT = "grand_prix"
"""Of a fixture's event: the visitors move."""
Place = tuple[int, int]
"""Round and table, both from 1."""


class WrongGames(RuleError):
    """Games of a card that cannot be. games: by place, what is wrong there."""

    def __init__(self, games: dict[Place, str]) -> None:
        place = next(iter(games))
        super().__init__("Round {round}, table {table}: {wrong}", round=place[0], table=place[1], wrong=games[place])
        self.games = games


@dataclass(frozen=True)
class Line:
    """A game of a card: the two pairs, and the points that count, home first, if any do. state: of its match, in words;
    empty for one that is not drawn yet. missing: what is on the card where a squad came without the pair: the full
    score, or 0–0 for a game that isn't played."""

    round: int
    table: int
    home: str
    away: str
    points: Game | None = None
    state: str = ""
    missing: Game | None = None

    @property
    def place(self) -> Place:
        return self.round, self.table


def check_shape(fixture: Fixture, card: Games) -> None:
    """RuleError unless the card has as many rounds and games as the season's rules say."""
    rules = fixture.season.settings
    if len(card) != rules.games or any(len(games) != rules.pairs for games in card):
        raise RuleError(
            "Fill in every line of the score card. Rounds: {games}, games per round: {pairs}.",
            games=rules.games,
            pairs=rules.pairs,
        )


def check_games(fixture: Fixture, card: Games, *, is_correction: bool = False) -> None:
    """WrongGames, naming each, for scores that can't be, and for those that count otherwise already. Needs an event."""
    wrong = dict(_impossible(fixture, card))
    if not is_correction:
        for place, (home, away) in standing_games(fixture).items():
            if tuple(card[place[0] - 1][place[1] - 1]) != (home, away):
                text = say(
                    "This game already counts with the score {home}–{away}. Ask an organizer to correct it.",
                    home=home,
                    away=away,
                )
                wrong.setdefault(place, text)
    if wrong:
        raise WrongGames(dict(sorted(wrong.items())))


def missing_games(fixture: Fixture) -> dict[Place, Game]:
    """What is on its card for the games of pairs that a squad came without."""
    if not fixture.season.settings.least:
        return {}
    return {line.place: line.missing for lines in card_lines(fixture) for line in lines if line.missing is not None}


def with_missing(fixture: Fixture, card: Games) -> Games:
    """The same card, with what the season's rules say in the games of missing pairs. Needs an event."""
    missing = missing_games(fixture)
    return [
        [missing.get((number, table), game) for table, game in enumerate(games, start=1)]
        for number, games in enumerate(card, start=1)
    ]


def _missing(fixture: Fixture, empty: set[int]) -> Game | None:
    """empty: the sides, 0 home, whose pair is missing."""
    if not empty:
        return None
    season = fixture.season
    if len(empty) > 1 or season.settings.missing is Missing.NOT_PLAYED:
        return 0, 0
    full = forfeit_points(fixture.event.stages.get()) if fixture.event else season.settings.play_to
    return (0, full) if 0 in empty else (full, 0)


def decided_matches(fixture: Fixture) -> list[Match]:
    """Those of its event that count or are void, in the order of a card."""
    matches = Match.objects.filter(round__stage__event=fixture.event_id, state__in=["standing", "void"])
    matches = matches.select_related("round", "standing").prefetch_related("seats__entry")
    return list(matches.order_by("round__number", "table"))


def standing_games(fixture: Fixture) -> dict[Place, Game]:
    """The points of its games that count, home first."""
    return {
        (match.round.number, match.table): tables.home_first(match, match.standing.reported)
        for match in decided_matches(fixture)
        if match.standing
    }


def drawn_lines(fixture: Fixture) -> list[Line]:
    """Every game of its event that was drawn, in the order of a card."""
    if not fixture.event_id:
        return []
    matches = Match.objects.filter(round__stage__event=fixture.event_id).exclude(round__status=Round.Status.DRAFT)
    matches = matches.select_related("round", "standing").prefetch_related("seats__entry", "seats__player")
    return [_line(fixture, match) for match in matches.order_by("round__number", "table")]


def card_lines(fixture: Fixture) -> list[list[Line]]:
    """The whole card, round by round. The rounds to come are those that the movement leads to."""
    drawn = drawn_lines(fixture)
    begun = max((line.round for line in drawn), default=0)
    lines = [[line for line in drawn if line.round == number] for number in range(1, begun + 1)]
    if begun < fixture.season.settings.games:
        names = _names(fixture)
        for played in _to_come(fixture):
            lines.append([_line_to_come(fixture, played.number, table.draw, names) for table in played.tables])
    return lines


def _impossible(fixture: Fixture, card: Games) -> Iterator[tuple[Place, str]]:
    assert fixture.event, "a card begins its fixture"
    stage, missing = fixture.event.stages.get(), missing_games(fixture)
    for number, games in enumerate(card, start=1):
        for table, game in enumerate(games, start=1):
            if (number, table) in missing:
                continue
            try:
                check_score(stage, Slip(tuple(game)))
            except RuleError as error:
                yield (number, table), str(error)


def _line(fixture: Fixture, match: Match) -> Line:
    points = tables.home_first(match, match.standing.reported) if match.standing else None
    sides = {tables.is_home(side[0]): index for index, side in enumerate(table_draw(match).sides)}
    seats = [[seat for seat in match.seats.all() if seat.side == sides[is_home]] for is_home in (True, False)]
    empty = {side for side, own in enumerate(seats) if any(seat.is_empty for seat in own)}
    home, away = (
        say("No pair") if side in empty else " & ".join(seat.name for seat in own) for side, own in enumerate(seats)
    )
    state, missing = str(match.get_state_display()), _missing(fixture, empty)
    return Line(match.round.number, match.table, home, away, points, state, missing)


def _line_to_come(fixture: Fixture, number: int, draw: TableDraw, names: dict[int, str]) -> Line:
    pairs = sorted((side[0] for side in draw.sides), key=tables.is_home, reverse=True)
    empty = {side for side, pair in enumerate(pairs) if pair not in names}
    home, away = (names.get(pair, say("No pair")) for pair in pairs)
    return Line(number, draw.table, home, away, missing=_missing(fixture, empty))


def _names(fixture: Fixture) -> dict[int, str]:
    """Entry number → the pair, as it will play. Those that a squad came without are left out."""
    if fixture.event_id:
        entries = Entry.objects.filter(event=fixture.event_id).prefetch_related("lineup__player")
        return {entry.number: entry.name for entry in entries if entry.lineup.all()}
    pairs: dict[int, list[str]] = {}
    for line_up_player in fixture.line_up.select_related("player").order_by("pair", "chair"):
        number = 2 * line_up_player.pair - (0 if line_up_player.squad_id == fixture.home_id else 1)
        pairs.setdefault(number, []).append(line_up_player.player.called)
    return {number: " & ".join(pair) for number, pair in pairs.items() if len(pair) == 2}


def _to_come(fixture: Fixture) -> Iterator[PlayedRound]:
    """The rounds that are not drawn yet, without results, as the format will draw them."""
    rules, play = fixture.season.settings, FORMATS[FORMAT]
    if fixture.event_id and fixture.event:
        stage = fixture.event.stages.get()
        settings, history = stage.settings, played_rounds(stage)
        request = request_after(stage, history, field_of(stage))
    else:
        settings = config_from(play.config, {"rounds": rules.games})
        request = DrawRequest(1, tuple(range(1, 2 * rules.pairs + 1)), (), 0)
    for number in range(request.number, rules.games + 1):
        request = dataclasses.replace(request, number=number)
        drawn = play.draw(settings, request)
        played = PlayedRound(number, tuple(PlayedTable(table, None) for table in drawn.tables))
        request = dataclasses.replace(request, history=(*request.history, played))
        yield played
