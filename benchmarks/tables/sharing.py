"""One card at a table of four browsers: requests, bytes and time until all four show it, with pages that are sent with
their news and, at another table of the same site, with pages that are fetched after it."""

import re
import shutil
import time
from dataclasses import dataclass, field
from statistics import mean, median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.tables.server import Site


@dataclass
class Seen:
    """requests, bytes: after the pages were opened, without signs of presence. seconds: from the tap, each card."""

    requests: int = 0
    bytes: int = 0
    seconds: list[float] = field(default_factory=list)


def record(site: Site, cards: int) -> dict[str, Seen]:
    """So many actions in both ways, by turns."""
    seen = {"sent with the news": Seen(), "fetched after it": Seen()}
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        tables = [_Table(browser, site, *about) for about in zip(seen.items(), site.tables, strict=False)]
        while all(len(one.seconds) < cards for one in seen.values()) and all(table.act() for table in tables):
            pass
        browser.close()
    return seen


class _Table:
    def __init__(self, browser: Any, site: Site, way: tuple[str, Seen], about: tuple[str, str, list[str]]) -> None:
        (name, self.seen), (code, _, sessions) = way, about
        self.path, self.pages = f"/tables/{code}/", []
        address = f"http://127.0.0.1:{site.port}"
        for session in sessions:
            context = browser.new_context()
            context.add_cookies([{"name": "session", "value": session, "url": address}])
            page = context.new_page()
            if name.startswith("fetched"):
                page.route(
                    "**/live/**", lambda route: route.continue_(url=re.sub(r"&page=[^&]*", "", route.request.url))
                )
            page.goto(address + self.path)
            self.pages.append(page)
        time.sleep(1)  # the streams are open
        for page in self.pages:
            page.on("request", self._count)
            wire = page.context.new_cdp_session(page)
            wire.send("Network.enable")
            wire.on("Network.dataReceived", self._weigh)
            wire.on("Network.responseReceived", self._weigh_head)

    def _count(self, request: Any) -> None:
        self.seen.requests += self.path in request.url and not request.url.endswith("/here/")

    def _weigh(self, event: Any) -> None:
        self.seen.bytes += event["encodedDataLength"]

    def _weigh_head(self, event: Any) -> None:
        self.seen.bytes += event["response"]["encodedDataLength"]

    def act(self) -> bool:
        """The player to act does what the page offers last. False: the game is over."""
        for page in self.pages:
            choice = page.locator("#live [name=action]:enabled, #live [data-next-hand]").last
            if choice.count():
                version = page.locator("#live").get_attribute("data-live-version")
                began = time.perf_counter()
                choice.click()
                for other in self.pages:
                    other.locator(f"#live:not([data-live-version='{version}'])").wait_for()
                self.seen.seconds.append(time.perf_counter() - began)
                time.sleep(0.6)  # a card reaches its place
                return True
        return False


def tell(seen: dict[str, Seen]) -> None:
    print(f"{'per card, four browsers':<26}requests   kB   ms until all show it: p50   p95")
    for name, one in seen.items():
        cards, late = len(one.seconds), quantiles(one.seconds, n=20)[-1]
        figures = f"{one.requests / cards:>8.1f} {one.bytes / cards / 1000:>5.1f}"
        print(f"{name:<26}{figures} {1000 * median(one.seconds):>26.0f} {1000 * late:>5.0f}   {cards} cards")
    first, second = (mean(one.seconds) for one in seen.values())
    print(f"{'':<26}the first takes {first / second:.2f} times as long as the second")
