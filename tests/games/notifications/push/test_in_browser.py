"""Push in Chromium: asked for when a button is pressed and never before, tried out, opened by a tap, turned off.

Its push service is far away, so the page is given a subscription that leads to a receiver on this machine. What arrives
there is decrypted and handed to the service worker, as the push service would do it. Chromium without a screen allows
no notifications, so the permission is the test's, and what the worker shows is written down.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import User
from games.notifications.push import site_keys
from games.notifications.push.models import PushSubscription
from tests.flows.browsers import open_browser
from tests.games.notifications.push.receiver import Browser, browsing, text
from tests.games.outgoing.receivers import says

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("laptop"),
]
STUB = """
(() => {
  const said = SAID;
  window.asked = 0;
  let permission = "default";
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => { window.asked += 1; return permission = said.answer; };
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const subscription = (key) => ({
    endpoint: said.endpoint,
    options: { applicationServerKey: bytes(key).buffer },
    getKey: (name) => bytes(said[name]).buffer,
    unsubscribe: async () => { localStorage.removeItem("push"); return true; },
  });
  const kept = () => localStorage.getItem("push");
  PushManager.prototype.getSubscription = async () => (kept() ? subscription(kept()) : null);
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly) { throw new TypeError("silent push is not allowed"); }
    localStorage.setItem("push", btoa(String.fromCharCode(...options.applicationServerKey)));
    return subscription(kept());
  };
})();
"""


def stub(page: Any, there: Browser, answer: str = "granted") -> None:
    """answer: of the person whom the browser asks."""
    said = {"endpoint": there.endpoint, "p256dh": text(there.key), "auth": text(there.secret), "answer": answer}
    page.add_init_script(STUB.replace("SAID", json.dumps(said)))


def deliver(page: Any, site: str, said: str) -> None:
    """As the browser's push service does when a message comes in."""
    worker_of(page)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(one["registrationId"] for one in news["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    session.send("ServiceWorker.deliverPushMessage", {"origin": site, "registrationId": found[-1], "data": said})


WRITE_DOWN = """() => {
  if (self.shown) { return; }
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown = [...self.shown.filter((one) => one.tag !== options.tag), { title, ...options }];
  };
}"""
TAP = """async () => {
  const opened = [];
  Object.defineProperty(self, "clients", { configurable: true, value: {
    matchAll: async () => WINDOWS.map((url) => ({ url, focus: () => opened.push(["focus", url]) })),
    openWindow: (url) => opened.push(["open", url]),
  }});
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data: self.shown.at(-1).data, close: () => opened.push(["close"]) };
  self.dispatchEvent(event);
  await new Promise((done) => setTimeout(done, 200));
  return opened;
}"""


def worker_of(page: Any) -> Any:
    [worker] = page.context.service_workers
    worker.evaluate(WRITE_DOWN)
    return worker


def shown(page: Any) -> list[dict[str, Any]]:
    return list(worker_of(page).evaluate("self.shown"))


def tap(page: Any, *windows: str) -> Any:
    """What the worker does then, with these windows of the site open already."""
    return worker_of(page).evaluate(TAP.replace("WINDOWS", json.dumps(windows)))


def state(page: Any, name: str) -> Any:
    return page.locator(f"[data-push-state={name}]")


@pytest.mark.heavy
def test_from_the_button_to_the_tap(
    site: str, browser: Any, olga: User, worker: None, wait_until: Callable[..., Any]
) -> None:
    page = open_browser(browser, site, olga, base_url=site)
    foreign: list[str] = []
    page.on("request", lambda request: None if request.url.startswith(site) else foreign.append(request.url))
    with browsing() as there:
        stub(page, there)
        page.goto(reverse("push"))
        expect(state(page, "off")).to_be_visible()
        assert page.evaluate("asked") == 0, "never on load"
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        expect(state(page, "off")).to_be_hidden()
        assert page.evaluate("asked") == 1
        row = PushSubscription.objects.get()
        assert (row.player, row.site_key, row.endpoint) == (olga.player, site_keys.public_key(), there.endpoint)

        page.get_by_role("button", name="Send a test").click()
        expect(page.get_by_role("status").get_by_text("Test sent")).to_be_visible()
        [said] = wait_until(there.read)
        deliver(page, site, json.dumps(said))
        [notification] = wait_until(lambda: shown(page))
        assert (notification["title"], notification["body"]) == (said["title"], said["body"])
        assert tap(page, f"{site}/other/") == [["close"], ["open", site + reverse("push")]]

        page.reload()
        expect(state(page, "on")).to_be_visible()
        assert page.evaluate("asked") == 0
        page.get_by_role("button", name="Turn off").click()
        expect(state(page, "off")).to_be_visible()
        assert not PushSubscription.objects.exists()
        assert page.evaluate("localStorage.getItem('push')") is None
    assert foreign == []
    page.context.close()


@pytest.mark.parametrize(
    ("link", "windows", "opened"),
    [
        ("/events/fall/me/", [], ["open", "/events/fall/me/"]),
        ("/events/fall/me/", ["/", "/events/fall/me/#now"], ["focus", "/events/fall/me/#now"]),
        ("https://other.example.net/", [], ["open", "/"]),
        ("//other.example.net/", [], ["open", "/"]),
        ("javascript:alert(1)", [], ["open", "/"]),
    ],
)
@pytest.mark.heavy
def test_a_tap_opens_the_page_and_no_page_elsewhere(
    site: str,
    browser: Any,
    olga: User,
    wait_until: Callable[..., Any],
    link: str,
    windows: list[str],
    opened: list[str],
) -> None:
    page = open_browser(browser, site, olga, base_url=site)
    with browsing() as there:
        stub(page, there)
        page.goto(reverse("push"))
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        deliver(page, site, json.dumps({"title": "Table 4", "body": "", "link": link, "tag": "round:7"}))
        deliver(page, site, json.dumps({"title": "Table 5", "body": "", "link": link, "tag": "round:7"}))
        wait_until(lambda: [one["title"] for one in shown(page)] == ["Table 5"])
        how, where = opened
        assert tap(page, *(site + path for path in windows)) == [["close"], [how, site + where]]
    page.context.close()


@pytest.mark.parametrize("said", ["", "no JSON"])
def test_a_message_that_cannot_be_read_still_shows_something(
    site: str, browser: Any, olga: User, wait_until: Callable[..., Any], settings: Any, said: str
) -> None:
    """Browsers stop delivering to a page that shows nothing."""
    page = open_browser(browser, site, olga, base_url=site)
    with browsing() as there:
        stub(page, there)
        page.goto(reverse("push"))
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        deliver(page, site, said)
        [notification] = wait_until(lambda: shown(page))
    assert notification["title"] == settings.SITE_NAME
    page.context.close()


def test_a_log_in_that_ended_shows_as_off(site: str, browser: Any, olga: User) -> None:
    page = open_browser(browser, site, olga, base_url=site)
    with browsing() as there:
        stub(page, there)
        page.goto(reverse("push"))
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        PushSubscription.objects.all().delete()
        page.reload()
        expect(state(page, "off")).to_be_visible()
        PushSubscription.objects.update(site_key="A" * 87)
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        page.evaluate("localStorage.setItem('push', 'AAAA')")
        page.reload()
        expect(state(page, "off")).to_be_visible()
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, "on")).to_be_visible()
        assert page.evaluate("localStorage.getItem('push')") != "AAAA", "it listens to the key that the site has now"
    page.context.close()


