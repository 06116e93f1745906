"""The pictures of a format at work in a real browser: readable, fitting, walked by keyboard, live, and on paper."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import User
from tests.cast import enter_pairs, make_club, make_event, make_user, on_grid, publish, slip
from tests.flows.crawler import look_at
from tests.tournaments.pages.browsing import HOSTILE, finish_round
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_stage
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LONG_NAMES = ("Konstantinopolsky-Abernathy", "von Humboldt-Featherstone")
NAMES = """() => Array.from(document.querySelectorAll(".match__name"), (name) => {
    const match = name.closest(".match"), own = name.getBoundingClientRect(), box = match.querySelector(".match__box").getBoundingClientRect();
    const score = name.parentElement.querySelector(".match__score").getBoundingClientRect();
    return {
        isInside: box.left < own.left && own.right <= (score.width ? score.left : box.right) && box.top - 1 <= own.top && own.bottom <= box.bottom + 1,
        isSmall: Array.from(name.children).some((line) => parseFloat(getComputedStyle(line).fontSize) < 12),
        text: name.textContent.trim().replace(/\\s+/g, " "), name: name.dataset.name, label: match.getAttribute("aria-label"),
    };
})"""  # fmt: skip  # noqa: E501
"""The names of all boxes: whether they keep inside, left of the scores, are big enough, and are whole."""
BEYOND = """() => Array.from(document.querySelectorAll(".match")).filter((match) => {
    const box = match.querySelector(".match__box").getBoundingClientRect();
    const said = Array.from(match.querySelectorAll("text"), (text) => text.getBoundingClientRect()).filter((one) => one.width);
    return said.some((text) => text.left < box.left || text.right > box.right);
}).map((match) => match.id)"""  # noqa: E501
"""Matches with a word or a number that leaves its box."""
FOCUSED = "() => document.activeElement.id"


@pytest.fixture
def olga(transactional_db: None) -> User:
    return make_user("Olga")


def event_of(olga: User, format_key: str, pairs: int, begun: int, **config: Any) -> Event:
    """In its round number `begun`; a pair has the longest name there is, another a hostile one."""
    event = make_event(make_club(olga, f"Club of {pairs}"), olga, format_key, config=config)
    enter_pairs(event, olga, pairs)
    for number, name in ((1, HOSTILE[4]), (2, HOSTILE[3])):
        player = event.entries.get(number=number).players.first()
        assert player
        player.name = name
        player.save()
    for number in range(1, begun):
        publish(event, olga, number)
        finish_round(event.stages.get(), olga)
    row = publish(event, olga, begun)
    results.record_result(row.matches.get(table=1).pk, slip(10, 6), context=on_grid(olga))
    settle_stage(event.stages.get().pk)
    return event


def open_page(page: Any, site: str, name: str, event: Event, *args: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.goto(site + reverse(name, args=[event.slug, *args])).status == 200


def complaints_about(page: Any, site: str, name: str, event: Event, *args: int) -> list[str]:
    """Errors, requests to elsewhere, what is too wide, and what axe finds."""
    found: list[str] = []
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    page.on("request", lambda sent: None if sent.url.startswith((site, "data:")) else found.append(sent.url))
    open_page(page, site, name, event, *args)
    return found + look_at(page)(page.url)


@pytest.mark.heavy
def test_a_bracket_reads_well(site: str, page: Any, olga: User) -> None:
    event = event_of(olga, "elimination", 6, 2, third_place=True, consolation=True)
    assert complaints_about(page, site, "bracket", event) == []


@pytest.mark.parametrize(("name", "args"), [("cross_table", ()), ("fairness", ()), ("round_why", (3,))])
@pytest.mark.heavy
def test_a_swiss_reads_well(site: str, page: Any, olga: User, name: str, args: tuple[int, ...]) -> None:
    event = event_of(olga, "swiss", 7, 3)
    assert complaints_about(page, site, name, event, *args) == []


def test_no_name_leaves_its_box_or_is_cut_and_each_is_told_in_full(site: str, page: Any, olga: User) -> None:
    """In either language, on the screen and on paper; the widest letters are those of a winner."""
    event = event_of(olga, "elimination", 6, 2, kind="double")
    entry = event.entries.get(number=3)
    for player, name in zip(entry.players.all(), LONG_NAMES, strict=True):
        player.name = name
        player.save()
    open_page(page, site, "bracket", event)
    for language, media in (("en", "screen"), ("fr", "screen"), ("fr", "print")):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        page.reload()
        page.emulate_media(media=media)
        assert page.locator("html").get_attribute("lang") == language
        names = page.evaluate(NAMES)
        assert len(names) == 22
        assert [name for name in names if not name["isInside"] or name["isSmall"]] == []
        assert all(name["name"] in name["label"] for name in names)
        whole = [name["text"] for name in names if name["name"] == " & ".join(LONG_NAMES)]
        assert whole
        assert set(whole) == {" & ".join(LONG_NAMES)}
        assert {name["name"][:9] for name in names if "…" in name["text"]} == {HOSTILE[4][:9]}
        assert page.evaluate(BEYOND) == []
    page.emulate_media(media="screen")
    said = page.locator("[data-match-said]")
    page.locator(".match", has_text="Konstantinopolsky").first.focus()
    expect(said).to_contain_text(" & ".join(LONG_NAMES))
    page.locator(".match").first.focus()
    expect(said).not_to_contain_text(LONG_NAMES[0])
    page.locator(".match", has_text="Konstantinopolsky").first.hover()
    expect(said).to_contain_text(" & ".join(LONG_NAMES))


def test_eleven_pairs_are_whole_on_a_laptop(site: str, page: Any, olga: User) -> None:
    event = event_of(olga, "elimination", 11, 1, kind="double")
    open_page(page, site, "bracket", event)
    page.set_viewport_size({"width": 1366, "height": 768})
    box = page.locator("#bracket")
    assert box.evaluate("(box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth")
    bottom = max(
        one["y"] + one["height"] for one in (match.bounding_box() for match in page.locator(".match__box").all())
    )
    assert bottom <= 768
    names = page.evaluate(NAMES)
    assert len(names) == 42
    assert [name for name in names if not name["isInside"] or name["isSmall"]] == []


def test_zoom_is_chosen_without_scripts_and_survives_news(site: str, page: Any, olga: User, worker: None) -> None:
    event = event_of(olga, "elimination", 11, 1, kind="double")
    open_page(page, site, "bracket", event)
    before = page.locator("#match-1 .match__box").bounding_box()["width"]
    page.get_by_text("160%").click()
    match = Match.objects.get(round__stage__event=event, table=2)
    results.record_result(match.pk, slip(10, 6), context=on_grid(olga))
    page.locator("#match-2.match--over").wait_for(state="attached")
    assert page.locator("#match-1 .match__box").bounding_box()["width"] == pytest.approx(1.6 * before, rel=0.02)


def test_the_grand_final_is_one_step_away_at_a_laptop(site: str, page: Any, olga: User) -> None:
    event = event_of(olga, "elimination", 11, 1, kind="double")
    open_page(page, site, "bracket", event)
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.get_by_role("heading", name="Bracket", exact=True)).to_be_visible()
    page.get_by_role("link", name="Grand final", exact=True).click()
    box, final = (page.locator(name).bounding_box() for name in ("#bracket", "#match-19 .match__box"))
    assert box["x"] <= final["x"]
    assert final["x"] + final["width"] <= box["x"] + box["width"]


def test_arrows_walk_through_the_bracket(site: str, page: Any, olga: User) -> None:
    """From match 1 to the final and back to the other semi-final; a step to nowhere stays."""
    event = event_of(olga, "elimination", 8, 1)
    open_page(page, site, "bracket", event)
    page.locator("#match-1").focus()
    walked = []
    for key in ("Up", "Down", "Right", "Right", "Right", "Left", "Down", "Left", "Left"):
        page.keyboard.press(f"Arrow{key}")
        walked.append(page.evaluate(FOCUSED))
    assert walked == [f"match-{number}" for number in (1, 2, 5, 7, 7, 5, 6, 3, 3)]
    page.keyboard.press("Tab")
    expect(page.locator("#match-4")).to_be_focused()


@pytest.mark.heavy
def test_a_bracket_follows_by_itself_and_nobody_loses_the_place(site: str, page: Any, olga: User, worker: None) -> None:
    event = event_of(olga, "elimination", 64, 1)
    open_page(page, site, "bracket", event)
    page.locator("#bracket").evaluate("(region) => region.scrollTo(150, 400)")
    page.get_by_text("View as a table").click()
    page.locator("#match-20").focus()
    page.locator("#bracket").evaluate("(region) => region.scrollTo(150, 400)")
    match = Match.objects.get(round__stage__event=event, table=9)
    results.record_result(match.pk, slip(10, 6), context=on_grid(olga))
    page.locator("#match-9.match--over").wait_for(state="attached")
    kept = page.evaluate("() => ['bracket', 'after-drawing'].map((id) => document.getElementById(id)).map((one) => one.open ?? [one.scrollLeft, one.scrollTop])")  # fmt: skip  # noqa: E501
    assert kept == [[150, 400], True]
    expect(page.locator("#match-20")).to_be_focused()


def test_a_phone_shows_the_rounds_as_a_list_first(site: str, page: Any, olga: User) -> None:
    event = event_of(olga, "elimination", 4, 1)
    open_page(page, site, "bracket", event)
    expect(page.locator(".bracket-list")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    listed, drawn = (page.locator(name).bounding_box() for name in (".bracket-list", "#bracket"))
    assert listed["y"] + listed["height"] <= drawn["y"]
    page.get_by_role("link", name="Go to the bracket").click()
    expect(page.locator("#bracket")).to_be_visible()


def test_a_big_bracket_scrolls_in_its_own_box_under_its_headings(site: str, page: Any, olga: User) -> None:
    event = event_of(olga, "elimination", 64, 1)
    open_page(page, site, "bracket", event)
    box = page.locator("#bracket")
    assert box.evaluate("(box) => box.scrollHeight > box.clientHeight && box.scrollWidth > box.clientWidth")
    heading = page.locator(".bracket__rounds")
    box.evaluate("(box) => box.scrollTo(0, 900)")
    assert abs(heading.bounding_box()["y"] - box.bounding_box()["y"]) < 3


def test_on_paper_a_bracket_is_one_sheet_without_the_rest(site: str, page: Any, olga: User) -> None:
    event = event_of(olga, "elimination", 64, 1)
    open_page(page, site, "bracket", event)
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/MediaBox") == 1
    page.emulate_media(media="print")
    drawing = page.locator("#bracket svg").bounding_box()
    assert drawing["height"] < 1122  # an A4 sheet at 96 dots to the inch
    shown = [
        name
        for name in (".tabs", ".bracket-list", ".bracket-table", ".bracket-help", ".bracket__rounds")
        if page.locator(name).is_visible()
    ]
    assert shown == []
