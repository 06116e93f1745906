"""The same score from both sides is an agreement; a double tap is one report."""

from typing import Any

import pytest

from tests.cast import Table
from tests.flows.phones import Phone
from tournaments.results.models import ResultEntry

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Kind = ResultEntry.Kind
HANDS = [(0, 1, False)] * 4 + [(1, 1, False)] * 3 + [(0, 2, False)]


@pytest.mark.heavy
def test_both_sides_type_the_same(table: Table, phone_of: Any) -> None:
    phones: list[Phone] = [phone_of(table.pam), phone_of(table.quinn)]
    for phone in phones:
        phone.look(1)
        phone.tap(HANDS)
    for phone in phones:
        phone.send()
    phones[1].page.get_by_text("Saved: 3–6. It’s final.").wait_for()  # the own points first
    assert [entry.kind for entry in table.match.results.all()] == [Kind.CLAIM, Kind.CONFIRM]
    assert table.match.standing
    assert table.match.standing.score == "6–3"


@pytest.mark.heavy
def test_a_double_tap_is_one_report(table: Table, phone_of: Any) -> None:
    pam: Phone = phone_of(table.pam)
    pam.look(1)
    pam.tap(HANDS)
    pam.page.locator("[data-slip-submit]").dblclick(no_wait_after=True)
    pam.page.wait_for_url("**/me/")
    assert ResultEntry.objects.get().score == "6–3"
    assert table.event.audit_log.filter(action="record_result").count() == 1


@pytest.mark.heavy
def test_without_scripts_the_plain_form_does_the_same(table: Table, phone_of: Any) -> None:
    pam: Phone = phone_of(table.pam, java_script_enabled=False)
    pam.look(1)
    pam.fill({"Pam & Ann": 10, "Quinn & Bob": 6})
    pam.page.get_by_role("button", name="Send the score").click()
    pam.page.get_by_text("Saved: 10–6. Waiting for the other side to confirm.").wait_for()
    quinn: Phone = phone_of(table.quinn, java_script_enabled=False)
    quinn.page.get_by_text("Pam & Ann won 10 to 6 against Quinn & Bob.").wait_for()
    quinn.page.get_by_role("button", name="Yes, that’s right").click()
    quinn.page.get_by_text("Score confirmed.").wait_for()
    quinn.page.get_by_role("link", name="Find a table").click()
    quinn.page.get_by_label("First letters of your name").fill("qui")
    quinn.page.get_by_role("button", name="Find", exact=True).click()
    quinn.page.get_by_text("Table 1 · East").wait_for()
    assert [entry.kind for entry in table.match.results.all()] == [Kind.CLAIM, Kind.CONFIRM]
