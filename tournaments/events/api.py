"""Events: reading them with everything that belongs to them, setting one up, and ending it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter

from games.api.authentication import player_of
from games.api.filters import MomentFilter, WordFilter
from games.api.frame import DetailEndpoint, ListEndpoint, TableEndpoint
from games.api.options import rules_sent
from games.engine.errors import RuleError
from tournaments.api_requests import ClubWrite, club_or_404, event_or_404, stage_or_404
from tournaments.clubs.models import Club, Venue
from tournaments.commands import lock_event
from tournaments.draws.brackets import bracket_of
from tournaments.events import announcements, boards, cancelling
from tournaments.events.changes import EventSettings, change_event, lock_with_club
from tournaments.events.commands import create_event
from tournaments.events.models import Announcement, Event, Stage
from tournaments.events.serializers import (
    AnnouncementShape,
    BracketShape,
    ChangedEventShape,
    EventShape,
    NewEventShape,
    OneEventShape,
    PublishShape,
    ReasonShape,
    StandingsShape,
    TextShape,
)
from tournaments.rounds import finishing

STAGE = OpenApiParameter(
    "stage", {"type": "integer", "minimum": 1}, description="The stage's number; without it the one being played."
)


class EventFilters(django_filters.FilterSet):
    club = WordFilter("club__slug")
    after = MomentFilter("starts_at", lookup_expr="gte")
    before = MomentFilter("starts_at", lookup_expr="lt")


class Events(ListEndpoint):
    """Events of all clubs, the latest first."""

    answer = EventShape
    filters = EventFilters
    ordering: ClassVar = ("-starts_at", "-pk")

    def rows(self) -> QuerySet[Event]:
        return Event.objects.select_related("club", "venue")


def venue_sent(club: Club, pk: int | None) -> Venue | None:
    """The club's venue of that id. RuleError when it has no such."""
    if pk is None:
        return None
    venue = club.venues.filter(pk=pk).first()
    if venue is None:
        raise RuleError("The club doesn’t have that venue. Choose another one.")
    return venue


class NewEvent(ClubWrite):
    """Set up an event of the club."""

    body, answer = NewEventShape, OneEventShape
    success, is_versioned = 201, False

    def locked(self, slug: str) -> Club:
        return club_or_404(slug)

    def do(self, thing: Club, data: Mapping[str, Any], key: Any) -> Event:
        asked = dict(data)
        if "venue" in asked:
            asked["venue"] = venue_sent(thing, asked["venue"])
        name, starts_at = asked.pop("name"), asked.pop("starts_at")
        config = asked.pop("config", {})
        if "rules" in asked:
            asked["rules"] = rules_sent(asked["rules"], {}, player_of(self.request))
        return create_event(thing, name, starts_at, asked.pop("format"), config, context=self.context_of(key), **asked)


class OneEvent(DetailEndpoint):
    """An event with its stages."""

    answer = OneEventShape

    def find(self, slug: str) -> Event:
        return event_or_404(slug)


class EventWrite(ClubWrite):
    """What is done to an event as a whole."""

    answer = OneEventShape

    def locked(self, slug: str) -> Event:
        return lock_event(event_or_404(slug).pk)


class ChangeEvent(EventWrite):
    """Change what every event has, as far as it still can. A change of the day shows in calendars at once."""

    body = ChangedEventShape

    def locked(self, slug: str) -> Event:
        return lock_with_club(event_or_404(slug).pk)

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        asked = dict(data)
        if "venue" in asked:
            asked["venue"] = venue_sent(thing.club, asked["venue"])
        change_event(thing.pk, replace(EventSettings.of(thing), **asked), context=self.context_of(key))
        return event_or_404(thing.slug)


class CancelEvent(EventWrite):
    """Cancel an event that nothing was played in. Players read the reason."""

    body = ReasonShape

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        cancelling.cancel_event(thing.pk, data["reason"], context=self.context_of(key))
        return event_or_404(thing.slug)


class RestoreEvent(EventWrite):
    """Undo a cancellation."""

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        cancelling.restore_event(thing.pk, context=self.context_of(key))
        return event_or_404(thing.slug)


class FinishEvent(EventWrite):
    """Finish the event: its places count from now on."""

    body = PublishShape

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        finishing.finish_event(thing.pk, context=self.context_of(key), override=data["override"])
        return event_or_404(thing.slug)


class ReopenEvent(EventWrite):
    """Open a finished event again."""

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        finishing.reopen_event(thing.pk, context=self.context_of(key))
        return event_or_404(thing.slug)


class Standings(TableEndpoint):
    """Who stands where, and why."""

    answer = StandingsShape
    asked = (STAGE,)

    def find(self, slug: str) -> dict[str, Any]:
        stage = stage_or_404(self.request, event_or_404(slug))
        columns = [criterion.name for _, criterion in boards.columns_of(stage)]
        rankings = boards.rankings_of(stage)
        names = {standing.entry.number: standing.entry.name for ranking in rankings for standing, _ in ranking.rows}
        return {
            "stage": stage.number,
            "is_settled": boards.is_settled(stage),
            "criteria": [criterion.name for criterion in boards.criteria_of(stage)],
            "rows": [
                {
                    "group": ranking.name,
                    "place": standing.place,
                    "place_before": standing.place_before,
                    "is_shared": standing.is_shared,
                    "entry": standing.entry.number,
                    "name": standing.entry.name,
                    "points": str(standing.points),
                    "because": standing.because.render(names),
                    "values": dict(zip(columns, values, strict=True)),
                }
                for ranking in rankings
                for standing, values in ranking.rows
            ],
        }


class Bracket(DetailEndpoint):
    """A knockout, match by match; only for stages that have one and have begun."""

    answer = BracketShape
    asked = (STAGE,)

    def find(self, slug: str) -> dict[str, Any]:
        stage: Stage = stage_or_404(self.request, event_or_404(slug))
        board = bracket_of(stage)
        if board is None:
            raise Http404
        matches = [
            {
                "section": band.name,
                "round": column.name if match.is_third else match.caption or column.name,
                **{name: getattr(match, name) for name in SHOWN},
            }
            for band in board.bands
            for column in band.columns
            for _, match in column.boxes
        ]
        return {"stage": stage.number, "winner": board.winner, "matches": matches}


SHOWN = ("number", "status", "table", "sides", "games", "winner_to", "loser_to")


class Announcements(ListEndpoint, ClubWrite):
    """Lines for everyone at the event, the newest first."""

    answer = AnnouncementShape
    body = TextShape
    success, is_versioned, is_found_again = 201, False, False

    def rows(self, slug: str) -> QuerySet[Announcement]:
        return event_or_404(slug).announcements.filter(is_withdrawn=False)

    def locked(self, slug: str) -> Event:
        return event_or_404(slug)

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Announcement:
        return announcements.announce(thing.pk, data["text"], context=self.context_of(key))


class WithdrawAnnouncement(ClubWrite):
    """Take an announcement down."""

    answer = AnnouncementShape
    is_versioned, is_found_again = False, False

    def locked(self, slug: str, pk: int) -> Announcement:
        announcement = event_or_404(slug).announcements.filter(pk=pk).first()
        if announcement is None:
            raise Http404
        return announcement

    def do(self, thing: Announcement, data: Mapping[str, Any], key: Any) -> Announcement:
        announcements.withdraw(thing.pk, context=self.context_of(key))
        thing.refresh_from_db()
        return thing
