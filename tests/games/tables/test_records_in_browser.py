"""Replay, files and planning in a real browser: by keyboard, readable for all, at every width."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from tests.games.tables.cast import finished_game

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# The next press comes in the very moment in which the new step stands there; a page loaded anew would forget the count.
HELD_DOWN = """() => {
    window.steps = 0;
    document.addEventListener("htmx:afterSettle", () => {
        window.steps += 1;
        if (window.steps < 8) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        }
    });
}"""


@pytest.mark.heavy
def test_a_hand_is_stepped_through_with_the_arrow_keys(site: str, page: Any) -> None:
    game = finished_game()
    last = game.hands.get().actions.count("; ") + 1
    page.goto(site + reverse("replay", args=[game.table.code, 1]))
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        page.get_by_text(f"Step {step} of {last}").wait_for()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-voice]")).to_have_text(page.locator("[data-narration]").inner_text())
    page.go_back()
    page.get_by_text(f"Step {last} of {last}").wait_for()


@pytest.mark.heavy
def test_a_key_that_is_held_down_steps_without_loading_the_page_anew(site: str, page: Any) -> None:
    game = finished_game()
    page.goto(site + reverse("replay", args=[game.table.code, 1]))
    page.evaluate(HELD_DOWN)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.steps === 8 && document.querySelector('[data-voice]').textContent")
    page.get_by_text("Step 8 of ").wait_for()


@pytest.mark.heavy
def test_the_pages_of_records_fit_and_read_well(site: str, page: Any) -> None:
    game = finished_game(buy_in="30")
    code = game.table.code
    addresses = [
        reverse("replay", args=[code, 1]) + "?step=9",
        reverse("verify_game", args=[code, 1]),
        reverse("table_games", args=[code]),
        reverse("own_chips"),
        reverse("lobby"),
    ]
    for address in addresses:
        page.goto(site + address)
        for width in (320, 360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = Axe().run(page).response["violations"]
            assert [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found] == [], address
