"""Tables typed into the grid with the keyboard alone; no mouse, and what is refused is told and has the cursor."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import Player
from tests.cast import make_club, make_user, on_phone, players_at, slip
from tests.flows.browsers import open_browser
from tests.tournaments.scenes.stages import crowded_round
from tournaments.results import commands as results
from tournaments.rounds.models import Match, Round

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
    const hear = () => { if (place.textContent) window.told.push(place.textContent); };
    new MutationObserver(hear).observe(place, { childList: true });
}"""
FOCUS = "() => document.activeElement.closest('tr')?.dataset.table + ' ' + document.activeElement.name"
BOXES = """() => Array.from(document.querySelectorAll("[data-grid] tbody tr"), (row) => {
    const boxes = Array.from(row.querySelectorAll("input[type=number]"), (box) => box.getBoundingClientRect());
    return [boxes.map((box) => box.top), boxes.map((box) => box.left)];
})"""
"""Of each row, how high and how far to the right its boxes are."""
BEYOND = """() => Array.from(document.querySelectorAll(".tabs a")).filter((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    const line = tab.closest(".tabs").getBoundingClientRect();
    return left < line.left || right > line.right;
}).map((tab) => tab.textContent)"""
"""The tabs that are cut off."""
LONG_NAME = "Konstantinopolsky-Abernathy and von Humboldt-Featherstone"


@pytest.fixture
def row(transactional_db: None) -> Round:
    olga = make_user("Olga")
    found = crowded_round(make_club(olga), olga, len(SCORES))
    Player.objects.filter(seats__match__round=found, seats__match__table=1, seats__side=0).update(name=LONG_NAME)
    return found


@pytest.fixture
def grid(site: str, browser: Any, row: Round) -> Iterator[Any]:
    event = row.stage.event
    page = open_browser(browser, site, event.club.memberships.get(role="owner").player.user)
    page.add_init_script(COUNT_MOUSE)
    page.goto(site + reverse("grid", args=[event.slug]))
    yield page
    assert page.evaluate("() => window.mouseEvents") == 0
    page.context.close()


def type_row(page: Any, points: tuple[int, int]) -> None:
    for score in points:
        page.keyboard.type(str(score))
        page.keyboard.press("Enter")


def focus(page: Any) -> str:
    """Where the cursor is, by table and side."""
    return str(page.evaluate(FOCUS))


def told(page: Any, text: str) -> None:
    expect(page.locator("[data-grid-status]")).to_have_text(text)


def reason(page: Any, table: int, about: str) -> str:
    """The site's own sentence in the row, without what there is to do."""
    line = page.locator(f"tr[data-table='{table}'] .field__error > span")
    expect(line).to_contain_text(about)
    return str(line.evaluate("(line) => line.firstElementChild.textContent.trim()"))


def label(page: Any, table: int) -> Any:
    return page.locator(f"tr[data-table='{table}'] [data-row-state]")


@pytest.mark.slow
def test_points_stand_under_points_and_every_tab_is_in_sight(grid: Any, row: Round) -> None:
    """At a laptop's width, though names are so long that they wrap."""
    boxes = grid.evaluate(BOXES)
    assert len(boxes) == len(SCORES)
    assert {(len(set(tops)), *lefts) for tops, lefts in boxes} == {(1, *boxes[0][1])}
    assert grid.locator("tr[data-table='1'] label").first.evaluate("(name) => name.getClientRects()[0].height") > 40
    assert grid.evaluate(BEYOND) == []


@pytest.mark.slow
@pytest.mark.heavy
def test_sixteen_tables_are_typed_without_a_mouse(grid: Any, row: Round) -> None:
    """However fast: what is typed while a table is on its way to the site is in the next one afterwards."""
    grid.evaluate(HEAR_ALL)
    assert focus(grid) == "1 points_0"
    for points in SCORES:
        type_row(grid, points)
    grid.wait_for_function("() => document.querySelectorAll('tr[data-state=saved]').length === 16")
    standing = [match.standing for match in row.matches.select_related("standing").order_by("table")]
    assert [entry.reported.points for entry in standing if entry] == SCORES
    assert [entry.source for entry in standing if entry] == ["grid"] * 16
    assert set(grid.evaluate("() => window.told")) == {f"Table {number} saved" for number in range(1, 17)}
    expect(grid.locator("#live")).not_to_contain_text("Show updates")


