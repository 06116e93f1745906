"""The same event once more: its stages, rules, terms and prizes on another day, and last time's players if wanted."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.clubs.members import may_run_events
from tournaments.clubs.models import Club, Membership
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.cups.models import CupMatch
from tournaments.events.event_setup import EventSetup
from tournaments.events.models import Event, EventTemplate
from tournaments.leagues.models import Fixture, PlayOff
from tournaments.permissions import Permission
from tournaments.rounds.models import Round

WEEK = timedelta(weeks=1)


@command(
    Action.DUPLICATE_EVENT,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: Event.objects.get(audit_log=done),
)
def duplicate_event(
    club: Club, original: Event, name: str, starts_at: datetime, *, context: Context, with_entries: bool = False
) -> Event:
    """A new event of the club like an earlier one. Times of registration move by as many days as the event does.

    with_entries: everyone who played last time, or is entered so far, is expected again. RuleError for an event of a
    league, which its season sets up.
    """
    if refusal := why_not_duplicated(original):
        raise RuleError(refusal)
    event = EventSetup.of(original).write(
        Event(club=club, name=name, starts_at=starts_at, in_charge=_host(original, context))
    )
    context.log(event, detail={"from": original.pk})
    for entry in regulars(original) if with_entries else ():
        entries.register(event.pk, players_of(entry), context=context)
    return event


def why_not_duplicated(event: Event) -> str:
    """Why there can't be another one like it; empty if there can."""
    if any(kind._default_manager.filter(event=event).exists() for kind in (Fixture, PlayOff, CupMatch)):
        return say("You can’t duplicate {event}. It belongs to a season, which sets up its own events.", event=event)
    return ""


def next_start(event: Event | EventTemplate, now: datetime) -> datetime:
    """A week later at the same time of the club's clock, or as many weeks as it takes to be in the future."""
    zone, there = ZoneInfo(event.club.zone), event.local_start.replace(tzinfo=None)
    weeks = 1
    while (start := (there + weeks * WEEK).replace(tzinfo=zone)) <= now:
        weeks += 1
    return start


def regulars(event: Event) -> list[Entry]:
    """Entries that were seated or sat out, or before the first round those that are expected, whose players the club
    still knows. In the order of their numbers."""
    regular_entries: QuerySet[Entry] = event.entries.prefetch_related("lineup__player")
    if Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).exists():
        regular_entries = regular_entries.filter(Q(seats__isnull=False) | Q(byes__isnull=False)).distinct()
    else:
        regular_entries = regular_entries.exclude(status=Entry.Status.DROPPED)
    size = entries.entry_size(event)
    known = set(Membership.objects.filter(club=event.club_id).values_list("player", flat=True))
    line_ups = ((entry, players_of(entry)) for entry in regular_entries.order_by("number"))
    return [
        entry
        for entry, players in line_ups
        if len(players) == size and known.issuperset(player.pk for player in players)
    ]


def players_of(entry: Entry) -> list[Player]:
    return [entry_player.player for entry_player in entry.lineup.all() if entry_player.is_active]


def _host(original: Event, context: Context) -> Player | None:
    """Last time's, who may have stopped organizing since."""
    host = original.in_charge
    if host and may_run_events(original.club).filter(pk=host.pk).exists():
        return host
    return context.actor.player
