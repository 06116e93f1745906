"""Nothing typed is lost; it sends itself within 10 s of the network's return; one result; never "saved" too early."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.cast import Table
from tests.flows.phones import Phone
from tests.flows.wire import Wire
from tests.sizes import PATIENCE
from tournaments.results.models import ResultEntry

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HANDS = [
    (0, 1, False),
    (1, 2, False),
    (0, 4, True),
    (0, 1, False),
    (0, 2, False),
    (1, 1, False),
    (0, 2, False),
    (1, 4, True),
]
WITHIN = PATIENCE
NOT_SAVED = "Not saved yet (kept on this phone)"
Until = Callable[..., Any]


@pytest.fixture
def pam(table: Table, phone_of: Any) -> Phone:
    """At her slip, her pages kept by the service worker."""
    phone: Phone = phone_of(table.pam)
    phone.page.evaluate("() => navigator.serviceWorker.ready")
    phone.page.reload()
    phone.look(1)
    return phone


def state(phone: Phone) -> Any:
    return phone.page.locator("[data-slip-state]")


def score(phone: Phone) -> list[str]:
    return [total.inner_text() for total in phone.page.locator("[data-slip-total]").all()]


def send(phone: Phone) -> None:
    phone.page.locator("[data-slip-submit]").click()


@pytest.mark.heavy
def test_every_tap_survives_a_closed_tab_and_it_sends_itself(table: Table, pam: Phone, wire: Wire) -> None:
    pam.tap(HANDS[:5])
    wire.cut()
    pam.tap(HANDS[5:])
    slip = pam.page.url
    pam.page.locator("form[data-slip-kept='10–7']").wait_for()
    pam.page.close()
    pam.page = pam.context.new_page()
    pam.page.goto(slip)
    pam.page.locator("[data-as-of]", has_text="No network. Last updated").wait_for()
    state(pam).get_by_text(NOT_SAVED).wait_for()
    assert score(pam) == ["10", "7"]
    send(pam)
    state(pam).get_by_text("We’ll send it automatically when the network is back.").wait_for()
    assert "Saved" not in pam.page.locator("main").inner_text()
    assert not ResultEntry.objects.exists()
    pam.page.close()
    pam.page = pam.context.new_page()
    pam.page.goto(pam.home)
    kept = pam.page.locator("[data-slips-kept]")
    kept.get_by_text("Table 1, round 1: 10–7").wait_for()
    kept.get_by_text(NOT_SAVED).wait_for()
    wire.mend()
    began = time.monotonic()
    kept.wait_for(state="hidden", timeout=WITHIN)
    assert time.monotonic() - began < 10
    entry = ResultEntry.objects.get()
    assert (entry.score, len(entry.slip["hands"])) == ("10–7", 8)


@pytest.mark.heavy
def test_the_slip_itself_waits_for_the_network_that_the_browser_knows_is_gone(
    table: Table, pam: Phone, wire: Wire
) -> None:
    pam.context.set_offline(True)
    pam.tap(HANDS)
    send(pam)
    state(pam).get_by_text(NOT_SAVED).wait_for()
    assert not ResultEntry.objects.exists()
    pam.context.set_offline(False)
    pam.page.wait_for_url("**/me/", timeout=WITHIN)
    pam.page.get_by_text("Saved: 10–7. Waiting for the other side to confirm.").wait_for()
    assert ResultEntry.objects.get().score == "10–7"


@pytest.mark.heavy
def test_an_answer_that_is_lost_makes_no_second_result(table: Table, pam: Phone, wire: Wire, wait_until: Until) -> None:
    pam.tap(HANDS)
    wire.swallow()
    send(pam)
    wait_until(ResultEntry.objects.exists)
    state(pam).get_by_text(NOT_SAVED).wait_for()
    assert "Saved" not in pam.page.locator("main").inner_text()
    wire.mend()
    pam.page.wait_for_url("**/me/", timeout=WITHIN)
    pam.page.get_by_text("Saved: 10–7. Waiting for the other side to confirm.").wait_for()
    assert ResultEntry.objects.get().score == "10–7"


@pytest.mark.heavy
def test_two_tabs_show_the_same_and_send_once(table: Table, pam: Phone, wire: Wire) -> None:
    other = pam.context.new_page()
    other.goto(pam.page.url)
    pam.tap(HANDS)
    totals = other.locator("[data-slip-total]")
    totals.first.get_by_text("10", exact=True).wait_for()
    posts: list[str] = []
    pam.context.on("request", lambda sent: posts.append(sent.url) if sent.method == "POST" else None)
    wire.cut()
    send(pam)
    other.locator("[data-slip-state]").get_by_text("We’ll send it automatically when the network is back").wait_for()
    posts.clear()
    wire.mend()
    for page in (pam.page, other):
        page.wait_for_url("**/me/", timeout=WITHIN)
    assert len(posts) <= 2, "the lease lets one tab send at a time"
    assert ResultEntry.objects.count() == 1
