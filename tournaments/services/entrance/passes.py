"""Personal links: a player without an account proves who they are at one event with 128 random bits."""

import datetime
import hashlib
import secrets
from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import Stale
from tournaments.models import Entry, EntryPlayer, Event, Pass
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By

LASTS = datetime.timedelta(hours=18)
"""From the event's start: a night ends, and so do its links."""


@transaction.atomic
def issue_pass(event_id: int, player: Player, *, by: By) -> str:
    """A new personal link's token; an older one of the same player stops working. The token is shown once only."""
    event = journal.lock_event(event_id)
    require(by.actor, Verb.RUN_EVENT, event)
    if not EntryPlayer.objects.filter(event=event, player=player).exists():
        raise RuleError("{player} is not entered in this event. Enter the player first.", player=player)
    token, _ = make_pass(event, player)
    journal.write(event, "issue_pass", by, {"event": event_id, "player": player.pk})
    return token


@transaction.atomic
def issue_passes(event_id: int, *, by: By) -> list[tuple[Player, str]]:
    """New personal links' tokens for everybody who plays and has not left, by name; all their older ones stop working.

    The tokens are shown once only, so the same key asked again is Stale: what it made cannot be shown a second time.
    """
    event, body = journal.lock_event(event_id), {"event": event_id}
    if journal.replayed(by, "issue_passes", body):
        raise Stale("These links have been made already, and they are shown only once. Make new ones to print again.")
    require(by.actor, Verb.RUN_EVENT, event)
    players = list(_playing(event))
    if not players:
        raise RuleError("Nobody is entered yet. Enter the players first.")
    tokens = [secrets.token_urlsafe(16) for _ in players]
    rows = [Pass(event=event, player=player, token_hash=hashed(token), expires_at=night_ends(event))
            for player, token in zip(players, tokens, strict=True)]  # fmt: skip
    Pass.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["event", "player"], update_fields=["token_hash", "expires_at"]
    )
    journal.write(event, "issue_passes", by, body)
    return list(zip(players, tokens, strict=True))


def make_pass(event: Event, player: Player) -> tuple[str, Pass]:
    """A new token and its pass, in the place of the player's older one. For the verbs of this package."""
    token = secrets.token_urlsafe(16)
    own = {"token_hash": hashed(token), "expires_at": night_ends(event)}
    return token, Pass.objects.update_or_create(event=event, player=player, defaults=own)[0]


def night_ends(event: Event) -> datetime.datetime:
    """When what is handed out now for the night stops working."""
    return max(event.starts_at, timezone.now()) + LASTS


def find_pass(token: str) -> Pass | None:
    """The pass that a token opens, unless it has expired or was replaced."""
    found = Pass.objects.select_related("event__club", "player").filter(token_hash=hashed(token)).first()
    return found if found and found.expires_at > timezone.now() else None


def valid_pass(pass_id: int, event: Event) -> Pass | None:
    """A pass exchanged earlier for a cookie, if it is still good for this event."""
    found = Pass.objects.select_related("player").filter(pk=pass_id, event=event).first()
    return found if found and found.expires_at > timezone.now() else None


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _playing(event: Event) -> Iterator[Player]:
    rows = EntryPlayer.objects.filter(event=event, is_active=True).exclude(entry__status=Entry.Status.DROPPED)
    return (row.player for row in rows.select_related("player").order_by("player__name", "player"))
