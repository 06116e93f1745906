"""Calendars: what they hold is what is stored, each date keeps its name through every change, and only changes change
them."""

import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.cast import context_of, make_club, make_event, make_user, on_grid, seat_table, slip
from tests.tournaments.calendars.ics import ask, by_uid, read, read_at, uid
from tests.tournaments.pages.browsing import HOSTILE, log_in
from tests.tournaments.scenes.calendar import DAY, club_path, edit, small_league
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.venues import add_venue
from tournaments.events.commands import create_event
from tournaments.events.models import Event
from tournaments.leagues import fixtures, play_offs, schedule, series
from tournaments.leagues.models import Team
from tournaments.leagues.schedule import Plan
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_league()


def test_a_seasons_calendar_holds_every_fixture_as_it_is_stored(stage: Stage) -> None:
    found = by_uid(reverse("season_calendar", args=["fall"]))
    rows = list(stage.season.fixtures.select_related("home__team", "away__team", "venue"))
    assert len(rows) == 12
    assert set(found) == {uid(row) for row in rows}
    for row in rows:
        one = found[uid(row)]
        assert (one.name, one.starts_at) == (f"{row.home} – {row.away}", row.starts_at)
        assert (one.sequence, one.status) == (row.revision, "CONFIRMED")
        assert one.where == ("Elks Hall" if row.venue else "")
        assert one.about == "Elm League: Fall · Division 1"
        assert one.address == f"http://testserver{row.get_absolute_url()}"
        assert one.changed_at == row.changed_at.replace(microsecond=0)


@pytest.mark.parametrize(
    ("zone", "first", "hours"),
    [
        ("America/Detroit", datetime.date(2027, 3, 3), [0, 0, 23]),
        ("Europe/Berlin", datetime.date(2026, 10, 14), [17, 17, 18]),
    ],
)
def test_seven_in_the_evening_stays_seven_when_the_clocks_change(
    zone: str, first: datetime.date, hours: list[int]
) -> None:
    """Three weeks, the change of the clocks before the last: the hours in UTC are other ones, those on the wall not."""
    stage = Stage({**SMALL, "meetings": "single"})
    Club.objects.update(zone=zone)
    schedule.draft_fixtures(stage.season.pk, Plan(first, datetime.time(19)), context=stage.context_of())
    schedule.open_season(stage.season.pk, context=stage.context_of())
    found = read_at(reverse("season_calendar", args=["fall"]))
    starts = sorted({one.starts_at for one in found})
    walls = [one.astimezone(ZoneInfo(zone)) for one in starts]
    assert [(one.date(), one.hour) for one in walls] == [(first + week * 7 * DAY, 19) for week in range(3)]
    assert [one.hour for one in starts] == hours


def test_both_hours_that_a_clock_shows_twice_can_be_distinguished() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    first = datetime.datetime(2026, 11, 1, 1, 30, tzinfo=ZoneInfo("America/Detroit"))
    for name, fold in (("Before", 0), ("After", 1)):
        create_event(club, name, first.replace(fold=fold), "progressive", {}, context=context_of(olga))
    starts = {one.name: one.starts_at for one in read_at(club_path(club))}
    assert starts["After"] - starts["Before"] == datetime.timedelta(hours=1)
    assert starts["Before"].hour == 5


def test_an_event_keeps_its_name_for_good_and_its_number_rises() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    event = make_event(club, olga)
    path = club_path(club)
    seen = [by_uid(path)[uid(event)]]
    hall = add_venue(club, "Elks Hall", "12 Elm St", context=context_of(olga))
    steps: list[tuple[Any, dict[str, Any]]] = [
        (event, {"name": "Friday night"}),
        (event, {"starts_at": event.starts_at + DAY}),
        (event, {"venue": hall}),
        (hall, {"name": "Moose Hall"}),
        (club, {"name": "Elm Street"}),
        (event, {"where": "online"}),
    ]
    for row, fields in steps:
        edit(olga, row, **fields)
        seen.append(by_uid(path)[uid(event)])
    assert len({one.uid for one in seen}) == 1
    assert [one.sequence for one in seen] == sorted({one.sequence for one in seen})
    assert [one.changed_at for one in seen] == sorted(one.changed_at for one in seen)
    last = seen[-1]
    event.refresh_from_db()
    assert (last.name, last.starts_at) == ("Friday night", event.starts_at.replace(microsecond=0))
    assert (last.where, last.about) == ("Moose Hall, 12 Elm St", "Elm Street")
    assert last.address == "http://testserver/events/thursday-night/"


