"""A match of an online event in real browsers: four personal links, one hand on a phone beside a shared screen, a
watcher, and one who is dropped and comes back. With the last card the result is in the standings and in the
statistics, and the game can be looked back at."""

import re
import time
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.tables.models import Game, Hand
from games.tables.states import state_of
from tests.sizes import PATIENCE
from tests.tournaments.online import Evening
from tests.tournaments.pages.browsing import with_link
from tournaments.integrity import verify
from tournaments.results.models import Standing
from tournaments.rewards.models import SpanTotals
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NEXT = ".table-choices button:not([data-next-hand]), .my-hand__card:enabled"
"""The next hand is dealt by the site."""
ACT = """([wanted, isRash]) => {
  const found = Array.from(document.querySelectorAll(wanted));
  const values = found.map((one) => one.value);
  const wish = values.indexOf(isRash ? "order alone" : "pass");
  const button = found[wish >= 0 ? wish : isRash ? found.length - 1 : 0];
  if (!button || !button.form["htmx-internal-data"] || document.querySelector(".htmx-request")) { return false; }
  button.click();
  return true;
}"""
"""One side passes and plays its best cards, the other orders alone whatever it holds, and plays its worst: so the game
is over in a few hands."""
CARD = re.compile(r"\b(?:ace|king|queen|jack|ten|nine) of (?:clubs|diamonds|hearts|spades)\b")


class Seats:
    """The browsers of one evening, each a person's own."""

    def __init__(self, site: str, browser: Any, evening: Evening) -> None:
        self.site, self.browser, self.evening = site, browser, evening
        self.pages: dict[int, Any] = {}
        self.sessions: dict[int, str] = {}
        self.complaints: list[str] = []

    def visit(self, path: str, session: str = "", width: int = 1280) -> Any:
        context = self.browser.new_context(viewport={"width": width, "height": 800})
        context.set_default_timeout(PATIENCE)
        if session:
            context.add_cookies([{"name": "session", "value": session, "url": self.site}])
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda one: one.url.startswith((self.site, "data:")) or self.complaints.append(one.url))
        page.goto(self.site + path)
        return page

    def sit(self, number: int, link: str = "Go to your table", **how: Any) -> Any:
        """From the seat card, opened with a personal link, to the table."""
        client = with_link(self.evening.event, self.evening.olga, self.evening.people[number])
        path = reverse("my_seat", args=[self.evening.event.slug])
        self.sessions[number] = client.cookies["session"].value
        page = self.pages[number] = self.visit(path, self.sessions[number], **how)
        page.get_by_role("link", name=link).click()
        page.locator("#live[data-live-topic^='table:']").wait_for()
        return page

    @property
    def turn(self) -> int:
        """The seat that is to act; -1 while nobody is."""
        row = Hand.objects.filter(ended_at=None).select_related("game").first()
        turn = state_of(row).turn if row else None
        return -1 if turn is None else turn

    def play_until(self, over: Any, seconds: float = 900) -> None:
        deadline = time.monotonic() + seconds
        while not over():
            assert time.monotonic() < deadline, f"still {Game.objects.values('points', 'ended_at')}"
            turn = self.turn
            page = self.pages.get(turn)
            if page is None or not page.evaluate(ACT, [NEXT, turn % 2 == 1]):
                time.sleep(0.05)

    def close(self) -> None:
        for context in list(self.browser.contexts):
            context.close()


@pytest.mark.heavy
def test_a_whole_match_in_four_browsers(site: str, worker: None, browser: Any, wait_until: Any) -> None:
    evening = Evening(hands=None, where="online", time_online="30")
    seats = Seats(site, browser, evening)
    address = evening.table.get_absolute_url()
    watcher = seats.visit(address)
    for number in range(3):
        seats.sit(number)
    watcher.locator("#prompt", has_text="Waiting for").wait_for()
    watcher.get_by_role("button", name="Watch").click()
    watcher.get_by_role("button", name="Stop watching").wait_for()
    seats.sit(3, "show only your hand", width=360)
    screen = seats.visit(f"{address}shared/", seats.sessions[3])
    wait_until(lambda: Game.objects.exists())
    expect(watcher.get_by_role("button", name="Sit here")).to_have_count(0)
    seats.play_until(lambda: Hand.objects.filter(ended_at__isnull=False).exists())

    dropped = seats.pages.pop(1)
    dropped.context.close()
    seats.play_until(lambda: seats.turn == 1)
    screen.get_by_text(f"{evening.people[1].name}’s turn:").wait_for()
    seats.sit(1)
    for page in (watcher, screen):
        assert len(CARD.findall(page.locator(".felt__chairs").inner_text())) == 0
        expect(page.locator(".card-back")).not_to_have_count(0)
        expect(page.locator(".my-hand__card")).to_have_count(0)
    expect(seats.pages[3].locator(".felt")).to_have_count(0)
    watcher.context.close()
    seats.play_until(lambda: Match.objects.get().state == Match.State.STANDING)

    game = Game.objects.get()
    assert max(game.points) >= 10
    for page in (*seats.pages.values(), seats.visit(address), screen):
        page.get_by_text("won the game").first.wait_for()
    wait_until(lambda: Standing.objects.count() == 2)
    seats.pages[0].get_by_role("link", name="Back to the event").click()
    seats.pages[0].get_by_text(f"Result: {game.points[0]}–{game.points[1]}").wait_for()
    seats.pages[0].get_by_role("link", name="Standings").click()
    seats.pages[0].wait_for_url("**/standings/")
    table = seats.pages[0].get_by_role("table").first.inner_text()
    assert all(str(points) in table for points in game.points)

    me = evening.people[0]
    wait_until(lambda: SpanTotals.objects.filter(player=me, span="all").exists())
    page = seats.visit(reverse("player", args=[me.pk]))
    page.get_by_role("heading", name="Statistics").wait_for()
    history = page.locator("section", has=page.get_by_role("heading", name="Games", exact=True)).inner_text()
    assert f"{game.points[0]}–{game.points[1]}" in history
    assert evening.event.name in history
    replay = seats.visit(reverse("replay", args=[evening.table.code, game.number]), seats.sessions[0])
    replay.get_by_role("heading", name="Hands", exact=True).wait_for()
    expect(replay.locator("tbody tr")).to_have_count(game.hands.count())
    seats.close()
    assert seats.complaints == []
    assert verify.violations() == []
