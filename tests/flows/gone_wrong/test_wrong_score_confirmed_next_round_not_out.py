"""Both sides agreed on a wrong score, and the next round is not out: three taps, the old value stays, both are told."""

import time
from typing import Any

import pytest

from tests.cast import on_phone, slip
from tests.flows.gone_wrong.conftest import Hall, taps
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_three_taps_and_everybody_knows(hall: Hall, soon: Any) -> None:
    table = hall.table
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    settle_unsettled()
    phones = [hall.phone(table.pam), hall.phone(table.quinn)]
    wall = hall.board("standings")
    assert points_of(wall, "Pam") == "10"

    olga = hall.organizer(table.olga)
    olga.goto(hall.path("console"))
    olga.get_by_role("link", name="Table 1", exact=True).first.click()
    olga.locator("#points-0").fill("6")
    olga.locator("#points-1").fill("10")
    olga.get_by_label("Reason for the correction").fill("The sides were mixed up")
    olga.get_by_role("button", name="Preview changes").first.click()
    olga.get_by_text("10–6").first.wait_for()
    assert ResultEntry.objects.count() == 2, "nothing is saved before the consequences were shown"
    olga.get_by_role("button", name="Correct the score").click()
    since = time.monotonic()

    soon(since, *(phone.get_by_text("6–10") for phone in phones), *(phone.get_by_text("corrected") for phone in phones))
    soon(since, wall.locator("tbody tr", has_text="Quinn").locator("td", has_text="10"))
    assert (points_of(wall, "Pam"), points_of(wall, "Quinn")) == ("6", "10")
    olga.locator(".notice--success").wait_for()
    assert taps(olga) == 3
    versions = olga.locator("section", has_text="Result history").locator("li").all_inner_texts()
    assert sum("10–6" in version for version in versions) == 2, "what both sides said stays visible"
    assert any("6–10" in version and "The sides were mixed up" in version for version in versions)
    assert violations() == []


def points_of(page: Any, name: str) -> str:
    """What the standings show as the total."""
    text: str = page.locator("tbody tr", has_text=name).locator("td.number").nth(1).inner_text()
    return text.strip()
