"""A live update changes figures in place: nothing that an eye follows moves."""

from typing import Any

import pytest
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import enter, make_club, make_event, make_user, on_grid, publish, slip
from tests.flows.browsers import open_browser
from tests.flows.crawler import SHIFTED
from tests.flows.demo_club import SHIFTS, Demo
from tests.translation.pseudo import pseudo_script
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_stage
from tournaments.rounds.models import Match

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
    heights = moved_while(page, fetched, held, demo.other_match(), demo.olga)
    if language == "en":  # in longer words, what decides between the tied may take one more line in a row
        assert len(heights) == 1
    page.context.close()


@pytest.mark.parametrize("name", ["board", "grid"])
@pytest.mark.heavy
def test_with_64_tables_nothing_moves_either(site: str, browser: Any, worker: None, name: str) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "rotation")
    enter(event, olga, [LONG_NAME.format(number) for number in range(256)])
    row = publish(event, olga)
    first, second = row.matches.order_by("table")[:2]
    results.record_result(first.pk, slip(10, 6), context=on_grid(olga))
    settle_stage(row.stage_id)
    _, asks, fetched, held = PAGES[name]
    page = open_browser(browser, site, olga)
    page.add_init_script(SHIFTS)
    page.goto(site + reverse(name, args=[event.slug]) + asks)
    page.locator(held).first.wait_for()
    assert len(moved_while(page, fetched, held, second, olga)) == 1
    page.context.close()


def moved_while(page: Any, fetched: str, held: str, match: Match, olga: User) -> set[str]:
    """A score comes in and nothing shifts or moves. The heights that the list had while it came."""
    page.evaluate(PAINTED)
    page.evaluate(WATCH, held)
    version = page.locator(fetched).get_attribute("data-live-version")
    before = page.locator(held).first.inner_text()
    results.record_result(match.pk, slip(10, 6), context=on_grid(olga))
    page.locator(f"{fetched}:not([data-live-version='{version}'])").wait_for()
    page.wait_for_function("([held, was]) => document.querySelector(held).innerText !== was", arg=[held, before])
    page.evaluate(PAINTED)
    assert page.evaluate(SHIFTED) <= UNSEEN
    places = [place.split() for place in page.evaluate(PLACES)]
    assert len({tuple(corner) for *corner, _ in places}) == 1
    return {height for *_, height in places}
