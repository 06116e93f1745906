"""Checking oneself in by the code on the wall. A code is 128 bits derived from the site's secret; nothing is stored
that opens the door. Nobody gets in here who is not entered, and nobody gets a link that somebody else may hold."""

import base64
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Entry, EntryPlayer, Event, Pass, WallCode
from tournaments.permissions import SYSTEM, Verb, require
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.entrance import passes
from tournaments.services.journal import By


class Reading(Enum):
    """What a code that somebody holds is worth."""

    GOOD = "good"
    REPLACED = "replaced"
    WRONG = "wrong"


@dataclass(frozen=True)
class Arrival:
    """Somebody who may check in. has_link: a personal link of theirs is in use, so a second phone gets none."""

    player: Player
    is_here: bool
    has_link: bool


class Place(NamedTuple):
    """Whom a phone is let in as, and the pass behind its cookie; None when it needs none."""

    entry: Entry
    link: Pass | None


@transaction.atomic
def hang_code(event_id: int, *, by: By) -> WallCode:
    """A new code for the wall; the one before stops working. It ends with the night."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if journal.replayed(by, "hang_code", body):
        return WallCode.objects.get(event=event)
    require(by.actor, Verb.RUN_EVENT, event)
    row = WallCode.objects.filter(event=event).first() or WallCode(event=event, number=0)
    row.number += 1
    row.expires_at = passes.night_ends(event)
    row.save()
    journal.write(event, "hang_code", by, body)
    return row


@transaction.atomic
def take_down_code(event_id: int, *, by: By) -> None:
    """Nobody gets in by the wall any more until a new code is hung up."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if journal.replayed(by, "take_down_code", body):
        return
    require(by.actor, Verb.RUN_EVENT, event)
    if WallCode.objects.filter(event=event, expires_at__gt=timezone.now()).update(expires_at=timezone.now()):
        journal.write(event, "take_down_code", by, body)


@transaction.atomic
def arrive(event_id: int, player: Player, code: str, *, by: By, phone_of: Player | None = None) -> Place:
    """Check in the player who asks, by the code on the wall, and make the link for the phone that asked.

    No link is made for a player who has one in use: only an organizer can tell whether it is the same person.
    phone_of: whom the phone stands for already; it checks in nobody else.
    """
    event, body = journal.lock_event(event_id), {"event": event_id, "player": player.pk}
    if done := journal.replayed(by, "arrive", body):
        return Place(_entry(event, player), Pass.objects.filter(pk=done.detail["pass"]).first())
    if read_code(event, code) is not Reading.GOOD:
        raise NotAllowed("This code does not work any more. Look at the wall for the new one, or ask an organizer.")
    if phone_of and phone_of != player and EntryPlayer.objects.filter(event=event, player=phone_of).exists():
        raise NotAllowed(
            "This phone is {owner}'s tonight. {player} needs another one, or an organizer.",
            owner=phone_of,
            player=player,
        )
    entry = _entry(event, player)
    require(by.actor, Verb.ARRIVE, entry)
    if entry.status == Entry.Status.DROPPED:
        raise RuleError("{player} is marked as gone. Ask an organizer to change that.", player=player)
    if Pass.objects.filter(event=event, player=player, expires_at__gt=timezone.now()).exists():
        raise Stale(
            "{player} has a personal link already. Use the phone that it is on, or ask an organizer.", player=player
        )
    if entry.status != Entry.Status.CHECKED_IN:
        # The code is what allows it, not the person's role: the site itself ticks the name.
        entries.check_in(entry.pk, by=By(SYSTEM, by.source))
        event.refresh_from_db(fields=["version"])
    _, link = passes.make_pass(event, player)
    journal.write(event, "arrive", by, body, entry=entry, detail={"pass": link.pk})
    return Place(entry, link)


def code_on(event: Event) -> str | None:
    """The code that hangs on the wall now."""
    row = WallCode.objects.filter(event=event, expires_at__gt=timezone.now()).first()
    return _code(event, row.number) if row else None


def read_code(event: Event, code: str) -> Reading:
    """A code that hung there once is told apart from a guess, so that an old photograph counts as no try."""
    row = WallCode.objects.filter(event=event).first()
    if row is None:
        return Reading.WRONG
    if constant_time_compare(code, _code(event, row.number)):
        return Reading.GOOD if row.expires_at > timezone.now() else Reading.REPLACED
    older = any(constant_time_compare(code, _code(event, number)) for number in range(1, row.number))
    return Reading.REPLACED if older else Reading.WRONG


def expected(event: Event) -> list[Arrival]:
    """Everybody who is entered and did not leave, by name."""
    links = Pass.objects.filter(event=event, player=OuterRef("player"), expires_at__gt=timezone.now())
    rows = EntryPlayer.objects.filter(event=event, is_active=True).exclude(entry__status=Entry.Status.DROPPED)
    rows = rows.select_related("player", "entry").annotate(has_link=Exists(links))
    found = [Arrival(row.player, row.entry.status == Entry.Status.CHECKED_IN, row.has_link) for row in rows]
    return sorted(found, key=lambda one: one.player.name.casefold())


def _entry(event: Event, player: Player) -> Entry:
    entry = Entry.objects.filter(event=event, lineup__player=player, lineup__is_active=True).first()
    if entry is None:
        raise RuleError("{player} is not entered in this event. Ask an organizer.", player=player)
    entry.event = event
    return entry


def _code(event: Event, number: int) -> str:
    mac = salted_hmac("tournaments.wall_code", f"{event.pk}:{number}", algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest()[:16]).decode().rstrip("=")
