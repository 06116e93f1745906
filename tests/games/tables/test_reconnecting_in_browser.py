"""A line that drops in the middle of a game: it is said, the move waits and is made once, and nothing is missed."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from games.accounts.models import Player
from games.engine.rules import HouseRules
from games.tables import seating
from games.tables.models import Table
from tests.flows.gone_wrong.test_online_player_vanishes import open_as
from tests.games.tables.cast import act, command_by, dealt_table, state_at

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

CLUBS = {0: "JS JC AC KH QH"}
SAID_WITHIN = 2.0


class Line:
    """The network of one page, which can be cut as in a tunnel."""

    def __init__(self, page: Any) -> None:
        self.page, self.wire = page, page.context.new_cdp_session(page)
        self.wire.send("Network.enable")

    def cut(self, *, is_cut: bool = True) -> None:
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.wire.send("Network.emulateNetworkConditions", {"offline": is_cut, **speed})

    def mend(self) -> None:
        self.cut(is_cut=False)


Scene = tuple[Table, list[Player], Any]


@pytest.fixture
def scene(site: str, browser: Any) -> Iterator[Scene]:
    """Olga is to lead, clubs are trump, and she looks at the table."""
    table, people = dealt_table(HouseRules(), CLUBS, "9C")
    act(table, people, "order", "discard 9C")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    expect(page.locator("html")).not_to_have_class("is-cut-off")
    page.wait_for_timeout(500)  # the stream is open
    yield table, people, page
    page.context.close()


def plays_of(table: Table, card: str) -> int:
    return [str(action) for _, action in state_at(table).history].count(f"play {card}")


def tap(page: Any, card: str) -> None:
    page.locator(f".my-hand__card[value='play {card}']").click()


def is_current(page: Any, table: Table) -> None:
    table.refresh_from_db()
    expect(page.locator("#live")).to_have_attribute("data-live-version", str(table.version))
    expect(page.locator("[data-line]")).to_have_text("")
    expect(page.locator("#messages .notice--error")).to_have_count(0)


@pytest.mark.heavy
def test_a_card_that_is_tapped_in_a_tunnel_is_played_once(scene: Scene) -> None:
    table, people, page = scene
    line = Line(page)
    began = time.monotonic()
    line.cut()
    page.get_by_text("Reconnecting…").first.wait_for()
    assert time.monotonic() - began < SAID_WITHIN
    tap(page, "AC")
    expect(page.locator("[data-line]")).to_have_text("Reconnecting… Your move will be sent.")
    tap(page, "KH")
    page.wait_for_timeout(5000)
    assert len(state_at(table).tricks) == 0
    line.mend()
    page.locator("[data-played='0-AC']").wait_for()
    is_current(page, table)
    assert (plays_of(table, "AC"), plays_of(table, "KH")) == (1, 0)
    act(table, people, str(next(iter(state_at(table).legal_actions))))
    is_current(page, table)


@pytest.mark.heavy
def test_a_card_whose_answer_was_lost_is_played_once(scene: Scene) -> None:
    table, _, page = scene
    lost: list[int] = []

    def lose_the_answer(route: Any) -> None:
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/act/", lose_the_answer, times=1)
    tap(page, "AC")
    page.locator("[data-played='0-AC']").wait_for()
    is_current(page, table)
    assert lost == [200]
    assert plays_of(table, "AC") == 1


@pytest.mark.heavy
def test_what_was_done_in_ones_place_is_not_done_again(scene: Scene) -> None:
    """A bot, or another phone, has played and the others went on: the page is then current, and the tap is gone."""
    table, people, page = scene
    line = Line(page)
    line.cut()
    tap(page, "AC")
    expect(page.locator("[data-line]")).to_have_text("Reconnecting… Your move will be sent.")
    act(table, people, "play JC")
    for _ in range(2):
        act(table, people, str(next(iter(state_at(table).legal_actions))))
    line.mend()
    is_current(page, table)
    page.get_by_text("The game moved on before your card arrived.").wait_for()
    expect(page.locator(".my-hand [data-card='AC']")).to_have_count(1)
    page.wait_for_timeout(3000)
    assert (plays_of(table, "AC"), plays_of(table, "JC"), len(state_at(table).tricks[0].plays)) == (0, 1, 3)


@pytest.mark.heavy
def test_who_comes_and_goes_does_not_lose_the_card(scene: Scene) -> None:
    """The table has another version, but the decision is the same."""
    table, people, page = scene
    line = Line(page)
    line.cut()
    tap(page, "AC")
    expect(page.locator("[data-line]")).to_have_text("Reconnecting… Your move will be sent.")
    seating.mind_seat(table.pk, command_by(people[1], table), is_away=True)
    line.mend()
    page.locator("[data-played='0-AC']").wait_for()
    is_current(page, table)
    assert plays_of(table, "AC") == 1


@pytest.mark.heavy
def test_a_card_waits_over_a_reload(scene: Scene) -> None:
    table, _, page = scene
    page.route("**/act/", lambda route: route.abort())
    tap(page, "AC")
    expect(page.locator("[data-line]")).to_have_text("Reconnecting… Your move will be sent.")
    page.unroute("**/act/")
    page.reload()
    page.locator("[data-played='0-AC']").wait_for()
    is_current(page, table)
    assert plays_of(table, "AC") == 1


@pytest.mark.heavy
def test_what_others_did_meanwhile_is_there_at_once(scene: Scene) -> None:
    table, people, page = scene
    tap(page, "AC")
    page.locator("[data-played='0-AC']").wait_for()
    line = Line(page)
    line.cut()
    page.get_by_text("Reconnecting…").first.wait_for()
    for _ in range(2):
        act(table, people, str(next(iter(state_at(table).legal_actions))))
    line.mend()
    is_current(page, table)
    expect(page.locator(".felt__played")).to_have_count(3)
