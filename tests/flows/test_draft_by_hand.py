"""A draft changed by hand in a real browser: click and click, drag and drop, keyboard alone, and without scripts."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import NAMES, context_of, enter, make_club, make_event, make_user
from tests.tournaments.pages.browsing import log_in
from tournaments.rounds import commands as rounds
from tournaments.rounds import drafts
from tournaments.rounds.models import Round
from tournaments.rounds.places import places_now

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Hall:
    """Olga's laptop before a draft of nine players: two tables, one sits out."""

    def __init__(self, site: str, page: Any):
        self.site, self.page, self.olga = site, page, make_user("Olga")
        self.event = make_event(make_club(self.olga), self.olga)
        enter(self.event, self.olga, list(NAMES[:9]))
        rounds.draw_round(self.event.stages.get().pk, 1, context=context_of(self.olga))
        session = log_in(self.olga).cookies["session"].value
        page.context.add_cookies([{"name": "session", "value": session, "url": site}])

    def look(self, width: int = 1280) -> None:
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.goto(self.site + reverse("console", args=[self.event.slug]))
        self.page.locator("[data-place]").first.wait_for()

    @property
    def row(self) -> Round:
        return Round.objects.select_related("stage__event").get()

    def where(self) -> dict[int, str]:
        return {number: place.where for number, place in places_now(self.row).items()}

    def at(self, table: int, chair: str) -> int:
        return next(number for number, where in self.where().items() if where == f"table {table} {chair}")

    def out(self) -> int:
        return next(number for number, where in self.where().items() if where == "sits out")

    def place(self, number: int) -> Any:
        return self.page.locator(f"[data-place='{number}']")

    def name(self, number: int) -> str:
        return NAMES[number - 1]

    def hears(self, words: str) -> None:
        self.page.locator("[data-draft-status]", has_text=words).wait_for(state="attached")

    def sees_swapped(self, one: int, other: int, before: dict[int, str]) -> None:
        """The message, the page's own new labels, and the database."""
        first, second = (self.name(number) for number in sorted((one, other)))
        self.page.locator("#messages .notice--success", has_text=f"{first} and {second} swapped seats.").wait_for()
        for number, where in ((one, before[other]), (other, before[one])):
            expect(self.place(number)).to_have_attribute("aria-label", re.compile(f"^{self.name(number)}, {where}:"))
        assert self.where() == before | {one: before[other], other: before[one]}


@pytest.fixture
def hall(site: str, page: Any) -> Hall:
    return Hall(site, page)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.heavy
def test_click_and_click(hall: Hall, width: int) -> None:
    hall.look(width)
    before, one, other = hall.where(), hall.at(1, "North"), hall.at(2, "West")
    hall.place(one).click()
    hall.hears(f"{hall.name(one)}, table 1 North: choose who to swap with.")
    expect(hall.place(one)).to_have_attribute("aria-pressed", "true")
    hall.page.get_by_role("button", name="Cancel swap").click()
    expect(hall.place(one)).to_have_attribute("aria-pressed", "false")
    hall.place(one).click()
    hall.place(other).click()
    hall.sees_swapped(one, other, before)
    hall.page.get_by_role("button", name="Undo swap of").click()
    hall.page.locator(f"[data-place='{one}'][aria-label*='{before[one]}']").wait_for()
    assert hall.where() == before


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.heavy
def test_keyboard_alone(hall: Hall, width: int) -> None:
    hall.look(width)
    before, one = hall.where(), hall.at(1, "North")
    keys = hall.page.keyboard
    hall.place(one).focus()
    keys.press("Enter")
    hall.hears("choose who to swap with")
    keys.press("ArrowDown")
    keys.press("Escape")
    hall.hears("Swap canceled.")
    expect(hall.place(one)).to_be_focused()
    keys.press("Enter")
    keys.press("ArrowDown")
    expect(hall.place(hall.at(1, "South"))).to_be_focused()
    keys.press("Tab")
    other = hall.at(1, "East")
    expect(hall.place(other)).to_be_focused()
    keys.press("Enter")
    hall.sees_swapped(one, other, before)
    expect(hall.place(other)).to_be_focused()


def test_drag_and_drop(hall: Hall) -> None:
    hall.look()
    before, one, out = hall.where(), hall.at(2, "East"), hall.out()
    mouse = hall.page.mouse
    take(hall, one)
    mouse.move(300, 300, steps=4)
    mouse.up()
    hall.hears("Swap canceled.")
    assert hall.where() == before
    take(hall, one)
    box = hall.place(out).bounding_box()
    mouse.move(box["x"] + 20, box["y"] + 20, steps=6)
    expect(hall.place(out)).to_have_class(re.compile("is-over"))
    mouse.up()
    hall.sees_swapped(one, out, before)


def take(hall: Hall, number: int) -> None:
    hall.place(number).scroll_into_view_if_needed()
    box = hall.place(number).bounding_box()
    hall.page.mouse.move(box["x"] + 20, box["y"] + 20)
    hall.page.mouse.down()


def test_a_draft_that_changed_under_the_hand_is_shown_as_it_is(hall: Hall) -> None:
    hall.look()
    one, other, third = hall.at(1, "North"), hall.at(2, "West"), hall.at(2, "East")
    hall.place(one).click()
    drafts.swap(hall.row.pk, other, third, context=context_of(hall.olga), expected_version=1)
    before = hall.where()
    hall.place(other).click()
    hall.page.locator("#messages .notice--error", has_text="Olga just changed Round 1 by hand.").wait_for()
    assert hall.where() == before
    expect(hall.place(other)).to_have_attribute("aria-label", re.compile(f"^{hall.name(other)}, table 2 East:"))


def test_without_scripts_the_lists_do_it(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    hall = Hall(site, context.new_page())
    hall.look()
    before, one, other = hall.where(), hall.at(1, "North"), hall.at(2, "West")
    hall.page.locator(".draft summary").click()
    hall.page.get_by_label("First player", exact=True).select_option(str(one))
    hall.page.get_by_label("Second player", exact=True).select_option(str(other))
    hall.page.get_by_role("button", name="Swap seats").click()
    hall.sees_swapped(one, other, before)
    context.close()
