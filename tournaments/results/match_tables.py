"""Tables online for matches: opened with the round, seated as drawn, closed when the match is decided or taken back.

A table's lock is taken last, after those of the event and the match.
"""

from collections.abc import Iterable

from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.rules import HouseRules
from games.tables import official
from games.tables.models import Game, Table
from games.tables.options import TableOptions, options_from
from tournaments.activity_log.models import Action
from tournaments.commands import command, lock_match
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event, Stage, Where
from tournaments.permissions import Permission, require
from tournaments.results.models import MatchTable
from tournaments.results.scoring import online_refusal, table_rules
from tournaments.rounds.models import Match, Round


@command(Action.OPEN_MATCH_TABLE, lock=lock_match, permission=None, replay=lambda done: _latest_table(done.match))
def open_match_table(match: Match, *, context: Context) -> Table:
    """Opens the online table of a match that no one has reported yet, or finds the one that is already open."""
    if present := open_link(match):
        return present.table
    require(context.actor, Permission.PLAY_ONLINE, match)
    _check_open(match)
    table = _open(match)
    context.log(round=match.round, match=match)
    return table


def _latest_table(match: Match | None) -> Table:
    assert match, "a match whose table was opened stays"
    return (open_link(match) or match.online_tables.select_related("table").latest("pk")).table


@command(
    Action.BEGIN_WITHOUT_MISSING,
    lock=lock_match,
    permission=Permission.RUN_EVENT,
    replay=lambda done: list(done.detail["missing"]),
)
def begin_without_missing(match: Match, *, context: Context) -> list[str]:
    """Begin a match online although someone hasn't come: a bot plays for each missing player until they are there or a
    substitute has the seat. Returns the names of those who are missing."""
    link = open_link(match)
    if link is None:
        raise Conflict("No online table is open for {match}. Check the console.", match=match)
    missing = [player.called for player in official.begin_official(link.table_id)]
    context.log(
        round=match.round,
        match=match,
        detail={"missing": missing},
    )
    return missing


def open_round(round_: Round) -> None:
    """In an online event every match of a published round has its table. Needs the event's lock."""
    if round_.stage.event.where == Where.ONLINE:
        for match in round_.matches.all():
            match.round = round_
            _open(match)


def close_tables(match_ids: Iterable[int]) -> int:
    """Closes the tables: what is played there no longer counts. Returns how many were open. Needs the event's lock."""
    links = list(MatchTable.objects.filter(match__in=list(match_ids), ended_at=None))
    for link in links:
        official.close_official(link.table_id)
    if links:
        MatchTable.objects.filter(pk__in=[link.pk for link in links]).update(ended_at=timezone.now())
    return len(links)


def follow_chair(match: Match) -> None:
    """Another player sits in a chair of the match: at its table too, and plays on from here. Needs the event's lock."""
    if link := open_link(match):
        official.reseat_official(link.table_id, _line(match))


def open_anew(match: Match) -> None:
    """Other entries meet now: a table of their own, where there was one or should be. Needs the event's lock."""
    if close_tables([match.pk]) or match.round.stage.event.where == Where.ONLINE:
        _open(match)


def open_link(match: Match) -> MatchTable | None:
    return match.online_tables.filter(ended_at=None).select_related("table").first()


def begun_matches(round_: Round) -> set[int]:
    """Ids of the matches of which a game online is being played, or has just ended."""
    begun = MatchTable.objects.filter(match__round=round_, ended_at=None, table__games__isnull=False)
    return set(begun.values_list("match", flat=True))


def finished_tables(round_: Round) -> list[int]:
    """Numbers of the matches of which a game online has ended, and is not a result yet."""
    ended = Game.objects.exclude(ended_at=None).values("table")
    match_tables = MatchTable.objects.filter(match__round=round_, ended_at=None, table__in=ended)
    return list(match_tables.values_list("match__table", flat=True))


def _check_open(match: Match) -> None:
    around = match.round
    if not around.stage.event.has_online_tables:
        raise RuleError("This event is played in person. An organizer can change that.")
    if around.status != Round.Status.PUBLISHED:
        raise Conflict("{round} isn’t being played right now. Check your seat.", round=around)
    if match.state != Match.State.OPEN:
        raise RuleError("{match} already has a score. Ask an organizer whether you should still play.", match=match)


def _open(match: Match) -> Table:
    stage, line = match.round.stage, _line(match)
    sides = match.seats.values("side").distinct().count()
    table = official.open_official(
        f"Round {match.round.number}, table {match.table}: {stage.event}",
        _rules(stage, sides),
        _conduct(stage.event),
        line,
        home=reverse("my_seat", args=[stage.event.slug]),
        is_public=stage.event.is_watchable,
    )
    MatchTable.objects.create(match=match, table=table)
    return table


def _rules(stage: Stage, sides: int) -> HouseRules:
    if refusal := online_refusal(stage.play, is_cut_short=stage.is_cut_short):
        raise RuleError(refusal)
    return table_rules(stage, sides)


def _conduct(event: Event) -> TableOptions:
    """Fit for competition: clocks, no open hands, partners as drawn."""
    clock = event.time_online
    return options_from({"bid_clock": clock, "play_clock": clock, "bots": "strong", "watchers": "face_down"})


def _line(match: Match) -> list[Player | None]:
    """Positions count clockwise like the engine's seats, and sides alternate in both."""
    return [seat.player for seat in match.seats.select_related("player").order_by("position")]
