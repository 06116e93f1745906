"""A wrong seating was published: off every open page in two seconds, then number 2 comes, and number 1 is refused."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.cast import context_of
from tests.flows.gone_wrong.conftest import Hall
from tournaments.integrity.verify import violations
from tournaments.results.models import ResultEntry
from tournaments.rounds import commands as rounds
from tournaments.rounds import drafts
from tournaments.rounds.models import Seat

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_taken_back_everywhere_and_the_old_seating_is_refused(hall: Hall, soon: Any) -> None:
    table = hall.table
    quinn, pam, board = hall.phone(table.quinn), hall.phone(table.pam), hall.board()
    quinn.get_by_text("Table 1 ·").wait_for()
    expect(board.locator("[data-panel=seating]")).to_have_count(1)
    pam.goto(hall.path("slip", table.match.pk))
    for side, points in ((0, 2), (1, 1)):
        pam.locator(f"[data-slip-side='{side}'] [data-slip-points='{points}']").click()

    olga = hall.organizer(table.olga)
    olga.goto(hall.path("console"))
    olga.get_by_role("button", name="Unpublish round").click()
    since = time.monotonic()
    for page, gone in ((quinn, quinn.get_by_text("Table 1 ·")), (board, board.locator("[data-panel=seating]"))):
        left = since + 2 - time.monotonic()
        gone.first.wait_for(state="detached", timeout=max(left, 0.001) * 1000)
        assert page.get_by_text("Quinn", exact=True).count() <= 1, "the name alone, without a chair"

    publish_second_seating(hall)
    since = time.monotonic()
    soon(since, quinn.get_by_text(re.compile("new seating, version 2")), quinn.get_by_text("Table 1 ·"))
    soon(since, board.get_by_text(re.compile("new seating, version 2")))

    pam.locator("[data-slip-submit]").click()
    pam.get_by_role("button", name="Send anyway").click()
    pam.get_by_text("Check your seat").first.wait_for()
    expect(pam.locator("form[data-slip]")).to_have_attribute("data-state", "decision")
    expect(pam.locator("[data-slip-side='0'] [data-slip-total]")).to_have_text("2")  # what was typed stays
    assert ResultEntry.objects.count() == 0
    pam.goto(hall.path("my_seat"))
    pam.get_by_text("Table 2 ·").wait_for()
    assert violations() == []


def publish_second_seating(hall: Hall) -> None:
    """Pam changes places with somebody of table 2."""
    table, row = hall.table, hall.table.stage.rounds.get()
    pams = Seat.objects.get(round=row, player=table.pam)
    other = Seat.objects.filter(round=row, match__table=2, position=pams.position).get()
    assert pams.entry
    assert other.entry
    row = drafts.swap(
        row.pk, pams.entry.number, other.entry.number, context=context_of(table.olga), expected_version=row.revision
    )
    rounds.publish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
