"""The seat page offers push, also on a phone that has only a personal link, and stays out of the way."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games.notifications.push.models import PushSubscription
from tests.cast import context_of, seat_table
from tests.flows.browsers import open_browser
from tests.flows.crawler import violations
from tests.games.notifications.push.receiver import browsing
from tests.games.notifications.push.test_in_browser import state, stub
from tournaments.access.passes import issue_pass
from tournaments.rounds import clock
from tournaments.rounds.models import Clock

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("laptop"),
]
OFFER = "Don’t miss your table"


@pytest.mark.heavy
def test_a_phone_with_a_personal_link_turns_it_on_at_the_seat(site: str, browser: Any, tmp_path: Path) -> None:
    table = seat_table(4)
    token = issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    context = browser.new_context(base_url=site, viewport={"width": 360, "height": 740})
    page = context.new_page()
    with browsing() as there:
        stub(page, there)
        page.goto(f"{site}/events/{table.event.slug}/pass/{token}/")
        page.get_by_role("button", name="Yes").click()
        page.wait_for_url(f"**{reverse('my_seat', args=[table.event.slug])}")
        expect(page.get_by_role("heading", name=OFFER)).to_be_visible()
        expect(page.get_by_role("link", name="Enter the score")).to_be_visible()
        assert page.evaluate("asked") == 0, "never on load"
        axe, found = Axe(), []
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=tmp_path / f"seat-{width}-{scheme}.png", full_page=True)
                found += violations(axe, page, f"{width} {scheme}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert found == []
        # What the page refreshes by itself leaves the offer alone.
        clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
        Clock.objects.update(seconds_left=datetime.timedelta(minutes=20).seconds)
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        expect(page.get_by_role("heading", name=OFFER)).to_be_hidden()
        subscription = PushSubscription.objects.get()
        assert (subscription.player, subscription.link) == (table.quinn, str(table.event.pk))
        page.reload()
        expect(state(page, "on")).to_be_visible()
        page.get_by_role("link", name="Change").last.click()
        expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    context.close()


def test_an_account_is_offered_it_and_a_blocked_browser_is_not(site: str, browser: Any) -> None:
    table = seat_table(4)
    assert table.pam.user
    page = open_browser(browser, site, table.pam.user, base_url=site)
    with browsing() as there:
        stub(page, there, "denied")
        page.goto(reverse("my_seat", args=[table.event.slug]))
        page.get_by_role("button", name="Get notified on this device").click()
        expect(page.get_by_role("heading", name=OFFER)).to_be_hidden()
        expect(state(page, "on")).to_be_hidden()
    page.context.close()