def test_its_number_stays_while_a_night_is_played() -> None:
    """A fee, entries, rounds and scores change no date. Whoever asks again gets nothing new."""
    table = seat_table()
    path = club_path(table.event.club)
    first = ask(path)
    before, last = read(first.content), first["Last-Modified"]
    edit(table.olga, table.event, fee=700)
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    row = table.round
    row.refresh_from_db()
    rounds.close_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
    finish_event(table.event.pk, context=context_of(table.olga), override="Late")
    assert read_at(path) == before
    again = ask(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again["Last-Modified"]) == (304, last)


def test_its_number_rises_beyond_what_was_given_out_before() -> None:
    """Releases before this one counted every line of the activity log."""
    table = seat_table()
    table.event.refresh_from_db()
    path, given_out = club_path(table.event.club), table.event.version
    assert given_out > read_at(path)[0].sequence
    edit(table.olga, table.event, name="Friday night")
    assert read_at(path)[0].sequence > given_out


def test_an_event_online_takes_place_there() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    make_event(club, olga, where="online")
    assert read_at(club_path(club))[0].where == "Online"


@pytest.mark.slow
def test_a_fixture_stays_while_it_is_moved_postponed_begun_and_played(stage: Stage) -> None:
    row = stage.fixture("Wrens", "Larks")
    path, seen = reverse("squad_calendar", args=["fall", stage.squad("Wrens").number]), []

    def look() -> Any:
        row.refresh_from_db()
        seen.append(by_uid(path)[uid(row)])
        return seen[-1]

    assert look().status == "CONFIRMED"
    at = row.starts_at + 50 * DAY
    fixtures.postpone(row.pk, at, "Snow", context=stage.context_of())
    assert (look().starts_at, seen[-1].status) == (at, "CONFIRMED")
    fixtures.postpone(row.pk, None, "More; snow,\nhere", context=stage.context_of())
    assert (look().starts_at, seen[-1].status) == (at, "CANCELLED")
    assert seen[-1].about.endswith("\nPostponed, no date yet: More; snow,\nhere")
    fixtures.postpone(row.pk, at + DAY, "Thaw", context=stage.context_of())
    assert (look().starts_at, seen[-1].status) == (at + DAY, "CONFIRMED")
    fixtures.rule(row.pk, "walkover", "Nobody came", at_fault=1, context=stage.context_of())
    assert look().status == "CANCELLED"
    fixtures.lift_ruling(row.pk, "They came", context=stage.context_of())
    assert look().status == "CONFIRMED"
    stage.play(row, [[(10, 4)]])
    assert look().status == "CONFIRMED"
    assert Event.objects.filter(fixture=row).exists()
    assert [one.sequence for one in seen] == sorted({one.sequence for one in seen})
    assert len(by_uid(club_path(stage.club))) == 12


def test_a_name_of_a_team_or_league_raises_the_number_of_its_fixtures(stage: Stage) -> None:
    path = reverse("league_calendar", args=["elm-league"])
    before = by_uid(path)
    edit(stage.olga, Team.objects.get(name="Larks"), name="Skylarks")
    after = by_uid(path)
    assert before.keys() == after.keys()
    assert all(after[key].sequence > before[key].sequence for key in before)
    assert sum("Skylarks" in one.name for one in after.values()) == 6
    edit(stage.olga, stage.league, slug="elms")
    assert before.keys() == by_uid(reverse("league_calendar", args=["elms"])).keys()


