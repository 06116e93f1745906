"""A wrong score is found after the prizes were shown: two officials, an adjustment, never a silent change."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import User
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.prize import PrizeNight, prize_night
from tournaments.integrity.verify import violations
from tournaments.prizes import commands as prizes
from tournaments.prizes.models import ShownPrizes
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def night() -> PrizeNight:
    found = prize_night()
    found.promise()
    found.show()
    return found


class Desk:
    """An official's browser."""

    def __init__(self, browser: Any, site: str, user: User):
        self.context = browser.new_context()
        self.context.set_default_timeout(PATIENCE)
        self.context.add_cookies([{"name": "session", "value": log_in(user).cookies["session"].value, "url": site}])
        self.page = self.context.new_page()
        self.site = site

    def open(self, name: str, *args: Any) -> Any:
        self.page.goto(self.site + reverse(name, args=args))
        return self.page


@pytest.fixture
def desks(browser: Any, site: str, night: PrizeNight) -> Iterator[tuple[Desk, Desk]]:
    found = Desk(browser, site, night.olga), Desk(browser, site, night.scott)
    yield found
    for desk in found:
        desk.context.close()


def shown_rows(page: Any) -> list[str]:
    """What the public page has in its list of who gets what."""
    table = page.get_by_role("region", name="Payout list")
    return [row.inner_text().replace("\t", " ").replace("\n", " ") for row in table.locator("tbody tr").all()]


@pytest.mark.heavy
def test_one_proposes_another_agrees_and_the_difference_is_an_adjustment(
    night: PrizeNight, desks: tuple[Desk, Desk]
) -> None:
    slug, shown = night.event.slug, ShownPrizes.objects.values().get()
    (olga, scott), match = desks, night.match(1, 2)
    before = shown_rows(olga.open("prizes", slug))
    assert before[0].startswith("1st place Ann 1 & Bob 1 20.00")

    page = olga.open("match", slug, match.pk)
    one, other = match.standing.slip["points"]
    page.locator("#points-0").fill(str(other))
    page.locator("#points-1").fill(str(one))
    page.get_by_label("Reason for the correction").fill("Sides mixed up")
    page.locator("form", has=page.locator("#points-0")).get_by_role("button", name="Preview changes").click()
    page.get_by_text("Ann 1 & Bob 1: 20.00 becomes 12.00.").wait_for()
    page.get_by_role("button", name="Propose correction").click()
    page.get_by_text("It takes effect when another organizer or scorer approves it. Ask Owen or Scott.").wait_for()
    expect(page.get_by_role("button", name="Approve correction")).to_have_count(0)
    assert night.due() == {1: 2000, 2: 1200, 3: 800}

    page = scott.open("prizes", slug)
    page.get_by_role("link", name="View correction").click()
    page.get_by_text("Ann 2 & Bob 2: 12.00 becomes 20.00.").wait_for()
    page.get_by_role("button", name="Approve correction").click()
    page.get_by_text("the adjustments are on the payout sheet").wait_for()

    page = olga.open("prizes", slug)
    assert shown_rows(page) == before
    assert ShownPrizes.objects.values().get() == shown
    adjusted = page.locator("section", has=page.get_by_role("heading", name="Later adjustments")).inner_text()
    assert "Ann 1 & Bob 1: 8.00 to return" in adjusted
    assert "Ann 2 & Bob 2: extra payout of 8.00" in adjusted
    assert "proposed by Olga, approved by Scott" in adjusted

    page = olga.open("prize_sheet", slug)
    expect(page.get_by_role("table")).to_have_count(2)
    sheet = prizes.sheet_of(night.fresh())
    assert sheet
    assert {line.number: line.cents for line in sheet.lines} == {1: 600, 2: 1000, 3: 400}
    settle_unsettled()
    assert violations() == []
