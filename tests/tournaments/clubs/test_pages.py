"""Clubs: the list, one club's page, and founding one."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Table, make_club, make_event, make_user
from tests.tournaments.pages.browsing import form, refused_untouched, text_of, visitor
from tests.tournaments.scenes.jackpot import JackpotClub
from tests.tournaments.scenes.league import Stage as LeagueStage
from tests.tournaments.scenes.registration import taking
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.views.clubs import PER_PAGE
from tournaments.events import event_list
from tournaments.events.event_list import SHOWN
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture

NEW = reverse("new_club")


def founding(**changed: str) -> dict[str, str]:
    return form(name="Oak Street", zone="Europe/London", about="Tuesdays", colour="slate") | changed


def test_the_list_is_by_name_and_counts_each_clubs_events(table: Table) -> None:
    make_event(table.event.club, table.olga, name="Second")
    make_club(table.sam, "Ash Street")
    said = text_of(visitor().get(reverse("clubs")))
    assert "Ash Street 0 events Elm Street Euchre 2 events" in said


def test_a_site_without_clubs_says_what_to_do(db: None) -> None:
    assert "No clubs yet" in text_of(visitor().get(reverse("clubs")))


def test_a_clubs_page_shows_its_own_events_only(table: Table) -> None:
    other = make_club(table.sam, "Other club")
    make_event(other, table.sam, name="Their night")
    said = text_of(visitor().get(table.event.club.get_absolute_url()))
    assert "Thursday night" in said
    assert "Their night" not in said
    assert "9 players · times in America/Detroit" in said


def test_it_says_what_is_being_played_and_where_one_may_register(table: Table) -> None:
    taking(table.event.club, table.olga, name="Pairs cup")
    said = text_of(visitor().get(table.event.club.get_absolute_url()))
    assert re.search(r"\S+ \d+ Thursday night \S+ \d+:\d\d [AP]M · 8 players playing", said)
    assert re.search(r"\S+ \d+ Pairs cup \S+ \d+:\d\d [AP]M registration open", said)


def test_what_was_played_is_there_page_by_page(table: Table) -> None:
    for number in range(PER_PAGE + 1):
        make_event(table.event.club, table.olga, name=f"Night {number:02}")
        starts_at = timezone.now() - timedelta(days=number + 1)
        Event.objects.filter(name=f"Night {number:02}").update(starts_at=starts_at)
    path = table.event.club.get_absolute_url()
    first, second = (text_of(visitor().get(f"{path}?page={page}")) for page in (1, 2))
    assert ("Night 00" in first, f"Night {PER_PAGE}" in first) == (True, False)
    assert ("Night 00" in second, f"Night {PER_PAGE}" in second) == (False, True)
    assert "Thursday night" in second, "what is on stays in sight"


def test_beside_the_events_stand_leagues_with_their_running_season_and_jackpots(db: None) -> None:
    stage = LeagueStage()
    path = stage.club.get_absolute_url()
    assert "Fall" not in text_of(visitor().get(path))
    stage.open()
    said = text_of(visitor().get(path))
    assert "Leagues Elm League Fall" in said
    assert "Run the club" not in said
    assert "Jackpots" not in said


def test_a_jackpot_says_how_long_it_runs_and_who_leads(db: None) -> None:
    scene = JackpotClub()
    scene.count(scene.inside(1), (10, 4))
    scene.settle()
    said = text_of(visitor().get(scene.club.get_absolute_url()))
    assert re.search(r"Loner pot \d.* left · Ann and Cy lead", said)


@pytest.mark.slow
def test_only_organizers_see_the_way_to_a_new_event(table: Table, olga_client: Client, sam_client: Client) -> None:
    path = table.event.club.get_absolute_url()
    assert ["New event" in text_of(client.get(path)) for client in (olga_client, sam_client, visitor())] == [
        True,
        False,
        False,
    ]


def test_the_founder_of_a_club_owns_it(sam_client: Client, table: Table) -> None:
    body = founding()
    answers = [sam_client.post(NEW, body) for _ in range(2)]
    club = Club.objects.get(name="Oak Street")
    assert [answer["Location"] for answer in answers] == [club.get_absolute_url()] * 2
    assert list(Membership.objects.filter(club=club).values_list("player", "role")) == [
        (table.sam.player.pk, Role.OWNER)
    ]


def test_a_clubs_pages_have_its_colour(sam_client: Client, table: Table) -> None:
    sam_client.post(NEW, founding(colour="red"))
    club = Club.objects.get(name="Oak Street")
    assert 'class="site-head felt-red"' in visitor().get(club.get_absolute_url()).content.decode()
    for path in (table.event.get_absolute_url(), reverse("home")):
        assert 'class="site-head"' in visitor().get(path).content.decode(), "green is the site's own"
    assert sam_client.post(NEW, founding(colour="plaid")).status_code == 200, "asked again"


def test_two_clubs_may_have_the_same_name(sam_client: Client) -> None:
    for _ in range(2):
        sam_client.post(NEW, founding())
    assert set(Club.objects.filter(name="Oak Street").values_list("slug", flat=True)) == {"oak-street", "oak-street-2"}


@pytest.mark.parametrize("name", ["♣♣♣", "   ♥", "???", "-"])
def test_a_name_without_letters_gets_an_address_all_the_same(sam_client: Client, name: str) -> None:
    response = sam_client.post(NEW, founding(name=name), follow=True)
    assert response.status_code == 200
    assert name.strip() in text_of(response)


@pytest.mark.parametrize("name", ["New", "new"])
def test_a_club_called_new_can_be_reached(sam_client: Client, name: str) -> None:
    """No page of the site takes an address that a club may have."""
    response = sam_client.post(NEW, founding(name=name), follow=True)
    assert "1 player" in text_of(response)


@pytest.mark.parametrize(
    ("changed", "status", "why"),
    [
        ({"name": ""}, 200, "Fill in “Name”."),
        ({"name": "N" * 81}, 200, "at most 80 characters"),
        ({"name": "nul\0"}, 200, "Null characters"),
        ({"zone": "Mars/Olympus"}, 200, "We don’t know the time zone “Mars/Olympus”"),
        ({"zone": ""}, 200, "Fill in “Time zone”."),
        ({"zone": "../etc/passwd"}, 200, "We don’t know the time zone"),
        ({"about": "x" * 2001}, 200, "at most 2000 characters"),
        ({"key": ""}, 422, "is incomplete"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    sam_client: Client, changed: dict[str, str], status: int, why: str
) -> None:
    response = refused_untouched(sam_client, NEW, founding(**changed))
    assert response.status_code == status
    assert why in text_of(response)


def test_a_key_that_came_with_another_club_is_refused(sam_client: Client) -> None:
    body = founding()
    sam_client.post(NEW, body)
    assert refused_untouched(sam_client, NEW, body | {"name": "Ash Street"}).status_code == 422


def test_an_account_without_a_player_gets_one_when_it_founds_a_club(db: None) -> None:
    user = make_user("Nell")
    user.player.delete()
    client = visitor()
    client.force_login(user)
    assert client.get(NEW).status_code == 200
    assert client.post(NEW, founding()).status_code == 302
    assert Membership.objects.get().player.user == user


def test_the_next_ten_are_on_the_page_and_all_of_them_on_one_of_their_own(
    table: Table, django_assert_num_queries: Any
) -> None:
    """Half a year of Tuesdays, as a recurring event sets them up."""
    club = table.event.club
    for number in range(26):
        made = make_event(club, table.olga, name=f"Tuesday {number:02}")
        Event.objects.filter(pk=made.pk).update(starts_at=timezone.now() + timedelta(weeks=number + 1))
    said = text_of(visitor().get(club.get_absolute_url()))
    assert [f"Tuesday {number:02}" in said for number in range(26)] == [number < SHOWN - 1 for number in range(26)]
    assert "All upcoming events" in said
    path = reverse("coming_events", args=[club.slug])
    client = visitor()
    client.get(path)
    with django_assert_num_queries(4):
        first = text_of(client.get(path))
    second = text_of(client.get(f"{path}?page=2"))
    assert ("Tuesday 00" in first, "Tuesday 18" in first, "Page 1 of 2" in first) == (True, True, True)
    assert ("Tuesday 19" in second, "Tuesday 25" in second, "Tuesday 18" in second) == (True, True, False)
    assert "Page 2 of 2" in text_of(client.get(f"{path}?page=99"))


def test_up_to_ten_there_is_no_second_page(table: Table) -> None:
    for number in range(SHOWN - 1):
        make_event(table.event.club, table.olga, name=f"Night {number}")
    said = text_of(visitor().get(table.event.club.get_absolute_url()))
    assert "Night 8" in said
    assert "All upcoming events" not in said


def test_league_nights_have_their_place_among_all_coming_events(db: None) -> None:
    stage = LeagueStage()
    stage.open()
    nights = event_list.league_nights(timezone.now() - timedelta(days=5000), stage.club, most=None)
    assert len(nights) > 1
    day = nights[1].starts_at
    Fixture.objects.filter(starts_at=nights[0].starts_at).update(starts_at=timezone.now() + timedelta(days=2))
    Fixture.objects.filter(starts_at=day).update(starts_at=timezone.now() + timedelta(days=6))
    made = make_event(stage.club, stage.olga, name="Between")
    Event.objects.filter(pk=made.pk).update(starts_at=timezone.now() + timedelta(days=4))
    found = event_list.moments(stage.club, timezone.now())
    shown = event_list.at_moments(found, timezone.now())
    kinds = [getattr(row, "event", None) is not None for row in shown[:3]]
    assert kinds == [False, True, False]
    assert len(shown) == len(found)


def test_the_form_offers_the_list_and_takes_what_is_meant(sam_client: Client) -> None:
    page = sam_client.get(reverse("new_club")).content.decode()
    assert 'list="zones"' in page
    assert "data-guess-zone" in page
    assert "Eastern time zone – America/New York (UTC−" in page
    refused = sam_client.post(reverse("new_club"), founding(zone="Detriot"))
    assert "Did you mean America/Detroit" in text_of(refused)
    assert 'value="Detriot"' in refused.content.decode()
    assert "data-guess-zone" not in refused.content.decode(), "nothing typed is replaced"
    sam_client.post(reverse("new_club"), founding(zone="Central time"))
    assert Club.objects.get(name="Oak Street").zone == "America/Chicago"
