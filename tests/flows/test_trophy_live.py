"""A score is typed on the grid; seconds later the player's open page tells of the trophy, the board says so, and the
open leaderboard has a new line."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games.tables import opening
from tests.cast import on_grid, seat_table, slip
from tests.flows.browsers import open_browser
from tests.flows.crawler import OVERFLOW
from tournaments.results import commands as results
from tournaments.rewards.models import Unlock
from tournaments.tasks import sweep

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.heavy
def test_a_trophy_is_told_while_the_page_is_open(worker: None, site: str, browser: Any, wait_until: Any) -> None:
    table = seat_table()
    assert table.pam.user
    page = open_browser(browser, site, table.pam.user, base_url=site)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    board = open_browser(browser, site, table.sam, base_url=site)
    page.goto(reverse("clubs"))
    board.goto(reverse("board", args=[table.event.slug]))
    leaders = open_browser(browser, site, table.sam, base_url=site)
    leaders.goto(f"{reverse('club_leaderboards', args=[table.event.club.slug])}?by=winners")
    leaders.get_by_text("No one is on this leaderboard yet.").wait_for()
    grid = open_browser(browser, site, table.olga, base_url=site)
    grid.goto(reverse("grid", args=[table.event.slug]))
    for side, points in enumerate(("10", "0")):
        grid.locator(f"#points-{table.match.pk}-{side}").fill(points)
    grid.keyboard.press("Enter")
    page.locator(".toast", has_text="First win").wait_for()
    page.locator(".toast", has_text="Shutout").wait_for()
    board.locator("#board-unlock", has_text=":").wait_for()
    leaders.get_by_role("row", name="Pam").wait_for()
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []
    wait_until(lambda: not Unlock.objects.filter(player=table.pam, seen_at=None).exists())
    page.reload()
    page.wait_for_timeout(500)
    expect(page.locator(".toast")).to_have_count(0)
    assert complaints == []
    for one in (page, board, leaders, grid):
        one.context.close()


def test_what_came_while_nobody_looked_is_told_on_the_next_page(site: str, browser: Any) -> None:
    table = seat_table()
    assert table.pam.user
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    sweep()
    page = open_browser(browser, site, table.pam.user, base_url=site)
    page.goto(reverse("home"))
    page.locator(".toast", has_text="First win").wait_for()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".toast")).to_have_count(0)
    page.context.close()


@pytest.mark.heavy
def test_what_is_told_covers_neither_seat_nor_cards_and_goes_to_the_end(
    site: str, browser: Any, wait_until: Any
) -> None:
    table = seat_table()
    assert table.pam.user
    results.record_result(table.match.pk, slip(10, 0), context=on_grid(table.olga))
    sweep()
    game = opening.play_bots(table.pam)
    page = open_browser(browser, site, table.pam.user, base_url=site)
    page.clock.install()
    # At a table the head of the site makes room for the table's own.
    for address, first in ((reverse("my_seat", args=[table.event.slug]), "#main"), (game.get_absolute_url(), ".felt")):
        for width, height in ((360, 640), (390, 844), (1280, 800)):
            Unlock.objects.update(seen_at=None)
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
            line = page.locator(".toast", has_text="First win")
            line.wait_for()
            told, below = line.bounding_box(), page.locator(first).bounding_box()
            assert told["y"] + told["height"] <= below["y"], f"{address} at {width}: {told} over {below}"
            assert told["height"] < 56
            # A long line ends in dots and makes no phone zoom out.
            line.locator(".toast__text").evaluate("(text) => text.prepend('First win and a lot more, '.repeat(9))")
            assert page.evaluate(OVERFLOW) <= 0
            page.clock.run_for(9_000)
            expect(page.locator("#toasts")).not_to_have_class(re.compile("is-new"))
            told, main = line.bounding_box(), page.locator("#main").bounding_box()
            assert main["y"] + main["height"] <= told["y"]
            expect(line.get_by_role("link")).to_have_attribute("href", reverse("achievements", args=[table.pam.pk]))
            # Else this page's word that it was seen could come after the next one was told that it wasn't.
            wait_until(lambda: not Unlock.objects.filter(player=table.pam, seen_at=None).exists())
    page.context.close()
