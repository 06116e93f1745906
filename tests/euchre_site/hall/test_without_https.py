"""What a phone's browser does at a plain http address that isn't its own computer: there it lacks what only safe pages
have (service worker, clipboard, wake lock, crypto.randomUUID), and pages have to work without."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import Table, context_of, seat_table
from tests.conftest import CHROMIUM, CHROMIUM_ARGS
from tests.flows.phones import Phone
from tests.flows.wire import Wire
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in
from tournaments.access.passes import issue_pass
from tournaments.results.models import ResultEntry

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LACKING = """() => [isSecureContext, "serviceWorker" in navigator, "clipboard" in navigator, "wakeLock" in navigator,
  "randomUUID" in crypto]"""
POINTS = [(0, 1), (1, 2), (0, 4), (0, 1), (0, 2), (1, 1), (0, 2), (1, 4)]
HANDS = [(side, points, points == 4) for side, points in POINTS]
READY = "() => document.readyState === 'complete'"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """To it the site has a name, as the hall's computer has a number: neither counts as safe."""
    from playwright.sync_api import sync_playwright

    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patched, sync_playwright() as playwright:
        patched.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        rules = "--host-resolver-rules=MAP testserver 127.0.0.1"
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*CHROMIUM_ARGS, rules])
        yield chromium
        chromium.close()


@pytest.fixture
def table(transactional_db: None) -> Table:
    return seat_table()


@pytest.fixture
def wire(site: str) -> Iterator[Wire]:
    with Wire(site) as wire:
        yield wire


@pytest.fixture
def far(wire: Wire) -> str:
    """The site's address from another device."""
    return wire.address.replace("127.0.0.1", "testserver")


@pytest.fixture
def pam(table: Table, far: str, browser: Any) -> Iterator[Phone]:
    """At her slip."""
    token = issue_pass(table.event.pk, table.pam, context=context_of(table.olga))
    phone = Phone(browser, f"{far}{reverse('open_pass', args=[table.event.slug, token])}", "Pam")
    errors: list[str] = []
    phone.page.on("pageerror", lambda error: errors.append(str(error)))
    phone.look(1)
    yield phone
    phone.close()
    assert errors == []


@pytest.mark.heavy
def test_a_score_is_reported(table: Table, pam: Phone) -> None:
    assert pam.page.evaluate(LACKING) == [False] * 5
    pam.tap(HANDS)
    pam.send()
    assert ResultEntry.objects.get().match == table.match


@pytest.mark.heavy
def test_a_score_typed_without_wifi_is_sent_when_it_is_back(table: Table, pam: Phone, wire: Wire) -> None:
    """As long as its page stays open: there is no worker that would do it then."""
    wire.cut()
    pam.tap(HANDS)
    pam.page.locator("[data-slip-submit]").click()
    state = pam.page.locator("[data-slip-state]")
    state.get_by_text("We’ll send it automatically when the network is back.").wait_for()
    assert not ResultEntry.objects.exists()
    wire.mend()
    pam.page.wait_for_url("**/me/")
    assert ResultEntry.objects.count() == 1


@pytest.mark.parametrize("name", ["console", "grid", "check_in", "board", "event_share", "standings", "papers"])
def test_an_organizers_pages_need_none_of_it(table: Table, far: str, browser: Any, name: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    session = log_in(table.olga).cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": far}])
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(far + reverse(name, args=[table.event.slug]))
    page.wait_for_function(READY)
    if name == "event_share":
        expect(page.locator("[data-copy]").first).to_be_hidden()
    page.goto("about:blank")
    context.close()
    assert errors == []
