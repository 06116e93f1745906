"""Pages of a believable club at work in a real browser: by keyboard alone, and live."""

import re
from collections import Counter

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.cast import context_of, on_grid, slip
from tests.flows.demo_club import Demo
from tournaments.checkin import entries
from tournaments.events import announcements
from tournaments.results import commands as results

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_skip_link_is_the_first_stop_and_leads_to_the_content(demo: Demo) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip-link"
    expect(page.locator(".skip-link")).to_be_visible()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "main"
    page.context.close()


def test_a_player_is_checked_in_by_keyboard_alone(demo: Demo) -> None:
    ann = demo.night.entries.get(players=demo.ann)
    entries.drop_out(ann.pk, context=context_of(demo.olga))
    page = demo.page("organizer")
    page.goto(demo.path("check_in"))
    assert page.evaluate("() => document.activeElement.id") == "find"
    page.keyboard.type("ann w")
    page.keyboard.press("Enter")
    page.locator(".notice--success", has_text="Ann Weber checked in.").wait_for()
    ann.refresh_from_db()
    assert ann.status == "checked_in"
    page.context.close()


@pytest.mark.heavy
def test_standings_follow_a_score_by_themselves(demo: Demo, worker: None) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    version = page.locator("#live").get_attribute("data-live-version")
    results.record_result(demo.anns_match.pk, slip(10, 6), context=on_grid(demo.olga))
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    row = page.locator("tbody tr", has=page.get_by_role("link", name="Ann Weber"))
    expect(row.locator("td").last).to_have_text(re.compile("^(10|6)$"))
    page.context.close()


def test_a_phone_fetches_the_standings_as_anyone_would_and_stays_itself(demo: Demo, worker: None) -> None:
    page = demo.phone(demo.ann)
    page.goto(demo.path("standings"))
    visitor: list[str | None] = []
    page.on(
        "request", lambda asked: visitor.append(asked.headers.get("x-visitor")) if "hx-request" in asked.headers else 0
    )
    version = page.locator("#live").get_attribute("data-live-version")
    results.record_result(demo.anns_match.pk, slip(10, 6), context=on_grid(demo.olga))
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    assert set(visitor) == {"yes"}
    expect(page.get_by_role("link", name="My seat")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="My seat")).to_be_visible()
    page.context.close()


@pytest.mark.heavy
def test_a_score_wakes_the_phones_at_its_table_alone(demo: Demo) -> None:
    """What a page still has to catch up with after it was opened is waited for: it is no news."""
    elsewhere = demo.other_match().seats.order_by("position")[0].player
    assert elsewhere
    fetched: Counter[str] = Counter()
    pages = {player.name: demo.phone(player) for player in (demo.ann, elsewhere)}
    for name, page in pages.items():
        with page.expect_response(lambda response: "/live/" in response.url):
            page.goto(demo.path("my_seat"))
        page.on("request", lambda asked, name=name: fetched.update([name] if "x-refresh" in asked.headers else []))
        page.wait_for_timeout(1500)
    fetched.clear()
    results.record_result(demo.anns_match.pk, slip(10, 6), context=on_grid(demo.olga))
    pages[demo.ann.name].get_by_text("Result:").wait_for()
    for page in pages.values():
        page.wait_for_timeout(1000)
    assert fetched == {demo.ann.name: 1}
    announcements.announce(demo.night.pk, "Pizza is here", context=context_of(demo.olga))
    for page in pages.values():
        page.get_by_text("Pizza is here").wait_for()
        page.context.close()
    assert fetched == {demo.ann.name: 2, elsewhere.name: 1}


@pytest.mark.heavy
def test_a_name_opens_the_sums_behind_its_place_and_a_score_leaves_them_open(demo: Demo, worker: None) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    page.get_by_role("link", name="Ann Weber").click()
    heading = page.get_by_role("heading", name="How this rank was decided")
    heading.wait_for()
    assert "?why=" in page.url
    version = page.locator("#live").get_attribute("data-live-version")
    results.record_result(demo.anns_match.pk, slip(10, 6), context=on_grid(demo.olga))
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    expect(heading).to_be_visible()
    page.get_by_role("link", name="Close").click()
    heading.wait_for(state="detached")
    assert "?why=" not in page.url
    page.context.close()


@pytest.mark.heavy
def test_what_is_being_typed_into_the_grid_is_not_replaced(demo: Demo, worker: None) -> None:
    page = demo.page("organizer")
    page.goto(demo.path("grid"))
    cell = page.locator(f"#row-{demo.anns_match.pk} input[type=number]").first
    cell.fill("7")
    other = demo.other_match()
    results.record_result(other.pk, slip(10, 6), context=on_grid(demo.olga))
    page.get_by_role("button", name="Show updates").wait_for()
    expect(cell).to_have_value("7")
    expect(page.locator(f"#row-{other.pk} [data-row-state]")).to_have_text("")
    page.get_by_role("button", name="Show updates").click()
    page.locator(f"#row-{other.pk} [data-row-state]", has_text="Final").wait_for()
    page.context.close()


def test_on_a_phone_the_open_tab_is_in_sight(demo: Demo) -> None:
    page = demo.page("organizer")
    page.set_viewport_size({"width": 360, "height": 800})
    for name in ("console", "wishes", "prize_console", "journal"):
        page.goto(demo.path(name))
        tab = page.locator(".tabs [aria-current]").bounding_box()
        assert tab["x"] >= 0, name
        assert tab["x"] + tab["width"] <= 360, name
    page.context.close()


# What the page says while another one is on its way is read afterwards: until it has come, a browser tells nothing.
LISTEN = """() => new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
    if (node.className === "working") { sessionStorage.setItem("said", `${node.role}: ${node.textContent}`); }
}))).observe(document.body, { childList: true })"""
SAID = "() => sessionStorage.getItem('said')"


@pytest.mark.heavy
def test_what_takes_longer_than_a_moment_says_so(demo: Demo) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    page.evaluate(LISTEN)
    held: list[Route] = []
    page.route(demo.path("seating"), lambda route: held.append(route))
    page.locator(f"a[href='{reverse('seating', args=[demo.night.slug])}']").first.click(no_wait_after=True)
    page.wait_for_timeout(1500)
    held[0].continue_()
    page.wait_for_url(demo.path("seating"))
    assert page.evaluate(SAID) == "status: One moment, please…"
    page.go_back()
    expect(page.locator(".working")).to_have_count(0)
    page.context.close()


@pytest.mark.heavy
def test_what_comes_by_itself_says_nothing(demo: Demo, worker: None) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    page.evaluate(LISTEN)
    version = page.locator("#live").get_attribute("data-live-version")
    held: list[Route] = []
    page.route(demo.path("standings") + "**", lambda route: held.append(route))
    results.record_result(demo.anns_match.pk, slip(10, 6), context=on_grid(demo.olga))
    page.wait_for_timeout(3000)
    held[0].continue_()
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    assert page.evaluate(SAID) is None
    page.context.close()
