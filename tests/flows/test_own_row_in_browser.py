"""A phone that has opened its seat finds its row in the standings, and the public page stays the same for everyone."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import on_grid, seat_table, slip
from tests.flows.browsers import open_browser
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_the_phone_marks_its_row_and_leads_to_it(site: str, browser: Any) -> None:
    table = seat_table(40)
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    standings, seat = (reverse(name, args=[table.event.slug]) for name in ("standings", "my_seat"))
    page = open_browser(browser, site, table.pam.user, base_url=site)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(standings)
    expect(page.locator("tr.is-me")).to_have_count(0)

    page.goto(seat)
    page.goto(standings)
    own = page.locator("tr.is-me")
    expect(own.get_by_role("link", name="Pam")).to_be_visible()
    expect(own.locator(".badge")).to_have_text("You")
    is_far = page.evaluate("() => document.querySelector('.is-me').getBoundingClientRect().bottom >= innerHeight")
    assert page.get_by_role("link", name="Go to your row").is_visible() is is_far
    entry = own.get_attribute("data-row")
    page.get_by_role("link", name="Pam").click()
    page.locator("#why").wait_for()
    expect(page.locator("tr.is-me")).to_have_attribute("data-row", str(entry))

    page.context.clear_cookies()
    page.goto(seat)
    page.goto(standings)
    expect(page.locator("tr.is-me")).to_have_count(0)
    page.context.close()
