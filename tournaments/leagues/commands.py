"""What commands of a season share: locks, conditions, its version in the log, and the bell for its tables."""

import dataclasses
from datetime import date
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from games.engine.errors import RuleError
from games.jobs.enqueuing import enqueue_on_commit
from games.live import publish
from games.locks import Level, lock_once, locked
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.leagues.models import (
    Exemption,
    Fixture,
    PointsAdjustment,
    Season,
    Section,
    SeriesNight,
    Squad,
    TransferRequest,
)
from tournaments.permissions import CAPTAIN, SYSTEM, Actor, Permission, may, require, roles
from tournaments.season_money.models import DismissedCharge, SeasonPosting

Part = TypeVar(
    "Part",
    Fixture,
    Section,
    Squad,
    SeriesNight,
    PointsAdjustment,
    TransferRequest,
    Exemption,
    SeasonPosting,
    DismissedCharge,
)


def lock_season(season_id: int) -> Season:
    """The first lock of every write to a season."""
    seasons = locked(Season.objects).select_related("league__club")
    return lock_once(Level.SEASON, season_id, lambda: seasons.get(pk=season_id))


def lock_part(fixtures: QuerySet[Part], pk: int) -> Part:
    """The season's lock is that of everything in it. fixtures: all of its kind."""
    season = lock_season(fixtures.values_list("season_id", flat=True).get(pk=pk))
    part = fixtures.get(pk=pk)
    part.season = season
    return part


def lock_fixture(fixture_id: int) -> Fixture:
    fixtures = Fixture.objects.select_related("home__team", "away__team", "section__division", "cup", "venue", "event")
    fixture = lock_part(fixtures, fixture_id)
    fixture.home.season = fixture.away.season = fixture.season
    return fixture


def lock_section(section_id: int) -> Section:
    return lock_part(Section.objects.select_related("division"), section_id)


def lock_squad(squad_id: int) -> Squad:
    return lock_part(Squad.objects.select_related("team"), squad_id)


def allow(
    subject: Season | Fixture | Section | Squad | SeriesNight | PointsAdjustment | Exemption, context: Context
) -> None:
    """For organizers of the club, while the season is not closed."""
    season = subject if isinstance(subject, Season) else subject.season
    require(context.actor, Permission.RUN_SEASON, season.league.club)
    check_not_closed(season)


def allow_captains(fixture: Fixture, context: Context) -> None:
    """For organizers, and from the fixture's day on for the captains of both squads, while the season is not closed."""
    check_not_closed(fixture.season)
    if may(context.actor, Permission.RUN_SEASON, fixture.season.league.club):
        return
    side = captain_side(context.actor, fixture)
    require(context.actor, Permission.SEND_CARD, fixture.squads[side or 0])
    day = day_of(fixture)
    if timezone.now().astimezone(fixture.season.zone).date() < day:
        raise RuleError("{fixture} is on {day}. Come back on that day.", fixture=fixture, day=day)


def captain_side(actor: Actor, fixture: Fixture) -> int | None:
    """0 for a captain of the home squad, 1 for one of the visitors, else None."""
    return next((side for side, squad in enumerate(fixture.squads) if CAPTAIN in roles(actor, squad)), None)


def for_captain(context: Context, club: Club) -> Context:
    """The context in which an event of a fixture is run: an organizer's own, else the site's, which a captain asks."""
    if may(context.actor, Permission.RUN_EVENT, club):
        return context
    return dataclasses.replace(context, actor=SYSTEM)


def day_of(fixture: Fixture) -> date:
    """The day of the fixture where the club is."""
    return fixture.starts_at.astimezone(fixture.season.zone).date()


def check_not_closed(season: Season) -> None:
    if season.is_closed:
        raise RuleError(
            "{season} is closed, so its standings are final. Change the next season instead.", season=season
        )


def check_seen(subject: Season | Section, expected_version: int | None) -> None:
    season = subject if isinstance(subject, Season) else subject.season
    if expected_version is not None and expected_version != season.version:
        raise Conflict("The season has changed since you opened this page. Check it again, then decide.")


def check_fixture_seen(fixture: Fixture, expected_version: int | None) -> None:
    if expected_version is not None and expected_version != fixture.revision:
        raise Conflict(
            "Someone changed {fixture} while you had it open. It’s now marked “{state}”. Check it again.",
            fixture=fixture,
            state=fixture.get_state_display().lower(),
        )


def write(season: Season, context: Context, *, reason: str = "", detail: dict[str, Any] | None = None) -> AuditLogEntry:
    """Log the running command in the club's log, make it the season's next version and tell the browsers."""
    entry = context.log(season.league.club, reason=reason, detail={"season": season.pk, **(detail or {})})
    tell(season)
    return entry


def tell(season: Season) -> None:
    season.version += 1
    season.save(update_fields=["version"])
    publish(season.topic, season.version)


def save_fixture(fixture: Fixture, *fields: str) -> None:
    """Write a fixture under its season's lock, as its next revision."""
    fixture.revision += 1
    fixture.changed_at = timezone.now()
    fixture.save(update_fields=[*fields, "revision", "changed_at"])


def season_of_event(event: Event) -> int | None:
    """The season that an event is part of, as a fixture, a night or play-offs; None for all others."""
    seasons = "fixture__season", "series_night__season", "play_off__section__season"
    return next(filter(None, Event.objects.values_list(*seasons).get(pk=event.pk)), None)


def wake_season_of(event: Event) -> None:
    """Wake the worker that brings the season's tables up to date with an event."""
    if season_id := season_of_event(event):
        enqueue_on_commit("tournaments.tasks.settle_season_task", season_id)
