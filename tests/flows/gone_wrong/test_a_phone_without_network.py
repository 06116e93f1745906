"""What a phone shows without network: its own pages as last seen, nobody else's, and nothing once it is let go."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cast import Table, context_of
from tests.flows.phones import Phone
from tests.flows.wire import Wire
from tournaments.access.models import Pass
from tournaments.access.passes import issue_pass

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Until = Callable[..., Any]
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture
def pam(table: Table, phone_of: Any) -> Phone:
    phone: Phone = phone_of(table.pam)
    phone.page.evaluate("() => navigator.serviceWorker.ready")
    phone.page.reload()
    return phone


def kept(phone: Phone) -> list[str]:
    return list(phone.page.evaluate(KEPT))


@pytest.mark.heavy
def test_ones_own_pages_are_read_as_last_seen_and_no_others(
    table: Table, pam: Phone, wire: Wire, wait_until: Until
) -> None:
    events = f"{wire.address}/events/{table.event.slug}"
    pam.page.goto(f"{events}/standings/")
    wait_until(lambda: kept(pam) == [f"/events/{table.event.slug}/me/"])
    wire.cut()
    pam.page.goto(f"{wire.address}/me/")
    pam.page.get_by_role("heading", name="Table 1 · North").wait_for()
    pam.page.locator("[data-as-of]").get_by_text("no network").wait_for()
    assert pam.page.evaluate("() => getComputedStyle(document.querySelector('.seat-card')).borderBottomWidth") == "4px"
    pam.page.goto(f"{events}/standings/")
    pam.page.get_by_role("heading", name="No network").wait_for()
    pam.page.get_by_role("link", name="View my last saved seat").click()
    pam.page.locator("[data-as-of]").wait_for()
    wire.mend()
    pam.page.locator("[data-as-of]").wait_for(state="detached")


@pytest.mark.heavy
def test_a_tap_is_not_undone_because_the_network_is_back(
    table: Table, pam: Phone, wire: Wire, wait_until: Until
) -> None:
    """The old page is replaced as soon as the site answers, but not under somebody who is on the way elsewhere."""
    wait_until(lambda: kept(pam))
    wire.cut()
    pam.page.goto(pam.home)
    pam.page.locator("[data-as-of]").wait_for()
    wire.lag = 1.0
    with pam.page.expect_request(lambda request: request.method == "HEAD"):
        wire.mend()
    pam.page.locator("a.btn--big").click()
    pam.page.wait_for_url("**/slips/**")


@pytest.mark.heavy
def test_an_ended_link_takes_the_page_off_the_phone(table: Table, pam: Phone, wait_until: Until) -> None:
    wait_until(lambda: kept(pam))
    Pass.objects.update(expires_at=table.event.created_at)
    pam.page.reload()
    pam.page.get_by_text("Your personal link has expired").wait_for()
    wait_until(lambda: kept(pam) == [])


@pytest.mark.heavy
def test_letting_the_phone_go_leaves_nothing_on_it(table: Table, pam: Phone, wait_until: Until) -> None:
    pam.look(1)
    pam.tap([(0, 1, False)])
    pam.page.goto(pam.home)
    wait_until(lambda: len(kept(pam)) == 2)
    asked: list[str] = []
    pam.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    pam.page.get_by_role("button", name="Remove Pam’s link from this phone").click()
    pam.page.get_by_role("heading", name="Who are you?").wait_for()
    assert asked == ["A score on this phone isn’t saved yet and would be lost. Continue anyway?"]
    assert kept(pam) == []
    assert pam.page.evaluate("() => rightBowerQueue.all()") == []


@pytest.mark.heavy
def test_the_next_person_on_the_phone_sees_nothing_of_the_last(
    table: Table, pam: Phone, wire: Wire, wait_until: Until
) -> None:
    token = issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    pam.look(1)
    wait_until(lambda: len(kept(pam)) == 2)
    pam.page.goto(f"{wire.address}/events/{table.event.slug}/pass/{token}/")
    pam.page.get_by_role("button", name="Yes, that’s me").click()
    pam.page.get_by_role("heading", name="Quinn", exact=True).wait_for()
    wait_until(lambda: kept(pam) == [f"/events/{table.event.slug}/me/"])
