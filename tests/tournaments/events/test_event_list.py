"""What lists say about events: which come, which were played, and what goes on at each."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Table, context_of, make_club, make_event, make_user, on_grid, slip
from tests.tournaments.leagues.requests import two_seasons
from tests.tournaments.pages.browsing import log_in, text_of
from tests.tournaments.scenes.registration import taking
from tournaments.clubs.models import Club, Role
from tournaments.events import event_list
from tournaments.events.event_list import EventRow
from tournaments.events.models import Event
from tournaments.leagues import fixtures
from tournaments.leagues.models import Fixture, Season
from tournaments.permissions import Permission, clubs_where
from tournaments.registration.models import RegistrationTerms
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.rounds.models import Round
from tournaments.tasks import sweep

NOW = timezone.now()
HOUR = timedelta(hours=1)


def move(event: Event, hours: float) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=NOW + hours * HOUR)


def listed() -> list[EventRow]:
    every = Event.objects.all()
    return event_list.rows([*event_list.coming(every, NOW), *event_list.played(every, NOW)], NOW)


def row_of(event: Event) -> EventRow:
    [found] = [row for row in listed() if row.event == event]
    return found


@pytest.mark.parametrize(("hours", "is_coming"), [(1, True), (-11.9, True), (-12.1, False), (-500, False)])
def test_tonights_stay_among_those_to_come_for_twelve_hours(table: Table, hours: float, is_coming: bool) -> None:
    move(table.event, hours)
    every = Event.objects.all()
    assert event_list.coming(every, NOW).exists() is is_coming
    assert event_list.played(every, NOW).exists() is not is_coming


def test_the_next_comes_first_and_of_those_played_the_newest(table: Table) -> None:
    names = {"in a week": 168, "tomorrow": 24, "yesterday": -24, "a week ago": -168}
    for name, hours in names.items():
        move(make_event(table.event.club, table.olga, name=name), hours)
    move(table.event, 0)
    assert [row.event.name for row in listed()] == [
        "Thursday night",
        "tomorrow",
        "in a week",
        "yesterday",
        "a week ago",
    ]


def test_what_is_finished_was_played_also_before_its_time(table: Table) -> None:
    move(table.event, 3)
    Event.objects.update(finished_at=NOW)
    assert not event_list.coming(Event.objects.all(), NOW).exists()
    assert event_list.played(Event.objects.all(), NOW).get() == table.event


class TestLeagueNights:
    @pytest.fixture
    def season(self, table: Table) -> Season:
        """A fixture is played in two days, the others are not."""
        season, _ = two_seasons(table.event.club, table.olga)
        Fixture.objects.exclude(number=1).delete()
        Fixture.objects.update(starts_at=NOW + 48 * HOUR)
        return season

    @pytest.mark.slow
    def test_to_come(self, season: Season) -> None:
        club = season.league.club
        [night] = event_list.league_nights(NOW, club)
        assert (night.season, night.starts_at, night.fixtures) == (season, NOW + 48 * HOUR, 1)
        assert event_list.league_nights(NOW) == [night]
        assert not event_list.league_nights(NOW, Club(pk=club.pk + 1))
        assert not event_list.league_nights(NOW + 61 * HOUR)
        [event] = event_list.rows(event_list.coming(Event.objects.all(), NOW), NOW)
        assert event_list.next_first([event], [night]) == [event, night]

    @pytest.mark.parametrize(
        "change",
        [
            {"state": "postponed", "reason": "Snow"},
            {"state": "draft"},
            {"state": "void", "reason": "Snow"},
        ],
    )
    def test_without_fixtures_that_are_not_played_then(self, season: Season, change: dict[str, str]) -> None:
        Fixture.objects.update(**change)
        assert not event_list.league_nights(NOW)

    def test_of_a_running_season(self, season: Season) -> None:
        Season.objects.update(state=Season.State.CLOSED)
        assert not event_list.league_nights(NOW)

    @pytest.mark.slow
    def test_one_that_was_counted_ahead_of_its_day_was_played(self, table: Table) -> None:
        season, _ = two_seasons(table.event.club, table.olga)
        fixture = fixtures.begin(season.fixtures.get(number=1).pk, context=context_of(table.olga))
        assert fixture.event
        move(fixture.event, 48)
        assert fixture.starts_at not in [night.starts_at for night in event_list.league_nights(NOW - 10_000 * HOUR)]
        assert row_of(fixture.event).is_playing
        Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.PLAYED)
        assert not row_of(fixture.event).is_playing
        assert fixture.event not in event_list.coming(Event.objects.all(), NOW)
        assert fixture.event in event_list.played(Event.objects.all(), NOW)


class TestPlaying:
    def test_from_the_first_published_round(self, table: Table) -> None:
        move(table.event, 0)
        assert row_of(table.event).is_playing
        Round.objects.update(status=Round.Status.DRAFT)
        assert not row_of(table.event).is_playing

    def test_until_it_is_finished(self, table: Table) -> None:
        move(table.event, 0)
        Event.objects.update(finished_at=NOW)
        assert not row_of(table.event).is_playing

    def test_an_unfinished_night_is_not_played_for_ever(self, table: Table) -> None:
        move(table.event, -13)
        assert not row_of(table.event).is_playing


class TestRegistration:
    def test_while_its_terms_say_so(self, table: Table) -> None:
        event = taking(table.event.club, table.olga)
        RegistrationTerms.objects.update(opens_at=NOW, closes_at=NOW + HOUR)
        assert row_of(event).may_register
        RegistrationTerms.objects.update(opens_at=NOW + HOUR)
        assert not row_of(event).may_register

    def test_not_where_play_has_begun(self, table: Table) -> None:
        RegistrationTerms.objects.create(event=table.event, opens_at=NOW)
        assert not row_of(table.event).may_register

    def test_not_without_terms(self, table: Table) -> None:
        Round.objects.all().delete()
        assert not row_of(table.event).may_register


def test_a_list_says_how_many_play_and_who_won_what_is_finished(table: Table, client: Client) -> None:
    assert (row_of(table.event).players, row_of(table.event).winners) == (8, ())
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    sweep()
    assert row_of(table.event).winners == (), "it is not finished"
    Event.objects.update(finished_at=NOW)
    winners = row_of(table.event).winners
    assert set(winners) == {row.entry.name for row in Standing.objects.filter(place=1)}
    page = text_of(client.get(reverse("home")))
    assert "8 players" in page
    assert f"Won by {', '.join(winners)}" in page


def test_an_organizers_home_begins_with_tonight(table: Table, client: Client) -> None:
    console = reverse("console", args=[table.event.slug])
    move(table.event, 3)
    assert console not in client.get(reverse("home")).content.decode()
    assert console in log_in(table.olga).get(reverse("home")).content.decode()
    member = make_user("Mo")
    table.event.club.memberships.create(player=member.player, role=Role.MEMBER)
    assert console not in log_in(member).get(reverse("home")).content.decode()
    move(table.event, 30)
    assert console not in log_in(table.olga).get(reverse("home")).content.decode(), "it is another day's"


def test_where_a_user_may_run_events_takes_one_query(table: Table, django_assert_num_queries: Any) -> None:
    make_club(make_user("Ada"), "Elsewhere")
    with django_assert_num_queries(1):
        assert clubs_where(table.olga, Permission.RUN_EVENT) == {table.event.club_id}
    with django_assert_num_queries(0):
        assert clubs_where(AnonymousUser(), Permission.RUN_EVENT) == set()
    table.olga.is_superuser = True
    assert len(clubs_where(table.olga, Permission.RUN_EVENT)) == 2
