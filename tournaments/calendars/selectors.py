"""What is in a calendar: fixtures and events of a club, league, season, squad, venue or player. Reads only.

A fixture is one date for good, also while it is played as an event; that event is not listed beside it. A cup match of
two pairs is one date too, before it begins and then as its event. Everything here follows from what is stored: the same
question gets the same answer until something has changed or a month has begun.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.identity import records_of
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.public_names import public_name
from tournaments.cups.models import CupDecision, CupEntrant, CupMatch, CupPlayer
from tournaments.events.models import Event, Where
from tournaments.leagues.models import Fixture, League, Season, Squad
from tournaments.leagues.selectors import playing

MAX_DATES = 1000
State = Fixture.State
NOT_PLAYED = (State.POSTPONED, State.WALKOVER, State.UNFULFILLED, State.VOID)
WITH_FIXTURE = ("home__team", "away__team", "venue", "section__division", "cup", "season__league__club")
WITH_CUP_MATCH = ("home__squad", "away__squad", "venue", "round__cup__season__league__club")
PAIRS = ("home__players__player", "away__players__player")
NONE = Q(pk__in=[])
EDITED = Q(action=Action.SAVE_SETUP, detail__model__in=["club", "venue", "league", "division", "team"]) | Q(
    action__in=[Action.CHANGE_CLUB, Action.CHANGE_VENUE]
)
"""What a club edited of the names that its dates show."""
SHOWN = ("name", "starts_at", "venue", "where")
MOVED = Q(action__in=[Action.CANCEL_EVENT, Action.RESTORE_EVENT]) | Q(
    action=Action.CHANGE_EVENT, detail__changed__has_any_keys=SHOWN
)
"""What was done to an event that its date shows. Scores, rounds and entries are not among it."""


@dataclass(frozen=True)
class Dated:
    """One date. path: of its page. version rises with every change of what is shown; is_off: called off, or without a
    day now."""

    uid: str
    name: str
    starts_at: datetime
    where: str
    about: str
    path: str
    version: int
    changed_at: datetime
    is_off: bool


@dataclass(frozen=True)
class Calendar:
    """dates: the earliest first. changed_at: not before anything in it changed, or left it; None where that is not
    known, because dates may leave it without a trace."""

    name: str
    zone: str
    path: str
    dates: tuple[Dated, ...]
    changed_at: datetime | None = None


@dataclass(frozen=True)
class _Edits:
    """Of the names that a club's dates show: how many there were, and when the last. newest: its newest log entry
    of any kind that belongs to no event."""

    count: int = 0
    last: datetime | None = None
    newest: datetime | None = None


def of_club(club: Club) -> Calendar:
    of_pairs = Q(round__cup__season__league__club=club)
    dates, edits = _dates(Q(club=club), Q(season__league__club=club), of_pairs, [club.pk])
    return Calendar(club.name, club.zone, club.get_absolute_url(), dates, _changed(dates, edits[club.pk]))


def of_league(league: League) -> Calendar:
    """Of all its seasons that are open or were."""
    open_ones = Season.objects.filter(league=league).exclude(state=Season.State.SETUP).values("pk")
    events = Q(series_night__season__in=open_ones) | Q(play_off__section__season__in=open_ones)
    events |= Q(cup_match__round__cup__season__in=open_ones)
    of_pairs = Q(round__cup__season__league=league)
    dates, edits = _dates(events, Q(season__league=league), of_pairs, [league.club_id])
    changed_at = _changed(dates, edits[league.club_id])
    return Calendar(league.name, league.club.zone, league.get_absolute_url(), dates, changed_at)


def of_season(season: Season) -> Calendar:
    club = season.league.club
    events = Q(series_night__season=season) | Q(play_off__section__season=season)
    events |= Q(cup_match__round__cup__season=season)
    dates, edits = _dates(events, Q(season=season), Q(round__cup__season=season), [club.pk])
    return Calendar(str(season), club.zone, season.get_absolute_url(), dates, _changed(dates, edits[club.pk]))


def of_squad(squad: Squad) -> Calendar:
    club = squad.season.league.club
    dates, edits = _dates(Q(play_off__seats__squad=squad), Q(home=squad) | Q(away=squad), NONE, [club.pk])
    name = say("{squad}: {season}", squad=squad, season=squad.season.name)
    return Calendar(name, club.zone, squad.get_absolute_url(), dates, _changed(dates, edits[club.pk]))


def of_venue(venue: Venue) -> Calendar:
    """A fixture or event that is moved elsewhere simply disappears from it."""
    dates, _ = _dates(Q(venue=venue), Q(venue=venue), Q(venue=venue), [venue.club_id])
    return Calendar(venue.name, venue.club.zone, venue.club.get_absolute_url(), dates)


def of_player(player: Player, name: str, path: str) -> Calendar:
    """Fixtures of the squads that the player is in, or is named for, events that the player is entered in, and cup
    matches of the player's pair.

    name: as the calendar's readers may see it.
    """
    records = records_of(player)
    entered = EntryPlayer.objects.filter(player__in=records, is_active=True)
    entered = entered.exclude(entry__status=Entry.Status.DROPPED)
    pairs = CupPlayer.objects.filter(player__in=records).values("entrant")
    dates, _ = _dates(Q(pk__in=entered.values("event")), playing(records), Q(home__in=pairs) | Q(away__in=pairs))
    return Calendar(name, "UTC", path, dates)


def month_begun() -> datetime:
    """The clock, as far as calendars look at it: what is long past leaves them once a month, not at any moment."""
    return timezone.now().astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _dates(
    events: Q, fixtures: Q, of_pairs: Q, clubs: Iterable[int] | None = None
) -> tuple[tuple[Dated, ...], dict[int, _Edits]]:
    """The dates of these events, fixtures and cup matches of pairs, up to a maximum, and what their clubs edited.
    clubs: theirs, where known.

    From a year before this month; the past goes first where there are too many, then the far future.
    """
    turn = month_begun()
    moves = AuditLogEntry.objects.filter(MOVED, event=OuterRef("pk")).order_by("-number")
    listed = (
        Event.objects.filter(events, fixture=None)
        .select_related("club", "venue", "cup_match__round__cup", "cup_match__home", "cup_match__away")
        .prefetch_related(*(f"cup_match__{path}" for path in PAIRS))
        .annotate(moved=Subquery(moves.values("number")[:1]), moved_at=Subquery(moves.values("at")[:1]))
    )
    played = Fixture.objects.filter(fixtures).exclude(state=State.DRAFT).select_related(*WITH_FIXTURE)
    decided = CupDecision.objects.filter(match=OuterRef("pk")).order_by("-turn").values("method")[:1]
    waiting = (
        CupMatch.objects.filter(of_pairs, event=None)
        .select_related(*WITH_CUP_MATCH)
        .prefetch_related(*PAIRS)
        .annotate(decided=Subquery(decided))
    )
    dated: list[Any] = [*_nearest(listed, turn), *_nearest(played, turn), *_nearest(waiting, turn)]
    ahead = sorted((item for item in dated if item.starts_at >= turn), key=_order)
    past = sorted((item for item in dated if item.starts_at < turn), key=_order)
    kept = ahead[:MAX_DATES]
    kept = past[max(0, len(past) + len(kept) - MAX_DATES) :] + kept
    edits = _edits({_club(item).pk for item in kept} if clubs is None else clubs)
    dates = tuple(_dated(item, edits[_club(item).pk]) for item in kept)
    return dates, edits


def _nearest(queryset: "QuerySet[Any]", turn: datetime) -> "QuerySet[Any]":
    """What is ahead, the soonest first, and then what is past, the latest first."""
    ahead = Q(starts_at__gte=turn)
    nearest = queryset.filter(starts_at__gte=turn.replace(year=turn.year - 1))
    is_past = Case(When(ahead, then=Value(0)), default=Value(1))
    return nearest.order_by(is_past, Case(When(ahead, then=F("starts_at"))), "-starts_at", "pk")[:MAX_DATES]


def _order(item: Any) -> tuple[datetime, int, int]:
    return item.starts_at, [Event, Fixture, CupMatch].index(type(item)), item.pk


def _club(item: Event | Fixture | CupMatch) -> Club:
    return item.club if isinstance(item, Event) else item.season.league.club


def _edits(clubs: Iterable[int]) -> dict[int, _Edits]:
    own = AuditLogEntry.objects.filter(club__in=clubs, event=None).order_by().values("club")
    counted = own.annotate(count=Count("pk", filter=EDITED), last=Max("at", filter=EDITED), newest=Max("at"))
    edits = {club: _Edits(*counts) for club, *counts in counted.values_list("club", "count", "last", "newest")}
    return dict.fromkeys(clubs, _Edits()) | edits


def _dated(item: Any, edits: _Edits) -> Dated:
    if isinstance(item, CupMatch):
        about = _cup_match(item, edits)
    else:
        about = _event(item) if isinstance(item, Event) else _fixture(item)
    about["version"] += edits.count
    about["changed_at"] = max(about["changed_at"], edits.last or about["changed_at"])
    return Dated(starts_at=item.starts_at, **about)


def _event(event: Any) -> dict[str, Any]:
    where = say("Online") if event.where == Where.ONLINE and not event.venue else _place(event.venue)
    said = event.club.name
    if event.cancelled_at:
        said += "\n" + say("Canceled: {reason}", reason=event.cancelled_because)
    # It goes on as the date that its cup match was.
    match = getattr(event, "cup_match", None)
    return {
        "uid": f"event-{event.pk}@{settings.FEEDS_HOST}" if match is None else _uid_of(match),
        "path": event.get_absolute_url(),
        "name": event.name if match is None else _of_pairs(match),
        "where": where,
        "about": said,
        "version": (event.moved or 1) + (match.round.cup.version if match else 0),
        "changed_at": event.moved_at or event.created_at,
        "is_off": event.cancelled_at is not None,
    }


def _fixture(fixture: Fixture) -> dict[str, Any]:
    is_off = fixture.state in NOT_PLAYED and not fixture.is_begun
    said = f"{fixture.season} · {fixture.competition}"
    if fixture.reason:
        said += "\n" + say("{state}: {reason}", state=fixture.get_state_display(), reason=fixture.reason)
    return {
        "uid": f"fixture-{fixture.pk}@{settings.FEEDS_HOST}",
        "path": fixture.get_absolute_url(),
        "name": f"{fixture.home} – {fixture.away}",
        "where": _place(fixture.venue),
        "about": said,
        "version": fixture.revision,
        "changed_at": fixture.changed_at,
        "is_off": is_off,
    }


def _cup_match(match: Any, edits: _Edits) -> dict[str, Any]:
    """Of two pairs, before it begins. Each of its changes is in the club's activity log."""
    cup = match.round.cup
    said = f"{cup.season} · {cup}"
    if cup.cancelled_because:
        said += "\n" + say("Canceled: {reason}", reason=cup.cancelled_because)
    return {
        "uid": _uid_of(match),
        "path": cup.get_absolute_url(),
        "name": _of_pairs(match),
        "where": _place(match.venue),
        "about": said,
        "version": cup.version,
        "changed_at": edits.newest or match.starts_at,
        "is_off": bool(cup.cancelled_because) or match.decided not in (None, CupDecision.Method.UNDONE),
    }


def _of_pairs(match: Any) -> str:
    """As strangers may read it."""
    pairs = f"{_pair(match.home)} – {_pair(match.away)}"
    return say("{cup}: {match}", cup=match.round.cup, match=pairs)


def _pair(entrant: CupEntrant) -> str:
    return " & ".join(public_name(player.player) for player in entrant.players.all())


def _uid_of(match: CupMatch) -> str:
    return f"cup-match-{match.pk}@{settings.FEEDS_HOST}"


def _place(venue: Venue | None) -> str:
    return ", ".join(filter(None, (venue.name, venue.address))) if venue else ""


def _changed(dates: Iterable[Dated], edits: _Edits) -> datetime:
    moments = (month_begun(), edits.newest, *(date.changed_at for date in dates))
    return max(moment for moment in moments if moment is not None)
