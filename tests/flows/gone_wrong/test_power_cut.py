"""The laptop server loses its power while a slip is typed: back in time, and every open page goes on by itself."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.euchre_site.served import Served, embedded
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.sqlite]

BACK_WITHIN = 60.0
HANDS = ((0, 1), (1, 2), (0, 4), (1, 1), (0, 1), (0, 1), (1, 1), (0, 2))
STAGE = """
import django, json
django.setup()
from tests.cast import context_of, on_phone, seat_table, slip
from tournaments.access import passes
from tournaments.results import commands as results

table = seat_table()
other = table.round.matches.get(table=2)
results.record_result(other.pk, slip(9, 7), context=on_phone(other.seats.get(position=0).player))
link = passes.issue_pass(table.event.pk, table.pam, context=context_of(table.olga))
print(json.dumps({"slug": table.event.slug, "match": table.match.pk, "token": link}))
"""
KEPT = """
import django, json
django.setup()
from tournaments.results.models import ResultEntry
from tournaments.integrity.verify import violations
from tests.sizes import PATIENCE

points = [row.slip["points"] for row in ResultEntry.objects.order_by("pk")]
print(json.dumps({"points": points, "violations": violations()}))
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with embedded(tmp_path / "home") as site:
        yield site


@pytest.mark.heavy
def test_back_in_time_and_the_slip_sends_itself(served: Served, browser: Any) -> None:
    night = served.run(STAGE)
    event = f"{served.address}/events/{night['slug']}"
    served.start()
    pam, wall = open_page(browser), open_page(browser)
    pam.goto(f"{event}/pass/{night['token']}/")
    pam.get_by_role("button", name="Yes, that’s me").click()
    pam.wait_for_url("**/me/")
    wall.goto(f"{event}/seating/")
    pam.goto(f"{event}/slips/{night['match']}/")
    for side, points in HANDS:
        pam.locator(f"[data-slip-side='{side}'] [data-slip-points='{points}']").click()

    served.kill("web")
    cut = time.monotonic()
    pam.locator("[data-slip-submit]").click()
    pam.get_by_text("Not saved yet").wait_for()
    served.start()
    assert time.monotonic() < cut + BACK_WITHIN

    pam.wait_for_url("**/me/")
    pam.get_by_text("Saved: 9–4.").first.wait_for()
    wall.locator("li.card", has_text="Table 1").locator(".badge--waiting").wait_for()
    assert time.monotonic() < cut + BACK_WITHIN
    kept = served.run(KEPT)
    assert kept["points"] == [[9, 7], [9, 4]], "the acknowledged score is there, and the new one once"
    assert kept["violations"] == []
    for page in (pam, wall):
        page.context.close()


def open_page(browser: Any) -> Any:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.set_default_timeout(PATIENCE)
    return context.new_page()
