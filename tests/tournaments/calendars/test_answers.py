"""How calendars answer: the same until something has changed, never too long, and at the same price."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.cast import context_of, enter, make_club, make_event, make_user
from tests.tournaments.calendars.ics import ask, read, read_at
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.calendar import DAY, club_path, edit, small_league
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage, a_hall
from tournaments.activity_log.models import AuditLogEntry
from tournaments.calendars import selectors
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Venue
from tournaments.events.commands import create_event
from tournaments.events.models import Event
from tournaments.leagues import fixtures, schedule, setup
from tournaments.leagues.models import Fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_league()


def test_the_bytes_change_with_the_facts_and_not_with_the_clock(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    noon = timezone.now().replace(day=10)
    turn(monkeypatch, noon)
    path = club_path(stage.club)
    first = ask(path)
    turn(monkeypatch, noon + 9 * DAY)
    again = ask(path, HTTP_HOST="testserver")
    assert again.content == first.content
    assert again["ETag"] == first["ETag"]
    assert ask(path, **{"If-None-Match": first["ETag"]}).status_code == 304
    assert ask(path, **{"If-None-Match": first["ETag"]}).content == b""
    assert ask(path, **{"If-Modified-Since": first["Last-Modified"]}).status_code == 304
    fixtures.postpone(stage.fixture("Wrens", "Larks").pk, None, "Snow", context=stage.context_of())
    changed = ask(path, **{"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def turn(monkeypatch: pytest.MonkeyPatch, moment: datetime.datetime) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


@pytest.mark.parametrize("change", ["rename", "venue", "league", "postpone", "new", "open"])
def test_last_modified_is_never_older_than_the_change(stage: Stage, change: str) -> None:
    event, winter = make_event(stage.club, stage.olga, venue=Venue.objects.get()), winter_of(stage)
    path = club_path(stage.club)
    long_ago()
    before = ask(path)
    changes = {
        "rename": lambda: edit(stage.olga, event, name="Other"),
        "venue": lambda: edit(stage.olga, Venue.objects.get(), name="Moose Hall"),
        "league": lambda: edit(stage.olga, stage.league, name="Oak League"),
        "postpone": lambda: fixtures.postpone(
            stage.fixture("Wrens", "Larks").pk, None, "Snow", context=stage.context_of()
        ),
        "new": lambda: make_event(stage.club, stage.olga, name="New"),
        "open": lambda: schedule.open_season(winter, context=stage.context_of()),
    }
    assert ask(path, **{"If-Modified-Since": before["Last-Modified"]}).status_code == 304
    changes[change]()
    after = ask(path, **{"If-Modified-Since": before["Last-Modified"]})
    assert after.status_code == 200
    assert after.content != before.content


def long_ago() -> None:
    """Everything that was done has been done an hour ago."""
    hour = datetime.timedelta(hours=1)
    AuditLogEntry.objects.update(at=F("at") - hour)
    Event.objects.update(created_at=F("created_at") - hour)
    Fixture.objects.update(changed_at=F("changed_at") - hour)


def winter_of(stage: Stage) -> int:
    """A second season with its fixtures drafted."""
    fall, stage.season = stage.season, setup.create_season(stage.league, "Winter", SMALL, context=stage.context_of())
    for name in BIRDS[:2]:
        squad = setup.add_squad(stage.season.sections.get().pk, name, context=stage.context_of())
        assert squad.number
    stage.draft()
    winter, stage.season = stage.season, fall
    return winter.pk


def test_what_is_long_past_goes_with_the_month(monkeypatch: pytest.MonkeyPatch) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    now = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)
    turn(monkeypatch, now)
    days = {
        "kept": datetime.datetime(2025, 11, 1, tzinfo=datetime.UTC),
        "gone": now.replace(year=2025, month=10, day=31),
    }
    for name, day in days.items():
        create_event(club, name, day, "progressive", {}, context=context_of(olga))
    before = ask(club_path(club))
    assert [one.name for one in read(before.content)] == ["kept"]
    turn(monkeypatch, datetime.datetime(2026, 12, 1, 0, 0, 1, tzinfo=datetime.UTC))
    after = ask(club_path(club), **{"If-Modified-Since": before["Last-Modified"]})
    assert read(after.content) == []


def test_of_too_many_the_past_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    monkeypatch.setattr(selectors, "MAX_DATES", 4)
    begun = selectors.month_begun()
    for days in (-40, -30, -20, 40, 50, 60):
        create_event(club, f"In {days}", begun + days * DAY, "progressive", {}, context=context_of(olga))
    assert [one.name for one in read_at(club_path(club))] == ["In -20", "In 40", "In 50", "In 60"]
    monkeypatch.setattr(selectors, "MAX_DATES", 2)
    assert [one.name for one in read_at(club_path(club))] == ["In 40", "In 50"]


COUNTS = {"club": 5, "league": 5, "season": 5, "squad": 4, "venue": 5, "player": 7}


@pytest.mark.parametrize("rows", [1, pytest.param(100, id="100", marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_they_ask_the_same_number_of_questions_however_long_they_are(rows: int) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:2],))
    hall = a_hall(stage, None)
    stage.open()
    row = stage.season.fixtures.get()
    [player] = enter(make_event(stage.club, stage.olga, venue=hall), stage.olga, ["Wren"])
    event = EntryPlayer.objects.get(player=player).event
    many(rows, row, event, player)
    Fixture.objects.update(venue=hall)
    paths = {
        "club": club_path(stage.club),
        "league": reverse("league_calendar", args=["elm-league"]),
        "season": reverse("season_calendar", args=["fall"]),
        "squad": reverse("squad_calendar", args=["fall", 1]),
        "venue": reverse("venue_calendar", args=[hall.pk]),
        "player": reverse("player_calendar", args=[player.pk]),
    }
    stranger, olga, counts, found = log_in(make_user("Sam")), log_in(stage.olga), {}, {}
    for name, path in paths.items():
        with CaptureQueriesContext(connection) as asked:
            response = ask(path, stranger)
        counts[name], found[name] = len(asked), len(read(response.content))
        assert ask(path, olga).content == ask(path).content == response.content
    assert counts == COUNTS
    assert found == {"club": 2 * rows, "league": rows, "season": rows, "squad": rows, "venue": 2 * rows, "player": rows}


def many(rows: int, fixture: Fixture, event: Event, player: Any) -> None:
    """As many fixtures and events of the same kind, written straight into the database."""
    for number in range(2, rows + 1):
        Fixture.objects.create(
            season=fixture.season,
            section=fixture.section,
            number=number,
            week=number,
            leg=number,
            home=fixture.home,
            away=fixture.away,
            starts_at=fixture.starts_at + number * DAY,
            state="planned",
        )
        other = Event.objects.create(
            club=event.club,
            name=f"Night {number}",
            slug=f"night-{number}",
            starts_at=event.starts_at + number * DAY,
            venue=event.venue,
        )
        entry = other.entries.create(number=1)
        EntryPlayer.objects.create(event=other, entry=entry, player=player)


def test_journal_entries_of_other_clubs_count_nowhere_here(stage: Stage) -> None:
    before = ask(club_path(stage.club)).content
    other = make_club(make_user("Otis"), "Other club")
    AuditLogEntry.objects.create(
        club=other, action="save_setup", source="admin", is_system=True, detail={"model": "venue"}
    )
    assert ask(club_path(stage.club)).content == before
