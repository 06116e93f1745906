"""What a card costs in requests: four people in four browsers, each sent what the others do."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.tables import play
from tests.flows.gone_wrong.test_online_player_vanishes import open_as
from tests.games.tables.cast import command_by, state_at, table_for

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_an_own_card_costs_one_request_and_those_of_others_none(site: str, browser: Any) -> None:
    """At most two are asked for; a page that is busy when the news comes fetches it later."""
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    path, asked = table.get_absolute_url(), []
    pages = [open_as(browser, site, who.name, path) for who in people]
    for page in pages:
        expect(page.locator("html")).not_to_have_class("is-cut-off")
        page.wait_for_timeout(500)  # the stream is open
        page.on("request", lambda request: asked.append((request.method, request.url.removeprefix(site))))
    acted = 0
    table.refresh_from_db()
    while acted < 12 and not (state := state_at(table)).is_over and state.turn is not None:
        own = pages[state.turn]
        own.locator("#live [name=action]:enabled").last.click()
        expect(own.locator("#live")).not_to_have_attribute("data-live-version", str(table.version))
        acted += 1
        table.refresh_from_db()
        for page in pages:
            expect(page.locator("#live")).to_have_attribute("data-live-version", str(table.version))
    of_the_table = [(method, url) for method, url in asked if url.startswith(path) and not url.endswith("/here/")]
    assert sum(method == "POST" for method, _ in of_the_table) == acted
    assert len(of_the_table) <= 1.5 * acted, of_the_table
    for page in pages:
        page.context.close()