NAMES = (
    *HOSTILE,
    "a;b,c:d\\n\\N",
    "two\nlines\r\nand\rmore",
    "\u0631\u0628\u062d 🂡 \u202eevil",
    "w" * 200,
    'q"uote\ttab',
)


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_come_through_as_they_are(name: str) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    event = make_event(club, olga)
    hall = Venue.objects.create(club=club, name=name[:80], address=name)
    Event.objects.update(name=name[:80], venue=hall)
    Club.objects.update(name=name[:80])
    [one] = read_at(club_path(club))
    short, full = ("\n".join(text.splitlines()) for text in (name[:80], name))
    assert (one.name, one.where, one.about) == (short, f"{short}, {full}", short)
    assert one.uid == uid(event)


def test_what_no_calendar_can_carry_is_left_out() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    make_event(club, olga)
    Event.objects.update(name="a\x1bb\x07\x85c\u2028d\rBEGIN:VEVENT")
    assert read_at(club_path(club))[0].name == "ab\nc\nd\nBEGIN:VEVENT"


def test_a_draft_is_in_no_calendar() -> None:
    stage = Stage()
    stage.draft()
    olga = log_in(stage.olga)
    assert ask(reverse("season_calendar", args=["fall"]), olga).status_code == 404
    assert ask(reverse("squad_calendar", args=["fall", 1]), olga).status_code == 404
    assert read(ask(reverse("league_calendar", args=["elm-league"]), olga).content) == []
    assert read(ask(club_path(stage.club), olga).content) == []


def test_nights_and_play_offs_belong_to_their_season() -> None:
    stage = Stage({"kind": "nights", "points": "5-4-3"}, ((),))
    schedule.open_season(stage.season.pk, context=stage.context_of())
    night, other = (make_event(stage.club, stage.olga, name=name) for name in ("First", "Other"))
    series.add_night(stage.season.pk, night, context=stage.context_of())
    assert set(by_uid(reverse("season_calendar", args=["fall"]))) == {uid(night)}
    assert set(by_uid(reverse("league_calendar", args=["elm-league"]))) == {uid(night)}
    assert set(by_uid(club_path(stage.club))) == {uid(night), uid(other)}


@pytest.mark.slow
@pytest.mark.heavy
def test_play_offs_are_in_the_calendars_of_those_who_play_them() -> None:
    stage = Stage({**SMALL, "meetings": "single", "play_offs": 2})
    stage.open()
    for row in stage.season.fixtures.order_by("number"):
        stage.play(row, [[(10, 4)]])
    made = play_offs.make_play_offs(
        stage.season.sections.get().pk, timezone.now() + 90 * DAY, context=stage.context_of()
    )
    event = made if isinstance(made, Event) else made.event
    assert uid(event) in by_uid(reverse("season_calendar", args=["fall"]))
    seated = set(event.play_off.seats.values_list("squad__number", flat=True))
    having = {
        number for number in range(1, 5) if uid(event) in by_uid(reverse("squad_calendar", args=["fall", number]))
    }
    assert having == seated
    assert len(seated) == 2


def test_a_venue_has_what_takes_place_there(stage: Stage) -> None:
    hall = Venue.objects.get()
    event = make_event(stage.club, stage.olga, venue=hall)
    make_event(stage.club, stage.olga, name="Elsewhere")
    path = reverse("venue_calendar", args=[hall.pk])
    at_home = {uid(row) for row in stage.season.fixtures.filter(home__team__name="Wrens")}
    assert set(by_uid(path)) == at_home | {uid(event)}
    edit(stage.olga, event, venue=None)
    assert set(by_uid(path)) == at_home


def test_an_empty_calendar_is_one_too() -> None:
    club = make_club(make_user("Olga"))
    response = ask(club_path(club))
    assert read(response.content) == []
    assert b"TZID:America/Detroit" in response.content
