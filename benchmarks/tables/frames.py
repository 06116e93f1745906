"""Card moves as a slow phone shows them: Chromium with its processor slowed, at a table that others play on as usual.

Frames are counted from a tap or a new picture of the table until the cards lie still. `tap to moved`: until the own
card has left its place, which needs no answer. `tap to confirmed`: until the answer is on the page. `raw request`: an
empty page, asked for from the same page.
"""

import re
import shutil
import time
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.tables.clients import Table
from benchmarks.tables.server import Site

PHONE = {"width": 390, "height": 844}
SLOWED = 4
SMOOTH = 20.0
"""Milliseconds: a frame that takes longer is seen as a jerk at 60 a second."""
PACE = 0.8
"""Seconds between the moves of others, in which a card reaches its place."""
RECORD = """
window.seen = { frames: [], moved: [], confirmed: [], raw: [], cards: 0 };
(() => {
  const still = 500;
  let until = 0;
  let last = 0;
  let tap = null;
  const lasts = () => { until = performance.now() + still; };
  const frame = (now) => {
    if (last && now < until) { seen.frames.push(now - last); }
    if (tap && !tap.hasMoved && tap.card.isConnected && tap.card.getBoundingClientRect().top < tap.top - 1) {
      tap.hasMoved = true;
      seen.moved.push(performance.now() - tap.at);
    }
    last = now < until ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  document.addEventListener("click", (event) => {
    const card = event.target.closest(".my-hand__card .playing-card");
    if (card) {
      tap = { card, top: card.getBoundingClientRect().top, at: event.timeStamp, hasMoved: false };
      lasts();
    }
  }, true);
  const cards = () => new Set(Array.from(document.querySelectorAll("[data-played]"), (one) => one.dataset.played));
  let lying = new Set();
  document.addEventListener("htmx:afterSettle", () => {
    const now = cards();
    seen.cards += Array.from(now).filter((one) => !lying.has(one)).length;
    lying = now;
    lasts();
    if (tap) {
      seen.confirmed.push(performance.now() - tap.at);
      if (!tap.hasMoved) { seen.moved.push(performance.now() - tap.at); }
    }
    tap = null;
  });
})();
"""
RAW = """async () => {
  const began = performance.now();
  await (await fetch("/empty/")).text();
  seen.raw.push(performance.now() - began);
}"""


@dataclass
class Seen:
    """Milliseconds of each, and how many cards were played."""

    frames: list[float]
    moved: list[float]
    confirmed: list[float]
    raw: list[float]
    cards: int = 0


def record(site: Site, moves: int) -> Seen:
    """So many card moves, at one table after the other."""
    found = Seen([], [], [], [])
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        for about in site.tables:
            if found.cards < moves:
                at_table(browser, Table(site, *about), about[2][0], moves, found)
        browser.close()
    return found


def at_table(browser: Any, table: Table, session: str, moves: int, found: Seen) -> None:
    """One game, or what is left to be seen of it, from its first seat."""
    address = f"http://127.0.0.1:{table.site.port}"
    context = browser.new_context(viewport=PHONE)
    context.add_cookies([{"name": "session", "value": session, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/tables/{table.code}/")
    page.evaluate(RECORD)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    while found.cards + page.evaluate("seen.cards") < moves and one_move(table, page):
        pass
    seen = page.evaluate("seen")
    found.cards += seen.pop("cards")
    for name, values in seen.items():
        getattr(found, name).extend(values)
    context.close()


def one_move(table: Table, page: Any) -> bool:
    """Let the player to act do so. Returns False when the game is over."""
    for number, browser in enumerate(table.seats):
        text = browser.look()
        actions = re.findall(r'name="action"\s+value="([^"]+)"', text)
        version = re.findall(r'data-live-version="(\d+)"', text)[0]
        if actions and number == 0:
            page.locator(f"#live[data-live-version='{version}']").wait_for()
            page.locator(f"#live [name=action][value='{actions[-1]}']").click()
            page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
            page.evaluate(RAW)
        elif actions:
            table.act(browser, text, actions[-1])
        elif "data-next-hand" in text:
            table.send(browser, text, "deal/")
        else:
            continue
        time.sleep(PACE)
        return True
    return False


def tell(found: Seen) -> None:
    smooth = sum(frame < SMOOTH for frame in found.frames) / len(found.frames)
    print(f"{found.cards} card moves, processor slowed {SLOWED} times, {len(found.frames)} frames:")
    late = quantiles(found.frames, n=100)[-1]
    print(f"{'frames under 20 ms':<24}{100 * smooth:.1f} %, median {median(found.frames):.1f}, p99 {late:.1f} ms")
    for name, values in (
        ("tap to moved card", found.moved),
        ("tap to confirmed", found.confirmed),
        ("raw request", found.raw),
    ):
        p95 = quantiles(values, n=20)[-1]
        print(f"{name:<24}{len(values)} times: p50 {median(values):.0f} ms, p95 {p95:.0f} ms")
