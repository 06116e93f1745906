"""`CONTACT_SHEET=.contact/fr pytest tests/flows/contact_sheet.py`: every kind of page of the demo night, to look at.

From a phone to a wide screen, by day and by night, as an organizer sees them. The crawl of the tests, with this eye
instead of theirs.
"""

import math
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from tests.flows.crawler import crawl, kind_of
from tests.flows.demo_club import Demo

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SIZES = {
    "phone": (360, 780, "light"),
    "phone-dark": (360, 780, "dark"),
    "laptop": (1366, 768, "light"),
    "desk": (1280, 900, "dark"),
    "wide": (1920, 1080, "light"),
}
COLUMNS, THUMB, MARGIN, LABEL = 6, 300, 12, 18


class Pictures:
    """One of each kind of page, whole, at every size."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.taken: dict[str, list[tuple[str, Image.Image]]] = {name: [] for name in SIZES}

    def take(self, kind: str) -> None:
        for name, (width, height, scheme) in SIZES.items():
            self._page.set_viewport_size({"width": width, "height": height})
            self._page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            png = self._page.screenshot(animations="disabled")
            self.taken[name].append((kind, Image.open(BytesIO(png)).convert("RGB")))

    def keep(self, folder: Path) -> Iterator[Path]:
        folder.mkdir(parents=True, exist_ok=True)
        for name, pictures in self.taken.items():
            path = folder / f"{name}.png"
            sheet(pictures).save(path)
            yield path


def sheet(pictures: list[tuple[str, Image.Image]]) -> Image.Image:
    """Thumbnails in rows, each with its name over it."""
    small = [(kind, picture.resize((THUMB, THUMB * picture.height // picture.width))) for kind, picture in pictures]
    height = max(picture.height for _, picture in small) + LABEL + MARGIN
    rows = math.ceil(len(small) / COLUMNS)
    found = Image.new("RGB", (COLUMNS * (THUMB + MARGIN) + MARGIN, rows * height + MARGIN), "white")
    draw = ImageDraw.Draw(found)
    for number, (kind, picture) in enumerate(small):
        left, top = MARGIN + number % COLUMNS * (THUMB + MARGIN), MARGIN + number // COLUMNS * height
        draw.text((left, top), kind, fill="black")
        found.paste(picture, (left, top + LABEL))
    return found


def test_contact_sheet(demo: Demo) -> None:
    folder = Path(os.environ["CONTACT_SHEET"])
    page = demo.page("organizer", folder.name)
    pictures, seen = Pictures(page), set[str]()

    def look(url: str) -> list[str]:
        if (kind := kind_of(url)) not in seen:
            seen.add(kind)
            pictures.take(kind)
        return []

    crawl(page, [demo.path("console"), f"{demo.site}/", f"{demo.site}/learn/"], look, set())
    assert all(path.exists() for path in pictures.keep(folder))
