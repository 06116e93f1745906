"""Events: reading them with everything that belongs to them, setting one up, and ending it."""

from collections import Counter
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
from games.api.serializers import StrictSerializer
from games.engine.errors import RuleError
from tournaments.api_requests import MAX_NUMBER, ClubWrite, club_or_404, event_or_404, may_run, stage_or_404
from tournaments.clubs.models import Club, Venue
from tournaments.commands import lock_event
from tournaments.draws.brackets import Side, bracket_of
from tournaments.events import announcements, boards, cancelling
from tournaments.events.changes import EventSettings, change_event, lock_with_club
from tournaments.events.commands import create_event
from tournaments.events.models import Announcement, Event, Stage
from tournaments.events.serializers import (
    AnnouncementSerializer,
    BracketSerializer,
    ByeSerializer,
    ChangedEventSerializer,
    EntrySerializer,
    EventRowSerializer,
    NewEventSerializer,
    OneEventSerializer,
    OneMatchSerializer,
    PublishSerializer,
    ReasonSerializer,
    RoundSerializer,
    StandingsSerializer,
    TextSerializer,
    people_of,
)
from tournaments.events.states import EventState, shown_events
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.numbers import number_in
from tournaments.honours.wording import write_money_in
from tournaments.prizes.api import payouts_shown, prizes_shown
from tournaments.prizes.serializers import PayoutsSerializer, PrizesSerializer
from tournaments.results.history import begun_stages
from tournaments.rounds import finishing
from tournaments.rounds.api import shown_rounds
from tournaments.rounds.final_places import places_without_lot
from tournaments.rounds.models import Round

STAGE = OpenApiParameter(
    "stage",
    {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER},
    description="The stage's number; without it the one being played.",
)


class ExportedRoundSerializer(RoundSerializer):
    matches = OneMatchSerializer(many=True, source="matches.all")
    byes = ByeSerializer(many=True, source="byes.all")


class ExportSerializer(StrictSerializer):
    event = OneEventSerializer()
    entries = EntrySerializer(many=True)
    rounds = ExportedRoundSerializer(many=True)
    standings = StandingsSerializer(many=True, help_text="Of each stage that has begun.")
    announcements = AnnouncementSerializer(many=True)
    prizes = PrizesSerializer()
    payouts = PayoutsSerializer()


class EventFilters(django_filters.FilterSet):
    club = WordFilter("club__slug")
    season = WordFilter("season")
    state = django_filters.ChoiceFilter(choices=[(state.value, state.value) for state in EventState])
    stage_format = django_filters.ChoiceFilter("stages__format", choices=[(key, key) for key in FORMATS], distinct=True)
    after = MomentFilter("starts_at", lookup_expr="gte", help_text="Of events that start then or later.")
    before = MomentFilter("starts_at", lookup_expr="lt", help_text="Of events that start earlier.")
    changed_after = MomentFilter("changed_at", lookup_expr="gte", help_text="Of events that changed then or later.")


class Events(ListEndpoint):
    """Events of all clubs, the latest first."""

    summary = "List events"
    answer = EventRowSerializer
    filters = EventFilters
    ordering: ClassVar = ("-starts_at", "-pk")

    def rows(self) -> QuerySet[Event]:
        return shown_events()


def shown_event_or_404(slug: str) -> Event:
    event = shown_events().filter(slug=slug).first()
    if event is None:
        raise Http404
    return event


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

    summary = "Create an event"
    body, answer = NewEventSerializer, OneEventSerializer
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
        made = create_event(thing, name, starts_at, asked.pop("format"), config, context=self.context_of(key), **asked)
        return shown_event_or_404(made.slug)


class EventDetail(DetailEndpoint):
    """An event with its stages."""

    summary = "Show an event"
    answer = OneEventSerializer

    def find(self, slug: str) -> Event:
        return shown_event_or_404(slug)


class EventWrite(ClubWrite):
    """What is done to an event as a whole."""

    answer = OneEventSerializer

    def locked(self, slug: str) -> Event:
        lock_event(event_or_404(slug).pk)
        return shown_event_or_404(slug)


class ChangeEvent(EventWrite):
    """Change what every event has, as far as it still can. A change of the day shows in calendars at once."""

    summary = "Change an event"
    body = ChangedEventSerializer

    def locked(self, slug: str) -> Event:
        lock_with_club(event_or_404(slug).pk)
        return shown_event_or_404(slug)

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        asked = dict(data)
        if "venue" in asked:
            asked["venue"] = venue_sent(thing.club, asked["venue"])
        change_event(thing.pk, replace(EventSettings.of(thing), **asked), context=self.context_of(key))
        return shown_event_or_404(thing.slug)


class CancelEvent(EventWrite):
    """Cancel an event that nothing was played in. Players read the reason."""

    summary = "Cancel an event"
    body = ReasonSerializer

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        cancelling.cancel_event(thing.pk, data["reason"], context=self.context_of(key))
        return shown_event_or_404(thing.slug)


class RestoreEvent(EventWrite):
    """Undo a cancellation."""

    summary = "Restore a canceled event"

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        cancelling.restore_event(thing.pk, context=self.context_of(key))
        return shown_event_or_404(thing.slug)


