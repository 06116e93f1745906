"""Personal links: a player without an account proves who they are at one event, or a captain in one season, with 128
random bits."""

import datetime
import secrets
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Max
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.tokens import hashed
from games.engine.errors import RuleError
from tournaments.access.models import Pass, WallArrival
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict, KeyReused
from tournaments.events.models import Event
from tournaments.leagues.models import Season
from tournaments.permissions import Permission

PASSES = "personal_links"
"""Session key: event id, or `season-` and its id → pass id and the link's hash, written when a personal link is
exchanged."""
LASTS = datetime.timedelta(hours=18)
"""From the event's start, or from now if that is later: a night ends, and so do its links."""
LASTS_IN_SEASON = datetime.timedelta(days=60)
"""From the last fixture: by then every card has come."""


def _shown_once(done: AuditLogEntry) -> NoReturn:
    raise Conflict("These links were already created, and we show them only once. Create new ones to print again.")


def _used_up(done: AuditLogEntry) -> NoReturn:
    raise KeyReused("This form was sent twice at the same moment. Reload the page and try again.")


@command(Action.ISSUE_PASS, lock=lock_event, permission=Permission.RUN_EVENT, replay=_used_up)
def issue_pass(event: Event, player: Player, *, context: Context) -> str:
    """A new personal link's token; an older one of the same player stops working. The token is shown once only."""
    if not EntryPlayer.objects.filter(event=event, player=player).exists():
        raise RuleError("{player} isn’t in this event. Add the player first.", player=player)
    end_arrivals(event, [player])
    token, _ = make_pass(event, player)
    context.log()
    return token


@command(Action.ISSUE_PASSES, lock=lock_event, permission=Permission.RUN_EVENT, replay=_shown_once)
def issue_passes(event: Event, *, context: Context) -> list[tuple[Player, str]]:
    """New personal links' tokens for everyone who plays and has not left, by name; all their older ones stop working.

    The tokens are shown once only, so the same key asked again is Conflict: what it made cannot be shown a second time.
    """
    players = list(_playing(event))
    if not players:
        raise RuleError("No entries yet. Add the players first.")
    tokens = [secrets.token_urlsafe(16) for _ in players]
    passes = [
        Pass(event=event, player=player, token_hash=hashed(token), expires_at=night_ends(event))
        for player, token in zip(players, tokens, strict=True)
    ]
    Pass.objects.bulk_create(
        passes, update_conflicts=True, unique_fields=["event", "player"], update_fields=["token_hash", "expires_at"]
    )
    end_arrivals(event, players)
    context.log()
    return list(zip(players, tokens, strict=True))


def make_pass(place: Event | Season, player: Player) -> tuple[str, Pass]:
    """A new token and its pass, in the place of the player's older one. For the commands of this package, and of
    leagues."""
    token = secrets.token_urlsafe(16)
    ends = night_ends(place) if isinstance(place, Event) else season_ends(place)
    fresh = {"token_hash": hashed(token), "expires_at": ends}
    return token, Pass.objects.update_or_create(**_of(place), player=player, defaults=fresh)[0]


def _of(place: Event | Season) -> dict[str, Any]:
    return {"event": place} if isinstance(place, Event) else {"season": place}


def end_arrivals(event: Event, players: Iterable[Player]) -> None:
    """Frees phones that hold these players' names by the code on the wall. For the commands of this package."""
    open_ones = WallArrival.objects.filter(event=event, player__in=list(players), ended_at__isnull=True)
    open_ones.update(ended_at=timezone.now())


def night_ends(event: Event) -> datetime.datetime:
    """When what is handed out now for the night stops working."""
    return max(event.starts_at, timezone.now()) + LASTS


def season_ends(season: Season) -> datetime.datetime:
    """When what is handed out now for the season stops working."""
    last = season.fixtures.aggregate(at=Max("starts_at"))["at"]
    return max(last or timezone.now(), timezone.now()) + LASTS_IN_SEASON


def find_pass(token: str) -> Pass | None:
    """The pass that a token opens, unless it has expired or was replaced."""
    related = "event__club", "season__league__club", "player"
    pass_ = Pass.objects.select_related(*related).filter(token_hash=hashed(token)).first()
    return pass_ if pass_ and pass_.expires_at > timezone.now() else None


def valid_pass(pass_id: int, place: Event | Season) -> Pass | None:
    """A pass exchanged earlier for a cookie, if it is still good for this event or season."""
    pass_ = Pass.objects.select_related("player").filter(pk=pass_id, **_of(place)).first()
    return pass_ if pass_ and pass_.expires_at > timezone.now() else None


def player_of_link(session: SessionBase, held_as: str) -> Player | None:
    """The player of the link that a browser's session holds under that name (PASSES), if it is still good."""
    pass_id, token_hash = session.get(PASSES, {}).get(held_as, (0, ""))
    good = Pass.objects.select_related("player").filter(expires_at__gt=timezone.now())
    # A newer link ends the phones of the older one too.
    pass_ = good.filter(pk=pass_id, token_hash=token_hash).first()
    return pass_.player if pass_ else None


def _playing(event: Event) -> Iterator[Player]:
    entry_players = EntryPlayer.objects.filter(event=event, is_active=True).exclude(entry__status=Entry.Status.DROPPED)
    return (
        entry_player.player
        for entry_player in entry_players.select_related("player").order_by("player__name", "player")
    )
