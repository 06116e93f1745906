"""Locks, idempotency keys and the journal: how every verb begins and ends."""

import hashlib
import json
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from games.live import publish
from games.locks import locked
from tournaments.errors import KeyReused
from tournaments.models import Club, Event, JournalEntry, Match, Source
from tournaments.permissions import SYSTEM, Actor


@dataclass(frozen=True)
class By:
    """Who asks for a verb, through which face, and the key that the client made for this one request."""

    actor: Actor
    source: Source
    key: uuid.UUID | None = None


SITE = By(SYSTEM, Source.COMMAND)


def lock_event(event_id: int) -> Event:
    """The first lock of every write to an event. On SQLite the transaction itself is the lock (IMMEDIATE)."""
    return locked(Event.objects).select_related("club").get(pk=event_id)


def lock_club(club_id: int) -> Club:
    """The first lock of a write to a club that belongs to no event yet."""
    return locked(Club.objects).get(pk=club_id)


def lock_match(match_id: int) -> Match:
    """The event first, then the match, always in this order."""
    event_id = Match.objects.values_list("round__stage__event_id", flat=True).get(pk=match_id)
    event = lock_event(event_id)
    match = locked(Match.objects).select_related("round__stage", "standing").get(pk=match_id)
    match.round.stage.event = event
    return match


def digest(verb: str, body: dict[str, Any]) -> str:
    text = json.dumps([verb, body], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def replayed(by: By, verb: str, body: dict[str, Any]) -> JournalEntry | None:
    """The journal entry of this very request if it was done before. KeyReused when the key came with another body
    or from another actor."""
    if by.key is None:
        return None
    done = JournalEntry.objects.select_related("result", "round", "entry").filter(key=by.key).first()
    if done is None:
        return None
    same_actor = (done.user, done.player) == (by.actor.user, by.actor.player)
    if done.digest != digest(verb, body) or not same_actor:
        raise KeyReused("This key was already used for something else. Reload the page and try again.")
    return done


def write(event: Event, verb: str, by: By, body: dict[str, Any], **about: Any) -> JournalEntry:
    """Append to an event's journal, make its version the entry's number and tell the browsers. Needs its lock."""
    event.version += 1
    entry = _append(club=event.club, event=event, number=event.version, verb=verb, by=by, body=body, about=about)
    event.save(update_fields=["version"])
    publish(event.topic, event.version)
    return entry


def write_club(club: Club, verb: str, by: By, body: dict[str, Any], **about: Any) -> JournalEntry:
    """Append to a club's journal something that belongs to no event."""
    return _append(club=club, event=None, number=None, verb=verb, by=by, body=body, about=about)


def _append(*, verb: str, by: By, body: dict[str, Any], about: dict[str, Any], **where: Any) -> JournalEntry:
    try:
        with transaction.atomic():
            return JournalEntry.objects.create(
                verb=verb,
                source=by.source,
                user=by.actor.user,
                player=by.actor.player,
                is_system=by.actor.is_system,
                key=by.key,
                digest=digest(verb, body),
                **where,
                **about,
            )
    except IntegrityError as error:
        if by.key is None or not JournalEntry.objects.filter(key=by.key).exists():
            raise
        raise KeyReused("This key was used twice at the same moment. Reload the page and try again.") from error
