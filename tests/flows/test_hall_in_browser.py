"""The board on the wall of the hall, and the field that finds a slip, in a real browser."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import Table, context_of, enter, make_club, make_event, make_user, on_grid, publish, seat_table, slip
from tests.tournaments.pages.browsing import log_in
from tournaments.events import announcements
from tournaments.events.models import Event
from tournaments.printing.slip_codes import Place, code_of
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SHOWN = "() => document.querySelector('[data-panel][data-shown]').dataset.panel"
ON_SCREEN = """() => Array.from(document.querySelectorAll('[data-panel][data-shown] .board-list__name'))
  .filter((name) => { const box = name.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; })
  .map((name) => name.textContent)"""
LETTERS = "() => parseFloat(getComputedStyle(document.querySelector('[data-shown] [data-pages] li')).fontSize)"
# A stream that opens and never says a word, as over a wire that died; the next one is real.
DEAD_FIRST = """(() => { const Real = window.EventSource; let opened = 0;
  window.EventSource = function (address) {
    opened += 1;
    if (opened > 1) { return new Real(address); }
    setTimeout(() => this.onopen(), 0);
    return Object.assign(this, { readyState: 1, close() {}, addEventListener() {} });
  }; })()"""


@pytest.fixture
def night(db: None) -> Table:
    return seat_table()


@pytest.fixture
def wall(site: str, page: Any) -> Any:
    """A projector whose time can be put forward. It is switched off before the site is."""
    page.clock.install()
    page.set_viewport_size({"width": 1280, "height": 720})
    return page


def hang(wall: Any, site: str, event: Event, **seconds: int) -> None:
    asked = "&".join(f"{panel}={value}" for panel, value in seconds.items())
    wall.goto(f"{site}{reverse('board', args=[event.slug])}?{asked}")
    wall.locator("[data-shown]").wait_for()


def until_shown(wall: Any, panel: str) -> None:
    wall.locator(f"[data-panel='{panel}'][data-shown]").wait_for()
    expect(wall.locator("[data-shown]")).to_have_count(1)


def tables_playing(wall: Any) -> list[str]:
    found: list[str] = wall.locator("[data-panel='playing'] li").all_text_contents()
    return found


def test_it_turns_its_pages_by_itself_and_leaves_out_what_is_empty(wall: Any, site: str, night: Table) -> None:
    hang(wall, site, night.event, announcements=10, seating=10, clock=10, standings=20)
    until_shown(wall, "seating")
    wall.clock.fast_forward(10_500)
    until_shown(wall, "standings")
    wall.clock.fast_forward(10_500)
    assert wall.evaluate(SHOWN) == "standings"
    wall.clock.fast_forward(10_500)
    until_shown(wall, "seating")
    announcements.announce(night.event.pk, "Pizza", context=context_of(night.olga))
    wall.locator("[data-panel='announcements']").wait_for(state="attached")
    assert wall.evaluate(SHOWN) == "seating"
    wall.clock.fast_forward(20_500)
    wall.clock.fast_forward(20_500)
    until_shown(wall, "announcements")


def test_a_long_list_is_paged_whole_in_letters_that_can_be_read_from_afar(wall: Any, site: str) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga)
    names = [f"Player Number {number}" for number in range(65)]
    enter(event, olga, names)
    publish(event, olga)
    hang(wall, site, event, seating=10, address=10)
    seen: list[str] = []
    pages = int(wall.locator("[data-page]").text_content().split(" of ")[1])
    for number in range(1, pages + 1):
        expect(wall.locator("[data-page]")).to_have_text(f"{number} of {pages}")
        assert wall.evaluate(LETTERS) * 30 >= 720
        seen += wall.evaluate(ON_SCREEN)
        wall.keyboard.press("ArrowRight")
    assert pages > 1
    assert seen == sorted(names, key=str.casefold)
    until_shown(wall, "address")
    wall.keyboard.press("ArrowLeft")
    expect(wall.locator("[data-page]")).to_have_text(f"{pages} of {pages}")


def test_space_holds_the_page_and_the_arrows_still_turn_it(wall: Any, site: str, night: Table) -> None:
    hang(wall, site, night.event, seating=5, playing=5, standings=5)
    wall.keyboard.press(" ")
    expect(wall.locator("[data-held]")).to_be_visible()
    wall.clock.fast_forward(60_000)
    assert wall.evaluate(SHOWN) == "seating"
    wall.keyboard.press("ArrowRight")
    wall.clock.fast_forward(60_000)
    assert wall.evaluate(SHOWN) == "playing"
    wall.keyboard.press(" ")
    expect(wall.locator("[data-held]")).to_be_hidden()
    wall.clock.fast_forward(5_500)
    until_shown(wall, "standings")


@pytest.mark.heavy
def test_it_says_that_it_is_cut_off_and_catches_up_by_itself(wall: Any, site: str, night: Table) -> None:
    hang(wall, site, night.event, seating=300, playing=300)
    wall.keyboard.press("ArrowRight")
    assert tables_playing(wall) == ["1", "2"]
    sign = wall.locator("[data-cut-off]")
    wall.context.set_offline(True)
    sign.wait_for()
    expect(sign).to_contain_text("No network. Last updated ")
    results.record_result(night.match.pk, slip(8, 1), context=on_grid(night.olga))
    assert tables_playing(wall) == ["1", "2"]
    wall.context.set_offline(False)
    wall.locator("[data-panel='playing'] li").nth(1).wait_for(state="detached")
    assert tables_playing(wall) == ["2"]
    sign.wait_for(state="hidden")
    assert wall.evaluate(SHOWN) == "playing"


def test_a_stream_that_died_without_a_word_is_noticed(wall: Any, site: str, night: Table) -> None:
    wall.add_init_script(DEAD_FIRST)
    hang(wall, site, night.event, playing=300)
    results.record_result(night.match.pk, slip(8, 1), context=on_grid(night.olga))
    wall.clock.fast_forward(16_000)
    wall.locator("[data-panel='playing'] li").nth(1).wait_for(state="detached")
    assert tables_playing(wall) == ["2"]


def test_after_a_night_it_still_turns_and_is_right(wall: Any, site: str, night: Table) -> None:
    hang(wall, site, night.event, playing=10, seating=10)
    wall.clock.fast_forward("11:00:00")
    results.record_result(night.match.pk, slip(8, 1), context=on_grid(night.olga))
    wall.locator("[data-panel='playing'] li").nth(1).wait_for(state="detached")
    before = wall.evaluate(SHOWN)
    wall.clock.fast_forward(10_500)
    until_shown(wall, "seating" if before == "playing" else "playing")


def test_the_standings_follow_when_a_score_is_counted_after_the_news_of_it(wall: Any, site: str, night: Table) -> None:
    hang(wall, site, night.event, standings=300)
    row = wall.locator("[data-panel='standings'] li", has_text="Pam")
    results.record_result(night.match.pk, slip(8, 1), context=on_grid(night.olga))
    night.event.refresh_from_db()
    wall.locator(f"#live[data-live-version='{night.event.version}']").wait_for()
    expect(row.locator("strong")).to_have_text("0")
    settle_unsettled()
    row.locator("strong", has_text="8").wait_for()


def test_f_fills_the_screen(wall: Any, site: str, night: Table) -> None:
    hang(wall, site, night.event)
    wall.keyboard.press("f")
    wall.wait_for_function("() => document.fullscreenElement !== null")
    wall.keyboard.press("f")
    wall.wait_for_function("() => document.fullscreenElement === null")


def test_without_scripts_everything_stands_below_each_other(browser: Any, site: str, night: Table) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + reverse("board", args=[night.event.slug]))
    for panel in ("seating", "playing", "standings", "address"):
        expect(page.locator(f"[data-panel='{panel}']")).to_be_visible()
    context.close()


def test_the_code_of_a_slip_puts_the_cursor_into_its_line(site: str, page: Any, night: Table) -> None:
    cookie = log_in(night.olga).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": cookie, "url": site}])
    page.goto(site + reverse("grid", args=[night.event.slug]))
    second = night.round.matches.get(table=2)
    field = page.get_by_label("Slip code or table")
    field.fill(code_of(night.event.pk, Place(0, 2)).lower())
    field.press("Enter")
    page.locator(f"#row-{second.pk} input[name=points_0]:focus").wait_for()
    expect(field).to_have_value("")
    page.keyboard.press("Control+Shift+F")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.locator(f"#row-{night.match.pk} input[name=points_0]:focus").wait_for()
