"""A tie at a prize place: nothing is paid before it is decided, and everybody can see how that was done."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.prize import prize_night, shares, three_level
from tournaments.honours.prize_plan import Tied
from tournaments.integrity.verify import violations
from tournaments.prizes.models import ShownPrizes

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_settling_waits_for_the_lot_on_the_screen_and_the_sheet_says_so(site: str, page: Any) -> None:
    night = prize_night(three_level)
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    cookies = log_in(night.olga).cookies
    page.context.add_cookies([{"name": "session", "value": cookies["session"].value, "url": site}])
    page.goto(site + reverse("prize_console", args=[night.event.slug]))

    page.get_by_role("heading", name="Ties for prize money").wait_for()
    expect(page.get_by_role("button", name="Publish payouts")).to_have_count(0)
    methods = [one.inner_text().partition(":")[0] for one in page.locator("label.choice").all()]
    assert methods == ["Playoff hand", "Cut the cards", "Random draw", "Split"]

    page.get_by_role("radio", name="Random draw").check()
    page.get_by_role("button", name="Decide tie", exact=True).click()
    page.get_by_text("decided by random draw").wait_for()
    drawn = [int(cell.inner_text()) for cell in page.locator(".lot td").all()]
    order = [cell.inner_text() for cell in page.locator(".lot tbody th").all()]
    assert drawn == sorted(drawn)
    assert sorted(order) == ["Ann 1 & Bob 1", "Ann 2 & Bob 2", "Ann 3 & Bob 3"]

    page.get_by_role("button", name="Publish payouts").click()
    page.get_by_role("link", name="Payout sheet").click()
    page.locator(".payout-sheet").wait_for()
    winners = [cell.inner_text() for cell in page.locator(".payout-sheet tbody th").all()]
    assert [f"{one} & {other}" for one, other in zip(winners[::2], winners[1::2], strict=True)] == order
    better = ", then ".join(order)
    expect(page.get_by_text(f"tied for 1st. The tie was decided by random draw: {better}.")).to_have_count(1)
    assert ShownPrizes.objects.count() == 1
    assert violations() == []
