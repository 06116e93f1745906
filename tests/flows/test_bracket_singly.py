"""A small bracket whose matches open singly, in browsers: the laptop starts it, phones report and are called on."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import Player
from tests.cast import context_of, make_user
from tests.flows.crawler import look_at
from tests.flows.laptop import Laptop
from tests.flows.phones import Phone
from tests.tournaments.rounds.singly import bracket, called, sides
from tournaments.access.passes import issue_pass
from tournaments.events.models import Event
from tournaments.integrity.verify import violations

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def player_of(event: Event, number: int) -> Player:
    found = event.entries.get(number=number).players.first()
    assert found
    return found


@pytest.mark.heavy
def test_a_bracket_is_played_from_phones_without_a_word_from_the_organizer(
    site: str, page: Any, browser: Any, worker: None
) -> None:
    """Five pairs at one table: 4 plays 5 while 2 and 3 wait for the table, and 1 for the winner."""
    olga = make_user("Olga")
    event = bracket(olga, 5, 1)
    laptop = Laptop(site, page, olga)
    laptop.open("console", event)
    laptop.tap("button", "Start the bracket")
    laptop.says("Matches called to their tables.")

    def phone(number: int) -> Phone:
        player = player_of(event, number)
        token = issue_pass(event.pk, player, context=context_of(olga))
        return Phone(browser, site + reverse("open_pass", args=[event.slug, token]), player.name)

    phones = {number: phone(number) for number in (1, 2, 4, 5)}
    try:
        expect(phones[4].page.locator(".seat-card__place")).to_contain_text("Table 1 ·")
        expect(phones[2].page.locator(".seat-card")).to_contain_text("gets the next free table")
        expect(phones[1].page.locator(".seat-card")).to_contain_text("You’re waiting for match 1 at table 1")
        one = phones[4]
        one.look(1)
        one.page.get_by_label("Enter only the final score").check()
        one.fill({"Ann 4 & Bob 4": 10, "Ann 5 & Bob 5": 6})
        one.send()
        phones[5].confirm(1)
        # Nobody pressed anything: the pair that waited is called, and the others read what they wait for now.
        expect(phones[2].page.locator(".seat-card__place")).to_contain_text("Table 1 ·")
        expect(phones[4].page.locator(".seat-card")).to_contain_text("Your match against Ann 1 & Bob 1")
        expect(phones[5].page.locator(".seat-card")).to_contain_text("You’ve played all your matches.")
        laptop.says("A match is being played at table 1.")
        laptop.says("Ann 1 & Bob 1 against Ann 4 & Bob 4")
        complaints = [*look_at(page)(page.url), *look_at(phones[2].page)(phones[2].home)]
        assert complaints == []
    finally:
        for each in phones.values():
            each.close()
    assert {sides(match) for match in called(event)} in ({(2, 3)}, {(1, 4)})
    assert violations() == []