class FinishEvent(EventWrite):
    """Finish the event: its places count from now on."""

    summary = "Finish an event"
    body = PublishSerializer

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        finishing.finish_event(thing.pk, context=self.context_of(key), override=data["override"])
        return shown_event_or_404(thing.slug)


class ReopenEvent(EventWrite):
    """Open a finished event again."""

    summary = "Reopen a finished event"

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Event:
        finishing.reopen_event(thing.pk, context=self.context_of(key))
        return shown_event_or_404(thing.slug)


class Standings(TableEndpoint):
    """Who stands where, and why."""

    summary = "Show an event's standings"
    answer = StandingsSerializer
    asked = (STAGE,)

    def find(self, slug: str) -> dict[str, Any]:
        return standings_shown(stage_or_404(self.request, event_or_404(slug)))


def standings_shown(stage: Stage) -> dict[str, Any]:
    """Of a stage that has begun, for `StandingsSerializer`."""
    columns = [criterion.key for _, criterion in boards.columns_of(stage)]
    rankings, places = boards.rankings_of(stage), places_without_lot(stage)
    shared = Counter(
        (standing.group, places[standing.entry.number]) for ranking in rankings for standing, _ in ranking.rows
    )
    names = {standing.entry.number: standing.entry.name for ranking in rankings for standing, _ in ranking.rows}
    return {
        "stage": stage.number,
        "is_settled": boards.is_settled(stage),
        "criteria": [{"key": criterion.key, "label": criterion.name} for criterion in boards.criteria_of(stage)],
        "results": [
            {
                "group": standing.group,
                "group_label": ranking.name,
                "place": places[standing.entry.number],
                "is_shared": shared[standing.group, places[standing.entry.number]] > 1,
                "place_by_lot": standing.place,
                "place_before": standing.place_before,
                "entry": standing.entry.number,
                "name": standing.entry.name,
                "players": people_of(standing.entry),
                "points": standing.points,
                "because": standing.because.render(names),
                "values": dict(zip(columns, map(number_in, values), strict=True)),
            }
            for ranking in rankings
            for standing, values in ranking.rows
        ],
    }


class Bracket(DetailEndpoint):
    """A knockout, match by match; only for stages that have one and have begun."""

    summary = "Show a bracket"
    answer = BracketSerializer
    asked = (STAGE,)

    def find(self, slug: str) -> dict[str, Any]:
        stage: Stage = stage_or_404(self.request, event_or_404(slug))
        board = bracket_of(stage)
        if board is None:
            raise Http404
        matches = [
            {
                "section": match.section.name.lower(),
                "section_label": band.name,
                "round": match.round,
                "round_label": column.name if match.is_third else match.caption or column.name,
                "sides": [_side(entry, side) for entry, side in zip(match.entries, match.sides, strict=True)],
                "games": match.points,
                **{name: getattr(match, name) for name in SHOWN},
            }
            for band in board.bands
            for column in band.columns
            for _, match in column.boxes
        ]
        return {"stage": stage.number, "winner": board.winner, "matches": matches}


SHOWN = ("number", "status", "table", "winner_to", "loser_to")


def _side(entry: int | None, side: Side) -> dict[str, Any]:
    score = number_in(side.score)
    names = {"name": side.name if side.is_known else None, "label": side.name}
    return {"entry": entry, **names, "seed": side.seed, "score": score, "is_winner": side.is_winner}


class Export(DetailEndpoint):
    """Everything of an event at once: entries, rounds with all that was said about each score, standings, prizes and
    payouts. Drafts and previews are for organizers."""

    summary = "Export an event"
    answer = ExportSerializer

    def find(self, slug: str) -> dict[str, Any]:
        event = shown_event_or_404(slug)
        write_money_in(event.club.currency)
        runs, begun = may_run(self.request, event), begun_stages(event)
        rounds = shown_rounds().filter(stage__event=event)
        return {
            "event": event,
            "entries": boards.entries_of(event),
            "rounds": rounds if runs else rounds.exclude(status=Round.Status.DRAFT),
            "standings": [standings_shown(stage) for stage in begun],
            "announcements": event.announcements.filter(is_withdrawn=False),
            "prizes": prizes_shown(event),
            "payouts": payouts_shown(event, with_private=runs),
        }


class Announcements(ListEndpoint, ClubWrite):
    """Lines for everyone at the event, the newest first."""

    summary = "List an event's announcements"
    summary_of_adding = "Post an announcement"
    answer = AnnouncementSerializer
    body = TextSerializer
    success, is_versioned, is_found_again = 201, False, False

    def rows(self, slug: str) -> QuerySet[Announcement]:
        return event_or_404(slug).announcements.filter(is_withdrawn=False)

    def locked(self, slug: str) -> Event:
        return event_or_404(slug)

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Announcement:
        return announcements.announce(thing.pk, data["text"], context=self.context_of(key))


class WithdrawAnnouncement(ClubWrite):
    """Take an announcement down."""

    summary = "Remove an announcement"
    answer = AnnouncementSerializer
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
