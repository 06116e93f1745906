"""Personal links: a player without an account proves who they are at one event with 128 random bits."""

import datetime
import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from games.models import Player
from tournaments.models import EntryPlayer, Event, Pass
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
        raise RuleError(f"{player} is not entered in this event. Enter the player first.")
    token = secrets.token_urlsafe(16)
    expires_at = max(event.starts_at, timezone.now()) + LASTS
    Pass.objects.update_or_create(
        event=event, player=player, defaults={"token_hash": hashed(token), "expires_at": expires_at}
    )  # fmt: skip
    journal.write(event, "issue_pass", by, {"event": event_id, "player": player.pk})
    return token


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
