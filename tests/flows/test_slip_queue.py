"""The queue of slips in a browser, without a site: what it sends, when, and what it makes of the answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.sizes import PATIENCE

pytestmark = pytest.mark.browser

QUEUE = Path(__file__).resolve().parents[2] / "euchre_site" / "static" / "js" / "queue.js"
SITE = "http://phone.test"
PAGE = '<!DOCTYPE html><script>setInterval = () => 0</script><script src="/queue.js"></script>'
"""Without the timer that tries again: the tests say when."""
SLIP = "/events/night/slips/1/"
SAVED = {"status": 200, "json": {"state": "saved", "message": "Saved", "seat": "/"}}
REFUSED = {"status": 422, "json": {"state": "decision", "message": "Not possible"}}
BROKEN = {"status": 500, "json": {}}
TYPE = """([address, key, days]) => rightBowerQueue.change(address, () => ({
    address, key, at: Date.now() - days * 24 * 3600 * 1000, state: "typed", typed: {}, body: [["points_0", "10"]], score: "10–6",
    label: "Table 1", csrf: "old", lease: 0, tries: 0, answer: null }))"""  # noqa: E501
"""Keeps a slip that was typed so many days ago."""
SEND = "(address) => { window.sent = rightBowerQueue.get(address).then((slip) => rightBowerQueue.enqueue(slip)); }"
KEPT = "() => rightBowerQueue.all().then((slips) => slips.map(({ key, state }) => [key, state]))"
FORGOTTEN = """async (key) => {
    for (let tries = 0; tries < 100; tries += 1) {
        if ((await rightBowerQueue.all()).every((slip) => slip.key !== key)) { return true; }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
}"""


class Phone:
    """Tabs of one browser, and a site that answers as the test says. posts: what was sent, field by field."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.posts: list[dict[str, str]] = []
        self.answer: Callable[[Any], None] = lambda route: route.fulfill(**SAVED)
        context.route("**/*", self.serve)
        self.tab = self.open()

    def open(self) -> Any:
        tab = self.context.new_page()
        tab.goto(SITE)
        return tab

    def serve(self, route: Any) -> None:
        """For every request of every tab."""
        path = route.request.url.removeprefix(SITE)
        if path == "/queue.js":
            route.fulfill(path=QUEUE, content_type="text/javascript")
        elif not path.startswith(SLIP[:-2]):
            route.fulfill(body=PAGE, content_type="text/html")
        elif route.request.method == "GET":
            route.fulfill(json={"csrf": "new"})
        else:
            self.posts.append({name: value[0] for name, value in parse_qs(route.request.post_data).items()})
            self.answer(route)

    def hold(self) -> list[Any]:
        """From now on the first request waits until the test answers it; whatever follows is saved at once."""
        held: list[Any] = []

        def answer(route: Any) -> None:
            if held:
                route.fulfill(**SAVED)
            else:
                held.append(route)

        self.answer = answer
        return held

    def type(self, key: str, days: int = 0, address: str = SLIP) -> None:
        self.tab.evaluate(TYPE, [address, key, days])

    def send(self) -> None:
        self.tab.evaluate(SEND, SLIP)

    def settle(self) -> list[Any]:
        """What is kept when the answer was read."""
        self.tab.evaluate("() => window.sent")
        return list(self.tab.evaluate(KEPT))

    def wait_for(self, things: list[Any]) -> None:
        for _ in range(1000):
            if things:
                return
            self.tab.wait_for_timeout(10)
        raise AssertionError("nothing was sent")


@pytest.fixture(scope="module")
def context(browser: Any) -> Iterator[Any]:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def phone(context: Any) -> Iterator[Phone]:
    found = Phone(context)
    yield found
    found.tab.evaluate("() => rightBowerQueue.clear()")
    for tab in context.pages:
        tab.close()
    context.unroute("**/*")


def test_a_slip_that_one_tab_sends_is_left_alone_by_the_others(phone: Phone) -> None:
    """The lease in its record: while the first one waits for its answer, another tab's try sends nothing."""
    held, other = phone.hold(), phone.open()
    phone.type("k1")
    phone.send()
    phone.wait_for(held)
    other.evaluate("(address) => rightBowerQueue.send(address)", SLIP)
    assert [post["key"] for post in phone.posts] == ["k1"]
    held[0].fulfill(**SAVED)
    assert phone.settle() == []
    assert len(phone.posts) == 1


@pytest.mark.parametrize("answer", [SAVED, REFUSED, BROKEN], ids=["saved", "refused", "broken"])
def test_an_answer_to_an_earlier_report_does_nothing_to_a_later_one(phone: Phone, answer: dict[str, Any]) -> None:
    """Typed again while the first one was on its way: under another key, or later under the same."""
    for key, later in (("k1", "k2"), ("k3", "k3")):
        held = phone.hold()
        phone.type(key, days=1)
        phone.send()
        phone.wait_for(held)
        phone.type(later)
        held[0].fulfill(**answer)
        assert phone.settle() == [[later, "typed"]]


def test_a_slip_is_forgotten_after_two_weeks(phone: Phone) -> None:
    phone.type("old", days=15, address=SLIP)
    phone.type("young", days=13, address=SLIP.replace("1", "2"))
    phone.tab.reload()
    assert phone.tab.evaluate(FORGOTTEN, "old")
    assert phone.tab.evaluate(KEPT) == [["young", "typed"]]
    assert phone.posts == []


def test_a_slip_is_sent_with_a_renewed_token_when_its_own_has_run_out(phone: Phone) -> None:
    """Under the same key; and what is not saved even then goes with the new token the next time."""
    answers = iter([{"status": 403, "body": "CSRF", "content_type": "text/html"}, BROKEN, SAVED])
    phone.answer = lambda route: route.fulfill(**next(answers))
    phone.type("k1")
    phone.send()
    assert phone.settle() == [["k1", "waiting"]]
    assert [(post["key"], post["csrfmiddlewaretoken"]) for post in phone.posts] == [("k1", "old"), ("k1", "new")]
    phone.tab.evaluate("() => rightBowerQueue.sendAll()")
    assert phone.tab.evaluate(KEPT) == []
    assert phone.posts[2:] == [{"points_0": "10", "key": "k1", "csrfmiddlewaretoken": "new"}]


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (SAVED, []),
        (REFUSED, [["k1", "decision"]]),
        (BROKEN, [["k1", "waiting"]]),
        ({"status": 429, "json": {"state": "saved"}}, [["k1", "waiting"]]),
        ({"status": 200, "body": "Welcome to the hotel", "content_type": "text/html"}, [["k1", "waiting"]]),
        ({"status": 302, "headers": {"Location": "/sign-in/"}}, [["k1", "waiting"]]),
    ],
    ids=["saved", "refused", "broken", "too often", "a hotel's page", "sent elsewhere"],
)
def test_only_the_slips_own_answer_takes_it_off_the_phone(phone: Phone, answer: Any, kept: list[Any]) -> None:
    phone.answer = lambda route: route.fulfill(**answer)
    phone.type("k1")
    phone.send()
    assert phone.settle() == kept
