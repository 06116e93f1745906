"""The page on which those who run a table change its rules: the picker with the present rules, and how people play."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.choices import Deck, Sides
from games.engine.rules import HouseRules
from games.house_rules.picker import fields_of
from games.tables import play
from games.tables.models import Table
from tests.games.house_rules.forms import new_table
from tests.games.tables.cast import command_by, table_for

pytestmark = pytest.mark.django_db


def browser(player: Player) -> Client:
    client = Client()
    session = client.session
    session["guest_player"] = player.pk
    session.save()
    return client


def form(table: Table, rules: HouseRules, **more: Any) -> dict[str, Any]:
    table.refresh_from_db()
    return (
        new_table(house_rules="now", rules_of="now")
        | fields_of(rules)
        | {"key": str(uuid.uuid4()), "seen": table.version}
        | more
    )


def test_the_owner_changes_rules_and_conduct_and_everyone_reads_it() -> None:
    table, (olga, pam, *_) = table_for()
    address = reverse("change_table_rules", args=[table.code])
    page = browser(olga).get(address)
    assert page.context["picker"].rules == table.house_rules
    assert browser(olga).post(address, form(table, HouseRules(joker=True), chat="text")).status_code == 302
    table.refresh_from_db()
    assert (table.house_rules, table.conduct.chat.value) == (HouseRules(joker=True), "text")
    assert "Joker: yes (was no)" in browser(pam).get(table.get_absolute_url()).content.decode()


def test_what_cannot_be_done_is_said_and_what_was_picked_stays() -> None:
    table, (olga, *_) = table_for()
    six = HouseRules(players=6, sides=Sides.THREE_PAIRS, deck=Deck.SEVEN)
    address = reverse("change_table_rules", args=[table.code])
    old = form(table, six, seen=table.version - 1)
    answer = browser(olga).post(address, old)
    assert answer.status_code == 409
    assert answer.context["picker"].rules == six
    three = form(table, HouseRules(players=3, sides=Sides.SOLO, go_alone=False))
    answer = browser(olga).post(address, three)
    assert answer.status_code == 422
    assert table.house_rules.players == 4


def test_during_a_game_the_page_says_to_wait() -> None:
    table, (olga, *_) = table_for()
    play.start_game(table.pk, command_by(olga, table))
    address = reverse("change_table_rules", args=[table.code])
    assert "A game is being played." in browser(olga).get(address).content.decode()
    assert browser(olga).post(address, form(table, HouseRules(joker=True))).status_code == 422


def test_others_find_no_such_page_and_no_button() -> None:
    table, (olga, pam, *_) = table_for()
    address = reverse("change_table_rules", args=[table.code])
    assert browser(pam).get(address).status_code == 404
    rules = reverse("table_rules", args=[table.code])
    assert address in browser(olga).get(rules).content.decode()
    assert address not in browser(pam).get(rules).content.decode()


def test_the_picker_starts_from_the_rules_as_they_are() -> None:
    table, (olga, *_) = table_for(rules=HouseRules(joker=True))
    sent = fields_of(table.house_rules) | {"house_rules": "now", "rules_of": "now", "rule_players": "6"}
    page = browser(olga).get(reverse("table_rule_picker", args=[table.code]), sent | {"touched": "rule_players"})
    words = page.content.decode()
    assert "Deck: 7-A instead of 9-A" in words
    assert "Joker" not in words
