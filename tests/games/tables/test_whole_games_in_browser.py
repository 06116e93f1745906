"""Whole games against bots in a browser, from "Play now" to the final score: one page from the first card to the last,
nothing on its console, and readable in each state. Ten games at three sizes in `make soak`, one in `make proof`."""

from typing import Any

import pytest

from games.tables.models import Game
from tests.games.tables.test_table_in_browser import check, is_error
from tests.sizes import PATIENCE, size

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SIZES = [(360, 640), (844, 390), (1366, 650)]
BETWEEN_TAPS = 60
"""Milliseconds."""
GAMES = size(1, 10)
TO_DO = ".table-choices button, .my-hand__card:enabled, [data-next-hand]"
STATE = f"""() => {{
  const has = (selector) => Boolean(document.querySelector(selector));
  if (has(".game-over")) {{ return "game over"; }}
  if (has("[data-next-hand]")) {{ return "hand over"; }}
  if (has(".is-taking")) {{ return "trick"; }}
  if (!has({TO_DO!r})) {{ return ""; }}
  return has(".table-choices button") ? "bid" : "card";
}}"""
"""What there is to do; empty while others think."""
DO = f"""() => {{
  const waits = document.querySelector("#live[data-live-wait]");
  const found = document.querySelector(waits ? ".felt" : {TO_DO!r});
  if (found) {{ found.click(); }}
}}"""
"""The tap that goes on while a finished trick is kept, else the first thing that is possible."""
STATES = {"bid", "card", "trick", "hand over", "game over"}


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.heavy
def test_a_whole_game_is_one_page(site: str, worker: None, page: Any, number: int) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if is_error(message) else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_default_timeout(PATIENCE)
    width, height = SIZES[number % len(SIZES)]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    seen: dict[str, list[str]] = {}
    while "game over" not in seen:
        state = page.wait_for_function(STATE).json_value()
        if state not in seen:
            seen[state] = check(page)
        page.evaluate(DO)
        page.wait_for_timeout(BETWEEN_TAPS)
    assert seen == {state: [] for state in STATES}
    assert (loads, problems) == ([], [])
    game = Game.objects.get()
    assert game.ended_at
    assert game.hands.count() > 1
