"""With the largest text, on a phone and at 200 percent on a laptop, nothing leaves its page and no name is cut."""

from typing import Any

import pytest
from django.urls import reverse

from tests.flows.crawler import OPEN_ALL, OVERFLOW
from tests.flows.demo_club import Demo
from tests.flows.test_in_view import BEYOND, CUT, NAMES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db(transaction=True)]

SIZES = {"phone": (360, 740), "laptop at 200 percent": (683, 384)}
OF_THE_NIGHT = ("console", "check_in", "grid", "prize_console", "standings", "seating", "event", "event_settings")
OF_THE_SITE = ("home", "clubs", "leaderboards", "lobby", "daily", "puzzles", "trophies", "who_may")
TEXT = "() => getComputedStyle(document.documentElement).fontSize"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_largest_text_loses_nothing(demo: Demo, language: str) -> None:
    page = demo.page("organizer", language)
    page.goto(demo.path("event"))
    usual = page.evaluate(TEXT)
    page.evaluate("() => localStorage.setItem('text-size', 'largest')")
    paths = [demo.path(name) for name in OF_THE_NIGHT] + [demo.site + reverse(name) for name in OF_THE_SITE]
    complaints: list[Any] = []
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        for path in paths:
            page.goto(path)
            assert page.evaluate(TEXT) != usual
            page.evaluate(OPEN_ALL)
            found = {
                "wide": max(0, page.evaluate(OVERFLOW)),
                "beyond": page.evaluate(BEYOND),
                "cut": page.evaluate(CUT, NAMES),
            }
            complaints += [(path, width, found)] if any(found.values()) else []
    assert complaints == []
    page.context.close()
