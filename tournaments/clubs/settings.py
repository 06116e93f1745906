"""What a club is called and how it wants to be shown: one command for every change, no matter who makes it.

The address stays when the name changes, so links stay valid.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.live import publish
from games.locks import Level, lock_once, locked
from games.zones import shown
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club, lock_event
from tournaments.context import Context
from tournaments.cups.models import CupMatch
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.jackpots.models import Jackpot
from tournaments.leagues.models import Fixture, Season
from tournaments.permissions import Permission
from tournaments.registration.models import RegistrationTerms
from tournaments.rounds.models import Round
from tournaments.signals import club_changed

SETTINGS = ("name", "about", "colour", "zone", "currency", "counts_friendly_games", "rating_margin")
SHOWN = (
    Action.CHANGE_CLUB,
    Action.ADD_VENUE,
    Action.CHANGE_VENUE,
    Action.REMOVE_VENUE,
    Action.REOPEN_VENUE,
)
SHOWN_CHANGES = 10


def settings_seen(club: Club) -> str:
    """The version of the settings: what a form has shown."""
    text = json.dumps([getattr(club, name) for name in SETTINGS])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _lock(club_id: int) -> Club:
    """Its seasons first, because another time zone moves fixtures."""
    _seasons(club_id)
    return lock_club(club_id)


def _seasons(club_id: int) -> list[Season]:
    """Locked, those that aren't closed."""
    seasons = Season.objects.filter(league__club=club_id).exclude(state=Season.State.CLOSED)
    numbers = list(seasons.order_by("pk").values_list("pk", flat=True))
    return [lock_once(Level.SEASON, pk, partial(locked(Season.objects).get, pk=pk)) for pk in numbers]


def _check_seen(club: Club, expected_version: str) -> None:
    if expected_version == settings_seen(club):
        return
    last = changes_of(club).filter(action=Action.CHANGE_CLUB).first()
    if last is None:
        raise Conflict("Someone changed these settings while you had them open. Check them, then save again.")
    raise Conflict(
        "{who} changed these settings while you had them open. Check them, then save again.", who=actor_name(last)
    )


@command(
    Action.CHANGE_CLUB,
    lock=_lock,
    permission=Permission.RUN_CLUB,
    version=_check_seen,
    not_hashed=("expected_version",),
)
def change_club(
    club: Club, changes: Mapping[str, Any], *, context: Context, expected_version: str | None = None
) -> Club:
    """Change settings of a club. changes: setting → what it is to be. expected_version: of the settings as the form
    showed them.

    With another time zone, whatever hasn't begun keeps its time of day, and so moves. Another currency changes how
    amounts are written, and no amount.
    """
    before = {name: getattr(club, name) for name in SETTINGS}
    for name in SETTINGS:
        if name in changes:
            setattr(club, name, changes[name])
    changed = {name: [was, getattr(club, name)] for name, was in before.items() if was != getattr(club, name)}
    if not changed:
        return club
    club.full_clean()
    club.save(update_fields=[*changed])
    context.log(detail={"changed": changed})
    if "zone" in changed:
        _keep_times_of_day(club, ZoneInfo(before["zone"]), context)
    club_changed.send(Club, club=club, changed=frozenset(changed))
    return club


def changes_of(club: Club) -> QuerySet[AuditLogEntry]:
    """Changes of settings and venues, newest first."""
    entries = AuditLogEntry.objects.filter(club=club, event=None, action__in=SHOWN)
    return entries.select_related("user__player", "player").order_by("-pk")


def moved_by_zone(club: Club) -> tuple[QuerySet[Event], QuerySet[Fixture]]:
    """What keeps its time of day when the club's time zone changes: events and league matches that haven't begun."""
    now = timezone.now()
    begun = Round.objects.exclude(status=Round.Status.DRAFT).values("stage__event")
    events = Event.objects.filter(club=club, finished_at=None, starts_at__gt=now).exclude(pk__in=begun)
    waiting = Q(event=None, state__in=(Fixture.State.DRAFT, Fixture.State.PLANNED, Fixture.State.POSTPONED))
    fixtures = Fixture.objects.filter(waiting | Q(event__in=events), season__league__club=club, starts_at__gt=now)
    return events.order_by("pk"), fixtures.order_by("pk")


def _pairs_matches(club: Club) -> "QuerySet[CupMatch]":
    """Matches of pairs in cups that haven't begun: those of teams are fixtures, and begun ones are events."""
    cup_matches = CupMatch.objects.filter(
        round__cup__season__league__club=club, event=None, starts_at__gt=timezone.now()
    )
    return cup_matches.exclude(round__cup__season__state=Season.State.CLOSED)


@dataclass(frozen=True)
class ZoneChange:
    """What another time zone would do. zone: as people read it. event: the next one to come, at its time of day.

    events, fixtures: how many keep their time of day, matches of pairs in cups among the latter. jackpots: how many go
    on in the zone that they have."""

    zone: str
    event: Event | None
    events: int
    fixtures: int
    jackpots: int


def zone_change_of(club: Club, zone: str) -> ZoneChange:
    events, fixtures = moved_by_zone(club)
    jackpots = Jackpot.objects.filter(club=club).exclude(zone=zone).count()
    next_event, matches = events.order_by("starts_at").first(), fixtures.count() + _pairs_matches(club).count()
    return ZoneChange(shown(zone, timezone.now()), next_event, events.count(), matches, jackpots)


def _keep_times_of_day(club: Club, before: ZoneInfo, context: Context) -> None:
    """7:00 PM in the old zone becomes 7:00 PM in the new one."""
    after = ZoneInfo(club.zone)
    events, fixtures = moved_by_zone(club)
    numbers = list(events.values_list("pk", flat=True))
    for season in _seasons(club.pk):
        matches = list(_pairs_matches(club).filter(round__cup__season=season))
        for match in matches:
            match.starts_at = match.starts_at and _moved(match.starts_at, before, after)
        CupMatch.objects.bulk_update(matches, ["starts_at"])
        _move_fixtures(season, fixtures.filter(season=season), before, after)
    for pk in numbers:
        event = lock_event(pk)
        event.starts_at = _moved(event.starts_at, before, after)
        event.save(update_fields=["starts_at"])
        _move_registration(event, before, after)
        context.log(event, detail={"zone": club.zone})


def _move_fixtures(season: Season, fixtures: QuerySet[Fixture], before: ZoneInfo, after: ZoneInfo) -> None:
    moved = list(fixtures)
    for fixture in moved:
        fixture.starts_at = _moved(fixture.starts_at, before, after)
        fixture.revision += 1
        fixture.changed_at = timezone.now()
    Fixture.objects.bulk_update(moved, ["starts_at", "revision", "changed_at"])
    if moved:
        season.version += 1
        season.save(update_fields=["version"])
        publish(season.topic, season.version)


def _move_registration(event: Event, before: ZoneInfo, after: ZoneInfo) -> None:
    """When it is still to open, or to close."""
    terms, now = RegistrationTerms.objects.filter(event=event).first(), timezone.now()
    if terms is None:
        return
    if terms.opens_at and terms.opens_at > now:
        terms.opens_at = _moved(terms.opens_at, before, after)
    if terms.closes_at and terms.closes_at > now:
        terms.closes_at = max(_moved(terms.closes_at, before, after), terms.opens_at or now)
    terms.revision += 1
    terms.save(update_fields=["opens_at", "closes_at", "revision"])


def _moved(moment: datetime, before: ZoneInfo, after: ZoneInfo) -> datetime:
    return moment.astimezone(before).replace(tzinfo=after).astimezone(UTC)
