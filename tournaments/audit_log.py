"""The audit log: what was done, by whom. Only ever appended to."""

import uuid
from typing import Unpack

from django.db import IntegrityError

from games.engine.language import say
from games.live import publish
from games.locks import Level, shared
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.context import About, Context
from tournaments.errors import KeyReused
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.seat_news import topics_of
from tournaments.signals import action_logged


def write(
    place: Event | Club,
    action: Action,
    context: Context,
    *,
    key: uuid.UUID | None = None,
    digest: str = "",
    **about: Unpack[About],
) -> AuditLogEntry:
    """Append to the log of an event, whose version is the entry's number, and tell the browsers; or to a club's, what
    belongs to no event. Needs the event's lock."""
    if isinstance(place, Club):
        return _append(AuditLogEntry(club=place), action, context, key, digest, about)
    event = shared(Level.EVENT, place)
    event.version += 1
    place.version = event.version
    entry = AuditLogEntry(club=event.club, event=event, number=event.version)
    _append(entry, action, context, key, digest, about)
    event.save(update_fields=["version"])
    for topic in (event.topic, *topics_of(entry)):
        publish(topic, event.version)
    return entry


def find_previous(context: Context, digest: str) -> AuditLogEntry | None:
    """The entry of this very request if it was done before. KeyReused when the key came with something else, or from
    another actor."""
    if context.key is None:
        return None
    previous = AuditLogEntry.objects.select_related("result", "round", "entry").filter(key=context.key).first()
    if previous is None:
        return None
    same_actor = (previous.user, previous.player) == (context.actor.user, context.actor.player)
    if previous.digest != digest or not same_actor:
        raise KeyReused("This form was already sent. Reload the page to start over.")
    return previous


def actor_name(entry: AuditLogEntry) -> str:
    """Who did it, as others know them: the player's name, or the account's email address."""
    if entry.player is None and entry.user is not None and hasattr(entry.user, "player"):
        return str(entry.user.player)
    return Actor(entry.user, entry.player, entry.is_system).name


def public_actor_name(entry: AuditLogEntry) -> str:
    """The same for everyone to read: no one's address. Only administrators act without a player."""
    has_name = entry.user is None or entry.player is not None or hasattr(entry.user, "player")
    return actor_name(entry) if has_name else say("an administrator")


def _append(
    entry: AuditLogEntry, action: Action, context: Context, key: uuid.UUID | None, digest: str, about: About
) -> AuditLogEntry:
    entry.action, entry.source, entry.key, entry.digest = action.value, context.channel, key, digest
    entry.user, entry.player, entry.is_system = context.actor.user, context.actor.player, context.actor.is_system
    for name, value in about.items():
        setattr(entry, name, value)
    try:
        entry.save(force_insert=True)
    except IntegrityError as error:
        # The two databases name the column in what they say; it cannot be asked for in a transaction that has failed.
        if key is None or not any(said in str(error) for said in ("(key)", ".key")):
            raise
        raise KeyReused("This form was sent twice at the same moment. Reload the page and try again.") from error
    action_logged.send(AuditLogEntry, entry=entry)
    return entry
