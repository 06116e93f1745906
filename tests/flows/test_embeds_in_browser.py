"""Frames of ours on somebody else's site, in a real browser: two servers, two origins. And the pages to share from."""

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import enter, enter_pairs, make_event
from tests.flows.crawler import OVERFLOW, violations
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.rewards.conftest import score
from tests.tournaments.scenes.embed import Shown
from tests.tournaments.scenes.stages import play_round
from tournaments.calendars import keys
from tournaments.context import Context
from tournaments.permissions import Actor
from tournaments.results.models import Channel

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
LOOKS = ((360, "light"), (1280, "dark"), (360, "dark"), (1280, "light"))
REFRESH = "() => document.dispatchEvent(new Event('visibilitychange'))"


class OnSite(Shown):
    def __init__(self, site: str) -> None:
        super().__init__()
        self.site = site
        self.embeds = {name: site + path for name, path in self.paths.items()}

    def path(self, name: str, *args: Any) -> str:
        return self.site + reverse(name, args=args)


@pytest.fixture
def shown(site: str) -> OnSite:
    return OnSite(site)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Another site: its address, and the folder that it serves."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever, name="elsewhere")
    thread.start()
    yield f"http://localhost:{server.server_address[1]}", tmp_path
    server.shutdown()
    thread.join(10)
    server.server_close()


def framing(folder: Path, *addresses: str) -> None:
    frames = "".join(f'<iframe src="{one}" title="{one}" width="360" height="500"></iframe>' for one in addresses)
    (folder / "page.html").write_text(f"<!DOCTYPE html><title>Club</title><h1>Our club</h1>{frames}")


@pytest.mark.heavy
def test_they_stand_in_a_page_of_another_origin(shown: OnSite, elsewhere: tuple[str, Path], page: Any) -> None:
    other, folder = elsewhere
    framing(folder, *shown.embeds.values())
    asked: list[Any] = []
    page.on("request", lambda one: asked.append(one))
    page.goto(f"{other}/page.html")
    frames = len(shown.embeds)
    for time in range(2):
        for address in shown.embeds.values():
            frame = page.frame_locator(f'iframe[src="{address}"]')
            expect(frame.locator("#embed h1")).to_be_visible()
            assert frame.locator("a[target=_top]").count() >= 2
        # The second time each was asked for anew: the headers of a 304 are the ones that count from then on.
        sent = [one.all_headers() for one in asked if "/embed/" in one.url]
        assert ["if-none-match" in headers for headers in sent] == [False] * frames + [True] * frames * time
        page.reload()
    assert {"/".join(one.url.split("/")[:3]) for one in asked} == {other, shown.site}
    assert page.context.cookies() == []
    assert not any("cookie" in one.all_headers() for one in asked)


@pytest.mark.heavy
def test_the_real_page_is_not_shown_in_a_frame(shown: OnSite, elsewhere: tuple[str, Path], browser: Any) -> None:
    """The positive control."""
    other, folder = elsewhere
    real = shown.path("standings", shown.table.event.slug)
    framing(folder, real)
    context = browser.new_context()
    page, said = context.new_page(), []
    page.on("console", lambda one: said.append(one.text))
    page.goto(f"{other}/page.html", wait_until="networkidle")
    assert page.frame_locator("iframe").locator("h1", has_text="Thursday night").count() == 0
    assert any("frame-ancestors" in text or "X-Frame-Options" in text for text in said)
    context.close()


@pytest.mark.heavy
def test_a_frame_keeps_itself_fresh_without_a_cookie(
    shown: OnSite, elsewhere: tuple[str, Path], page: Any, wait_until: Any
) -> None:
    other, folder = elsewhere
    address = shown.embeds["standings"]
    # The same site as ours this time (ports do not count), so that a browser would send its cookie along.
    framing(folder, address)
    session = log_in(shown.olga).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": shown.site}])
    asked: list[Any] = []
    page.on("request", lambda one: asked.append(one) if one.url == address else None)
    page.goto(f"{other.replace('localhost', '127.0.0.1')}/page.html")
    table = page.frame_locator("iframe").locator(".standings")
    expect(table).to_be_visible()
    frame = next(one for one in page.frames if one.url == address)
    before = frame.inner_text("#embed")
    with page.expect_response(address):
        frame.evaluate(REFRESH)
    score(shown.table, 4, 10)
    with page.expect_response(address):
        frame.evaluate(REFRESH)
    wait_until(lambda: frame.inner_text("#embed") != before)
    assert ["cookie" in one.all_headers() for one in asked] == [True, False, False]