def test_a_refusal_is_said_in_words_and_leaves_it_as_it_was(site: str, browser: Any, olga: User) -> None:
    page = open_browser(browser, site, olga, base_url=site)
    with browsing(says(410)) as there:
        there.endpoint = "ftp://push.example.net/1"
        stub(page, there)
        page.goto(reverse("push"))
        page.get_by_role("button", name="Get notified on this device").click()
        expect(page.locator("#messages").get_by_text("The address must start with https://")).to_be_visible()
        expect(state(page, "off")).to_be_visible()
        expect(page.get_by_role("button", name="Get notified on this device")).to_be_enabled()
    page.context.close()


WITHOUT = {
    "insecure": ({}, "Object.defineProperty(window, 'isSecureContext', { value: false })"),
    "unsupported": ({}, "delete window.PushManager"),
    "iphone": ({"user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)"}, "delete window.PushManager"),
    "denied": ({}, "Object.defineProperty(Notification, 'permission', { value: 'denied' })"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_where_push_is_not_the_page_says_why(site: str, browser: Any, olga: User, name: str) -> None:
    options, script = WITHOUT[name]
    page = open_browser(browser, site, olga, base_url=site, **options)
    page.add_init_script(script)
    page.goto(reverse("push"))
    expect(state(page, name)).to_be_visible()
    assert page.locator("[data-push-state]:visible").count() == 1
    assert page.locator("[data-push-do]:visible").count() == 0
    page.context.close()


@pytest.mark.parametrize(("answer", "name"), [("default", "off"), ("denied", "denied")])
def test_who_says_no_is_left_alone(site: str, browser: Any, olga: User, answer: str, name: str) -> None:
    page = open_browser(browser, site, olga, base_url=site)
    with browsing() as there:
        stub(page, there, answer)
        page.goto(reverse("push"))
        page.get_by_role("button", name="Get notified on this device").click()
        expect(state(page, name)).to_be_visible()
    expect(page.get_by_role("status").get_by_text("You dismissed your browser’s prompt")).to_be_visible(
        visible=answer == "default"
    )
    assert not PushSubscription.objects.exists()
    page.context.close()
