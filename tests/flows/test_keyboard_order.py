"""Tab goes once through everything that can be pressed, in the order in which it is read, and each stop is seen and has
a name. With KEYBOARD_LISTS=folder the stops of each page are written there, to be read."""

import os
from pathlib import Path
from typing import Any, TypedDict

import pytest
from django.urls import reverse

from tests.flows.demo_club import Demo

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db(transaction=True)]

SIZES = {"laptop": (1366, 768), "phone": (360, 740)}
OF_THE_NIGHT = ("console", "check_in", "grid", "prize_console", "standings", "event_settings", "event")
OF_THE_SITE = ("home", "leaderboards", "lobby", "clubs")
MAX_STOPS = 400
IN_PARTS = ("input date", "input time", "input datetime-local")
"""Tab stops at the hour, at the minute, and so on: of one field."""

PRESSABLE = """() => {
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const all = Array.from(document.querySelectorAll(kinds));
  window.wanted = all.filter((one) => !one.disabled && one.type !== "hidden" && one.tabIndex >= 0 &&
    one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"));
  document.activeElement.blur();
  return window.wanted.length;
}"""
STOP = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) { return null; }
  const box = one.getBoundingClientRect(), look = getComputedStyle(one);
  const labels = Array.from(one.labels || []).map((label) => label.textContent);
  const name = one.getAttribute("aria-label") || labels.join(" ") || one.textContent || one.title || one.value;
  return {
    at: window.wanted.indexOf(one),
    group: one.type === "radio" ? one.name : "",
    kind: one.tagName.toLowerCase() + (one.type && one.tagName === "INPUT" ? " " + one.type : ""),
    name: name.replace(/\\s+/g, " ").trim().slice(0, 60),
    isSeen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    isMarked: look.outlineStyle !== "none" || look.boxShadow !== "none",
  };
}"""
RADIOS = """() => window.wanted.map((one) => one.type === "radio" ? one.name : "")"""


class Stop(TypedDict):
    at: int
    group: str
    kind: str
    name: str
    isSeen: bool
    isMarked: bool


def stops_of(page: Any) -> list[Stop]:
    """What Tab stops at, from the head of the page to its end."""
    page.evaluate(PRESSABLE)
    page.evaluate(
        "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
    )
    found: list[Stop] = []
    for _ in range(MAX_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            return found
        if found and stop["kind"] in IN_PARTS and stop["at"] == found[-1]["at"]:
            found[-1]["isMarked"] &= stop["isMarked"]
        else:
            found.append(stop)
    raise AssertionError(f"no end after {MAX_STOPS} stops: {found[-3:]}")


def paths(demo: Demo) -> dict[str, str]:
    night = {name: demo.path(name) for name in OF_THE_NIGHT}
    return night | {name: demo.site + reverse(name) for name in OF_THE_SITE}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*OF_THE_NIGHT, *OF_THE_SITE])
def test_tab_goes_once_through_everything(demo: Demo, name: str, size: str) -> None:
    page = demo.page("organizer")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(paths(demo)[name])
    stops = stops_of(page)
    if folder := os.environ.get("KEYBOARD_LISTS"):
        lines = [f"{number}. {stop['kind']}: {stop['name']}" for number, stop in enumerate(stops, 1)]
        Path(folder, f"{name}-{size}.txt").write_text("\n".join(lines))
    check_order(page, stops)


def check_order(page: Any, stops: list[Stop]) -> None:
    """They're in the order of the page, none is missed, and each is seen and has a name."""
    assert stops[0]["name"] == "Skip to content"
    assert [stop for stop in stops if not stop["name"]] == []
    assert [stop for stop in stops if not stop["isSeen"]] == []
    assert [stop for stop in stops if not stop["isMarked"]] == []
    places = [stop["at"] for stop in stops]
    assert places == sorted(set(places))
    # Of radios with one name, Tab stops at one: the arrows go on from there.
    groups = page.evaluate(RADIOS)
    reached = {stop["group"] for stop in stops}
    missed = [
        number for number, group in enumerate(groups) if number not in places and not (group and group in reached)
    ]
    assert missed == []
