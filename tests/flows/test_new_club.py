"""The first hour in a browser: from signing up to a club in the right time zone, along the steps of the home page."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.accounts.models import User
from tests.cast import PASSWORD
from tournaments.clubs.models import Club

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_a_newcomer_creates_a_club_in_the_browsers_time_zone(site: str, page: Any) -> None:
    browser = page.context.browser.new_context(timezone_id="America/Chicago", base_url=site)
    try:
        laptop = browser.new_page()
        laptop.goto("/accounts/signup/")
        for field, text in (
            ("name", "Nell"),
            ("email", "nell@example.org"),
            ("password1", PASSWORD),
            ("password2", PASSWORD),
        ):
            laptop.locator(f"#id_{field}").fill(text)
        laptop.get_by_role("main").get_by_role("button", name="Sign up").click()
        laptop.get_by_role("heading", name="Welcome", level=1).wait_for()
        laptop.goto("/")
        laptop.get_by_role("region", name="Run your first night in 4 steps").get_by_role("link").click()
        laptop.get_by_label("Name", exact=True).fill("Oak Street")
        expect(laptop.get_by_label("Time zone")).to_have_value(re.compile(r"^America/Chicago \(UTC−"))
        laptop.get_by_role("button", name="Create club").click()
        laptop.get_by_role("heading", name="Oak Street", level=1).wait_for()
        laptop.goto("/")
        steps = laptop.get_by_role("region", name="Run your first night in 4 steps")
        assert steps.get_by_role("link").all_inner_texts() == ["Set up an event"]
    finally:
        browser.close()
    assert Club.objects.get().zone == "America/Chicago"
    assert User.objects.get().player.name == "Nell"
