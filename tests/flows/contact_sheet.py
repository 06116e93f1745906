"""Pictures of every kind of page on sheets, when somebody asks for them: `python -m tests.contact_sheet`."""

import os
from pathlib import Path

import pytest

from tests.contact_sheet import Pictures
from tests.flows.crawler import crawl, kind_of
from tests.flows.demo_club import Demo

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


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
