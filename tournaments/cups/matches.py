"""Matches of a cup: days and venues, who goes on where no result says so, and matches of pairs."""

import datetime
from collections.abc import Sequence
from itertools import takewhile

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries
from tournaments.clubs.models import Venue
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.cups.commands import (
    allow,
    check_days,
    check_seen,
    lock_match,
    meeting_of,
    squads_of,
    write,
)
from tournaments.cups.models import CupDecision, CupMatch
from tournaments.cups.progress import Meeting, progress_of, progress_of_all
from tournaments.events.commands import create_event
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.leagues import fixtures
from tournaments.leagues.commands import lock_season, save_fixture
from tournaments.leagues.line_ups import follow_days
from tournaments.leagues.models import Fixture, Season
from tournaments.leagues.schedule import move
from tournaments.results import commands as results
from tournaments.results.seats import rounds_out
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event
from tournaments.rounds.models import Match, Round

Game = tuple[int, int]
"""Points of a game of two pairs, the home pair's first."""


@command(Action.MOVE_CUP_MATCH, lock=lock_match, permission=allow, version=check_seen)
def move_match(
    match: CupMatch,
    starts_at: datetime.datetime,
    play_by: datetime.date,
    reason: str,
    *,
    context: Context,
    venue: Venue | None,
    expected_version: int | None = None,
) -> CupMatch:
    """Give a match that has not begun its own day, venue and deadline."""
    cup = match.round.cup
    meeting = meeting_of(progress_of(cup), match)
    check_days(cup, starts_at, play_by)
    written = write(cup, context, reason=require_reason(reason), cup_match=match.pk)
    _lay(meeting, starts_at, play_by, venue, reason.strip(), written)
    return meeting.match


def _finals_of(done: AuditLogEntry) -> list[CupMatch]:
    """The finals that a request gave their evening. It wrote an entry for each, the first with its key."""
    later = AuditLogEntry.objects.filter(club=done.club_id, digest=done.digest, pk__gt=done.pk).order_by("pk")
    ids = [entry.detail["cup_match"] for entry in (done, *takewhile(lambda entry: entry.key is None, later))]
    matches = CupMatch.objects.in_bulk(ids)
    return [matches[pk] for pk in ids if pk in matches]


@command(Action.SET_CUP_FINALS, lock=lock_season, permission=allow, replay=_finals_of)
def set_finals(
    season: Season, starts_at: datetime.datetime, venue: Venue | None, reason: str, *, context: Context
) -> list[CupMatch]:
    """Let every final that is drawn and has not begun be played on one evening, at one venue."""
    why, cups = require_reason(reason), list(season.cups.filter(cancelled_because=""))
    finals_by_cup = ((progress.cup, progress.final) for progress in progress_of_all(season, cups))
    finals = [(cup, final) for cup, final in finals_by_cup if final and final.may_move]
    if not finals:
        raise RuleError("There are no finals to schedule yet. Draw the finals first.")
    day = starts_at.astimezone(season.zone).date()
    for cup, final in finals:
        written = write(cup, context, reason=why, cup_match=final.match.pk)
        _lay(final, starts_at, max(day, final.match.play_by or day), venue, why, written)
    return [final.match for _, final in finals]


@command(
    Action.DECIDE_CUP_MATCH,
    lock=lock_match,
    permission=allow,
    version=check_seen,
    replay=lambda done: CupDecision.objects.get(journal=done),
)
def decide_match(
    match: CupMatch, winner: int, method: str, reason: str, *, context: Context, expected_version: int | None = None
) -> CupDecision:
    """Decides who goes on from a match that is tied or void, or that two pairs did not play. winner: number of the
    entrant.

    There is no random draw: they play a deciding match, or the organizers enter who and why.
    """
    why, cup = require_reason(reason), match.round.cup
    meeting = meeting_of(progress_of(cup), match)
    if method not in (CupDecision.Method.MATCH, CupDecision.Method.ORGANIZERS):
        raise RuleError("Choose how the match was decided.")
    side = next((side for side in meeting.sides if side.number == winner), None)
    if side is None:
        raise RuleError("Choose one of the 2 sides in this match.")
    if meeting.winner:
        raise RuleError("{match} already has a winner.", match=meeting.match)
    if not meeting.may_decide:
        raise RuleError(
            "{match} isn’t over. Enter its score card, or record a ruling on its page.", match=meeting.match
        )
    written = write(cup, context, reason=why, cup_match=match.pk)
    return CupDecision.objects.create(
        match=match, turn=meeting.turns + 1, method=method, winner=side, reason=why, journal=written
    )


@command(
    Action.UNDO_CUP_DECISION,
    lock=lock_match,
    permission=allow,
    version=check_seen,
    replay=lambda done: CupDecision.objects.get(journal=done),
)
def undo_decision(
    match: CupMatch, reason: str, *, context: Context, expected_version: int | None = None
) -> CupDecision:
    """Undo a decision, until the next round is drawn from it."""
    why, cup = require_reason(reason), match.round.cup
    now = progress_of(cup)
    meeting = meeting_of(now, match)
    if meeting.decision is None:
        raise RuleError("{match} has no decision to undo.", match=meeting.match)
    if now.last and now.last.row.pk != match.round_id:
        raise RuleError("The next round’s draw is based on this decision. Undo that draw first.")
    written = write(cup, context, reason=why, cup_match=match.pk)
    return CupDecision.objects.create(
        match=match, turn=meeting.turns + 1, method=CupDecision.Method.UNDONE, reason=why, journal=written
    )


