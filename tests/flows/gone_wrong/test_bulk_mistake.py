"""A bulk mistake: everything without a score was declared void while people still played. One button brings it back."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, on_grid, on_phone, players_at, seat_table, slip
from tests.tournaments.checkin.test_bulk_pages import shown_on
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.integrity.rebuild import derived_digest
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled


@pytest.fixture
def table(db: None) -> Table:
    return seat_table(12)


@pytest.fixture
def olga(table: Table) -> Client:
    return log_in(table.olga)


def digest() -> str:
    settle_unsettled()
    return derived_digest()


def states(table: Table) -> list[str]:
    return list(table.round.matches.order_by("table").values_list("state", flat=True))


def void_all(table: Table, olga: Client) -> None:
    page = olga.get(reverse("console", args=[table.event.slug]))
    body = shown_on(page, "void_missing") | {"count": 3, "reason": "The hall closes"}
    assert olga.post(reverse("do_all", args=[table.event.slug, "void_missing"]), body).status_code == 302


def undo(table: Table, olga: Client) -> str:
    row = table.event.audit_log.filter(action="void_missing").latest("number")
    address = reverse("undo_bulk", args=[table.event.slug, row.pk])
    assert address in olga.get(reverse("console", args=[table.event.slug])).content.decode()
    page = olga.post(address, form(), follow=True)
    assert address not in page.content.decode()
    return text_of(page)


@pytest.mark.slow
def test_undone_everything_is_as_before_and_the_night_goes_on(table: Table, olga: Client) -> None:
    before = digest()
    void_all(table, olga)
    assert states(table) == ["void"] * 3
    settle_unsettled()
    assert violations() == []
    entries = ResultEntry.objects.count()
    assert "3 of 3 changes undone." in undo(table, olga)
    assert states(table) == ["open"] * 3
    assert ResultEntry.objects.count() == entries + 3
    assert digest() == before
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_phone(players_at(match, 0)[0]))
        results.confirm_result(match.pk, context=on_phone(players_at(match, 1)[0]), expected_version=3)
    assert states(table) == ["standing"] * 3
    settle_unsettled()
    assert violations() == []


@pytest.mark.slow
def test_what_was_put_right_by_hand_meanwhile_stays(table: Table, olga: Client) -> None:
    void_all(table, olga)
    results.correct_result(
        table.match.pk, slip(10, 6), reason="It was played", context=on_grid(table.olga), expected_version=1
    )
    assert "2 of 3 changes undone. We couldn’t undo the score at table 1 because it has since changed." in undo(
        table, olga
    )
    assert states(table) == ["standing", "open", "open"]
    settle_unsettled()
    assert violations() == []
