"""Friends by link: two browsers and a phone, from the link to the first card in at most three taps of the guest; and
strangers who find each other."""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from games.engine.actions import Verb
from games.engine.view import Watcher, view_for
from games.finding.models import Search
from games.tables import play
from games.tables.models import Table
from tests.games.tables.test_table_in_browser import check
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


class Visitor:
    """Somebody without an account, in a browser of their own. taps: so far."""

    def __init__(self, browser: Any, site: str, **looks: Any) -> None:
        self.context, self.site, self.taps = browser.new_context(**looks), site, 0
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()

    def open(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.site + path)

    def tap(self, what: Any) -> None:
        what.click()
        self.taps += 1

    def press(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))


@pytest.fixture
def visitor(browser: Any, site: str) -> Any:
    found: list[Visitor] = []

    def one(**looks: Any) -> Visitor:
        found.append(Visitor(browser, site, **looks))
        return found[-1]

    yield one
    for each in found:
        each.context.close()


@pytest.mark.heavy
def test_from_the_link_to_the_first_card_a_guest_taps_at_most_three_times(visitor: Any, worker: None) -> None:
    host, friend, guest = visitor(), visitor(), visitor(**PHONE)
    host.open("/tables/")
    host.press("Invite friends")
    link = host.page.locator("#invite-address").inner_text()
    assert check(host.page) == []
    friend.open(link)
    friend.press("Take a seat")
    friend.page.wait_for_url("**/tables/*/")
    guest.open(link)
    assert check(guest.page) == []
    guest.page.get_by_label("Your name").fill("Ann")
    guest.page.locator(".faces__one").nth(3).click()
    guest.press("Take a seat")
    guest.page.wait_for_url("**/tables/*/")
    expect(guest.page.locator(".chair__name").first).to_contain_text("Ann")
    host.page.get_by_role("link", name="Go to your table").click()
    host.page.get_by_text("Start the game").click()
    host.page.get_by_role("button", name="Fill seats with bots").click()
    host.page.get_by_role("button", name="Start the game").click()
    expect(guest.page.locator(".my-hand__card").first).to_be_visible()
    assert guest.taps == 1, "the cards come by themselves"
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 360
    play_until_the_guest_has_played(host, friend, guest)
    assert guest.taps <= 3


def play_until_the_guest_has_played(*people: Visitor) -> None:
    """Everybody calls as soon as they may, so one bid at most comes before the card."""
    guest = people[-1]
    for _ in range(200):
        for one in people:
            calls = one.page.locator(".table-choices button:not([value='pass'])")
            to_do = calls if calls.count() else one.page.locator(".my-hand__card:enabled")
            if to_do.count():
                with suppress(TimeoutError):  # somebody was faster, or the page is being drawn anew
                    to_do.first.click(timeout=2000)
                    one.taps += 1
            if guest_has_played(guest):
                return
    raise AssertionError("the guest never had a turn")


def guest_has_played(guest: Visitor) -> bool:
    guest.page.wait_for_timeout(100)
    table = Table.objects.get()
    row = play.hand_at(table)
    seat = table.seats.get(player__name="Ann").number
    if row is None:
        return False
    seen = view_for(play.state_of(row), Watcher.FACE_DOWN)
    return any(step.seat == seat and step.action.verb is Verb.PLAY for step in seen.history)


@pytest.mark.heavy
def test_four_strangers_find_each_other_and_a_fifth_starts_with_bots(visitor: Any, worker: None) -> None:
    people = [visitor(**(PHONE if number % 2 else {})) for number in range(4)]
    for one in people:
        one.open("/tables/find-game/")
        one.press("Find a game")
    for one in people:
        expect(one.page.locator(".my-hand__card").first).to_be_visible()
    assert Table.objects.count() == 1
    late = visitor(**PHONE)
    late.open("/tables/find-game/")
    late.press("Find a game")
    expect(late.page.get_by_text("You’re the only one looking for a game so far.")).to_be_visible()
    assert check(late.page) == []
    expect(late.page.get_by_role("button", name="Start with bots")).to_be_hidden()
    search = Search.objects.latest("pk")
    Search.objects.filter(pk=search.pk).update(since="2026-01-01T00:00Z")
    late.press("Start with bots")
    expect(late.page.locator(".my-hand__card").first).to_be_visible()
