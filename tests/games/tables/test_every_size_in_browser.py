"""Hand, question and trick are inside the window at every size, in each state of a hand, with long names."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.accounts.models import Player
from games.engine.rules import HouseRules
from games.tables.models import Table
from tests.flows.gone_wrong.test_online_player_vanishes import open_as
from tests.games.tables.cast import act, dealt_table, finish_hand, state_at
from tests.games.tables.test_table_in_browser import COVERED, OUTSIDE, check

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 720), (1366, 650)]
CLUBS = {0: "JS JC AC KH QH"}
OWN_NAME = "Olga Featherstonehaugh"
NAMES = ("Pamela Hutchinson", "Quinn", "Rosamund Abernathy")
NEEDED = {
    "bidding": (".table-choices button", ".my-hand__card", ".table-prompt", ".felt__turned"),
    "dealer's choice": (".table-choices button", ".my-hand__card", ".chip--dealer", ".chip--clock"),
    "own call": (".my-hand__card", ".table-prompt", ".chip--dealer", ".chip--maker"),
    "second round": (".table-choices button", ".my-hand__card", ".table-prompt"),
    "own turn": (".my-hand__card:enabled", ".table-prompt.is-mine", ".felt__played"),
    "finished trick": (".felt__played.is-taking", ".my-hand__card", ".table-prompt"),
    "alone": (".chair.is-out", ".my-hand__card", ".table-prompt"),
    "hand end": ("[data-next-hand]", ".felt__played", ".table-prompt"),
    "game end": (".game-over h2", ".game-over a", ".table-prompt"),
}
MEETS = """() => {
  const parts = document.querySelectorAll(".chair__plate, .felt__kitty");
  const boxes = Array.from(parts, (el) => el.getBoundingClientRect());
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  return boxes.filter((one, n) => boxes.slice(n + 1).some((other) => meet(one, other))).length;
}"""
"""Names, and the turned card, that lie over each other."""
CUT_INDEX = """() => {
  const cards = Array.from(document.querySelectorAll(".my-hand__card"), (el) => el.getBoundingClientRect());
  return cards.slice(1).filter((card, n) => card.left - cards[n].left < 0.38 * card.width).length;
}"""
"""Cards of the hand that lie over the index of the one before."""


def stages(site: str, browser: Any) -> Iterator[tuple[str, Any]]:
    """The table of one hand in each state, from the first seat."""
    table, people = dealt_table(HouseRules(number_of_hands=2), CLUBS, "9C")
    for who, name in zip(people[1:], NAMES, strict=True):
        Player.objects.filter(pk=who.pk).update(name=name)
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    page.emulate_media(reduced_motion="reduce")

    def stage(name: str) -> tuple[str, Any]:
        table.refresh_from_db()
        page.goto(site + table.get_absolute_url())
        return name, page

    yield stage("bidding")
    act(table, people, "order", "discard 9C", "play JC")
    play_until(table, people, lying=4)
    yield stage("finished trick")
    play_until(table, people, lying=1)
    while state_at(table).turn != 0:
        play_until(table, people, lying=len(state_at(table).tricks[-1].plays) % 4 + 1)
    yield stage("own turn")
    finish_hand(table)
    yield stage("hand end")
    page.locator("[data-next-hand]").click()
    page.locator("[data-next-hand]").wait_for(state="detached")
    finish_hand(table)
    yield stage("game end")
    page.context.close()


def others(site: str, browser: Any) -> Iterator[tuple[str, Any]]:
    """The states that the first hand does not come to: everybody passes, and a partner sits out."""
    table, people = dealt_table(HouseRules(), CLUBS, "9C")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    page.emulate_media(reduced_motion="reduce")
    act(table, people, *["pass"] * 4)
    page.goto(site + table.get_absolute_url())
    yield "second round", page
    act(table, people, "call S alone")
    page.goto(site + table.get_absolute_url())
    yield "alone", page
    page.context.close()


def dealing(site: str, browser: Any) -> Iterator[tuple[str, Any]]:
    """All that can stand beside one's own long name: one deals, the clock runs, then one has called."""
    table, people = dealt_table(HouseRules(), CLUBS, "9C", dealer=0, bid_clock="60")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    Player.objects.filter(pk=people[0].pk).update(name=OWN_NAME)
    page.emulate_media(reduced_motion="reduce")
    act(table, people, *["pass"] * 3)
    page.goto(site + table.get_absolute_url())
    yield "dealer's choice", page
    act(table, people, "order alone", "discard 9C")
    page.goto(site + table.get_absolute_url())
    yield "own call", page
    page.context.close()


def play_until(table: Table, people: list[Player], lying: int) -> None:
    """The first card that is possible, until so many lie there."""
    while True:
        act(table, people, str(next(iter(state_at(table).legal_actions))))
        if len(state_at(table).tricks[-1].plays) == lying:
            return


@pytest.mark.parametrize("scenes", [stages, others, dealing])
@pytest.mark.heavy
def test_what_one_plays_with_is_in_the_window(site: str, browser: Any, scenes: Any) -> None:
    for name, page in scenes(site, browser):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{name} at {width} × {height}"
            assert page.evaluate("() => scrollY") == 0, where
            assert [part for part in NEEDED[name] if not page.locator(part).count()] == [], where
            assert page.evaluate(OUTSIDE) == [], where
            assert [page.evaluate(script) for script in (COVERED, MEETS, CUT_INDEX)] == [0, 0, 0], where
            assert [part for part in NEEDED[name] if not is_inside(page, part, width, height)] == [], where
        assert check(page) == []


def is_inside(page: Any, part: str, width: int, height: int) -> bool:
    boxes = [one.bounding_box() for one in page.locator(part).all()]
    return all(
        box
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= width + 0.5
        and box["y"] + box["height"] <= height + 0.5
        for box in boxes
    )
