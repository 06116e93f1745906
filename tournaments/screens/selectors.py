"""What hangs on the wall of the hall: clock, seats by name, tables that play, standings, announcements. Reads only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import names_for
from tournaments.draws.brackets import BracketBoard, BracketMatch, bracket_of, has_bracket
from tournaments.draws.next_matches import NextMatches, next_matches_of
from tournaments.events import boards
from tournaments.events.announcements import announcements_of
from tournaments.events.models import Announcement, Event, Stage
from tournaments.jackpots.selectors import Board as JackpotBoard
from tournaments.jackpots.selectors import of_club
from tournaments.leaderboards.questions import board_query
from tournaments.leaderboards.selectors import board_page
from tournaments.permissions import NOBODY
from tournaments.results.history import current_stage
from tournaments.rewards.models import Board
from tournaments.rewards.selectors import News, news_of_event
from tournaments.rounds.models import Clock, Match, Round

MAX_LEADERS = 12


@dataclass(frozen=True)
class BracketRound:
    """part: the name of its part of the bracket, where there are several."""

    part: str
    name: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True)
class Leader:
    """Of the club's leaderboard of this month, as strangers read it."""

    place: int
    is_shared: bool
    name: str
    points: int


@dataclass(frozen=True)
class Hall:
    """What the boards show. round: the one being played, else the last one; None before the first.
    bracket: its rounds with their matches, what is being played first; empty where there is none. next_matches: where
    matches open singly."""

    stage: Stage
    round: Round | None
    clock: Clock | None
    by_name: Sequence[tuple[str, int, str]]
    playing: Sequence[Match]
    rankings: Sequence[boards.Ranking]
    bracket: Sequence[BracketRound]
    announcements: Sequence[Announcement]
    unlocks: Sequence[News]
    leaders: Sequence[Leader]
    leaders_board: Board
    next_matches: NextMatches | None = None
    jackpots: Sequence[JackpotBoard] = ()

    @property
    def is_played(self) -> bool:
        return self.round is not None and (self.round.status == Round.Status.PUBLISHED or bool(self.playing))


def hall_of(event: Event) -> Hall:
    stage = current_stage(event)
    rounds = boards.rounds_of(stage, with_draft=False)
    round_ = rounds[0] if rounds else None
    matches = boards.matches_shown(rounds)
    board = bracket_of(stage) if has_bracket(stage) else None
    return Hall(
        stage=stage,
        round=round_,
        clock=clock_of(round_),
        by_name=everybody_by_name(round_, matches) if round_ else (),
        playing=[match for match in matches if not match.is_terminal],
        rankings=boards.rankings_of(stage),
        bracket=_bracket_rounds(board) if board else (),
        next_matches=next_matches_of(stage, board),
        announcements=announcements_of(event),
        jackpots=of_club(event.club, NOBODY),
        unlocks=news_of_event(event),
        leaders=leaders_of(event.club),
        leaders_board=board_of(event.club_id),
    )


def leaders_of(club: Club) -> list[Leader]:
    """Who has scored most in the club this month."""
    asked = board_query(club, {"by": "points", "span": "month"}, timezone.now())
    assert asked.question is not None
    lines = board_page(asked.question).lines[:MAX_LEADERS]
    names = names_for(NOBODY, [line.player for line in lines])
    return [Leader(line.place, line.is_shared, names[line.player].name, line.values["points"]) for line in lines]


def board_of(club_id: int) -> Board:
    """What the club's leaderboards are at."""
    scope = str(club_id)
    return Board.objects.filter(pk=scope).first() or Board(scope=scope, version=0)


def everybody_by_name(round_: Round, matches: Iterable[Match]) -> list[tuple[str, int, str]]:
    """(name, table, compass) from A to Z; who sits out of a round is among them, at no table (0)."""
    seated = [(name, table, compass) for name, _, table, compass in boards.seats_by_name(matches)]
    if round_.opens_singly:
        return seated
    out = [
        (line.player.called, 0, say("sits out"))
        for bye in round_.byes.all()
        for line in bye.entry.lineup.all()
        if line.is_active
    ]
    return sorted(seated + out, key=lambda line: (line[0].casefold(), line[1]))


def _bracket_rounds(board: BracketBoard) -> list[BracketRound]:
    """Rounds in which at least one side is known: those with open matches first, then the latest."""
    rounds = [
        BracketRound(band.part, column.name, tuple(match for _, match in column.boxes))
        for band in board.bands
        for column in reversed(band.columns)
    ]
    known = [round_ for round_ in rounds if any(side.is_known for match in round_.matches for side in match.sides)]
    return sorted(
        known, key=lambda bracket_round: all(match.status in ("over", "waiting") for match in bracket_round.matches)
    )


def clock_of(round_: Round | None) -> Clock | None:
    """The clock of a round that is being played."""
    if round_ is None or round_.status != Round.Status.PUBLISHED:
        return None
    return Clock.objects.filter(round=round_).first()
