"""The running total of a card begins with the handicap."""

from typing import Any

import pytest
from django.urls import reverse

from tests.flows.browsers import open_browser
from tests.tournaments.leagues.test_handicaps import two_days_on

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_the_running_total_takes_the_handicap_in(browser: Any, site: str) -> None:
    stage, coming = two_days_on()
    for squad in coming.squads:
        stage.line_up(coming, squad)
    is_home = str(coming.home) != "Wrens"
    page = open_browser(browser, site, stage.olga)
    page.goto(site + reverse("card", args=[stage.season.slug, coming.number]) + "?as=organizer")
    total = page.locator("[data-card-total]")
    assert not total.is_visible()
    page.locator("[name=h1_1]").fill("10")
    page.locator("[name=a1_1]").fill("4")
    wanted = "Games 2 1/2–0, points 10–4, 3 left to enter" if is_home else "Games 1–1 1/2, points 10–4, 3 left to enter"
    assert total.inner_text() == wanted
    page.context.close()
