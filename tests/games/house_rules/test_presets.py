"""Named house rules: edited in the admin with the engine's words, refused when they cannot be played, and opened."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.engine.choices import Deck, Direction, Variant
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.rules import HouseRules, options
from games.house_rules.admin_form import FIELDSETS, RulePresetForm
from games.house_rules.models import RulePreset
from games.house_rules.presets import BUILT_IN, bundles, rules_named, save_preset
from games.tables.models import Table
from tests.games.house_rules.forms import new_table
from tests.games.tables.cast import player
from tests.tournaments.pages.browsing import log_in

pytestmark = pytest.mark.django_db
ADD = "admin:games_rulepreset_add"


@pytest.fixture
def ada() -> Client:
    return log_in(User.objects.create_superuser("ada@example.org", "a long password"))


def sent(**changed: Any) -> dict[str, Any]:
    """What the editor's form sends as it opens, with some changed. A switch that is off is not sent."""
    fields = RulePresetForm().fields
    shown = {name: field.initial for name, field in fields.items()} | {"name": "Mill Road rules"} | changed
    return {name: value for name, value in shown.items() if value is not None and value is not False}


def test_the_editor_has_every_option_with_its_meaning(ada: Client) -> None:
    page = ada.get(reverse(ADD)).content.decode()
    assert {name for _, part in FIELDSETS for name in part["fields"]} == set(RulePresetForm().fields)
    for shown in options():
        assert f'name="{shown.name}"' in page
    assert "In the last round of bidding, the last player can’t pass." in page
    assert "after 7 passes the dealer must call a suit." in page


def test_what_opens_unchanged_is_the_engines_own(ada: Client) -> None:
    assert ada.post(reverse(ADD), sent()).status_code == 302
    assert RulePreset.objects.get().house_rules == HouseRules()


def test_rules_are_kept_shown_again_and_changed(ada: Client) -> None:
    ada.post(reverse(ADD), sent(deck="7-A", stick_the_dealer=True, play_to=15, number_of_hands=8))
    row = RulePreset.objects.get()
    assert row.house_rules == HouseRules(deck=Deck.SEVEN, stick_the_dealer=True, play_to=15, number_of_hands=8)
    opened = RulePresetForm(instance=row)
    assert (opened.initial["deck"], opened.initial["play_to"], opened.initial["stick_the_dealer"]) == ("7-A", 15, True)
    change = reverse("admin:games_rulepreset_change", args=[row.pk])
    ada.post(change, sent(deck="7-A", play_to=15, is_offered=False))
    row.refresh_from_db()
    assert (row.house_rules, row.is_offered) == (HouseRules(deck=Deck.SEVEN, play_to=15), False)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": 5, "deck": "9-A"}, "cards"),
        ({"play_to": 3}, "Enter 5 or more"),
        ({"play_to": "many"}, "whole number"),
        ({"sides": "everybody"}, "in the list. Choose again."),
        ({"name": ""}, "required"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(ada: Client, changed: dict[str, Any], words: str) -> None:
    answer = ada.post(reverse(ADD), sent(**changed))
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not RulePreset.objects.exists()


def test_they_are_offered_for_new_tables_until_they_are_not() -> None:
    row = save_preset(RulePreset(name="Mill Road rules"), {"stick_the_dealer": True})
    assert [one.name for one in bundles().values()] == ["Mill Road rules", *BUILT_IN.values()]
    pam = Client()
    assert "Mill Road rules" in pam.get(reverse("new_table")).content.decode()
    assert pam.post(reverse("new_table"), new_table(house_rules=f"own-{row.pk}")).status_code == 302
    assert Table.objects.get().house_rules == HouseRules(stick_the_dealer=True)
    RulePreset.objects.update(is_offered=False)
    assert [one.name for one in bundles().values()] == list(BUILT_IN.values())
    with pytest.raises(RuleError, match="no longer offered"):
        rules_named(f"own-{row.pk}")
    assert Table.objects.get().house_rules == HouseRules(stick_the_dealer=True), "the table has its own copy"


def test_strangers_and_members_have_no_editor() -> None:
    assert Client().get(reverse(ADD)).status_code == 302
    pam = player("Pam")
    pam.user = User.objects.create_user("pam@example.org", "bower-and-kitty")
    pam.save()
    assert log_in(pam.user).get(reverse(ADD)).status_code == 302


CLAIMS = {
    "32 cards": {"deck": Deck.SEVEN},
    "farmer’s hand": {"go_under": True},
    "no loners": {"go_alone": False},
    "Stick the dealer": {"stick_the_dealer": True},
    "Counterclockwise": {"direction": Direction.RIGHT},
    "8 hands": {"number_of_hands": 8},
    "to 10": {"play_to": 10},
    "to 5": {"play_to": 5},
    "to 32": {"play_to": 32},
    "Bid Euchre": {"variant": Variant.BID},
    "Seven cards": {"cards_each": 7},
    "partner’s best": {"call_for_best": True},
}


def test_what_the_built_in_rules_are_called_is_true_of_them() -> None:
    """Two of them once promised seven cards and the partner's best card, and had neither."""
    for key, label in BUILT_IN.items():
        promised = [fields for words, fields in CLAIMS.items() if words in label]
        assert promised, label
        for name, value in (item for fields in promised for item in fields.items()):
            assert getattr(preset(key), name) == value, label
