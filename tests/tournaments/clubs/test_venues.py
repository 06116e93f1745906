"""Venues: organizers add and correct them, used ones are retired, and no club has two of one name."""

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, make_club, make_event, make_user, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.pages.test_query_counts import queries
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs import venues
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.forms import EventForm
from tournaments.events.house_rules import bundles_for
from tournaments.formats.catalogue import FORMATS

PAGE = 6
"""Questions to the database."""


@pytest.fixture
def otto(club: Club) -> User:
    """An organizer who doesn't own the club."""
    user = make_user("Otto")
    Membership.objects.create(club=club, player=user.player, role=Role.ORGANIZER)
    return user


def offered(club: Club, user: User) -> list[str]:
    """By the form of a new event."""
    found = EventForm(None, club=club, play=FORMATS["swiss"], offered=bundles_for(club, user.player))
    return [label for value, label in found.fields["venue"].choices if value]  # type: ignore[attr-defined]  # a choice field


def test_an_organizer_adds_one_once_per_key(club: Club, otto: User) -> None:
    asked = with_key(otto)
    made = [venues.add_venue(club, "  Grange   Hall ", "12 Mill Road", 20, context=asked) for _ in range(2)]
    assert made[0] == made[1] == Venue.objects.get()
    assert (made[0].name, made[0].address, made[0].tables) == ("Grange Hall", "12 Mill Road", 20)
    entry = AuditLogEntry.objects.get()
    assert (entry.action, entry.detail) == ("add_venue", {"venue": made[0].pk, "name": "Grange Hall"})


def test_no_one_else_does(club: Club, olga: User, sam: User) -> None:
    hall = venues.add_venue(club, "Grange Hall", context=context_of(olga))
    Membership.objects.create(club=club, player=sam.player, role=Role.SCORER)
    for write in (
        lambda: venues.add_venue(club, "Barn", context=context_of(sam)),
        lambda: venues.change_venue(hall.pk, "Barn", "", None, context=context_of(sam)),
        lambda: venues.remove_venue(club, hall.pk, context=context_of(sam)),
        lambda: venues.reopen_venue(hall.pk, context=context_of(sam)),
    ):
        with pytest.raises(NotAllowed):
            write()
    assert list(Venue.objects.values_list("name", flat=True)) == ["Grange Hall"]


@pytest.mark.parametrize("name", ["Grange Hall", "GRANGE HALL", " grange  hall"])
def test_a_name_is_taken_once_whatever_its_capitals(club: Club, otto: User, name: str) -> None:
    hall = venues.add_venue(club, "Grange Hall", context=context_of(otto))
    with pytest.raises(RuleError, match="already have a venue called Grange Hall"):
        venues.add_venue(club, name, context=context_of(otto))
    assert venues.venue_named(club, name, context=context_of(otto)) == hall
    assert venues.venue_named(club, "Barn", context=context_of(otto)).name == "Barn"
    other = make_club(make_user("Oscar"), "Other club")
    assert venues.find_venue(other, name) is None


def test_a_change_is_logged_and_an_old_page_gets_a_conflict(club: Club, otto: User) -> None:
    hall = venues.add_venue(club, "Grange Hall", context=context_of(otto))
    seen = venues.version_of(hall)
    venues.change_venue(hall.pk, "grange hall", "12 Mill Road", None, context=context_of(otto), expected_version=seen)
    entry = AuditLogEntry.objects.latest("pk")
    assert entry.detail["changed"] == {"name": ["Grange Hall", "grange hall"], "address": ["", "12 Mill Road"]}
    with pytest.raises(Conflict, match="Someone changed grange hall while you had it open"):
        venues.change_venue(hall.pk, "Barn", "", None, context=context_of(otto), expected_version=seen)


def test_a_used_one_is_retired_and_comes_back(club: Club, otto: User) -> None:
    hall = venues.add_venue(club, "Grange Hall", context=context_of(otto))
    event = make_event(club, otto, venue=hall)
    assert offered(club, otto) == ["Grange Hall"]
    venues.remove_venue(club, hall.pk, context=context_of(otto))
    event.refresh_from_db()
    assert (event.venue, offered(club, otto)) == (hall, [])
    with pytest.raises(RuleError, match="in the list of removed venues"):
        venues.add_venue(club, "grange hall", context=context_of(otto))
    assert venues.venue_named(club, "grange hall", context=context_of(otto)) == hall
    assert offered(club, otto) == ["Grange Hall"]


def test_an_unused_one_is_deleted_once_per_key(club: Club, otto: User) -> None:
    hall, asked = venues.add_venue(club, "Grange Hall", context=context_of(otto)), with_key(otto)
    for _ in range(2):
        venues.remove_venue(club, hall.pk, context=asked)
    assert not Venue.objects.exists()
    assert AuditLogEntry.objects.filter(action="remove_venue").count() == 1


def test_the_pages_do_it_all(club: Club, otto: User) -> None:
    client, here = log_in(otto), reverse("venues", args=[club.slug])
    assert "No venues yet" in text_of(client.get(here))
    assert client.post(here, form(name="Grange Hall", address="12 Mill Road", tables="20")).status_code == 302
    assert "Grange Hall 12 Mill Road · 20 tables" in text_of(client.get(here))
    refused = client.post(here, form(name="grange hall", address="Elsewhere 3"))
    assert refused.status_code == 422
    assert 'value="Elsewhere 3"' in refused.content.decode()
    hall = Venue.objects.get()
    page = reverse("venue", args=[club.slug, hall.pk])
    assert "No event uses this venue. Remove venue" in text_of(client.get(page))
    body = form(name="Grange Barn", address="", tables="", seen=venues.version_of(hall))
    assert client.post(page, body).status_code == 302
    stale = client.post(page, form(name="Hall", seen="Old Hall||"))
    assert (stale.status_code, Venue.objects.get().name) == (409, "Grange Barn")
    make_event(club, otto, venue=hall)
    assert "If you remove this venue, past events still show it," in text_of(client.get(page))
    client.post(reverse("move_venue", args=[club.slug, hall.pk, "remove"]), form())
    assert "Removed venues" in text_of(client.get(here))
    client.post(reverse("move_venue", args=[club.slug, hall.pk, "reopen"]), form())
    assert "Removed venues" not in text_of(client.get(here))


def test_a_venue_of_another_club_is_as_good_as_none(club: Club, otto: User) -> None:
    oscar = make_user("Oscar")
    theirs = venues.add_venue(make_club(oscar, "Other club"), "Their hall", context=context_of(oscar))
    client = log_in(otto)
    assert client.get(reverse("venue", args=[club.slug, theirs.pk])).status_code == 404
    assert client.post(reverse("move_venue", args=[club.slug, theirs.pk, "reopen"]), form()).status_code == 404
    assert client.post(reverse("move_venue", args=[club.slug, theirs.pk, "remove"]), form()).status_code == 422
    assert Venue.objects.get() == theirs


@pytest.mark.parametrize("many", [1, 9])
def test_the_list_asks_as_many_questions_for_many_as_for_few(club: Club, otto: User, many: int) -> None:
    for number in range(many):
        venues.add_venue(club, f"Hall {number}", context=context_of(otto))
    assert queries(log_in(otto), reverse("venues", args=[club.slug])) == PAGE
