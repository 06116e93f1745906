"""Somebody who has never seen the site: from the address that `make demo` prints to what they came for, by links and
buttons alone. The clicks are counted, and docs/start.md says how many."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.euchre_site.served import embedded
from tests.processes import ROOT
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

START = ROOT / "docs" / "start.md"
CLICKS = {what: int(clicks) for what, clicks in re.findall(r"^\| (.+) \| (\d+) \|$", START.read_text(), re.MULTILINE)}
PLAYER = "Quinn Talbot"


class Walk:
    """A desk and a phone; every click is counted for what is being done."""

    def __init__(self, address: str, desk: Any, phone: Any) -> None:
        self.address, self.desk, self.phone = address, desk, phone
        self.counts: dict[str, int] = {}
        self._task = ""

    def begins(self, task: str) -> None:
        """Every task begins at the home page, where the site's name leads to."""
        self._task, self.counts[task] = task, 0

    def click(self, there: Any) -> None:
        there.click()
        self.counts[self._task] += 1

    def home(self) -> None:
        self.desk.goto(self.address)


@pytest.fixture
def walk(browser: Any, tmp_path: Path) -> Iterator[Walk]:
    with embedded(tmp_path / "home") as site:
        [link] = re.findall(r"http\S+", site.manage("demo_data", "--address", site.address))
        site.start()
        desk = browser.new_context(viewport={"width": 1280, "height": 800})
        phone = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        for context in (desk, phone):
            context.set_default_timeout(PATIENCE)
        found = Walk(site.address, desk.new_page(), phone.new_page())
        found.desk.goto(link)
        yield found
        desk.close()
        phone.close()


@pytest.mark.heavy
def test_a_new_user_finds_everything_without_help(walk: Walk) -> None:
    log_in(walk)
    watch(walk)
    rating_curve(walk)
    whom_to_beat(walk)
    publish(walk)
    hand_over_a_phone(walk)
    enter_a_score(walk)
    assert walk.counts == CLICKS


def log_in(walk: Walk) -> None:
    walk.begins("log in with the link that was printed")
    walk.click(walk.desk.get_by_role("main").get_by_role("button", name="Log in"))
    expect(walk.desk.get_by_role("heading", level=1)).to_have_text("Euchre nights")


def watch(walk: Walk) -> None:
    """Four players, the cards on the table, and it goes on by itself."""
    walk.begins("watch a game that is being played")
    desk = walk.desk
    walk.click(desk.get_by_role("main").get_by_role("link", name="The kitchen table"))
    walk.click(desk.get_by_role("button", name="Watch"))
    version = desk.locator("#live").get_attribute("data-live-version")
    desk.locator(f"#live:not([data-live-version='{version}'])").wait_for()


def rating_curve(walk: Walk) -> None:
    walk.begins("find a player's rating curve")
    walk.home()
    desk = walk.desk
    walk.click(desk.get_by_role("link", name="Leaderboards", exact=True))
    walk.click(desk.get_by_role("main").get_by_role("link", name=PLAYER).first)
    expect(desk.locator("svg.curve, .curve svg").first).to_be_visible()


def whom_to_beat(walk: Walk) -> None:
    walk.begins("read who must be beaten for the jackpot")
    walk.home()
    desk = walk.desk
    walk.click(desk.get_by_role("main").get_by_role("link", name="Lakeside Euchre Club").first)
    walk.click(desk.get_by_role("link", name="Lakeside Jackpot"))
    mine = desk.get_by_role("region", name="Who do I need to beat?")
    mine.get_by_role("combobox").select_option(label=PLAYER)
    walk.click(mine.get_by_role("button"))
    expect(mine).to_contain_text(re.compile("points|place", re.IGNORECASE))


def publish(walk: Walk) -> None:
    walk.begins("publish a round")
    walk.home()
    desk = walk.desk
    walk.click(desk.get_by_role("link", name="Evening Progressive").first)
    walk.click(desk.get_by_role("link", name="Organize"))
    walk.click(desk.get_by_role("button", name="Publish round 5"))
    desk.get_by_text("Round 5 published.").wait_for()


def hand_over_a_phone(walk: Walk) -> None:
    walk.begins("give a player a link, and have the phone know its owner")
    desk = walk.desk
    walk.click(desk.get_by_role("link", name="Check-in list"))
    walk.click(desk.get_by_label(f"More actions for {PLAYER}"))
    walk.click(desk.get_by_role("button", name=f"Personal link for {PLAYER}"))
    walk.phone.goto(desk.get_by_role("link", name="/pass/").inner_text())
    walk.click(walk.phone.get_by_role("button", name="Yes, that’s me"))


def enter_a_score(walk: Walk) -> None:
    walk.begins("enter a score on a phone, hand by hand")
    phone = walk.phone
    if phone.get_by_role("button", name="Close").count():
        phone.get_by_role("button", name="Close").click()
    walk.click(phone.get_by_role("link", name="Enter the score"))
    sides = phone.locator("[data-slip-side]")
    for side, points in ((0, 1), (1, 2), (0, 4), (0, 1), (1, 1), (0, 2), (1, 2), (0, 2)):
        walk.click(sides.nth(side).locator(f"[data-slip-points='{points}']"))
    walk.click(phone.get_by_role("button", name="Send the score"))
    phone.get_by_text("saved", exact=False).first.wait_for()
