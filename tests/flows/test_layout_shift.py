"""A live update changes figures in place: nothing that an eye follows moves."""

import pytest

from games.accounts.models import Player
from tests.cast import on_grid, slip
from tests.flows.crawler import SHIFTED
from tests.flows.demo_club import Demo
from tests.translation.pseudo import pseudo_script
from tournaments.results import commands as results

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

UNSEEN = 0.001
"""Of Chromium's layout shift, which counts a line that moves by a pixel as more."""
LONG_NAME = "Wilhelmina von Humboldt-Abernathy {:06}"
BOARD = "?standings=600"
"""One panel, so that it never turns."""
PAGES = {
    "board": ("anonymous", BOARD, "#board-standings", ".board-list"),
    "standings": ("anonymous", "", "#live", ".standings"),
    "grid": ("organizer", "", "#live", ".score-grid"),
}
"""Who looks, what the address asks for, what is fetched anew, and what it holds."""
# What is fetched anew is no shift for Chromium, so its place is read besides, whenever something is painted.
WATCH = """(held) => {
  window.shifted = 0;
  window.places = new Set();
  const look = () => {
    const box = document.querySelector(held).getBoundingClientRect();
    window.places.add([box.left, box.top, box.width, box.height].map(Math.round).join(" "));
    requestAnimationFrame(look);
  };
  look();
}"""
PLACES = "() => Array.from(window.places)"
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))"


@pytest.mark.parametrize("language", ["en", "xx"])
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.heavy
def test_a_score_that_comes_in_moves_nothing(demo: Demo, worker: None, pseudo: str, name: str, language: str) -> None:
    """With names of 40 letters; the made-up language is longer by a third, and written from right to left."""
    for number, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=LONG_NAME.format(number))
    role, asks, fetched, held = PAGES[name]
    page = demo.page(role, language)
    page.route(
        f"**/words-{pseudo}.js", lambda route: route.fulfill(body=pseudo_script(), content_type="text/javascript")
    )
    page.goto(demo.path(name) + asks)
    page.locator(held).first.wait_for()
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == pseudo else None)
    page.evaluate(PAINTED)
    page.evaluate(WATCH, held)
    version = page.locator(fetched).get_attribute("data-live-version")
    before = page.locator(held).first.inner_text()
    results.record_result(demo.other_match().pk, slip(10, 6), context=on_grid(demo.olga))
    page.locator(f"{fetched}:not([data-live-version='{version}'])").wait_for()
    page.wait_for_function("([held, was]) => document.querySelector(held).innerText !== was", arg=[held, before])
    page.evaluate(PAINTED)
    assert page.evaluate(SHIFTED) <= UNSEEN
    places = [place.split() for place in page.evaluate(PLACES)]
    assert len({tuple(corner) for *corner, _ in places}) == 1
    if language == "en":  # in longer words, what decides between the tied may take one more line in a row
        assert len({height for *_, height in places}) == 1
    page.context.close()