@pytest.mark.heavy
def test_a_round_with_three_refused_scores(grid: Any, row: Round) -> None:
    """Each refusal is told and keeps the cursor; what is corrected clears it, and nothing else is called saved."""
    grid.evaluate(HEAR_ALL)
    assert focus(grid) == "1 points_0"
    type_row(grid, (99, 3))
    told(grid, f"Table 1 wasn’t saved. {reason(grid, 1, '32 points')} Correct the score and press Enter.")
    expect(label(grid, 1)).to_have_text("Check this score")
    assert focus(grid) == "1 points_0"
    assert grid.locator("fieldset").count() == 0
    cell = grid.locator("tr[data-table='1'] input[type=number]").first
    expect(cell).to_have_value("99")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(grid.locator(f"#{cell.get_attribute('aria-describedby')}")).to_contain_text("32 points")

    grid.keyboard.type("1")
    told(grid, "")
    expect(label(grid, 1)).to_have_text("Not saved yet")
    assert grid.locator("tr[data-table='1'] .field__error, tr[data-table='1'] [aria-invalid]").count() == 0
    grid.keyboard.type("0")
    grid.keyboard.press("Enter")
    assert focus(grid) == "1 points_1"
    grid.keyboard.type("6")
    grid.keyboard.press("Enter")
    told(grid, "Table 1 saved")
    assert focus(grid) == "2 points_0"

    type_row(grid, (-1, 3))
    told(grid, "Table 2 wasn’t saved. Points are whole numbers from 0 to 999.")
    expect(label(grid, 2)).to_have_text("Check this score")
    assert focus(grid) == "2 points_0"
    type_row(grid, (9, 7))
    told(grid, "Table 2 saved")
    assert focus(grid) == "3 points_0"

    grid.keyboard.type("5")
    for _ in range(2):
        grid.keyboard.press("Enter")
    side = grid.locator("tr[data-table='3'] label").last.inner_text()
    told(grid, f"Table 3 wasn’t saved. Enter points for {side} too.")
    assert focus(grid) == "3 points_1"
    grid.keyboard.type("11")
    grid.keyboard.press("Enter")
    told(grid, "Table 3 saved")
    assert focus(grid) == "4 points_0"

    for points in SCORES[3:]:
        type_row(grid, points)
    grid.wait_for_function("() => document.querySelectorAll('tr[data-state=saved]').length === 16")
    heard = grid.evaluate("() => window.told")
    assert [sum(f"Table {number} saved" == text for text in heard) for number in (1, 2, 3)] == [1, 1, 1]
    saved = {match.table: match.standing for match in row.matches.select_related("standing")}
    assert [entry.score for number in (1, 2, 3) if (entry := saved[number])] == ["10–6", "9–7", "5–11"]


@pytest.mark.slow
@pytest.mark.heavy
def test_a_tie_asks_its_question_where_it_is_and_a_corrected_score_takes_it_away(grid: Any, row: Round) -> None:
    type_row(grid, (8, 8))
    told(grid, f"Table 1 wasn’t saved. {reason(grid, 1, 'at 8')} Choose a side and press Enter.")
    expect(label(grid, 1)).to_have_text("Tied")
    assert focus(grid) == "1 tie_winner"
    grid.keyboard.press("Space")
    grid.keyboard.press("Enter")
    told(grid, "Table 1 saved")
    assert focus(grid) == "2 points_0"
    type_row(grid, (7, 7))
    grid.locator("fieldset").wait_for()
    grid.keyboard.press("Shift+Tab")
    grid.keyboard.press("Shift+Tab")
    assert focus(grid) == "2 points_0"
    type_row(grid, (9, 7))
    told(grid, "Table 2 saved")
    standing = row.matches.get(table=1).standing
    assert standing
    assert (standing.score, standing.reported.winner, grid.locator("fieldset").count()) == ("8–8", 0, 0)


@pytest.mark.slow
def test_a_row_that_somebody_else_filled_says_who_entered_what(grid: Any, row: Round) -> None:
    grid.keyboard.type("9")
    match: Match = row.matches.get(table=1)
    first, second = (players_at(match, side)[0] for side in (0, 1))
    results.record_result(match.pk, slip(10, 6), context=on_phone(first))
    results.confirm_result(match.pk, context=on_phone(second), expected_version=1)
    grid.keyboard.press("Enter")
    grid.keyboard.type("7")
    grid.keyboard.press("Enter")
    said = reason(grid, 1, f"10–6, confirmed by {second.name}")
    told(grid, f"Table 1 wasn’t saved. {said} You typed 9–7. Use this score")
    expect(label(grid, 1)).to_have_text("Changed while you were typing")
    assert grid.evaluate("() => document.activeElement.textContent") == "Use this score"
    [entry] = match.results.filter(kind="confirm")
    assert entry.score == "10–6"


@pytest.mark.slow
def test_a_minus_sign_is_not_lost_under_a_refresh(grid: Any, row: Round) -> None:
    """A number field with only "-" in it says that it is empty: without care, "-1" became 1, a score no one typed."""
    grid.keyboard.type("-")
    match = row.matches.get(table=2)
    results.record_result(match.pk, slip(10, 6), context=on_phone(players_at(match, 0)[0]))
    expect(grid.locator("#live")).to_contain_text("Show updates")
    grid.keyboard.type("1")
    assert grid.locator("tr[data-table='1'] input[type=number]").first.input_value() == "-1"


@pytest.mark.slow
def test_a_minus_sign_typed_ahead_comes_to_the_next_row(grid: Any, row: Round) -> None:
    answers: list[Any] = []

    def hold(route: Any) -> None:
        if route.request.method == "POST" and not answers:
            answers.append(route)
        else:
            route.continue_()

    grid.route("**/scores/**", hold)
    type_row(grid, SCORES[0])
    grid.wait_for_function("() => document.querySelector('tr[data-state=sending]')")
    type_row(grid, (-1, 3))
    answers[0].continue_()
    told(grid, "Table 2 wasn’t saved. Points are whole numbers from 0 to 999.")
    assert focus(grid) == "2 points_0"
