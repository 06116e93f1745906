"""Events as lists show them: tonight's and those to come, those that were played, and what goes on at each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Event, Round

STILL_TONIGHT = timedelta(hours=12)
"""So long after its start an event stands among those of tonight."""


@dataclass(frozen=True)
class EventRow:
    """is_playing: begun, tonight, and not finished. may_register: registration is open, and nothing has begun."""

    event: Event
    is_playing: bool
    may_register: bool


def coming(events: QuerySet[Event], now: datetime) -> QuerySet[Event]:
    """The next one first."""
    return _as_listed(events).filter(starts_at__gte=now - STILL_TONIGHT).order_by("starts_at", "pk")


def played(events: QuerySet[Event], now: datetime) -> QuerySet[Event]:
    """The newest first."""
    return _as_listed(events).filter(starts_at__lt=now - STILL_TONIGHT)


def rows(events: Iterable[Event], now: datetime) -> list[EventRow]:
    """Of `coming` or `played`, or a page of it."""
    return [_row(event, now) for event in events]


def _as_listed(events: QuerySet[Event]) -> QuerySet[Event]:
    begun = Round.objects.filter(stage__event=OuterRef("pk")).exclude(status=Round.Status.DRAFT)
    return events.select_related("club", "venue", "registration").annotate(has_begun=Exists(begun))


def _row(event: Event, now: datetime) -> EventRow:
    has_begun = bool(getattr(event, "has_begun"))  # noqa: B009 - an annotation, which types do not know
    is_tonight = event.starts_at >= now - STILL_TONIGHT
    terms = getattr(event, "registration", None)
    return EventRow(
        event,
        is_playing=has_begun and is_tonight and event.finished_at is None,
        may_register=not has_begun and terms is not None and terms.is_open_at(now),
    )
