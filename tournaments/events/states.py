"""Where events are between planned and over, when they last changed, and whose season they belong to. Reads only."""

from enum import StrEnum

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from tournaments.activity_log.models import AuditLogEntry
from tournaments.events.event_list import COUNTED
from tournaments.events.models import Event
from tournaments.leagues.models import Season
from tournaments.rounds.models import Round


class EventState(StrEnum):
    """The values are in the API: they stay."""

    PLANNED = "planned"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


SEASONS = ("fixture__season", "series_night__season", "play_off__section__season", "cup_match__round__cup__season")
"""Ways from an event to the season that it is part of."""


def with_state(events: QuerySet[Event]) -> QuerySet[Event]:
    """Each with its `state`, its `changed_at` and the `season` it belongs to, by its slug. Running: a round is out, or
    was. A fixture's event is finished once the fixture is over."""
    begun = Round.objects.filter(stage__event=OuterRef("pk")).exclude(status=Round.Status.DRAFT)
    newest = AuditLogEntry.objects.filter(event=OuterRef("pk"), number=OuterRef("version")).values("at")[:1]
    return events.annotate(
        state=Case(
            When(cancelled_at__isnull=False, then=Value(EventState.CANCELLED.value)),
            When(Q(finished_at__isnull=False) | Q(COUNTED), then=Value(EventState.FINISHED.value)),
            When(Exists(begun), then=Value(EventState.RUNNING.value)),
            default=Value(EventState.PLANNED.value),
        ),
        changed_at=Coalesce(Subquery(newest), F("created_at")),
        season=Coalesce(*(_slug(way) for way in SEASONS), output_field=CharField()),
    )


def _slug(way: str) -> Case:
    """Of a season that is open, or was: others are for organizers."""
    return Case(When(~Q(**{f"{way}__state": Season.State.SETUP}), then=F(f"{way}__slug")))


def shown_events() -> QuerySet[Event]:
    """With all that programs are shown of an event."""
    return with_state(Event.objects.select_related("club", "venue").prefetch_related("stages"))
