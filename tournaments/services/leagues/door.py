"""How a verb of a season begins and ends: its lock, its journal and version, and the bell for its tables."""

from typing import Any

from django.utils import timezone

from games.doorbell import ring
from games.engine.errors import RuleError
from games.live import publish
from games.locks import locked
from tournaments.errors import Stale
from tournaments.models import Event, Fixture, JournalEntry, PlayOff, Season, SeriesNight
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By


def lock_season(season_id: int) -> Season:
    """The first lock of every write to a season."""
    return locked(Season.objects).select_related("league__club").get(pk=season_id)


def lock_fixture(fixture_id: int) -> Fixture:
    """The season's lock is the fixture's lock."""
    season = lock_season(Fixture.objects.values_list("season_id", flat=True).get(pk=fixture_id))
    rows = Fixture.objects.select_related("home__team", "away__team", "section__division", "venue", "event")
    fixture = rows.get(pk=fixture_id)
    fixture.season = fixture.home.season = fixture.away.season = season
    return fixture


def allow(season: Season, by: By) -> None:
    """For organizers of the club, while the season is not closed."""
    require(by.actor, Verb.RUN_SEASON, season.league.club)
    check_not_closed(season)


def check_not_closed(season: Season) -> None:
    if season.is_closed:
        raise RuleError(
            "{season} is closed. Its places and moves stay as they are; the next season is another one.", season=season
        )


def check_seen(season: Season, seen: int | None) -> None:
    if seen is not None and seen != season.version:
        raise Stale("The season has changed since this page was made. Look at it again, then decide.")


def check_fixture_seen(fixture: Fixture, seen: int | None) -> None:
    if seen is not None and seen != fixture.revision:
        raise Stale(
            "{fixture} was changed meanwhile: {state}. Look at it again.",
            fixture=fixture,
            state=fixture.get_state_display().lower(),
        )


def write(season: Season, verb: str, by: By, body: dict[str, Any], **about: Any) -> JournalEntry:
    """Append to the club's journal, make it the season's next version and tell the browsers. Needs its lock."""
    about["detail"] = {"season": season.pk, **about.get("detail", {})}
    entry = journal.write_club(season.league.club, verb, by, body, **about)
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
    if fixture := Fixture.objects.filter(event=event).first():
        return fixture.season_id
    if night := SeriesNight.objects.filter(event=event).first():
        return night.season_id
    play_off = PlayOff.objects.filter(event=event).select_related("section").first()
    return play_off.section.season_id if play_off else None


def ring_season_of(event: Event) -> None:
    """Wake the worker that brings the season's tables up to date with an event."""
    if season_id := season_of_event(event):
        ring("tournaments.tasks.settle_season_task", season_id)
