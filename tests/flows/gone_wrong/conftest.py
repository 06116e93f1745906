"""A hall in which something goes wrong: Olga's laptop, phones on wires that can be cut, whoever looks at a board."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import Table, context_of, seat_table
from tests.flows.phones import Phone
from tests.flows.wire import Wire
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in, with_link
from tournaments.access.passes import issue_pass
from tournaments.events.models import Event

OpenPhone = Callable[..., Phone]
WITHIN = PATIENCE / 1000
"""Seconds after which a change must be on every open page; without other work on the machine it is there in two."""
COUNT_TAPS = (
    """addEventListener("click", () => sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps"))))"""
)


class Hall:
    """Browsers around one event, each a person's own."""

    def __init__(self, site: str, browser: Any, table: Table) -> None:
        self.site, self.browser, self.table = site, browser, table
        self.contexts: list[Any] = []

    def organizer(self, user: User, event: Event | None = None) -> Any:
        return self._open(log_in(user).cookies["session"].value, width=1280)

    def phone(self, player: Player) -> Any:
        """The player's seat card, opened with a personal link."""
        client = with_link(self.table.event, self.table.olga, player)
        page = self._open(client.cookies["session"].value, width=360)
        page.goto(self.path("my_seat"))
        return page

    def board(self, name: str = "board") -> Any:
        page = self._open("", width=1920)
        page.goto(self.path(name))
        return page

    def path(self, name: str, *args: Any, event: Event | None = None) -> str:
        return self.site + reverse(name, args=[(event or self.table.event).slug, *args])

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def _open(self, session: str, width: int) -> Any:
        context = self.browser.new_context(viewport={"width": width, "height": 800})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(COUNT_TAPS)
        if session:
            context.add_cookies([{"name": "session", "value": session, "url": self.site}])
        self.contexts.append(context)
        return context.new_page()


def taps(page: Any) -> int:
    """Clicks since the browser was opened."""
    return int(page.evaluate("() => sessionStorage.getItem('taps') || 0"))


@pytest.fixture
def hall(site: str, worker: None, browser: Any) -> Iterator[Hall]:
    """A night of eight, its first round published."""
    found = Hall(site, browser, seat_table())
    yield found
    found.close()


@pytest.fixture
def soon() -> Callable[..., None]:
    """`soon(since, *locators)`: all of them are there within the limit, counted from `since`."""

    def check(since: float, *locators: Any) -> None:
        for locator in locators:
            left = since + WITHIN - time.monotonic()
            locator.first.wait_for(timeout=max(left, 0.001) * 1000)

    return check


@pytest.fixture
def table(transactional_db: None) -> Table:
    return seat_table()


@pytest.fixture
def wire(site: str) -> Iterator[Wire]:
    with Wire(site) as wire:
        yield wire


@pytest.fixture
def phone_of(wire: Wire, browser: Any, table: Table) -> Iterator[OpenPhone]:
    """Opens a player's phone with the personal link."""
    phones: list[Phone] = []

    def open_phone(player: Player, **how: Any) -> Phone:
        token = issue_pass(table.event.pk, player, context=context_of(table.olga))
        path = reverse("open_pass", args=[table.event.slug, token])
        phones.append(Phone(browser, wire.address + path, player.name, **how))
        return phones[-1]

    yield open_phone
    for phone in phones:
        phone.close()
