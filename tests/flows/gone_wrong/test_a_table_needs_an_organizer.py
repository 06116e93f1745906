"""A table calls from its phones: the console hears it at once, both phones read who comes, and without a network the
phone says so."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.flows.gone_wrong.conftest import Hall
from tests.flows.phones import Phone
from tests.flows.test_console_live import COUNT_TONES
from tests.flows.wire import Wire
from tournaments.calls.models import Call

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_two_phones_and_the_console(hall: Hall) -> None:
    table = hall.table
    laptop, pam, quinn = hall.organizer(table.olga), hall.phone(table.pam), hall.phone(table.quinn)
    laptop.add_init_script(COUNT_TONES + "localStorage.setItem('clock-sound', 'on');")
    laptop.goto(hall.path("console"))
    laptop.locator("body").click()
    quinn.get_by_text("Add details (optional)").click()
    quinn.get_by_label("Reason").select_option(label="Rules question")
    quinn.get_by_label("Your message").fill("Was that a renege?")
    quinn.get_by_role("button", name="Call the organizer").click()
    quinn.get_by_text("Your table called an organizer.").wait_for()
    call = laptop.locator("[data-alert]")
    expect(call).to_contain_text("Table 1")
    expect(call).to_contain_text("Rules question: Was that a renege?")
    expect(call).to_contain_text("Pam & Ann")
    expect(laptop.get_by_role("status").filter(has_text="Table 1 is calling an organizer.")).to_have_count(1)
    laptop.wait_for_function("() => window.tones >= 2")
    expect(laptop.locator(".rail .count")).to_contain_text("1")
    pam.get_by_text("Your table called an organizer.").wait_for()
    laptop.get_by_role("button", name="Table 1: on my way").click()
    for phone in (quinn, pam):
        phone.get_by_text("Olga is on the way.").wait_for()
    laptop.get_by_role("button", name="Table 1: done").click()
    expect(laptop.get_by_role("heading", name="Tables that need you")).to_have_count(0)
    expect(laptop.locator(".rail .count")).to_have_count(0)
    for phone in (quinn, pam):
        phone.get_by_role("button", name="Call the organizer").wait_for()


@pytest.mark.heavy
def test_another_page_of_the_organizer_counts_it_at_once(hall: Hall) -> None:
    laptop, quinn = hall.organizer(hall.table.olga), hall.phone(hall.table.quinn)
    laptop.goto(hall.path("check_in"))
    quinn.get_by_role("button", name="Call the organizer").click()
    expect(laptop.locator(".rail .count")).to_contain_text("1")
    quinn.get_by_role("button", name="Cancel call").click()
    expect(laptop.locator(".rail .count")).to_have_count(0)


@pytest.mark.heavy
def test_a_score_being_typed_stays_when_the_table_calls(hall: Hall) -> None:
    quinn, match = hall.phone(hall.table.quinn), hall.table.match
    quinn.goto(hall.path("slip", match.pk))
    typed = quinn.locator("[data-slip-side='1'] .tap-pad__total")
    quinn.locator("[data-slip-side='1'] [data-slip-points='2']").click()
    quinn.get_by_role("button", name="Call the organizer").click()
    quinn.get_by_text("Your table called an organizer.").wait_for()
    expect(typed).to_contain_text("2")
    laptop = hall.organizer(hall.table.olga)
    laptop.goto(hall.path("console"))
    laptop.get_by_role("button", name="Table 1: on my way").click()
    quinn.get_by_text("Olga is on the way.").wait_for()
    expect(typed).to_contain_text("2")


def test_without_a_network_the_phone_says_that_a_call_needs_one(table: Any, phone_of: Any, wire: Wire) -> None:
    phone: Phone = phone_of(table.pam)
    phone.page.evaluate("() => navigator.serviceWorker.ready")
    wire.cut()
    phone.page.get_by_role("button", name="Call the organizer").click()
    phone.page.get_by_text("You’re offline, so your call wasn’t sent.").wait_for()
    assert not Call.objects.exists()
    wire.mend()
    phone.page.get_by_role("button", name="Call the organizer").click()
    phone.page.get_by_text("Your table called an organizer.").wait_for()


@pytest.mark.heavy
def test_without_scripts_it_is_a_form(site: str, browser: Any, hall: Hall) -> None:
    cookies = hall.phone(hall.table.quinn).context.cookies()
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(hall.path("my_seat"))
    page.get_by_role("button", name="Call the organizer").click()
    page.get_by_text("Your table called an organizer.").wait_for()
    page.get_by_role("button", name="Cancel call").click()
    page.get_by_text("Call canceled.").wait_for()
    context.close()
