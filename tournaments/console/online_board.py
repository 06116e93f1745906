"""What is going on at the tables online of an event: for its console, its page and a player's phone. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from django.db.models import Count, Prefetch, QuerySet

from games.accounts.models import Player
from games.engine.language import say, score_text
from games.engine.messages import Message, and_list
from games.tables.models import Game, Table
from games.tables.models import Seat as OnlineSeat
from tournaments.events.models import Event
from tournaments.results.models import MatchTable
from tournaments.rounds.models import Match, Round, Seat


@dataclass(frozen=True)
class Absent:
    """Someone whose page is silent. seat: the chair of the match, for the way to a substitute or a forfeit."""

    seat: Seat
    is_bot_controlled: bool


@dataclass(frozen=True)
class OnlineTable:
    """A match and its table online.

    table: None where it may be opened. trouble: why its game is no result by itself. is_own: the viewer sits there.
    may_begin: some players still wait for others, and an organizer may begin.
    """

    match: Match
    table: Table | None = None
    people: str = ""
    state: str = ""
    trouble: Message | None = None
    absent: list[Absent] = field(default_factory=list)
    is_own: bool = False
    may_begin: bool = False

    @property
    def absent_names(self) -> str:
        return and_list(absent.seat.name for absent in self.absent) if self.absent else ""


def tables_of(round_: Round, event: Event) -> list[OnlineTable]:
    """Every match of the round being played that has no result, with its table. Needs matches and seats prefetched."""
    if not event.has_online_tables or round_.status != Round.Status.PUBLISHED:
        return []
    links = {link.match_id: link for link in _links(round_)}
    return [_shown(match, links.get(match.pk)) for match in round_.matches.all() if not match.is_terminal]


def open_to_see(event: Event, player: Player | None) -> list[OnlineTable]:
    """The tables that the player may open from the event's page: their own first, and all where they may be watched."""
    if not event.has_online_tables:
        return []
    rounds = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED)
    seats = Prefetch("matches__seats", Seat.objects.select_related("player"))
    online_tables = [
        _shown(match, link, player)
        for round_ in rounds.prefetch_related("matches", seats)
        for links in [{link.match_id: link for link in _links(round_)}]
        for match in round_.matches.all()
        if (link := links.get(match.pk))
    ]
    return sorted(
        (online_table for online_table in online_tables if online_table.is_own or event.is_watchable),
        key=lambda online_table: not online_table.is_own,
    )


def at_match(match: Match, event: Event) -> OnlineTable | None:
    """The table of one match, for those who sit there; None where it cannot be played online."""
    if not event.has_online_tables or match.is_terminal or match.round.status != Round.Status.PUBLISHED:
        return None
    return _shown(match, next(iter(_links(match.round, match)), None))


def _links(round_: Round, match: Match | None = None) -> QuerySet[MatchTable]:
    games = Game.objects.annotate(dealt=Count("hands"))
    seats = OnlineSeat.objects.select_related("player")
    links = MatchTable.objects.filter(match__round=round_, ended_at=None).select_related("table")
    links = links.filter(match=match) if match else links
    return links.prefetch_related(Prefetch("table__games", games), Prefetch("table__seats", seats))


def _shown(match: Match, link: MatchTable | None, player: Player | None = None) -> OnlineTable:
    chairs = {seat.player_id: seat for seat in match.seats.all() if seat.player_id}
    if link is None:
        return OnlineTable(match, people=_people(match))
    game = next(iter(link.table.games.all()), None)
    missed = [seat for seat in link.table.seats.all() if seat.missed_since or seat.is_bot_controlled]
    absent = [Absent(chairs[seat.player_id], seat.is_bot_controlled) for seat in missed if seat.player_id in chairs]
    is_own = player is not None and player.pk in chairs
    may_begin = game is None and any(
        seat.player_id in chairs and not seat.missed_since for seat in link.table.seats.all()
    )
    state = _state(game, absent)
    return OnlineTable(match, link.table, _people(match), state, link.trouble, absent, is_own, may_begin)


def _people(match: Match) -> str:
    sides: dict[int, list[str]] = {}
    for seat in match.seats.all():
        sides.setdefault(seat.side, []).append(seat.name)
    return reduce(_against, (" & ".join(names) for _, names in sorted(sides.items()))) if sides else ""


def _against(side: str, other: str) -> str:
    return say("{one} against {other}", one=side, other=other)


def _state(game: Game | None, absent: Iterable[Absent]) -> str:
    if game is None:
        return say("waiting for {names}", names=", ".join(away.seat.name for away in absent))
    points = score_text(game.points)
    if game.ended_at:
        return say("finished: {points}", points=points)
    return say("hand {number}: {points}", number=game.dealt, points=points)  # type: ignore[attr-defined]  # annotated above
