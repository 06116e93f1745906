"""The personal link: it asks before it lets in, belongs to one player at one event, and ends with the night."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Table, context_of, enter, make_event, publish
from tests.tournaments.pages.browsing import (
    differences,
    refused_untouched,
    slip_form,
    text_of,
    visitor,
    with_link,
    world,
)
from tournaments.access.models import Pass
from tournaments.access.passes import issue_pass
from tournaments.checkin import entries


def slip_url(table: Table) -> str:
    return reverse("slip", args=[table.event.slug, table.match.pk])


def seat_url(table: Table) -> str:
    return reverse("my_seat", args=[table.event.slug])


@pytest.fixture
def link(table: Table) -> str:
    return reverse(
        "open_pass", args=[table.event.slug, issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))]
    )


def test_opening_it_asks_and_logs_no_one_in(table: Table, link: str) -> None:
    phone, before = visitor(), world()
    assert "Are you Quinn?" in text_of(phone.get(link))
    assert "Who are you?" in text_of(phone.get(seat_url(table)))
    assert differences(before, world()) == set()


def test_saying_yes_lets_the_player_in(table: Table, link: str) -> None:
    phone = visitor()
    assert phone.post(link)["Location"] == seat_url(table)
    assert "Table 1 · East with Bob against Pam & Ann" in text_of(phone.get(seat_url(table)))


def test_it_works_on_a_second_phone_too(table: Table, link: str) -> None:
    assert [visitor().post(link).status_code for _ in range(2)] == [302, 302]


@pytest.mark.slow
def test_a_newer_link_ends_it_and_its_phones(table: Table, link: str) -> None:
    quinn = visitor()
    quinn.post(link)
    assert "Table 1" in text_of(quinn.get(seat_url(table)))
    issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    assert visitor().get(link).status_code == visitor().post(link).status_code == 410
    assert "Who are you?" in text_of(quinn.get(seat_url(table)))


def test_it_ends_with_the_night(table: Table, link: str, quinn_client: Client) -> None:
    Pass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = visitor().post(link)
    assert answer.status_code == 410
    assert "This link no longer works" in text_of(answer)
    assert "Who are you?" in text_of(quinn_client.get(seat_url(table)))
    assert refused_untouched(quinn_client, slip_url(table), slip_form(table.match, 10, 6)).status_code == 404


def test_it_is_good_at_its_own_event_only(table: Table, link: str, quinn_client: Client) -> None:
    other = make_event(table.event.club, table.olga, name="Other night")
    enter(other, table.olga, ["Abe", "Bea", "Cleo", "Don"])
    row = publish(other, table.olga)
    assert visitor().get(link.replace(table.event.slug, other.slug, 1)).status_code == 410
    assert "Who are you?" in text_of(quinn_client.get(reverse("my_seat", args=[other.slug])))
    theirs = reverse("slip", args=[other.slug, row.matches.get().pk])
    assert quinn_client.get(theirs).status_code == 404


@pytest.mark.parametrize("token", ["x", "x" * 300, "%C3%A9", "AAAAAAAAAAAAAAAAAAAAAA"])
def test_a_made_up_one_opens_nothing(table: Table, token: str) -> None:
    path = f"/events/{table.event.slug}/pass/{token}/"
    assert visitor().get(path).status_code == visitor().post(path).status_code == 410


def test_it_gives_no_role_in_the_club(table: Table) -> None:
    """Even when the link is the organizer's own."""
    entries.register(table.event.pk, [table.olga.player], context=context_of(table.olga))
    phone = with_link(table.event, table.olga, table.olga.player)
    assert phone.get(reverse("console", args=[table.event.slug]))["Location"].startswith(reverse("account_login"))
    assert phone.get(slip_url(table)).status_code == 404
