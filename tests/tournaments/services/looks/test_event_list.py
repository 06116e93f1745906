"""What lists say about events: which come, which were played, and what goes on at each."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import Table, make_event
from tests.registration_staging import taking
from tournaments.models import Event, RegistrationTerms, Round
from tournaments.services.looks import event_list
from tournaments.services.looks.event_list import EventRow

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
        "Thursday night", "tomorrow", "in a week", "yesterday", "a week ago",
    ]  # fmt: skip


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

    def test_a_night_that_nobody_finished_is_not_played_for_ever(self, table: Table) -> None:
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