@command(Action.PLAY_CUP_MATCH, lock=lock_match, permission=allow, version=check_seen)
def play_match(
    match: CupMatch,
    games: Sequence[Game],
    *,
    context: Context,
    expected_version: int | None = None,
) -> CupMatch:
    """Begin a match of two pairs as an event of its own, and record its games from the first one on, the home pair's
    points first. Those that count already are left alone. Without games, the players report from their phones."""
    cup = match.round.cup
    meeting = meeting_of(progress_of(cup), match)
    if cup.is_of_teams or match.is_bye:
        raise RuleError(
            "Only matches between pairs are scored here. For teams, enter the score card on the match page."
        )
    if meeting.is_over:
        raise RuleError("{match} already has a winner.", match=meeting.match)
    if len(games) > cup.best_of:
        raise RuleError("A match has at most {most} games. Remove the extra ones.", most=cup.best_of)
    if match.event is None:
        _begin(meeting, context)
    match.event = meeting.match.event
    if games:
        _play_games(match, games, context)
    if meeting_of(progress_of(cup), match).is_over:
        assert match.event, "it has begun"
        finish_event(match.event.pk, context=context)
    write(cup, context, cup_match=match.pk)
    return match


def _lay(
    meeting: Meeting,
    starts_at: datetime.datetime,
    play_by: datetime.date,
    venue: Venue | None,
    why: str,
    written: AuditLogEntry,
) -> None:
    """Another day, venue and deadline for a match that has not begun."""
    match = meeting.match
    if not meeting.may_move:
        raise RuleError("{match} was already played or decided, so you can’t move it.", match=match)
    match.play_by = play_by
    if match.fixture is None:
        match.starts_at, match.venue = starts_at, venue
    else:
        fixture = match.fixture
        fixture.home, fixture.away = squads_of(match)
        fixture.venue = venue
        fixtures.check_day(fixture, starts_at)
        save_fixture(fixture, "venue")
        if fixture.starts_at != starts_at or fixture.state == Fixture.State.POSTPONED:
            move(fixture, starts_at, why, written)
            follow_days([fixture])
    match.save()


def _begin(meeting: Meeting, context: Context) -> None:
    match = meeting.match
    cup, season = match.round.cup, match.season
    if not match.starts_at:
        raise RuleError("{match} has no date yet. Choose one first.", match=match)
    event = create_event(
        season.league.club,
        _event_name(match),
        match.starts_at,
        "elimination",
        {"best_of_final": cup.best_of},
        context=context,
        venue=match.venue,
        play_to=season.settings.play_to,
        rules=season.table_rules,
        stage_name=cup.name[:40],
    )
    for side in meeting.sides:
        players = [player.player for player in side.players.all()]
        entries.register(event.pk, players, context=context, check_in=True)
    match.event = event
    match.save(update_fields=["event"])
    fixtures.open_round(event.stages.get(), 1, context)


def _event_name(match: CupMatch) -> str:
    """Without the pairs: the name is stored and goes where strangers read it, and players hide theirs at any time."""
    cup_round = match.round
    name = say("{cup}: round {round}, match {number}", cup=cup_round.cup, round=cup_round.number, number=match.number)
    return name[:80]


def _play_games(match: CupMatch, games: Sequence[Game], context: Context) -> None:
    """Record the games of a match of pairs that don't count yet, each in a round that is closed with it. RuleError for
    one that counts otherwise, and where no game is new."""
    assert match.event, "it has begun"
    counted = _games_that_count(match.event)
    for number, (typed, counts) in enumerate(zip(games, counted, strict=False), start=1):
        if tuple(typed) != counts:
            raise RuleError(
                "Game {number} already has a score: {home}–{away}. Correct it on the game’s page first.",
                number=number,
                home=counts[0],
                away=counts[1],
            )
    has_closed, more = _close_decided(match.event, context), games[len(counted) :]
    if not (has_closed or more):
        raise RuleError("You entered only games that already count. Keep them and add the new ones after them.")
    for points in more:
        _play_game(match.event, points, context)


def _games_that_count(event: Event) -> list[Game]:
    """The home pair's points first. A void game is played again, so it isn't among them."""
    matches = Match.objects.filter(round__stage__event=event, standing__isnull=False).select_related("standing")
    return [
        _home_first(match, match.standing.reported.points)
        for match in matches.order_by("round__number")
        if match.standing
    ]


def _home_first(game: Match, points: Sequence[int]) -> Game:
    """Points by side as the home pair's and the visitors', or the other way round."""
    first = game.seats.filter(side=0).select_related("entry")[0].entry
    assert first, "no house players in a match of pairs"
    first_side, second_side = points
    return (first_side, second_side) if first.number == 1 else (second_side, first_side)


def _close_decided(event: Event, context: Context) -> bool:
    """Close the round that is out, where its game is decided. Whether there was one."""
    round_ = next(iter(rounds_out(event)), None)
    if round_ is None or not round_.matches.get().is_terminal:
        return False
    rounds.close_round(round_.pk, context=context, expected_version=round_.revision)
    return True


def _play_game(event: Event, points: Game, context: Context) -> None:
    """The next game: its round is drawn, unless it is out, and closed with this result."""
    stage = event.stages.get()
    round_ = stage.rounds.order_by("-number").first()
    if round_ is None or round_.status == Round.Status.CLOSED:
        round_ = fixtures.open_round(stage, round_.number + 1 if round_ else 1, context)
    elif round_.status == Round.Status.DRAFT:
        round_ = fixtures.open_round(stage, round_.number, context, draft=round_)
    game = round_.matches.get()
    results.record_result(game.pk, Slip(_home_first(game, points)), context=context)
    round_.refresh_from_db()
    rounds.close_round(round_.pk, context=context, expected_version=round_.revision)
