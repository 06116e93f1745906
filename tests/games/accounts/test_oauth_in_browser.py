"""In a browser that keeps our content policy: a yes leads to the app, also by way of the password."""

from typing import Any
from uuid import uuid4

import pytest

from games.accounts.oauth import apps
from tests.cast import PASSWORD, make_user
from tests.games.accounts.test_oauth import BACK, address_of
from tests.tournaments.pages.browsing import certain, log_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("is_fresh", [True, False], ids=["just logged in", "logged in a while ago"])
def test_yes_leads_to_the_app(site: str, page: Any, is_fresh: bool) -> None:
    app = apps.register_app(make_user("Sam"), "Scoreboard", [BACK], key=uuid4())
    client = log_in(make_user("Olga"))
    session = (certain(client) if is_fresh else client).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": site}])
    page.route(f"{BACK}**", lambda route: route.fulfill(body="Welcome"))
    page.goto(site + address_of(app))
    page.get_by_role("button", name="Allow", exact=True).click()
    if not is_fresh:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"{BACK}?code=*&state=xyz")


def test_no_leads_to_the_app_too(site: str, page: Any) -> None:
    app = apps.register_app(make_user("Sam"), "Scoreboard", [BACK], key=uuid4())
    session = certain(log_in(make_user("Olga"))).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": site}])
    page.route(f"{BACK}**", lambda route: route.fulfill(body="Then not"))
    page.goto(site + address_of(app))
    page.get_by_role("button", name="Don’t allow").click()
    page.wait_for_url(f"{BACK}?error=access_denied&*")
