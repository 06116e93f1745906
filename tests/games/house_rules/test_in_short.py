"""House rules in one line, as each reader's language writes a label and its value."""

from django.utils import translation

from games.engine.phases import Phase
from games.engine.rules import HouseRules
from games.house_rules.panel import in_short
from games.tables.narration import own_turn


def test_a_label_and_its_value_are_joined_by_the_language() -> None:
    rules = HouseRules(stick_the_dealer=True)
    assert in_short(rules) == "Stick the dealer: yes"
    with translation.override("fr"):
        assert in_short(rules) == "Donneur obligé\N{NO-BREAK SPACE}: oui"
    assert in_short(HouseRules()) == ""


def test_whose_turn_it_is_to_play_is_told_in_one_sentence() -> None:
    assert own_turn(Phase.PLAY) == "Your turn: play a card."
    with translation.override("fr"):
        assert own_turn(Phase.PLAY) == "À vous de jouer."
