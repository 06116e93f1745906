"""`python -m tests.docs.screenshots`: takes the pictures of docs/images/ anew, of a demo site as Chromium shows it.

The demo's days move with the calendar, so the pictures are never the same twice; look at them before you commit them.
"""

import os
import re
import tempfile
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import django
from PIL import Image

from tests.euchre_site.served import Served, embedded
from tests.processes import ROOT

FOLDER = ROOT / "docs" / "images"
DESK, PHONE, HALL = {"width": 1200, "height": 860}, {"width": 360, "height": 720}, {"width": 1280, "height": 720}
PLAYER = "Quinn Talbot"
SIDE_BY_SIDE = """
<style>
  body {{ margin: 0; height: 600px; display: flex; align-items: center; justify-content: center; gap: 24px;
         background: linear-gradient(#eef3ee, #dbe5dc); }}
  img {{ border-radius: 10px; box-shadow: 0 6px 22px rgb(0 0 0 / .28); }}
</style>
<img width="740" src="data:image/png;base64,{}">
<img width="264" src="data:image/png;base64,{}">
<img width="500" src="data:image/png;base64,{}">
"""
"""The wall, a phone, the console."""


@dataclass(frozen=True)
class Night:
    """The demo's night, and the screens on which people look at it. event: the address of its pages."""

    site: str
    event: str
    desk: Any
    phone: Any
    wall: Any


def console(night: Night) -> Any:
    night.desk.goto(f"{night.event}console/")
    return night.desk


def check_in(night: Night) -> Any:
    night.desk.goto(f"{night.event}check-in/")
    return night.desk


def prizes(night: Night) -> Any:
    night.desk.goto(f"{night.event}console/prizes/")
    return night.desk


def fairness(night: Night) -> Any:
    """Who met whom in four rounds."""
    night.desk.goto(f"{night.event}fairness/")
    return night.desk


def cross_table(night: Night) -> Any:
    """Of a round robin that is over."""
    night.desk.goto(night.site)
    night.desk.get_by_role("link", name="Pairs Round Robin").first.click()
    night.desk.get_by_role("link", name="Cross table").click()
    return night.desk


def phone(night: Night) -> Any:
    """What a player sees as soon as the round is published."""
    night.desk.goto(f"{night.event}console/")
    night.desk.get_by_role("button", name="Publish round 5").click()
    night.desk.goto(f"{night.event}check-in/")
    night.desk.get_by_label(f"More actions for {PLAYER}").click()
    night.desk.get_by_role("button", name=f"Personal link for {PLAYER}").click()
    night.phone.goto(night.desk.get_by_role("link", name="/pass/").inner_text())
    night.phone.get_by_role("button", name="Yes, that’s me").click()
    # What the games of weeks ago have earned is told over the seat.
    night.phone.get_by_role("button", name="Close").click()
    return night.phone


def slip(night: Night) -> Any:
    """Five hands into the round, the third of them taken alone."""
    night.phone.get_by_role("link", name="Enter the score").click()
    sides = night.phone.locator("[data-slip-side]")
    for side, points in ((0, 1), (1, 2), (0, 4), (0, 1), (1, 1)):
        sides.nth(side).locator(f"[data-slip-points='{points}']").click()
    return night.phone


def board(night: Night) -> Any:
    night.wall.goto(f"{night.event}board/")
    night.wall.locator("[data-panel=seating]").wait_for()
    return night.wall


def evening(night: Night) -> Any:
    """The round on the wall, on a phone and in the console, side by side: the README's one picture."""
    night.wall.set_viewport_size({"width": 960, "height": 600})
    night.desk.set_viewport_size({"width": 760, "height": 820})
    looks = (board(night), night.phone, console(night))
    seen = [b64encode(look.screenshot(animations="disabled")).decode() for look in looks]
    night.desk.set_viewport_size(DESK)
    night.wall.set_viewport_size(HALL)
    page = night.wall.context.browser.new_page(viewport={"width": 1600, "height": 600})
    page.set_content(SIDE_BY_SIDE.format(*seen))
    return page


def table(night: Night) -> Any:
    """A game against bots, at the first question to the player."""
    night.desk.goto(f"{night.site}/tables/")
    night.desk.get_by_role("button", name="Play now").click()
    night.desk.locator(".my-hand").wait_for()
    return night.desk


PICTURES: dict[str, Callable[[Night], Any]] = {
    look.__name__.replace("_", "-"): look
    for look in (console, check_in, prizes, fairness, cross_table, phone, evening, slip, board, table)
}
"""In the order in which they are taken: later ones see what earlier ones did."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder) / "home") as site:
        [link] = re.findall(r"http\S+", site.manage("demo_data", "--address", site.address))
        site.start()
        take_all(site, link)


def take_all(site: Served, link: str) -> None:
    from playwright.sync_api import sync_playwright

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings_test")
    django.setup()
    from tests.conftest import CHROMIUM, CHROMIUM_ARGS

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        desk, hand, wall = (chromium.new_page(viewport=size, locale="en-US") for size in (DESK, PHONE, HALL))
        desk.goto(link)
        desk.get_by_role("main").get_by_role("button", name="Log in").click()
        desk.goto(site.address)
        desk.get_by_role("link", name="Evening Progressive").first.click()
        night = Night(site.address, desk.url, desk, hand, wall)
        for name, look in PICTURES.items():
            keep(name, look(night).screenshot(animations="disabled"))


def keep(name: str, png: bytes) -> None:
    """In 256 colours, which is a third of the bytes."""
    few = Image.open(BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
