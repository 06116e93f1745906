"""The settings of an event: what may still change, what the log says of it, and what a conflict keeps."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import Table, context_of, enter, make_event, with_key
from tests.tournaments.pages.browsing import log_in, refused_untouched, settings_form, text_of
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.changes import EventSettings, change_event, settings_version
from tournaments.events.models import Event
from tournaments.prizes import pot


def change(event: Event, user: User, seen: int | None = None, **wanted: Any) -> Event:
    """Changes them as a user would who opened the page just now, or when the settings had that version."""
    event.refresh_from_db()
    version = settings_version(event) if seen is None else seen
    new = replace(EventSettings.of(event), **wanted)
    return change_event(event.pk, new, context=context_of(user), expected_version=version)


def test_every_setting_is_changed_and_logged_from_what_to_what(club: Club, olga: User) -> None:
    hall, event = Venue.objects.create(club=club, name="Grange Hall"), make_event(club, olga, fee=500)
    start = datetime(2027, 1, 14, 0, 30, tzinfo=UTC)
    event = change(event, olga, starts_at=start)
    event = change(
        event, olga, name=" Friday  night ", starts_at=start + timedelta(days=1), venue=hall, fee=750, where="mixed"
    )
    event.refresh_from_db()
    assert (event.name, event.venue, event.fee, event.where) == ("Friday night", hall, 750, "mixed")
    entry = event.audit_log.latest("pk")
    assert entry.detail["changed"]["venue"] == [None, "Grange Hall"]
    assert sentence(entry) == (
        "Olga changed the name from “Thursday night” to “Friday night”; the start time from Wednesday, "
        "January 13, 2027, 7:30\xa0PM to Thursday, January 14, 2027, 7:30\xa0PM; the venue from no venue to "
        "Grange Hall; the entry fee from 5.00 to 7.50; the “In person or online” setting from “In "
        "person” to “Both: in person or online”."
    )


def test_what_is_as_it_was_is_no_change(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    assert change(event, olga).version == 1
    assert event.audit_log.get().action == "create_event"


def test_a_venue_that_is_typed_is_made_once_and_belongs_to_the_club(club: Club, olga: User) -> None:
    event, asked = make_event(club, olga), with_key(olga)
    wanted = replace(EventSettings.of(event), venue=" Grange  Hall ")
    for _ in range(2):
        change_event(event.pk, wanted, context=asked, expected_version=1)
    other = make_event(club, olga, venue="GRANGE HALL")
    assert club.venues.get().name == "Grange Hall"
    assert {Event.objects.get(pk=event.pk).venue, other.venue} == {club.venues.get()}
    with pytest.raises(RuleError, match="up to 80 characters"):
        change(event, olga, venue="x" * 81)


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 81}, {"fee": -1}, {"confirmation": "praise"}])
def test_what_no_event_can_have_changes_nothing(club: Club, olga: User, wrong: dict[str, Any]) -> None:
    event = make_event(club, olga)
    with pytest.raises(ValidationError):
        change(event, olga, **wrong)
    event.refresh_from_db()
    assert (event.version, event.name) == (1, "Thursday night")


def test_who_may(club: Club, olga: User, sam: User) -> None:
    event = make_event(club, olga)
    with pytest.raises(NotAllowed):
        change(event, sam, name="Mine")
    Membership.objects.create(club=club, player=sam.player, role=Role.ORGANIZER)
    assert change(event, sam, name="Ours").name == "Ours"


def test_a_conflict_is_about_settings_only(club: Club, olga: User) -> None:
    """Players who check in meanwhile cause none; the same settings changed by someone else do."""
    event = make_event(club, olga)
    seen = settings_version(event)
    enter(event, olga, ["Rose"])
    change(event, olga, seen, name="Friday night")
    with pytest.raises(Conflict, match="Olga changed this event’s settings"):
        change(event, olga, seen, name="Saturday night")


def test_a_published_round_holds_the_start_and_where_it_is_played(table: Table) -> None:
    event = table.event
    for wanted in ({"starts_at": event.starts_at + timedelta(days=7)}, {"where": "online"}):
        with pytest.raises(RuleError, match=r"You can’t change “.+”\. Round 1 is published"):
            change(event, table.olga, **wanted)
    change(event, table.olga, name="Friday night", venue="Grange Hall", fee=100)
    event.refresh_from_db()
    assert (event.name, str(event.venue), event.fee) == ("Friday night", "Grange Hall", 100)


def test_a_fee_that_was_paid_stays_until_it_is_paid_back(club: Club, olga: User) -> None:
    event = make_event(club, olga, fee=500)
    enter(event, olga, ["Rose"])
    posting = entries.take_fee(event.entries.get().pk, context=context_of(olga))
    with pytest.raises(RuleError, match=r"You can’t change “Entry fee”\. Players have already paid\."):
        change(event, olga, fee=600)
    pot.undo_posting(posting.pk, reason="Wrong player", context=context_of(olga))
    assert change(event, olga, fee=600).fee == 600


def test_of_a_finished_event_only_the_name_changes(table: Table) -> None:
    Event.objects.filter(pk=table.event.pk).update(finished_at=table.event.starts_at)
    with pytest.raises(RuleError, match=r"You can’t change “Venue”\. The event is finished\."):
        change(table.event, table.olga, venue="Grange Hall")
    assert change(table.event, table.olga, name="Friday night").name == "Friday night"
    assert not Venue.objects.exists(), "what is refused leaves nothing"


def test_online_only_where_the_format_can_be_played_so(club: Club, olga: User) -> None:
    event = make_event(club, olga, config={"length": "bell"})
    with pytest.raises(RuleError):
        change(event, olga, where="online")


def test_the_page_shows_the_clubs_clock_and_keeps_the_seconds(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    Event.objects.filter(pk=event.pk).update(starts_at=datetime(2027, 7, 2, 23, 0, 37, tzinfo=UTC))
    client, here = log_in(olga), reverse("event_settings", args=[event.slug])
    assert 'value="2027-07-02T19:00"' in client.get(here).content.decode()
    client.post(here, settings_form(event, name="Friday"))
    event.refresh_from_db()
    assert (event.name, event.starts_at.second) == ("Friday", 37)
    client.post(here, settings_form(event, starts_at="2027-12-03T19:00"))
    event.refresh_from_db()
    assert event.starts_at == datetime(2027, 12, 4, 0, 0, tzinfo=UTC)


def test_after_a_conflict_what_was_typed_stays_and_the_page_says_what_others_changed(club: Club, olga: User) -> None:
    event = make_event(club, olga, fee=500)
    client, here = log_in(olga), reverse("event_settings", args=[event.slug])
    typed = settings_form(event, name="Saturday night")
    change(event, olga, fee=700)
    answer = refused_untouched(client, here, typed)
    assert answer.status_code == 409
    assert "Olga changed the entry fee from 5.00 to 7.00. Check what you typed" in text_of(answer)
    assert 'value="Saturday night"' in answer.content.decode()
    assert f'name="seen" value="{settings_version(event)}"' in answer.content.decode()


def test_what_cannot_change_is_shown_with_the_reason_and_not_taken(table: Table, olga_client: Any) -> None:
    here = reverse("event_settings", args=[table.event.slug])
    page = olga_client.get(here).content.decode()
    assert "Round 1 is published, so the event has started." in page
    before = table.event.starts_at
    answer = olga_client.post(here, settings_form(table.event, starts_at="2030-01-01T19:00", name="Friday"))
    assert answer.status_code == 302
    table.event.refresh_from_db()
    assert (table.event.name, table.event.starts_at) == ("Friday", before)


def test_a_venue_typed_on_the_page_wins_and_of_another_club_there_is_none(club: Club, olga: User) -> None:
    event = make_event(club, olga, venue="Old hall")
    client, here = log_in(olga), reverse("event_settings", args=[event.slug])
    client.post(here, settings_form(event, new_venue="Grange Hall"))
    event.refresh_from_db()
    assert str(event.venue) == "Grange Hall"
    other = Venue.objects.create(club=Club.objects.create(name="Other", slug="other"), name="Theirs")
    answer = client.post(here, settings_form(event, venue=other.pk))
    assert answer.status_code == 200
    event.refresh_from_db()
    assert str(event.venue) == "Grange Hall"


def test_the_page_asks_as_little_however_many_are_entered(
    table: Table, olga_client: Any, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    here = reverse("event_settings", args=[table.event.slug])
    for _ in range(2):
        with django_assert_num_queries(22):
            assert olga_client.get(here).status_code == 200
        enter(table.event, table.olga, ["Rose", "Sue", "Tom", "Uma"])
