"""The console's panel follows what happens in the hall while no one touches the page."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from euchre_site.hall.addresses import Own
from euchre_site.hall.state import Hall
from tests.cast import Table, seat_table
from tests.euchre_site.hall.conftest import own
from tests.tournaments.pages.browsing import log_in

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(transactional_db: None) -> Table:
    return seat_table()


@pytest.fixture
def panel(hall: Hall, site: str, page: Any, table: Table) -> Iterator[Any]:
    """On Olga's screen. The hall is there before the site, as with `serve --hall`."""
    session = log_in(table.olga).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": site}])
    page.goto(site + reverse("console", args=[table.event.slug]))
    yield page.locator("#in-hall")
    page.goto("about:blank")


@pytest.mark.heavy
def test_it_says_by_itself_what_changed(panel: Any, found: list[Own], hall: Hall) -> None:
    panel.get_by_text("http://192.168.1.20:8000/").wait_for()
    panel.get_by_text("If phones can’t connect").click()
    found[:] = [own("192.168.1.99")]
    hall.look_again()
    panel.get_by_text("The address changed at").wait_for()
    panel.get_by_text("Guest Wi-Fi often keeps devices apart.").wait_for()
    hall.note_phone()
    panel.get_by_text("Last phone connected").wait_for()
    found.clear()
    hall.look_again()
    panel.get_by_text("This computer isn’t on a network.").wait_for()
