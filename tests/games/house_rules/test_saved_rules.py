"""Rules under a player's own name: saved from any picker, offered first, shared by a link, kept apart from tables."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from games.engine.rules import HouseRules, rules_data
from games.errors import NotAllowed
from games.house_rules.models import RulePreset
from games.house_rules.picker import fields_of
from games.house_rules.presets import MAX_SAVED, bundles, rules_named, save_rules
from games.tables.models import Table
from tests.games.house_rules.forms import new_table
from tests.markup import squeezed
from tests.tournaments.pages.browsing import log_in

pytestmark = pytest.mark.django_db
MILL = HouseRules(stick_the_dealer=True, win_by_two=True, play_to=15)


def member(name: str) -> Player:
    user = User.objects.create_user(f"{name.lower()}@example.org", "bower-and-kitty")
    return Player.objects.create(name=name, user=user)


@pytest.fixture
def olga() -> Player:
    return member("Olga")


@pytest.fixture
def row(olga: Player) -> RulePreset:
    return save_rules(olga, "Mill Road", MILL)


def browser(player: Player) -> Client:
    assert player.user
    return log_in(player.user)


def test_rules_saved_with_a_new_table_are_first_in_the_list_next_time(olga: Player) -> None:
    form = new_table(rules_save_as="Mill  Road ") | fields_of(MILL) | {"rules_of": "plain"}
    assert browser(olga).post(reverse("new_table"), form).status_code == 302
    assert Table.objects.get().house_rules == MILL
    first = next(iter(bundles(olga).values()))
    assert (first.name, first.rules, first.group) == ("Mill Road", MILL, "Your rules")
    page = browser(olga).get(reverse("new_table")).content.decode()
    assert page.index("Mill Road") < page.index("Plain euchre to 10")


def test_a_table_that_cannot_be_opened_saves_no_rules_either(olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.opening.MAX_OPEN", 0)
    page = browser(olga).post(reverse("new_table"), new_table(rules_save_as="Mill Road"))
    assert "tables open" in page.content.decode()
    assert not RulePreset.objects.exists()


def test_rules_of_others_cannot_be_chosen_by_number(row: RulePreset) -> None:
    pam = member("Pam")
    with pytest.raises(RuleError, match="no longer offered"):
        rules_named(f"own-{row.pk}", pam)
    page = browser(pam).post(reverse("new_table"), new_table(house_rules=f"own-{row.pk}"))
    assert "no longer offered" in page.content.decode()
    assert not Table.objects.exists()


def test_a_link_shares_them_with_anyone(row: RulePreset) -> None:
    page = squeezed(Client().get(row.get_absolute_url()).content.decode())
    assert "Win by 2" in page
    assert "<strong>yes</strong>" in page
    guest = Client()
    guest.post(reverse("new_table"), new_table(house_rules=f"link-{row.code}"))
    assert Table.objects.get().house_rules == MILL


def test_who_has_the_link_keeps_a_copy(row: RulePreset) -> None:
    pam = member("Pam")
    assert "Save to your rules" in browser(pam).get(row.get_absolute_url()).content.decode()
    browser(pam).post(reverse("keep_rules", args=[row.code]))
    kept = pam.rule_presets.get()
    assert (kept.name, kept.house_rules) == ("Mill Road", MILL)
    assert kept.code != row.code


def test_they_are_made_changed_and_deleted_on_a_page(olga: Player) -> None:
    at_work = browser(olga)
    assert "No saved rules yet" in at_work.get(reverse("my_rules")).content.decode()
    new = {"rules_save_as": "Sunday", "house_rules": "hoyle"}
    assert at_work.post(reverse("new_rules"), new).status_code == 302
    row = olga.rule_presets.get()
    assert row.house_rules.play_to == 5
    change = reverse("change_rules", args=[row.code])
    shown = at_work.get(change)
    assert shown.context["picker"].rules == row.house_rules
    form = fields_of(MILL) | {"rules_save_as": "Sunday", "house_rules": "now", "rules_of": "now"}
    assert at_work.post(change, form).status_code == 302
    row.refresh_from_db()
    assert row.house_rules == MILL
    assert "Sunday" in at_work.get(reverse("my_rules")).content.decode()
    assert "data-confirm" in at_work.get(reverse("my_rules")).content.decode()
    at_work.post(reverse("delete_rules", args=[row.code]))
    assert not olga.rule_presets.exists()


def test_saved_rules_get_another_name_unless_others_have_it(olga: Player, row: RulePreset) -> None:
    form = fields_of(MILL) | {"rules_save_as": "Tuesday", "house_rules": "now", "rules_of": "now"}
    change = reverse("change_rules", args=[row.code])
    browser(olga).post(change, form)
    assert [(one.code, one.name) for one in olga.rule_presets.all()] == [(row.code, "Tuesday")]
    save_rules(olga, "Sunday", MILL)
    refused = browser(olga).post(change, form | {"rules_save_as": "Sunday"})
    assert refused.status_code == 422
    assert "You already have rules called Sunday. Choose another name." in refused.content.decode()


@pytest.mark.parametrize(
    ("typed", "words"), [(" ", "Give these rules a name."), ("x" * 61, "The name has 61 characters. Use at most 60.")]
)
def test_a_name_that_cannot_be_used_is_refused_and_nothing_is_lost(olga: Player, typed: str, words: str) -> None:
    answer = browser(olga).post(reverse("new_rules"), {"rules_save_as": typed, "house_rules": "hoyle"})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert answer.context["picker"].chosen == "hoyle"


def test_rules_that_cannot_be_played_are_not_saved(olga: Player) -> None:
    form = {"rules_save_as": "Odd", "house_rules": "plain", "rules_of": "plain", "rule_players": "3"}
    answer = browser(olga).post(reverse("new_rules"), form)
    assert "“Players: 3” and “Sides: 2v2” don’t go together" in answer.content.decode()
    assert not RulePreset.objects.exists()


def test_others_change_and_delete_nothing(row: RulePreset) -> None:
    pam = browser(member("Pam"))
    assert pam.get(reverse("change_rules", args=[row.code])).status_code == 404
    assert pam.post(reverse("delete_rules", args=[row.code])).status_code == 404
    assert Client().get(reverse("my_rules")).status_code == 302
    row.refresh_from_db()
    assert row.house_rules == MILL


def test_guests_save_nothing(row: RulePreset) -> None:
    guest = Player.objects.create(name="Guest", is_guest=True)
    with pytest.raises(NotAllowed):
        save_rules(guest, "Mine", MILL)
    assert list(bundles(guest)) == list(bundles())


def test_a_player_keeps_so_many_and_no_more(olga: Player) -> None:
    RulePreset.objects.bulk_create(
        RulePreset(name=f"Rules {number}", owner=olga, rules=rules_data(MILL)) for number in range(MAX_SAVED)
    )
    with pytest.raises(RuleError, match="You already have 50 sets of saved rules, which is the limit"):
        save_rules(olga, "One more", MILL)
    assert save_rules(olga, "Rules 7", HouseRules()).house_rules == HouseRules()


def test_the_picker_answers_with_what_differs_and_what_followed() -> None:
    asked: dict[str, Any] = fields_of(HouseRules()) | {"house_rules": "plain", "rules_of": "plain"}
    page = Client().get(reverse("rule_picker"), asked | {"rule_players": "6", "touched": "rule_players"})
    words = page.content.decode()
    assert "Deck: 7-A instead of 9-A" in words
    assert 'id="row-deck"' in words
    assert 'id="row-players"' not in words, "what a person has just touched is left alone"
    refused = Client().get(reverse("rule_picker"), asked | {"rule_play_to.other": "3", "touched": "rule_play_to.other"})
    assert "Play to must be a whole number from 5 to 100." in refused.content.decode()


def test_pages_of_rules_ask_little(row: RulePreset, olga: Player, django_assert_num_queries: Any) -> None:
    at_work = browser(olga)
    for name in ("my_rules", "new_rules", "new_table"):
        at_work.get(reverse(name))
        with django_assert_num_queries({"my_rules": 4, "new_rules": 5, "new_table": 6}[name]):
            at_work.get(reverse(name))
