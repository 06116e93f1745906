"""Checking in by the code on the wall.

A code is 128 bits derived from the site's secret; nothing is stored that lets anyone in. Only entered players can use
it, one name on a phone at a time, and no second phone gets a link that may be on another one.
"""

import base64
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from games import counters
from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments import audit_log
from tournaments.access import passes
from tournaments.access.models import Pass, WallArrival, WallCode
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.commands import command, lock_event, lock_event_of
from tournaments.context import Context, Device
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import SYSTEM, Actor, Permission, require
from tournaments.results.phones import mark_of, phone_at

MAX_GUESSES = 5
"""Made-up codes from one address, until five minutes pass without one."""
MAX_ARRIVALS = 60
"""By one event's code within five minutes: a full hall, not a whole town."""


class Reading(Enum):
    """What a code that someone enters is worth."""

    GOOD = "good"
    REPLACED = "replaced"
    WRONG = "wrong"


@dataclass(frozen=True)
class Arrival:
    """Someone who may check in. has_link: a personal link of theirs is in use, so a second phone gets none."""

    player: Player
    is_here: bool
    has_link: bool


class Place(NamedTuple):
    """Whom a phone is let in as, and the pass behind its cookie; None when it needs none."""

    entry: Entry
    link: Pass | None


@command(
    Action.HANG_CODE,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: WallCode.objects.get(event=done.event),
)
def hang_code(event: Event, *, context: Context) -> WallCode:
    """A new code for the wall; the one before stops working. It ends with the night."""
    wall_code = WallCode.objects.filter(event=event).first() or WallCode(event=event, number=0)
    wall_code.number += 1
    wall_code.expires_at = passes.night_ends(event)
    wall_code.save()
    context.log()
    return wall_code


@command(Action.TAKE_DOWN_CODE, lock=lock_event, permission=Permission.RUN_EVENT)
def take_down_code(event: Event, *, context: Context) -> None:
    """Ends check-in by the wall until a new code is put up."""
    if WallCode.objects.filter(event=event, expires_at__gt=timezone.now()).update(expires_at=timezone.now()):
        context.log()


def _place_then(done: AuditLogEntry) -> Place:
    assert done.entry, "every arrival logs the entry"
    return Place(done.entry, Pass.objects.filter(pk=done.detail["pass"]).first())


@command(Action.ARRIVE, lock=lock_event, permission=None, replay=_place_then, not_hashed=("phone_of",))
def arrive(event: Event, player: Player, code: str, *, context: Context, phone_of: Player | None = None) -> Place:
    """Checks in the player who asks, by the code on the wall, and makes the link for the phone that asked.

    No link is made for a player who has one in use on another phone: only an organizer can decide whether it is the
    same person. A phone that holds a name hands it back before it takes another. phone_of: the player of the phone's
    personal link or account; the phone checks in no one else.
    """
    assert context.device, "a name is taken on a phone"
    if read_code(event, code) is not Reading.GOOD:
        raise NotAllowed("This check-in code no longer works. Scan the new one, or ask an organizer.")
    phone = phone_at(event, context.device)
    held = _holding(event).filter(phone=phone).select_related("player").first()
    if held and held.player != player:
        raise NotAllowed(
            "This phone is checked in as {owner} tonight. Release that name first, or use another phone.",
            owner=held.player,
        )
    if phone_of and phone_of != player and EntryPlayer.objects.filter(event=event, player=phone_of).exists():
        raise NotAllowed(
            "{owner} is using this phone tonight. Use another phone for {player}, or ask an organizer.",
            owner=phone_of,
            player=player,
        )
    entry = _entry(event, player)
    require(context.actor, Permission.ARRIVE, entry)
    if entry.status == Entry.Status.DROPPED:
        raise RuleError("{player} is marked as gone. Ask an organizer to change that.", player=player)
    if not held and Pass.objects.filter(event=event, player=player, expires_at__gt=timezone.now()).exists():
        raise Conflict(
            "{player} already has a personal link. Use the phone with that link, or ask an organizer.", player=player
        )
    if entry.status != Entry.Status.CHECKED_IN:
        # The code is what allows it, not the person's role: the site itself ticks the name.
        entries.check_in(entry.pk, context=Context(SYSTEM, context.channel))
    if not held:
        now, ended = timezone.now(), Q(phone=phone) | Q(player=player)
        WallArrival.objects.filter(ended, event=event, ended_at__isnull=True).update(ended_at=now)
        WallArrival.objects.create(event=event, player=player, phone=phone, at=now)
    _, link = passes.make_pass(event, player)
    context.log(entry=entry, detail={"pass": link.pk})
    return Place(entry, link)


@command(Action.HAND_BACK, lock=lock_event, permission=None)
def hand_back(event: Event, *, context: Context) -> Player | None:
    """The phone that asks gives up the name that it took by the code on the wall: its link ends, and the name can be
    taken on another phone. Whose it was; None, and nothing changes, where the phone holds no name."""
    assert context.device, "a name is handed back by the phone that has it"
    held = _holding(event).filter(phone__mark=mark_of(event, context.device)).select_related("player").first()
    if held is None:
        return None
    _end(held)
    # Who asks is known by the phone alone, and asking twice changes nothing, so no key is needed.
    own = Context(Actor(player=held.player), context.channel)
    audit_log.write(event, Action.HAND_BACK, own, entry=_entry_of(held), detail={"arrival": held.pk})
    return held.player


