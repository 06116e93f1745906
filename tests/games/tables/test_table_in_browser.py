"""The table in a real browser: played by keyboard against bots, readable for all, nothing from elsewhere."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.engine.presets import preset
from games.tables import play
from games.tables.models import Game, PlayerSettings
from tests.flows.gone_wrong.test_online_player_vanishes import open_as
from tests.games.tables.cast import act, command_by, player, state_at, table_for
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def act_four_times(page: Any) -> None:
    """By keyboard alone: the first choice by Enter, cards by their number, the next deal by its button."""
    for _ in range(4):
        page.locator(".table-choices button, .my-hand__card:enabled, [data-next-hand]").first.wait_for()
        choices, cards = page.locator(".table-choices button"), page.locator(".my-hand__card")
        version = page.locator("#live").get_attribute("data-live-version")
        if choices.count():
            choices.first.focus()
            page.keyboard.press("Enter")
        elif playable := [n for n in range(cards.count()) if cards.nth(n).is_enabled()]:
            page.keyboard.press(str(playable[0] + 1))
        else:
            page.locator("[data-next-hand]").press("Enter")
        page.locator(f"#live:not([data-live-version='{version}'])").wait_for()


@pytest.mark.heavy
def test_a_visitor_plays_against_bots_by_keyboard(site: str, worker: None, page: Any) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if is_error(message) else None)
    page.on("request", lambda asked: problems.append(asked.url) if not asked.url.startswith(site) else None)
    page.set_default_timeout(PATIENCE)  # a partner who plays alone makes the visitor wait a whole hand
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    act_four_times(page)
    hands = Game.objects.get().hands.all()
    assert sum(len(hand.actions.split("; ")) for hand in hands) >= 4
    assert problems == []


def is_error(message: Any) -> bool:
    """A key that is pressed while a bot's card is on its way is answered 409 and the new table, which browsers note."""
    return message.type == "error" and "409 (Conflict)" not in message.text


@pytest.mark.heavy
def test_the_table_fits_and_reads_well(site: str, page: Any) -> None:
    for path in ("/tables/", "/tables/new/"):
        page.goto(site + path)
        assert check(page) == []
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert check(page) == []
    page.locator(".table-menu > summary").click()
    page.get_by_role("link", name="Rules").click()
    page.locator("dialog[open]").get_by_text("Chat during a game").wait_for()
    assert check(page) == []


SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 720), (1366, 650), (1920, 1080)]
OUTSIDE = """() => {
  const kinds = ".table-prompt, .table-choices, .my-hand__card, .chair__plate, .felt__played";
  const parts = document.querySelectorAll(kinds);
  return Array.from(parts, (el) => [el.className, el.getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth)
    .map(([name, box]) => `${name} ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
}"""
COVERED = """() => {
  const boxes = (selector) => Array.from(document.querySelectorAll(selector), (el) => el.getBoundingClientRect());
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const plates = boxes(".chair__plate");
  return boxes(".felt__played .playing-card").filter((card) => plates.some((plate) => meet(card, plate))).length;
}"""
"""Cards of the trick that lie over a name."""
TO_DO = ".table-choices button, .my-hand__card:enabled, [data-next-hand]"


@pytest.mark.heavy
def test_what_one_plays_with_is_in_the_window_at_every_size(site: str, worker: None, page: Any) -> None:
    """Question, answers, hand, names and trick, without scrolling: bidding, playing, and when a hand is over."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/tables/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    seen = set()
    for _ in range(40):
        page.locator(TO_DO).first.wait_for()
        version = page.locator("#live").get_attribute("data-live-version")
        kind = kind_of(page)
        if kind not in seen:
            seen.add(kind)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert (kind, width, page.evaluate(OUTSIDE), page.evaluate(COVERED)) == (kind, width, [], 0)
            assert page.evaluate("() => scrollY") == 0
        if {"bid", "card", "trick", "hand over"} <= seen:
            return
        page.locator(TO_DO).first.evaluate("(button) => button.click()")
        page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    raise AssertionError(f"only {seen}")


def kind_of(page: Any) -> str:
    if page.locator("[data-next-hand]").count():
        return "hand over"
    if page.locator(".table-choices").count():
        return "bid"
    return "trick" if page.locator(".is-taking").count() else "card"


def check(page: Any) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


LISTEN = """() => {
  window.heard = [];
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    window.heard.push(value);
    return set.call(this, value, at);
  };
}"""
"""How loud every tone is that the page makes."""


@pytest.mark.heavy
def test_ones_turn_sounds_once_as_loud_as_one_likes(site: str, worker: None, browser: Any) -> None:
    """Not the turn that the page was opened with, nor the turns of others, and never where it is off."""
    table, people = table_for(4, preset("plain"))
    PlayerSettings.objects.create(player=player("Olga"), sound="soft")
    play.start_game(table.pk, command_by(people[0], table))
    while people[state_at(table).turn or 0] != player("Olga"):
        act(table, people, "pass")
    pages = {name: open_as(browser, site, name, table.get_absolute_url()) for name in ("Olga", "Quinn")}
    for page in pages.values():
        page.evaluate(f"({LISTEN})()")
        page.locator(".table-head").click()
    for turn in range(4):
        assert pages["Olga"].evaluate("heard") == [], f"before turn {turn}"
        act(table, people, "pass")
        for page in pages.values():
            table.refresh_from_db()
            page.locator(f"#live[data-live-version='{table.version}']").wait_for()
    expect(pages["Olga"].locator(".table-prompt")).to_have_class("table-prompt is-mine")
    pages["Olga"].wait_for_function("heard.length")
    assert len(pages["Olga"].evaluate("heard")) == 2
    assert pages["Quinn"].evaluate("heard") == []
    for page in pages.values():
        page.context.close()


def test_the_settings_let_one_hear_how_loud_it_is(site: str, page: Any) -> None:
    page.goto(f"{site}/tables/settings/")
    page.evaluate(f"({LISTEN})()")
    heard = {}
    for name in ("Soft", "Loud", "Off"):
        before = len(page.evaluate("heard"))
        page.get_by_label(name, exact=True).click()
        if name != "Off":
            page.wait_for_function(f"heard.length === {before + 2}")
        heard[name] = page.evaluate("heard")[before:]
    assert max(heard["Soft"]) < min(heard["Loud"])
    assert heard["Off"] == []
