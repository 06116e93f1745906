"""The table in a real browser: played by keyboard against bots, readable for all, nothing from elsewhere."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.tables.models import Game
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def act_four_times(page: Any) -> None:
    """By keyboard alone: the first choice by Enter, cards by their number, the next deal by its button."""
    for _ in range(4):
        page.locator(".table-choices button, .my-hand__card:enabled, [data-next-hand]").first.wait_for()
        choices, cards = page.locator(".table-choices button"), page.locator(".my-hand__card")
        version = page.locator("#live").get_attribute("data-live-version")
        if choices.count():
            choices.first.focus()
            page.keyboard.press("Enter")
        elif playable := [n for n in range(cards.count()) if cards.nth(n).is_enabled()]:
            page.keyboard.press(str(playable[0] + 1))
        else:
            page.locator("[data-next-hand]").press("Enter")
        page.locator(f"#live:not([data-live-version='{version}'])").wait_for()


def test_a_visitor_plays_against_bots_by_keyboard(site: str, worker: None, page: Any) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if is_error(message) else None)
    page.on("request", lambda asked: problems.append(asked.url) if not asked.url.startswith(site) else None)
    page.set_default_timeout(PATIENCE)  # a partner who plays alone makes the visitor wait a whole hand
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    act_four_times(page)
    hands = Game.objects.get().hands.all()
    assert sum(len(hand.actions.split("; ")) for hand in hands) >= 4
    assert problems == []


def is_error(message: Any) -> bool:
    """A key that is pressed while a bot's card is on its way is answered 409 and the new table, which browsers note."""
    return message.type == "error" and "409 (Conflict)" not in message.text


def test_the_table_fits_and_reads_well(site: str, page: Any) -> None:
    for path in ("/tables/", "/tables/new/"):
        page.goto(site + path)
        assert check(page) == []
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert check(page) == []
    page.get_by_role("link", name="Rules").click()
    page.locator("dialog[open]").get_by_text("Chat during a game").wait_for()
    assert check(page) == []


def test_on_a_small_phone_what_one_has_to_see_is_seen_at_once(site: str, worker: None, page: Any) -> None:
    """The question without scrolling, and below it one's cards: whole while cards are played, while one bids their
    indices; but for the second round of bids, whose seven answers come first."""
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    for _ in range(3):
        page.locator(".table-choices button, .my-hand__card:enabled").first.wait_for()
        page.reload()  # without the notice, a line high, that an answer crossed a bot's move
        answers = page.locator(".table-choices button").count()
        assert bottom_of(page, ".table-prompt") < 640
        if answers <= 3:
            assert bottom_of(page, ".my-hand") < (640 + 72 if answers else 640)
        version = page.locator("#live").get_attribute("data-live-version")
        page.locator(".table-choices button, .my-hand__card:enabled").first.click()
        page.locator(f"#live:not([data-live-version='{version}'])").wait_for()


def bottom_of(page: Any, selector: str) -> float:
    return float(page.evaluate(f"() => document.querySelector('{selector}').getBoundingClientRect().bottom + scrollY"))


def check(page: Any) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