def _lock_arrival(arrival_id: int) -> WallArrival:
    event = lock_event_of(WallArrival, arrival_id)
    arrival = WallArrival.objects.select_related("player").get(pk=arrival_id)
    arrival.event = event
    return arrival


@command(Action.REVOKE_ARRIVAL, lock=_lock_arrival, permission=Permission.RUN_EVENT)
def revoke_arrival(arrival: WallArrival, *, context: Context) -> WallArrival:
    """An organizer ends a link that was made by the code on the wall. The name can be taken again, or handed out."""
    if arrival.ended_at:
        raise Conflict("That link no longer works. Reload the page.")
    _end(arrival)
    context.log(entry=_entry_of(arrival), detail={"arrival": arrival.pk})
    return arrival


@command(Action.TRUST_ARRIVAL, lock=_lock_arrival, permission=Permission.RUN_EVENT)
def trust_arrival(arrival: WallArrival, *, context: Context) -> WallArrival:
    """Records that an organizer has seen the player with this phone: it is no longer suspected to be someone else's."""
    if arrival.trusted_at:
        return arrival
    arrival.trusted_at = timezone.now()
    arrival.save(update_fields=["trusted_at"])
    context.log(entry=_entry_of(arrival), detail={"arrival": arrival.pk})
    return arrival


def held_by(event: Event, device: Device) -> Player | None:
    """Whose name the phone took by the code on the wall and has not handed back."""
    held = _holding(event).filter(phone__mark=mark_of(event, device)).select_related("player").first()
    return held.player if held else None


def code_on(event: Event) -> str | None:
    """The code that hangs on the wall now."""
    wall_code = WallCode.objects.filter(event=event, expires_at__gt=timezone.now()).first()
    return _code(event, wall_code.number) if wall_code else None


def read_code(event: Event, code: str) -> Reading:
    """Reads a code. One that hung there once is distinguished from a guess, so an old photo doesn't count as a try."""
    wall_code = WallCode.objects.filter(event=event).first()
    if wall_code is None:
        return Reading.WRONG
    if constant_time_compare(code, _code(event, wall_code.number)):
        return Reading.GOOD if wall_code.expires_at > timezone.now() else Reading.REPLACED
    older = any(constant_time_compare(code, _code(event, number)) for number in range(1, wall_code.number))
    return Reading.REPLACED if older else Reading.WRONG


def guessed_too_often(address: str, reading: Reading) -> bool:
    """Whether too many codes came from there, with this one.

    It is counted in one step, so that guessing from many sides at once gains nothing. A guest with a good code then
    waits like everyone else; otherwise the sixth answer would give it away.
    """
    counted = counters.counted("wall-code", address)
    if reading is Reading.WRONG and counted <= MAX_GUESSES:
        return counters.count("wall-code", address, renew=True) > MAX_GUESSES
    return counted + 1 > MAX_GUESSES


def expected(event: Event) -> list[Arrival]:
    """Everyone who is entered and has not left, by name."""
    links = Pass.objects.filter(event=event, player=OuterRef("player"), expires_at__gt=timezone.now())
    entry_players = EntryPlayer.objects.filter(event=event, is_active=True).exclude(entry__status=Entry.Status.DROPPED)
    entry_players = entry_players.select_related("player", "entry").annotate(has_link=Exists(links))
    arrivals = [
        Arrival(entry_player.player, entry_player.entry.status == Entry.Status.CHECKED_IN, entry_player.has_link)
        for entry_player in entry_players
    ]
    return sorted(arrivals, key=lambda arrival: arrival.player.called.casefold())


def _holding(event: Event) -> QuerySet[WallArrival]:
    """Names that are on a phone by the code on the wall, with a link that is good."""
    good = Pass.objects.filter(event=event, player=OuterRef("player"), expires_at__gt=timezone.now())
    return WallArrival.objects.filter(Exists(good), event=event, ended_at__isnull=True)


def _end(arrival: WallArrival) -> None:
    arrival.ended_at = timezone.now()
    arrival.save(update_fields=["ended_at"])
    Pass.objects.filter(event=arrival.event_id, player=arrival.player).update(expires_at=arrival.ended_at)


def _entry_of(arrival: WallArrival) -> Entry | None:
    return Entry.objects.filter(event=arrival.event_id, lineup__player=arrival.player).first()


def _entry(event: Event, player: Player) -> Entry:
    entry = Entry.objects.filter(event=event, lineup__player=player, lineup__is_active=True).first()
    if entry is None:
        raise RuleError("{player} isn’t on the list for this event. Ask an organizer.", player=player)
    entry.event = event
    return entry


def _code(event: Event, number: int) -> str:
    mac = salted_hmac("tournaments.wall_code", f"{event.pk}:{number}", algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest()[:16]).decode().rstrip("=")
