"""The console's forms for many things at once: they ask for the number, and one button undoes them."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, on_phone, players_at, seat_table, slip
from tests.kept import kept
from tests.tournaments.pages.browsing import Answer, form, refused_untouched, text_of
from tournaments.checkin import bulk, entries
from tournaments.results import commands as results
from tournaments.rounds.models import Match


def three_tables() -> Table:
    """Each has reported."""
    found = seat_table(12)
    for match in found.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_phone(players_at(match, 0)[0]))
    return found


table = kept(three_tables)


def console(table: Table) -> str:
    return reverse("console", args=[table.event.slug])


def all_url(table: Table, action: str) -> str:
    return reverse("do_all", args=[table.event.slug, action])


def shown_on(page: Answer, action: str) -> dict[str, Any]:
    """What the page's own form sends, except the number that people type."""
    [body] = re.findall(rf'action="[^"]*/all/{action}/">(.*?)</form>', page.content.decode(), flags=re.DOTALL)
    return {name: html.unescape(value) for name, value in re.findall(r'name="(key|shown)" value="([^"]*)"', body)}


def states(table: Table) -> list[str]:
    return list(table.round.matches.order_by("table").values_list("state", flat=True))


@pytest.mark.slow
def test_accept_all_asks_for_the_number_and_undo_brings_the_claims_back(table: Table, olga_client: Client) -> None:
    page = olga_client.get(console(table))
    assert "Enter 3 to continue" in text_of(page)
    done = olga_client.post(all_url(table, "accept_all"), shown_on(page, "accept_all") | {"count": 3}, follow=True)
    assert states(table) == ["standing"] * 3
    assert "All 3 changes saved. You can undo them below for the rest of the night." in text_of(done)
    assert "Olga accepted 3 reported scores at tables 1, 2, 3 in round 1" in text_of(done)
    results.void_result(table.match.pk, reason="Wrong table", context=context_of(table.olga), expected_version=2)
    row = table.event.audit_log.get(action="accept_all")
    undo = reverse("undo_bulk", args=[table.event.slug, row.pk])
    said = text_of(olga_client.post(undo, form(), follow=True))
    assert states(table) == ["void", "waiting", "waiting"]
    assert "2 of 3 changes undone. We couldn’t undo the score at table 1 because it has since changed." in said
    again = olga_client.post(undo, form())
    assert again.status_code == 409
    assert "Olga already undid this change. Reload the page." in text_of(again)


@pytest.mark.parametrize(
    ("typed", "status", "why"),
    [
        ("2", 422, "You entered 2, but the list has 3 reported scores, so nothing changed. Enter 3 to continue."),
        ("", 422, "is missing"),
        ("three", 422, "is missing"),
        ("٣", 422, "is missing"),
        ("-3", 422, "is missing"),
    ],
)
def test_another_number_does_nothing(table: Table, olga_client: Client, typed: str, status: int, why: str) -> None:
    body = shown_on(olga_client.get(console(table)), "accept_all") | {"count": typed}
    response = refused_untouched(olga_client, all_url(table, "accept_all"), body)
    assert response.status_code == status
    assert why in text_of(response)


def test_a_number_that_no_longer_fits_is_refused_with_the_present_one(table: Table, olga_client: Client) -> None:
    body = shown_on(olga_client.get(console(table)), "accept_all") | {"count": 3}
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    response = refused_untouched(olga_client, all_url(table, "accept_all"), body)
    assert response.status_code == 409
    assert "You saw 3 reported scores, but now there are 2. Check it and try again." in text_of(response)
    assert "Enter 2 to continue" in text_of(response)


@pytest.mark.parametrize("shown", ["", "x", "1:1 " * 8000, "nul\0"])
def test_a_list_that_no_page_showed_does_nothing(table: Table, olga_client: Client, shown: str) -> None:
    body = form(count=3, shown=shown)
    assert refused_untouched(olga_client, all_url(table, "accept_all"), body).status_code in (409, 422)


def test_one_table_alone_has_its_own_button_only(table: Table, olga_client: Client) -> None:
    for match in table.round.matches.exclude(table=1):
        results.confirm_result(match.pk, context=context_of(table.olga), expected_version=1)
    page = text_of(olga_client.get(console(table)))
    assert "Accept 10–6" in page
    assert "Enter 1 to continue" not in page


def test_tables_without_a_score_are_voided_together(table: Table, olga_client: Client) -> None:
    for match in table.round.matches.exclude(table=1):
        results.void_result(match.pk, reason="Twice", context=context_of(table.olga), expected_version=1)
        results.reopen_result(match.pk, context=context_of(table.olga), expected_version=2)
    assert states(table) == ["waiting"] * 3
    Match.objects.filter(round=table.round).exclude(table=1).update(state="open")
    page = olga_client.get(console(table))
    body = shown_on(page, "void_missing") | {"count": 2}
    refused = refused_untouched(olga_client, all_url(table, "void_missing"), body)
    assert "Enter a short reason" in text_of(refused)
    assert olga_client.post(all_url(table, "void_missing"), body | {"reason": "The hall closes"}).status_code == 302
    assert states(table) == ["waiting", "void", "void"]


@pytest.mark.slow
def test_before_a_round_all_absent_players_are_dealt_with_at_once(table: Table, olga_client: Client) -> None:
    for name in ("Rose", "Sal"):
        entries.register(table.event.pk, [entries.new_player(table.event, name)], context=context_of(table.olga))
    assert "Rose" not in text_of(olga_client.get(console(table)))
    bulk_of_claims = bulk.Offer("accept_all", bulk.BULKS["accept_all"].things(table.event))
    bulk.do_all(table.event.pk, "accept_all", count=3, shown=bulk_of_claims.shown, context=context_of(table.olga))
    olga_client.post(reverse("move_round", args=[table.event.slug, table.round.pk, "close"]), form(seen=2))
    page = olga_client.get(console(table))
    assert "Rose, Sal" in text_of(page)
    said = text_of(
        olga_client.post(all_url(table, "leave_all"), shown_on(page, "leave_all") | {"count": 2}, follow=True)
    )
    assert "Olga marked 2 entries as no-shows" in said
    assert table.event.entries.filter(status="dropped").count() == 2
