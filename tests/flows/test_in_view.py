"""What an organizer, a player and a visitor see without scrolling on a laptop, in a night of 24."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.cast import context_of, enter, make_club, make_event, make_user, on_grid, slip
from tests.flows.demo_club import Demo
from tests.tournaments.pages.browsing import log_in
from tournaments.activity_log.models import AuditLogEntry
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_stage
from tournaments.rounds import commands as rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LAPTOP = {"width": 1366, "height": 768}
IN_VIEW = """(selector) => Array.from(document.querySelectorAll(selector)).filter((one) => {
  const box = one.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}).length"""
CUT = """(selector) => Array.from(document.querySelectorAll(selector))
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""

NAMES = ".list-rows__main, .score-line__side, th[scope=row]"

Look = Callable[[str], Any]


@pytest.fixture
def look(demo: Demo) -> Look:
    """An address → the page on a laptop, as the organizer sees it."""
    page = demo.page("organizer")
    page.set_viewport_size(LAPTOP)

    def opened(path: str) -> Any:
        page.goto(path)
        assert page.evaluate("() => scrollY") == 0
        return page

    return opened


def in_view(page: Any, selector: str) -> tuple[int, int]:
    """How many of them are seen whole, and how many there are."""
    return page.evaluate(IN_VIEW, selector), page.locator(selector).count()


@pytest.mark.heavy
def test_check_in_shows_all_24_while_a_round_is_out(demo: Demo, look: Look) -> None:
    assert in_view(look(demo.path("check_in")), ".check-in-row") == (24, 24)


def test_the_console_shows_every_table_that_plays_and_the_clock(demo: Demo, look: Look) -> None:
    page = look(demo.path("console"))
    assert in_view(page, ".plays") == (6, 6)
    assert in_view(page, ".now") == (1, 1)
    assert in_view(page, "[name=minutes]") == (1, 1)


def test_the_grid_shows_six_tables_with_two_refused_scores(demo: Demo, look: Look) -> None:
    page = look(demo.path("grid"))
    rows = page.locator("[data-grid] tbody tr")
    for number in (0, 1):
        boxes = rows.nth(number).locator("input[type=number]")
        boxes.nth(0).fill("99")
        boxes.nth(1).fill("3")
        boxes.nth(1).press("Enter")
        rows.nth(number).locator(".field__error").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    assert in_view(page, "[data-grid] tbody tr") == (6, 6)
    assert in_view(page, "[data-grid] .field__error") == (2, 2)


def test_standings_show_15_places(demo: Demo, look: Look) -> None:
    assert in_view(look(demo.path("standings")), ".standings tbody tr")[0] >= 15


def test_leaderboards_show_18_players(demo: Demo, look: Look) -> None:
    assert in_view(look(demo.site + reverse("leaderboards")), "tbody tr")[0] >= 18


def test_the_prize_plan_is_whole(demo: Demo, look: Look) -> None:
    page = look(demo.path("prize_console"))
    assert in_view(page, ".preset") == (3, 3)
    assert in_view(page, "#plan") == (1, 1)


@pytest.mark.heavy
def test_no_name_is_cut(demo: Demo, look: Look) -> None:
    for name in ("console", "grid", "check_in", "standings"):
        assert look(demo.path(name)).evaluate(CUT, NAMES) == []


def test_a_final_score_leaves_the_list_of_who_still_plays(demo: Demo, look: Look) -> None:
    results.record_result(demo.anns_match.pk, slip(10, 6), context=on_grid(demo.olga))
    assert in_view(look(demo.path("console")), ".plays") == (5, 5)


BEYOND = """() => {
  const scrolls = (one) =>
    one && (/auto|scroll|hidden/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  return Array.from(document.querySelectorAll("main *")).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && (box.right > innerWidth + 1 || box.left < -1) &&
      !one.closest(".visually-hidden") && !scrolls(one.parentElement);
  }).map((one) => one.outerHTML.slice(0, 80));
}"""
FIGURES = {
    "6": ("Person{0} of Family{0}", 6, {"draft": 6, "grid": 6, "console": 5, "check_in": 24, "standings": 16}),
    "12": ("Person{0} of Family{0}", 12, {"draft": 6, "grid": 12, "console": 7, "check_in": 26, "standings": 16}),
    "16": ("Person{0} of Family{0}", 16, {"draft": 6, "grid": 14, "console": 7, "check_in": 26, "standings": 16}),
    "64, 40 letters": (
        "Wilhelmina von Humboldt-Abernathy {:06}",
        64,
        {"draft": 0, "grid": 7, "console": 3, "check_in": 18, "standings": 16},
    ),
}
"""Names, tables of a round, and how many rows each page shows without scrolling: tables, or people."""
PEOPLE = {"check_in": ".check-in-row", "standings": ".standings tbody tr"}
TABLES = {"grid": "[data-grid] tbody tr", "console": ".plays"}


@pytest.mark.parametrize("case", FIGURES)
@pytest.mark.heavy
def test_many_tables_and_the_longest_names(site: str, page: Any, case: str) -> None:
    name_of, tables, wanted = FIGURES[case]
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "rotation")
    enter(event, olga, [name_of.format(number) for number in range(4 * tables)])
    AuditLogEntry.objects.update(at=timezone.now() - timedelta(hours=13))  # nothing that could still be undone
    page.context.add_cookies([{"name": "session", "value": log_in(olga).cookies["session"].value, "url": site}])
    page.set_viewport_size(LAPTOP)
    row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    page.goto(site + reverse("console", args=[event.slug]))
    seen = {"draft": in_view(page, ".draft__table")[0]}
    row = rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    results.record_result(row.matches.get(table=1).pk, slip(10, 6), context=on_grid(olga))
    settle_stage(row.stage_id)
    for name, rows in {**TABLES, **PEOPLE}.items():
        page.set_viewport_size(LAPTOP)
        page.goto(site + reverse(name, args=[event.slug]))
        seen[name], there = in_view(page, rows)
        assert there >= tables - (name == "console")
        for width in (360, 1366):
            page.set_viewport_size({"width": width, "height": 768})
            assert page.evaluate(BEYOND) == []
            assert page.evaluate(CUT, NAMES) == []
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(site + reverse("board", args=[event.slug]))
    page.locator("main").wait_for()
    assert page.evaluate(BEYOND) == []
    assert seen == wanted
