"""Sixteen tables typed into the grid with the keyboard alone; no mouse, and what is refused is said aloud."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import make_club, make_user, on_phone, players_at, slip
from tests.flows.browsers import open_browser
from tests.staging import crowded_round
from tournaments.models import Match, Round
from tournaments.services.scores import results

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SCORES = [(10, 6), (9, 7), (12, 3), (5, 11)] * 4
COUNT_MOUSE = """
    window.mouseEvents = 0;
    for (const name of ["mousedown", "mouseup", "click", "dblclick", "pointerdown", "pointerup", "touchstart", "wheel"])
        window.addEventListener(name, (event) => { if (event.detail || event.pointerType || name === "wheel") {
            window.mouseEvents += 1; } }, true);
"""
HEAR_ALL = """() => {
    const place = document.querySelector("[data-grid-status]");
    window.told = [];
    new MutationObserver(() => window.told.push(place.textContent)).observe(place, { childList: true });
}"""
ACTIVE = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()"


@pytest.fixture
def row(transactional_db: None) -> Round:
    olga = make_user("Olga")
    return crowded_round(make_club(olga), olga, len(SCORES))


@pytest.fixture
def grid(site: str, browser: Any, row: Round) -> Iterator[Any]:
    event = row.stage.event
    page = open_browser(browser, site, event.club.memberships.get(role="owner").player.user)
    page.add_init_script(COUNT_MOUSE)
    page.goto(site + reverse("grid", args=[event.slug]))
    yield page
    assert page.evaluate("() => window.mouseEvents") == 0
    page.context.close()


def go_to_table(page: Any, number: int) -> None:
    """From wherever the focus is, by Tab alone."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(ACTIVE).startswith(f"Table {number}:"):
            return
    raise AssertionError(f"table {number} is not reached by Tab")


def type_row(page: Any, points: tuple[int, int]) -> None:
    for score in points:
        page.keyboard.type(str(score))
        page.keyboard.press("Enter")


def test_sixteen_tables_are_typed_without_a_mouse(grid: Any, row: Round) -> None:
    grid.evaluate(HEAR_ALL)
    go_to_table(grid, 1)
    for points in SCORES:
        type_row(grid, points)
    grid.wait_for_function("() => document.querySelectorAll('tr[data-state=saved]').length === 16")
    standing = [match.standing for match in row.matches.select_related("standing").order_by("table")]
    assert [entry.reported.points for entry in standing if entry] == SCORES
    assert [entry.source for entry in standing if entry] == ["grid"] * 16
    assert set(grid.evaluate("() => window.told")) == {f"Table {number}: saved" for number in range(1, 17)}
    expect(grid.locator("#live")).not_to_contain_text("New data")


def test_what_is_refused_is_an_alert_stays_typed_and_is_mended_by_keyboard(grid: Any, row: Round) -> None:
    go_to_table(grid, 1)
    type_row(grid, (40, 6))
    alert = grid.locator("tr", has=grid.get_by_role("alert"))
    alert.wait_for()
    cell = alert.locator("input").first
    expect(cell).to_have_value("40")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(grid.locator(f"#{cell.get_attribute('aria-describedby')}")).to_have_attribute("role", "alert")
    assert grid.evaluate(ACTIVE).startswith("Table 2:")
    type_row(grid, SCORES[1])
    grid.locator("tr[data-table='2'][data-state=saved]").wait_for()
    expect(cell).to_have_value("40")
    for _ in range(2):
        grid.keyboard.press("ArrowUp")
    assert grid.evaluate(ACTIVE).startswith("Table 1:")
    type_row(grid, SCORES[0])
    grid.locator("tr[data-table='1'][data-state=saved]").wait_for()
    assert row.matches.get(table=1).standing


def test_a_row_that_somebody_else_filled_says_who_entered_what(grid: Any, row: Round) -> None:
    go_to_table(grid, 1)
    grid.keyboard.type("9")
    match: Match = row.matches.get(table=1)
    first, second = (players_at(match, side)[0] for side in (0, 1))
    results.record_result(match.pk, slip(10, 6), by=on_phone(first))
    results.confirm_result(match.pk, by=on_phone(second), seen=1)
    grid.keyboard.press("Enter")
    grid.keyboard.type("7")
    grid.keyboard.press("Enter")
    alert = grid.get_by_role("alert")
    alert.wait_for()
    expect(alert).to_contain_text(f"Table 1 counts as 10–6, confirmed by {second.name}.")
    expect(alert).to_contain_text("You typed 9–7.")
    [entry] = match.results.filter(kind="confirm")
    assert entry.score == "10–6"
