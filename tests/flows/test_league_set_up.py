"""A secretary sets up a season from the sheet of a published league, in a browser, until it is open. Clicks and keys
are counted, and the season plays by that league's rules."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.cast import make_club, make_user
from tests.flows.browsers import open_browser
from tests.flows.test_first_week import Desk
from tournaments.formats.seasons.templates import TEMPLATES
from tournaments.leagues.models import Season

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TEAMS = ("Anchor", "Bell", "Castle", "Dolphin", "Engine", "Fleece", "George", "Harp")
PLAYERS = 6
CLICK, KEY = 3.05, 0.28
"""Seconds, of the keystroke-level model (Card, Moran and Newell, 1980): a hand to the mouse, a look, pointing and
pressing; and a letter of an average typist."""
MOST = datetime.timedelta(minutes=15)


class Secretary(Desk):
    def enter(self, field: str, text: str) -> None:
        """A click into the field with this id, and the keys."""
        self.page.locator(f"#id_{field}").fill(text)
        self.clicks += 1
        self.keys += len(text)

    def set_day(self, field: str, day: datetime.date) -> None:
        self.page.locator(f"#id_{field}").fill(str(day))
        self.clicks += 1
        self.keys += 8

    def paste_into(self, field: str, text: str) -> None:
        """From the team's registration sheet."""
        self.page.locator(f"#id_{field}").fill(text)
        self.clicks += 1
        self.keys += 2

    @property
    def took(self) -> datetime.timedelta:
        return datetime.timedelta(seconds=CLICK * self.clicks + KEY * self.keys)


def add_team(desk: Secretary, name: str, since: datetime.date) -> None:
    desk.enter("squad-team", name)
    desk.paste_into("squad-players", "\n".join(f"{name} {number}" for number in range(1, PLAYERS + 1)))
    desk.set_day("squad-since", since)
    with desk.page.expect_navigation():
        desk.click("button", "Add team")


@pytest.mark.parametrize("key", ["cornish", "guernsey", "us_bar"])
@pytest.mark.heavy
def test_a_published_league_is_set_up_within_a_quarter_of_an_hour(site: str, browser: Any, key: str) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    template = TEMPLATES[key]
    page = open_browser(browser, site, olga)
    desk = Secretary(page)
    first = timezone.localdate() + datetime.timedelta(days=7)

    page.goto(site + club.get_absolute_url())
    desk.click("link", "New league")
    desk.enter("name", "Town League")
    desk.enter("divisions", "First Division")
    with page.expect_navigation():
        desk.click("button", "Create league")
    desk.click("link", template.name)
    desk.enter("name", "Winter")
    with page.expect_navigation():
        desk.click("button", "Continue to teams")
    for name in TEAMS:
        add_team(desk, name, first)
    desk.set_day("days-first", first)
    desk.enter("days-at", "19:30")
    with page.expect_navigation():
        desk.click("button", "Preview schedule")
    for button in ("Create schedule", "Open the season"):
        with page.expect_navigation():
            desk.click("button", button)

    season = Season.objects.get()
    assert (season.state, season.squads.count()) == (Season.State.OPEN, len(TEAMS))
    assert season.settings == template.settings
    assert tuple(season.criteria) == template.criteria
    assert season.fixtures.values("week").distinct().count() == 2 * (len(TEAMS) - 1)
    assert {squad.players.count() for squad in season.squads.all()} == {PLAYERS}
    assert bool(season.table_rules and season.table_rules.joker) == (template.house_rules == "benny")
    # Three minutes. Names that are new to the club are pasted.
    assert (desk.clicks, desk.keys) == (44, 169)
    assert desk.took <= MOST
    page.context.close()
