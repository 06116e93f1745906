"""Entries of an event: who plays, who is here, who has left."""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from django.http import Http404

from games.accounts.models import Player
from games.api.frame import DetailEndpoint, ListEndpoint
from games.engine.errors import RuleError
from tournaments.api_requests import BulkWrite, ClubWrite, actor_of, event_or_404
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.commands import lock_event
from tournaments.context import Context
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.events.serializers import (
    BulkEntriesSerializer,
    BulkNewEntriesSerializer,
    EntryRowSerializer,
    EntrySerializer,
    NewEntrySerializer,
)
from tournaments.permissions import Permission, require


class EntryFilters(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(choices=Entry.Status.choices)


class Entries(ListEndpoint, ClubWrite):
    """The entries of an event by number; POST enters a player or a pair."""

    summary = "List an event's entries"
    summary_of_adding = "Add an entry"
    answer, made, body = EntryRowSerializer, EntrySerializer, NewEntrySerializer
    filters = EntryFilters
    ordering: ClassVar = ("number",)
    success, is_versioned = 201, False

    def rows(self, slug: str) -> QuerySet[Entry]:
        return boards.entries_of(event_or_404(slug))

    def locked(self, slug: str) -> Event:
        return event_or_404(slug)

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Entry:
        return enter(thing, data, self.context_of(key))


class BulkEntries(BulkWrite):
    """Enter many players or pairs at once: all of them, or none."""

    summary = "Add many entries"
    answer, body = BulkEntriesSerializer, BulkNewEntriesSerializer
    parts, success = "entries", 201

    def locked(self, slug: str) -> Event:
        event = event_or_404(slug)
        require(actor_of(self.request), Permission.RUN_EVENT, event)
        return lock_event(event.pk)

    def do_part(self, thing: Event, part: Mapping[str, Any], key: uuid.UUID) -> Entry:
        return enter(thing, part, self.context_of(key))


def enter(event: Event, data: Mapping[str, Any], context: Context) -> Entry:
    """A new entry, as `NewEntrySerializer` describes it."""
    require(context.actor, Permission.RUN_EVENT, event)  # before anything is said about who the club knows
    if bool(data.get("players")) == bool(data.get("names")):
        raise RuleError("Send either players or names.")
    if names := data.get("names"):
        return _fresh(entries.walk_in(event.pk, names, context=context, match_names=data["match_names"]))
    known = {
        player.pk: player for player in Player.objects.filter(pk__in=data["players"], memberships__club=event.club_id)
    }
    if missing := [pk for pk in data["players"] if pk not in known]:
        raise RuleError("Player {missing} isn’t in this club. Enter new people by name.", missing=missing[0])
    players = [known[pk] for pk in data["players"]]
    return _fresh(entries.register(event.pk, players, context=context, check_in=data["check_in"]))


class EntryDetail(DetailEndpoint):
    """An entry."""

    summary = "Show an entry"
    answer = EntrySerializer

    def find(self, slug: str, number: int) -> Entry:
        return entry_or_404(slug, number)


class EntryWrite(ClubWrite):
    """What is done to one entry."""

    answer = EntrySerializer
    action: ClassVar[Any]
    """Takes the entry's number and who asks."""

    def locked(self, slug: str, number: int) -> Entry:
        entry = entry_or_404(slug, number)
        lock_event(entry.event_id)
        return entry_or_404(slug, number)

    def do(self, thing: Entry, data: Mapping[str, Any], key: Any) -> Entry:
        type(self).action(thing.pk, context=self.context_of(key))
        return _fresh(thing)


class CheckIn(EntryWrite):
    """The entry is here: the next draw seats it."""

    summary = "Check in an entry"
    action = staticmethod(entries.check_in)


class NotHere(EntryWrite):
    """A check-in that was a mistake."""

    summary = "Undo a check-in"
    action = staticmethod(entries.not_here)


class DropOut(EntryWrite):
    """The entry is gone: from the next draw on it is not seated."""

    summary = "Drop an entry"
    action = staticmethod(entries.drop_out)


class TakeFee(EntryWrite):
    """The entry fee is paid."""

    summary = "Mark an entry fee as paid"
    action = staticmethod(entries.take_fee)


def entry_or_404(slug: str, number: int) -> Entry:
    entry = boards.entries_of(event_or_404(slug)).filter(number=number).first()
    if entry is None:
        raise Http404
    return entry


def _fresh(entry: Entry) -> Entry:
    return Entry.objects.prefetch_related("lineup__player").get(pk=entry.pk)
