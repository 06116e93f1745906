"""One tap to change one's own score; the opponent is asked with names and the winner in words; nonsense is refused."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.cast import Table, on_phone, slip
from tests.flows.phones import Phone
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Kind = ResultEntry.Kind


@pytest.mark.heavy
def test_one_tap_changes_it_and_the_opponent_is_asked_about_the_new_one(table: Table, phone_of: Any) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    pam: Phone = phone_of(table.pam)
    quinn: Phone = phone_of(table.quinn)
    quinn.page.get_by_role("heading", name="The other side says 6–10. Is that right?").wait_for()
    pam.page.get_by_role("link", name="Change score (10–6)").click()
    expect(pam.page.get_by_role("spinbutton", name="Pam & Ann")).to_have_value("10")
    pam.fill({"Pam & Ann": 6, "Quinn & Bob": 10})
    pam.page.get_by_role("button", name="Send the new score").click()
    pam.page.wait_for_url("**/me/")
    quinn.page.get_by_role("heading", name="The other side says 10–6. Is that right?").wait_for()
    quinn.page.get_by_text("Quinn & Bob won 10 to 6 against Pam & Ann.").wait_for()
    quinn.page.get_by_role("button", name="Yes, that’s right").click()
    quinn.page.get_by_text("Score confirmed.").wait_for()
    pam.page.get_by_text("Result: 6–10").wait_for()
    kinds = [(entry.kind, entry.score) for entry in table.match.results.all()]
    assert kinds == [(Kind.CLAIM, "10–6"), (Kind.CLAIM, "6–10"), (Kind.CONFIRM, "6–10")]


@pytest.mark.heavy
def test_an_impossible_score_is_refused_with_the_reason_and_stays_typed(table: Table, phone_of: Any) -> None:
    pam: Phone = phone_of(table.pam)
    pam.look(1)
    pam.page.get_by_label("Enter only the final score").check()
    pam.fill({"Pam & Ann": 33, "Quinn & Bob": 0})
    pam.page.locator("[data-slip-submit]").click()
    state = pam.page.locator("[data-slip-state]")
    for words in ("Needs your decision", "8 hands make at most 32 points", "You typed: 33–0"):
        state.get_by_text(words).wait_for()
    pam.page.reload()
    state.get_by_text("Needs your decision").wait_for()
    expect(pam.page.get_by_role("spinbutton", name="Pam & Ann")).to_have_value("33")
    assert not ResultEntry.objects.exists()
    state.get_by_role("button", name="Discard what I typed").click()
    pam.page.locator("[data-slip][data-state=idle]").wait_for()
    expect(pam.page.locator("[data-slip-total]").first).to_have_text("0")
