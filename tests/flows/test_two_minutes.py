"""From the home page to the seating on every phone, with nothing prepared but a list of names: twelve taps at most."""

from typing import Any

import pytest

from tests.cast import context_of, import_list, make_club, make_event, make_user
from tests.flows.laptop import Laptop
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.rounds.models import Round, Seat

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FIRST, LAST = ("Ann", "Bob", "Cy", "Dee", "Earl"), ("Hart", "Penn", "Lowe", "Rowe")
NAMES = [f"{first} {last}" for first in FIRST for last in LAST]
MOST = 12


@pytest.mark.heavy
def test_a_night_is_set_up_and_seated_in_a_dozen_taps(site: str, page: Any) -> None:
    olga = make_user("Olga")
    make_club(olga)
    laptop = Laptop(site, page, olga)
    laptop.open("home")
    laptop.tap("link", "Elm Street Euchre")
    laptop.tap("link", "New event")
    laptop.tap("link", "Progressive")
    laptop.type("Players", "22")
    laptop.says("22 players make 5 tables for 8 rounds, and 2 sit out. Everyone plays 7 or 8 games")
    laptop.tap("button", "Set up event")
    laptop.type("Or paste names or spreadsheet cells", "\n".join([*NAMES, "Flo Marsh"]))
    laptop.tap("button", "Preview list")
    laptop.tap("checkbox", "Everyone on this list is here")
    laptop.tap("button", "Add 21 players")
    laptop.says("21 players entered.")
    laptop.says("21 players make 5 tables for 8 rounds, and 1 sits out")
    laptop.tap("link", "Next step")
    laptop.tap("button", "Draw round 1")
    laptop.tap("button", "Publish round 1")
    laptop.says("Round 1 published.")
    assert laptop.taps <= MOST
    assert Round.objects.get().status == "published"
    assert Seat.objects.count() == 20
    assert Event.objects.get().name == "Progressive"
    assert violations() == []


def test_enter_ticks_the_only_one_that_fits_and_asks_for_more_letters_else(site: str, page: Any) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, fee=500)
    import_list(event, "Ann Hart\nAnn Harting\nBob Hart", here=False, context=context_of(olga))
    laptop = Laptop(site, page, olga)
    laptop.open("check_in", event)
    page.keyboard.type("ann")
    page.keyboard.press("Enter")
    laptop.says("2 found: type more letters, or choose one")
    assert event.entries.filter(status="checked_in").count() == 0
    page.keyboard.type(" hart")
    page.keyboard.press("Enter")
    laptop.says("Ann Hart checked in and fee collected.")
    assert [entry.name for entry in event.entries.filter(status="checked_in")] == ["Ann Hart"]
