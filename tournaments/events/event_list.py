"""Events as lists show them: tonight's and those to come, those that were played, and what goes on at each."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.leagues.models import OVER, Fixture, Season
from tournaments.results.models import Standing
from tournaments.rounds.models import Round

STILL_TONIGHT = timedelta(hours=12)
"""For this long after its start an event is listed as one of tonight."""
COUNTED = Exists(Fixture.objects.filter(event=OuterRef("pk"), state__in=OVER))
"""An event that is a fixture, and the fixture is over; it may have been played before its day."""
NEXT = 6
"""So many league nights are listed at most."""
SHOWN = 10
"""So many events to come are on a club's page; all of them have a page of their own."""


@dataclass(frozen=True)
class EventRow:
    """is_playing: begun, tonight, and not finished. may_register: registration is open, and nothing has begun.

    players: how many are entered. winners: who came first in what is finished; none where a fixture is played.
    """

    event: Event
    is_playing: bool
    may_register: bool
    players: int = 0
    winners: tuple[str, ...] = ()

    @property
    def starts_at(self) -> datetime:
        return self.event.starts_at


@dataclass(frozen=True)
class LeagueNight:
    """Fixtures of a season that start at one time. None of them has begun: then they are events."""

    season: Season
    starts_at: datetime
    fixtures: int


def coming(events: QuerySet[Event], now: datetime) -> QuerySet[Event]:
    """The next one first. What is over is not among them, also if it was played before its time."""
    listed = _as_listed(events).filter(~COUNTED, finished_at=None, starts_at__gte=now - STILL_TONIGHT)
    return listed.order_by("starts_at", "pk")


def played(events: QuerySet[Event], now: datetime) -> QuerySet[Event]:
    """Events that were played, newest first."""
    is_over = Q(COUNTED) | Q(finished_at__isnull=False) | Q(starts_at__lt=now - STILL_TONIGHT)
    return _as_listed(events).filter(is_over)


def league_nights(now: datetime, club: Club | None = None, most: int | None = NEXT) -> list[LeagueNight]:
    """The next nights of leagues, of one club or of all. most: None for every one of them."""
    matches = Fixture.objects.filter(
        state=Fixture.State.PLANNED, event=None, season__state=Season.State.OPEN, starts_at__gte=now - STILL_TONIGHT
    )
    if club:
        matches = matches.filter(season__league__club=club)
    nights = matches.values_list("season", "starts_at").annotate(Count("pk")).order_by("starts_at", "season")[:most]
    seasons = Season.objects.select_related("league__club").in_bulk({season for season, *_ in nights})
    return [LeagueNight(seasons[season], starts_at, fixtures) for season, starts_at, fixtures in nights]


def next_first(events: Iterable[EventRow], nights: Iterable[LeagueNight]) -> list[EventRow | LeagueNight]:
    """Events to come and league nights in one list."""
    return sorted([*events, *nights], key=lambda listed: listed.starts_at)


def moments(club: Club, now: datetime) -> list[tuple[datetime, int, LeagueNight | None]]:
    """Everything to come at a club, the next first: its start, and the event's number or the league night."""
    events = coming(club.events.all(), now).values_list("starts_at", "pk")
    nights = ((night.starts_at, 0, night) for night in league_nights(now, club, most=None))
    return sorted([*((starts_at, pk, None) for starts_at, pk in events), *nights], key=lambda night: night[:2])


def at_moments(
    asked: Iterable[tuple[datetime, int, LeagueNight | None]], now: datetime
) -> list[EventRow | LeagueNight]:
    """A page of `moments`."""
    listed = list(asked)
    events = coming(Event.objects.filter(pk__in=[pk for _, pk, night in listed if night is None]), now)
    return next_first(rows(events, now), [night for *_, night in listed if night])


def tonight(coming: Iterable[EventRow], clubs: Collection[int], now: datetime) -> EventRow | None:
    """Of `rows` of `coming`: the event that one of the clubs runs now, or is about to. None that is canceled."""
    theirs = (
        event_row for event_row in coming if event_row.event.club_id in clubs and not event_row.event.cancelled_at
    )
    return next((event_row for event_row in theirs if event_row.starts_at < now + STILL_TONIGHT), None)


def rows(events: Iterable[Event], now: datetime) -> list[EventRow]:
    """Of `coming` or `played`, or a page of it."""
    listed = list(events)
    winners = _winners([event.pk for event in listed if event.finished_at and not _says(event, "is_fixture")])
    return [_row(event, now, winners.get(event.pk, ())) for event in listed]


def _winners(events: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Event → who came first in its last stage. Of pools and divisions none is the event's first."""
    if not events:
        return {}
    standings: dict[int, dict[int, list[Standing]]] = {}
    firsts = Standing.objects.filter(stage__event__in=events, place=1).select_related("stage", "entry")
    for standing in firsts.order_by("entry__number").prefetch_related("entry__lineup__player"):
        standings.setdefault(standing.stage.event_id, {}).setdefault(standing.stage.number, []).append(standing)
    last = {event: stages[max(stages)] for event, stages in standings.items()}
    return {
        event: tuple(best.entry.name for best in first)
        for event, first in last.items()
        if len({best.group for best in first}) == 1
    }


def _as_listed(events: QuerySet[Event]) -> QuerySet[Event]:
    begun = Round.objects.filter(stage__event=OuterRef("pk")).exclude(status=Round.Status.DRAFT)
    listed = events.select_related("club", "venue", "registration")
    entered = EntryPlayer.objects.filter(event=OuterRef("pk"), is_active=True).order_by().values("event")
    return listed.annotate(
        has_begun=Exists(begun),
        is_counted=COUNTED,
        is_fixture=Exists(Fixture.objects.filter(event=OuterRef("pk"))),
        players=Coalesce(Subquery(entered.annotate(number=Count("pk")).values("number")), 0),
    )


def _says(event: Event, annotation: str) -> Any:
    """An annotation of `_as_listed`, which types do not know."""
    return getattr(event, annotation)


def _row(event: Event, now: datetime, winners: tuple[str, ...]) -> EventRow:
    has_begun, is_counted = _says(event, "has_begun"), _says(event, "is_counted")
    is_over = is_counted or event.finished_at is not None or event.starts_at < now - STILL_TONIGHT
    terms = getattr(event, "registration", None)
    return EventRow(
        event,
        is_playing=has_begun and not is_over,
        may_register=not has_begun and not event.cancelled_at and terms is not None and terms.is_open_at(now),
        players=_says(event, "players"),
        winners=winners,
    )
