"""Two organizers, two browsers, one button: there is one round, and the second reads who was faster."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import Table, make_user, on_grid, seat_table, slip
from tests.flows.browsers import open_browser
from tournaments.clubs.models import Membership, Role
from tournaments.integrity.verify import violations
from tournaments.results import commands as results

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Every table of round 1 has its result."""
    found = seat_table()
    for match in found.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(found.olga))
    return found


@pytest.fixture
def two(table: Table, site: str, browser: Any) -> Iterator[list[Any]]:
    """Olga's and Ann's browser on the console. They do not hear of each other: the network is slow."""
    ann = make_user("Ann Weber")
    Membership.objects.create(club=table.event.club, player=ann.player, role=Role.ORGANIZER)
    pages = [open_browser(browser, site, user) for user in (ann, table.olga)]
    for page in pages:
        page.route("**/live/**", lambda route: route.abort())
        page.goto(site + reverse("console", args=[table.event.slug]))
    yield pages
    for page in pages:
        page.context.close()


def both_press(two: list[Any], button: str) -> str:
    """Ann, then Olga from the same state of the page. What Olga reads."""
    for page in two:
        page.get_by_role("button", name=button, exact=True).click()
    two[0].locator(".notice--success").wait_for()
    note = two[1].locator(".notice--error")
    note.wait_for()
    return str(note.inner_text())


@pytest.mark.heavy
def test_one_round_and_the_second_reads_who_published_it(table: Table, two: list[Any]) -> None:
    for button, done in [
        ("Close round 1", "Ann Weber just closed Round 1."),
        ("Draw round 2", "Ann Weber just drew Round 2."),
        ("Publish round 2", "Ann Weber just published Round 2."),
    ]:
        assert both_press(two, button) == done
        expect(two[1].get_by_role("heading", name="Next")).to_be_visible()
    found = table.stage.rounds.order_by("number").values_list("number", "status")
    assert list(found) == [(1, "closed"), (2, "published")]
    assert table.event.audit_log.filter(action="publish_round").count() == 2
    assert both_press(two, "Unpublish round") == "Ann Weber just unpublished Round 2."
    assert violations() == []
