"""Pages of the organizer that are left open are right all night; the clock says and sounds what there is to hear."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.cast import Table, context_of, on_grid, on_phone, seat_table, slip
from tests.flows.browsers import open_browser
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import clock
from tournaments.rounds.models import Clock

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

COUNT_TONES = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""

COUNT_MOVES = """
    window.moves = 0;
    window.shift = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.moves += 1; return animate.apply(this, how); };
    new PerformanceObserver((seen) => seen.getEntries().forEach((one) => { window.shift += one.value; }))
        .observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def table(transactional_db: None) -> Table:
    return seat_table()


@pytest.fixture
def page(table: Table, site: str, browser: Any) -> Iterator[Any]:
    """Olga's laptop."""
    complaints: list[str] = []
    page = open_browser(browser, site, table.olga, base_url=site)
    page.add_init_script(COUNT_TONES)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    page.context.close()
    assert complaints == []


def path(table: Table, name: str, *args: Any) -> str:
    return reverse(name, args=[table.event.slug, *args])


def follow(page: Any, table: Table) -> None:
    """Wait until the page shows the event as it is now."""
    table.event.refresh_from_db(fields=["version"])
    page.locator(f"#live[data-live-version='{table.event.version}']").wait_for()


@pytest.mark.heavy
def test_the_console_follows_and_what_is_decided_on_it_is_done_in_place(page: Any, table: Table) -> None:
    page.goto(path(table, "console"))
    page.evaluate("() => { window.sameDocument = true; }")
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    follow(page, table)
    page.get_by_role("button", name="Table 1: choose Quinn & Bob 10, Pam & Ann 6, reported by Quinn").click()
    page.locator(".notice--success", has_text="Result for Table 1 set to 6–10.").wait_for()
    expect(page.get_by_role("heading", name="Needs a decision")).to_have_count(0)
    assert table.match.standing
    assert table.match.standing.score == "6–10"
    assert page.evaluate("() => window.sameDocument")
    results.record_result(table.round.matches.get(table=2).pk, slip(10, 6), context=on_grid(table.olga))
    page.get_by_role("button", name="Close round 1").wait_for()


def test_what_is_being_typed_is_not_replaced_by_news(page: Any, table: Table) -> None:
    page.goto(path(table, "console"))
    field = page.get_by_label("Message to everyone")
    field.fill("Pizza is")
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    page.get_by_role("button", name="Show updates").wait_for()
    expect(field).to_have_value("Pizza is")
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    field.fill("")
    field.blur()
    page.get_by_role("heading", name="Needs a decision").wait_for()


@pytest.mark.heavy
def test_what_is_under_a_finger_is_not_replaced_by_news(page: Any, table: Table) -> None:
    """A tap on what goes away between down and up would do nothing."""
    page.goto(path(table, "console"))
    page.locator("#live a").first.hover()
    page.mouse.down()
    beside = page.context.new_page()
    beside.goto(path(table, "journal"))
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    beside.get_by_text("Pam reported 10–6 at table 1 in round 1.").wait_for()
    page.wait_for_timeout(1000)
    address = page.locator("#live a").first.get_attribute("href")
    page.mouse.up()
    page.wait_for_url(f"**{address}")


@pytest.mark.heavy
def test_the_news_come_when_the_finger_is_lifted(page: Any, table: Table) -> None:
    page.goto(path(table, "console"))
    page.locator("#live h2").first.hover()
    page.mouse.down()
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    page.wait_for_timeout(1000)
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    page.mouse.up()
    follow(page, table)


def test_the_tables_page_and_what_happened_follow_too(page: Any, table: Table, site: str) -> None:
    page.goto(path(table, "match", table.match.pk))
    page.get_by_label("Pam & Ann").first.fill("9")
    journal = page.context.new_page()
    journal.goto(f"{path(table, 'journal')}?table=1")
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    journal.get_by_text("Pam reported 10–6 at table 1 in round 1.").wait_for()
    page.get_by_role("button", name="Show updates").wait_for()
    expect(page.get_by_label("Pam & Ann").first).to_have_value("9")
    page.get_by_role("button", name="Show updates").click()
    page.get_by_role("button", name="Accept 10–6, reported by Pam").wait_for()


def run_out_in(seconds: int) -> None:
    Clock.objects.update(running_since=timezone.now() - timedelta(minutes=1) + timedelta(seconds=seconds))


@pytest.mark.heavy
def test_at_zero_it_is_said_once_and_sounds_only_where_that_is_switched_on(page: Any, table: Table) -> None:
    clock.start_clock(table.round.pk, 1, context=context_of(table.olga))
    run_out_in(2)
    page.goto(path(table, "console"))
    switch = page.get_by_role("button", name="Sound: off")
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.locator("[data-clock-status]", has_text="Time is up.").wait_for(state="attached")
    page.get_by_text("time’s up", exact=True).wait_for()
    expect(page.locator("[data-clock]")).to_have_text(re.compile(r"^\+0:0"))
    assert page.evaluate("() => window.tones") == 0
    switch.click()
    page.get_by_role("button", name="Sound: on", exact=True).wait_for()
    page.wait_for_function("() => window.tones === 1")
    clock.call_last_hand(table.round.pk, context=context_of(table.olga))
    page.get_by_text("last hand", exact=True).wait_for()
    page.wait_for_function("() => window.tones === 3")
    expect(page.locator("[data-clock-status]")).to_have_text("Last hand called.")


@pytest.mark.heavy
def test_the_switch_is_remembered_on_the_device_and_stands_on_the_board_too(page: Any, table: Table) -> None:
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    page.goto(path(table, "board"))
    page.get_by_role("button", name="Sound: off").click()
    page.get_by_role("button", name="Sound: on", exact=True).wait_for()
    page.goto(path(table, "console"))
    switch = page.get_by_role("button", name="Sound: press to start")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    clock.call_last_hand(table.round.pk, context=context_of(table.olga))
    page.get_by_text("last hand", exact=True).wait_for()
    page.locator("[data-sound-switch]").wait_for()
    expect(page.locator("[data-sound-switch]")).to_have_count(1)


def test_many_changes_at_once_leave_the_page_with_the_last_of_them(page: Any, table: Table) -> None:
    """News that comes while an answer is on its way is not forgotten."""
    page.goto(path(table, "console"))
    page.locator("#live[data-live-topic]").wait_for()
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    for minutes in range(1, 16):
        clock.add_time(table.round.pk, minutes, context=context_of(table.olga))
    follow(page, table)
    page.locator("[data-clock]", has_text="139:5").or_(page.locator("[data-clock]", has_text="140:")).wait_for()


@pytest.mark.parametrize(("motion", "is_seen"), [("no-preference", True), ("reduce", False)])
def test_a_line_of_the_standings_is_seen_going_to_its_new_place(
    page: Any, table: Table, motion: str, is_seen: bool
) -> None:
    page.add_init_script(COUNT_MOVES)
    page.emulate_media(reduced_motion=motion)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    page.goto(path(table, "standings"))
    first = page.locator("tbody th").all_inner_texts()
    page.evaluate("() => { window.shift = 0; }")  # of the update alone, not of how the page came
    table.match.refresh_from_db()
    seen = table.match.last_version
    context = on_grid(table.olga)
    results.correct_result(table.match.pk, slip(6, 10), reason="Misread", context=context, expected_version=seen)
    settle_unsettled()
    follow(page, table)
    expect(page.locator("tbody th").first).not_to_have_text(first[0])
    assert (page.evaluate("() => window.moves") > 0) == is_seen
    assert page.evaluate("() => window.shift") == 0