@pytest.mark.heavy
def test_nothing_is_touched_while_nothing_has_changed(shown: OnSite, page: Any) -> None:
    address = shown.embeds["standings"]
    page.goto(address)
    page.evaluate("() => { document.querySelector('.standings').kept = true; }")
    with page.expect_response(address):
        page.evaluate(REFRESH)
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.initiatorType === 'fetch')"
    )
    assert page.evaluate("() => document.querySelector('.standings').kept") is True


def look_at(page: Any, address: str) -> list[str]:
    axe, found = Axe(), []
    page.goto(address)
    for width, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if (excess := page.evaluate(OVERFLOW)) > 0:
            found.append(f"{address}: {excess} px too wide at {width}")
        found += [f"{address} {one}" for one in violations(axe, page, f"{width} {scheme}")]
    return found


@pytest.mark.heavy
def test_every_frame_fits_and_reads_well(shown: OnSite, page: Any) -> None:
    gone = shown.path("embed_standings", "nowhere")
    assert [one for address in (*shown.embeds.values(), gone) for one in look_at(page, address)] == []
    page.set_viewport_size({"width": 240, "height": 400})
    for address in shown.embeds.values():
        page.goto(address)
        assert page.evaluate(OVERFLOW) <= 0, address


CUT = """() => [...document.querySelectorAll('.table-scroll')].map((one) => one.scrollWidth - one.clientWidth)"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.heavy
def test_no_column_is_cut_in_a_frame_of_usual_width(shown: OnSite, browser: Any, language: str) -> None:
    """In no language, with the tie-breaks that an event of its kind begins with, and in a league's table."""
    context = browser.new_context(locale=language, viewport={"width": 600, "height": 800})
    page = context.new_page()
    for format_key in ("progressive", "rotation", "seat_movement", "swiss", "round_robin", "elimination"):
        event = make_event(shown.club, shown.olga, format_key, name=f"Long {format_key}")
        stage = event.stages.get()
        if stage.play.entry_size > 1:
            enter_pairs(event, shown.olga, 4)
        else:
            enter(event, shown.olga, ["Wolfeschlegelsteinhausen", "Bob", "Cy", "Dee"])
        play_round(stage, shown.olga)
        page.goto(shown.path("embed_standings", event.slug))
        assert page.evaluate("() => document.documentElement.lang") == language
        cut = page.evaluate(CUT)
        assert cut, format_key
        assert max(cut) <= 0, format_key
    page.goto(shown.embeds["league"])
    cut = page.evaluate(CUT)
    assert cut
    assert max(cut) <= 0
    context.close()


def test_a_theme_asked_for_beats_the_devices(shown: OnSite, page: Any) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for theme in ("", "light", "dark"):
            page.goto(f"{shown.embeds['leaders']}?theme={theme}")
            shades[scheme, theme] = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert shades["light", ""] == shades["light", "light"] == shades["dark", "light"]
    assert shades["dark", ""] == shades["dark", "dark"] == shades["light", "dark"] != shades["light", "light"]


@pytest.mark.heavy
def test_every_page_to_share_from_fits_and_reads_well(shown: OnSite, page: Any) -> None:
    context = Context(Actor(shown.olga, shown.olga.player), Channel.PAGE)
    keys.renew(shown.olga.player.pk, context=context, expected_version=0)
    session = log_in(shown.olga).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": shown.site}])
    found = look_at(page, shown.path("event_share", shown.cup.slug))
    found += look_at(page, shown.path("club_share", shown.table.event.club.slug))
    found += look_at(page, shown.path("my_calendar"))
    assert found == []


@pytest.mark.heavy
def test_the_button_copies_what_stands_beside_it(shown: OnSite, page: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(shown.path("event_share", shown.cup.slug))
    page.get_by_role("button", name="Copy the code: Cup bracket").click()
    expect(page.get_by_role("button", name="Copy the code: Cup bracket")).to_have_text("Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith(f'<iframe src="{shown.embeds["bracket"]}" title="Cup bracket"')


@pytest.mark.heavy
def test_one_tap_copies_the_results_and_a_phone_can_share_them(shown: OnSite, page: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(
        "navigator.canShare = () => true; window.sent = [];"
        "navigator.share = async (what) => { window.sent.push(what.text || what.files[0].name + what.files[0].size); };"
    )
    page.goto(shown.path("event_share", shown.table.event.slug))
    text = page.locator("#text-short").input_value()
    page.get_by_role("button", name="Copy text").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == text
    expect(page.get_by_role("button", name="Copy text").first).to_be_visible()
    page.get_by_role("button", name="Share text").first.click()
    page.get_by_role("button", name="Share picture").first.click()
    sent = page.evaluate("() => window.sent")
    assert sent[0] == text
    assert re.fullmatch(rf"{shown.table.event.slug}-tall\.png[1-9]\d{{4,}}", sent[1])
