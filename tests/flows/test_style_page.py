"""The style page in a real browser: every part in every state, for axe, for narrow screens and for the keyboard."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from games.accounts.models import User
from tests.cast import make_user
from tests.flows.browsers import open_browser
from tests.flows.crawler import OVERFLOW, violations

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SIZES = {"wide": (1366, 768), "phone": (360, 740), "zoomed": (683, 384)}
"""The last is what 1366 × 768 leaves at 200 percent."""
LOOKS = {"light": ("light", "normal"), "dark": ("dark", "normal"), "largest": ("light", "largest")}
SHUT_ONES = "() => document.querySelectorAll('main details').forEach((one) => { one.open = %s; })"
# What Tab stops at: of radios that belong together, the one that is chosen.
STOPS = """() => {
  const all = "a[href], button, input, select, textarea, summary, [tabindex]";
  window.stops = Array.from(document.querySelectorAll(all)).filter((one) =>
    one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true })
    && (one.type !== "radio" || one.checked));
  return window.stops.length;
}"""
# Where Tab is: its number among the stops, whether a line is around it, and whether something lies over it.
HERE = """() => {
  const one = document.activeElement;
  const isOutlined = (element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && !/, 0\\)$|transparent/.test(outlineColor);
  };
  const around = [one, one.nextElementSibling, one.closest(".card--link")].filter(Boolean);
  const box = one.getBoundingClientRect();
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    stop: window.stops.indexOf(one),
    outlined: around.some(isOutlined),
    hidden: over !== null && !one.contains(over) && !over.contains(one),
  };
}"""


@pytest.fixture
def staff(db: None) -> User:
    user = make_user("Olga")
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def style_page(site: str, browser: Any, staff: User) -> Iterator[Any]:
    page = open_browser(browser, site, staff)
    page.goto(site + reverse("style"))
    yield page
    page.context.close()


def show(page: Any, look: str, size: str) -> None:
    scheme, text = LOOKS[look]
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("(text) => localStorage.setItem('text-size', text)", text)
    page.reload()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.heavy
def test_each_part_reads_well_and_fits(style_page: Any, look: str, size: str) -> None:
    """As it is shown at first, with everything opened, and with the dialog over it."""
    show(style_page, look, size)
    axe, found = Axe(), list[str]()
    for state in ("shut", "open"):
        style_page.evaluate(SHUT_ONES % str(state == "open").lower())
        found += violations(axe, style_page, state)
        if (excess := style_page.evaluate(OVERFLOW)) > 0:
            found.append(f"{excess} px too wide, {state}")
    style_page.evaluate(SHUT_ONES % "false")
    style_page.get_by_role("button", name="Open dialog").click()
    found += violations(axe, style_page, "dialog")
    assert found == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.heavy
def test_tab_goes_down_the_page_and_shows_where_it_is(style_page: Any, size: str) -> None:
    """Every stop has a name, a line around it, and nothing over it."""
    show(style_page, "light", size)
    count, protocol = style_page.evaluate(STOPS), style_page.context.new_cdp_session(style_page)
    order, nameless, bare, covered = list[int](), list[int](), list[str](), list[str]()
    for _ in range(2 * count):  # a field of a date has several stops
        style_page.keyboard.press("Tab")
        here = style_page.evaluate(HERE)
        if here["stop"] < 0:
            break
        if order[-1:] == [here["stop"]]:
            continue
        order.append(here["stop"])
        name = name_of_focus(protocol)
        nameless += [] if name else [here["stop"]]
        bare += [] if here["outlined"] else [name]
        covered += [name] if here["hidden"] else []
    assert order == list(range(count))
    assert (nameless, bare, covered) == ([], [], [])


def name_of_focus(protocol: Any) -> str:
    """As a screen reader says it."""
    focus = protocol.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
    [node] = protocol.send("Accessibility.getPartialAXTree", {"objectId": focus, "fetchRelatives": False})["nodes"]
    return str(node["name"]["value"]).strip()
