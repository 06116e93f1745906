"""A file of games in a real browser: chosen, looked at, kept or entered for a club, at every width, light and dark."""

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games.tables.models import Table
from tests.cast import make_club, make_user
from tests.games.engine.game_files import SAMPLES
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.imports import entered, four_of
from tournaments.imported_games.models import ImportedGame

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def reads_well(page: Any, name: str) -> None:
    page.evaluate("() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert Axe().run(page).response["violations"] == [], (name, width, scheme)
            if folder := os.environ.get("SCREENSHOTS"):
                page.screenshot(path=Path(folder, f"{name}-{width}-{scheme}.png"), full_page=True)


def come_in(page: Any, site: str, user: Any) -> None:
    session = log_in(user).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": site}])


@pytest.mark.heavy
def test_a_match_is_looked_at_kept_shown_and_removed(site: str, page: Any) -> None:
    come_in(page, site, make_user("Olga"))
    page.goto(site + reverse("lobby"))
    page.get_by_role("link", name="Import games").click()
    page.get_by_label("Or paste the file’s text").wait_for()
    reads_well(page, "form")
    page.get_by_label("Or paste the file’s text").fill("deal me in")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text("No games were saved. The file isn’t JSON")
    reads_well(page, "refused")
    page.get_by_label("EGN or EMN file").set_input_files(SAMPLES / "MotE_W5_Match.emn")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("heading", name="6 games found, not saved yet").wait_for()
    reads_well(page, "preview")
    page.get_by_role("button", name="Save as replay").click()
    page.get_by_role("heading", name="Imported games").wait_for()
    reads_well(page, "games")
    page.get_by_role("link", name="Replay game 3").click()
    page.get_by_text("comes from a file").wait_for()
    reads_well(page, "replay")
    page.get_by_role("link", name="Verify this game").click()
    page.get_by_role("heading", name="There’s nothing to verify here").wait_for()
    reads_well(page, "verify")
    page.goto(site + reverse("import_games"))
    reads_well(page, "kept")
    page.get_by_role("button", name="Remove MotE Week 5 Match").click()
    page.get_by_text("Replay removed: MotE Week 5 Match").wait_for()
    assert not Table.objects.exists()


@pytest.mark.heavy
def test_a_game_is_entered_for_a_club_and_withdrawn(site: str, page: Any) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    four_of(club)
    come_in(page, site, olga)
    page.goto(site + reverse("exchange", args=[club.slug]))
    page.get_by_role("link", name="Games played elsewhere").click()
    page.get_by_label("EGN or EMN file").set_input_files(SAMPLES / "VWEC_Finals.egn")
    page.get_by_role("button", name="Preview").click()
    page.get_by_label("Location").wait_for()
    reads_well(page, "club-preview")
    for seat, name in ((1, "Walt"), (3, "Zed"), (4, "Lefty")):
        page.get_by_label(f"Seat {seat}", exact=True).select_option(label=name)
    page.get_by_label("Location").fill("Walt's kitchen")
    page.get_by_label("In person").check()
    page.get_by_role("button", name="Enter game").click()
    page.get_by_text("Game entered. It counts like a friendly game.").wait_for()
    assert ImportedGame.objects.get().game.players.get(seat=1).player.name == "Llama"
    reads_well(page, "club-entered")
    page.get_by_label("Reason").fill("Another Walt")
    page.get_by_role("button", name="Remove game").click()
    page.get_by_text("Removed by Olga: Another Walt").wait_for()
    entered(club, olga)
    page.reload()
    reads_well(page, "club-list")
