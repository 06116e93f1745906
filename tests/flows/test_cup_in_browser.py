"""A cup of four teams on the secretary's laptop, from its name to its champion, and what a follower's phone shows."""

import datetime
from typing import Any

import pytest
from django.urls import reverse

from tests.flows.browsers import open_browser
from tests.sizes import PATIENCE
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tournaments.cups.models import Cup
from tournaments.cups.progress import progress_of
from tournaments.integrity.verify import violations

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Secretary:
    def __init__(self, stage: Stage, page: Any, site: str) -> None:
        self.stage, self.page, self.site = stage, page, site

    def press(self, name: str) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).click()

    def draw(self, on: datetime.date) -> None:
        self.page.get_by_label("Date and time").first.fill(f"{on}T19:00")
        self.page.get_by_label("Deadline").first.fill(str(on))
        self.press("Draw round")

    def enter_card(self, cup: Cup, home: int, away: int) -> None:
        """Of the first match that has no score yet: the teams named their players before."""
        match = next(one.match for one in progress_of(cup).last.matches if not one.score)
        for squad in match.fixture.squads:
            self.stage.line_up(match.fixture, squad)
        self.page.goto(self.site + reverse("card", args=[self.stage.season.slug, match.fixture.number]))
        self.page.locator("[name=h1_1]").fill(str(home))
        self.page.locator("[name=a1_1]").fill(str(away))
        with self.page.expect_navigation():
            self.page.locator("[data-card-submit]").click()


@pytest.mark.heavy
def test_a_cup_from_its_name_to_its_champion(browser: Any, site: str) -> None:
    stage = Stage(SMALL)
    stage.open()
    page = open_browser(browser, site, stage.olga)
    secretary = Secretary(stage, page, site)
    page.goto(site + reverse("cups", args=[stage.season.slug]))
    page.get_by_label("Name").fill("Elm Cup")
    secretary.press("Create cup")
    for name in BIRDS[:4]:
        page.get_by_role("checkbox", name=name).check()
    secretary.press("Save teams")
    cup = Cup.objects.get()
    day = stage.season.fixtures.latest("starts_at").starts_at.date() + datetime.timedelta(days=7)

    secretary.draw(day)
    assert page.get_by_role("heading", name="Semifinals").is_visible()
    for points in ((10, 4), (3, 10)):
        secretary.enter_card(cup, *points)
    page.goto(site + cup.get_absolute_url())
    secretary.draw(day + datetime.timedelta(days=7))
    secretary.enter_card(cup, 10, 9)

    champion = progress_of(cup).champion
    assert str(champion) in BIRDS[:4]
    phone = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    phone.set_default_timeout(PATIENCE)
    phone.goto(site + cup.get_absolute_url())
    assert phone.get_by_text(f"{champion} beat").is_visible()
    assert [phone.get_by_role("heading", name=name, exact=True).is_visible() for name in ("Semifinals", "Final")] == [
        True,
        True,
    ]
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations() == []
    phone.context.close()
    page.context.close()
