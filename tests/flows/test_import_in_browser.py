"""A list of players in a real browser: what is chosen is seen at once, and what is typed stays, on phones too."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from games.accounts.models import User
from tests.cast import make_club, make_event, make_user
from tests.flows.browsers import open_browser
from tests.flows.crawler import OVERFLOW, violations
from tournaments.checkin import entries
from tournaments.events.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LIST = "Tuesday;;\n;;\nName;Email;Paid\nWeber, Ann;ann@example.org;x\nHart, Bob;;Venmo\nSmith, Jon;;\nCy & Dee;;\n;;x\n"


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def night(olga: User) -> Event:
    event = make_event(make_club(olga), olga, fee=500)
    entries.new_player(event, "John Smith", number="7")
    return event


def preview(page: Any, site: str, night: Event) -> None:
    page.goto(site + reverse("roster", args=[night.slug]))
    file = {"name": "list.csv", "mimeType": "text/csv", "buffer": LIST.encode("cp1252")}
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Preview list").click()
    page.get_by_role("button", name="Add 3 players").wait_for()


def choose(page: Any, label: str, says: str, *, has_scripts: bool) -> None:
    """A box, and what the button says then; without scripts one has to ask."""
    page.get_by_label(label).check()
    if not has_scripts:
        page.get_by_role("button", name="Update preview").click()
    page.get_by_role("button", name=says).wait_for()


def names(night: Event) -> list[str]:
    return [entry.name for entry in night.entries.order_by("number")]


@pytest.mark.parametrize("has_scripts", [True, False])
@pytest.mark.heavy
def test_what_is_chosen_is_seen_and_what_is_typed_stays(
    site: str, browser: Any, night: Event, olga: User, has_scripts: bool
) -> None:
    page = open_browser(browser, site, olga, java_script_enabled=has_scripts)
    preview(page, site, night)
    page.get_by_label("Name", exact=True).last.fill("Earl Stone")
    choose(page, "Split rows with 2 names into 2 players", "Add 6 players", has_scripts=has_scripts)
    choose(page, "Same person: John Smith", "Add 6 players", has_scripts=has_scripts)
    page.get_by_role("button", name="Add 6 players").click()
    page.get_by_text("6 players entered.").wait_for()
    assert names(night) == ["Ann Weber", "Bob Hart", "John Smith", "Cy", "Dee", "Earl Stone"]
    page.get_by_role("button", name="Undo import").click()
    page.get_by_text(
        "4 of 6 changes undone. Ann Weber has paid, so we kept the entry. Earl Stone has paid, so we kept the entry."
    ).wait_for()
    assert names(night) == ["Ann Weber", "Earl Stone"]
    page.context.close()


@pytest.mark.parametrize("size", [(360, 740), (1280, 720), (1366, 768)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_reads_well(
    site: str, browser: Any, olga: User, night: Event, size: tuple[int, int], scheme: str
) -> None:
    found = open_browser(browser, site, olga)
    found.set_viewport_size({"width": size[0], "height": size[1]})
    found.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    said: list[str] = []
    found.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    preview(found, site, night)
    assert found.evaluate(OVERFLOW) <= 0
    assert violations(Axe(), found, f"{size} {scheme}") == []
    assert said == []
    found.context.close()
