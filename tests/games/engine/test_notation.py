"""Text that is no card and no action is refused; everything else goes there and back (see also the properties)."""

import pytest

from games.engine.actions import Action, Verb, code_of
from games.engine.cards import CARDS, Rank, Strain, Suit, card_from
from games.engine.errors import RuleError
from games.engine.notation import action_from, cards_from, cards_text, rules_from_text, rules_text
from games.engine.rules import HouseRules
from games.engine.scoring import Loner


def test_every_card_goes_there_and_back():
    assert [card_from(str(card)) for card in CARDS] == list(CARDS)
    assert str(CARDS[0]) == "AC"
    assert card_from("jh").suit is Suit.HEARTS
    assert card_from("jh").rank is Rank.JACK
    assert cards_from(cards_text(CARDS)) == CARDS
    assert str(Rank.JOKER) == "*"


@pytest.mark.parametrize("text", ["", "1H", "JX", "10H", "H J"])
def test_no_card(text):
    with pytest.raises(RuleError, match="isn’t a card"):
        card_from(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fold",
        "play",
        "play JH 9C",
        "call",
        "call 4",
        "bid",
        "bid 17",
        "bid 0",
        "under 9C TC",
        "pass alone",
        "order H",
        "alone H",
        "discard",
        "bid 4 alone",
        "call H call_1",
        "order call_1",
    ],
)
def test_no_action(text):
    with pytest.raises(RuleError, match="isn’t an action"):
        action_from(text)


@pytest.mark.parametrize("text", ["bid 4", "bid 12 N", "bid alone", "bid S call_2", "call L alone", "under 9C TC 9D"])
def test_actions_in_words(text):
    assert str(action_from(text)) == text


def test_cards_of_an_exchange_come_in_any_order():
    codes = {code_of(Action(Verb.UNDER, cards_from(text))) for text in ("9D 9C TC", "TC 9C 9D", "9C 9D TC")}
    assert len(codes) == 1
    assert min(codes) > 0
    assert Action(Verb.CALL, strain=Strain.HIGH, loner=Loner.ALONE).strain is Strain.HIGH


def test_rules_are_one_line():
    rules = HouseRules(number_of_hands=8, stick_the_dealer=True)
    assert rules_text(rules) == "rules number_of_hands=8 stick_the_dealer=yes"
    assert rules_from_text("rules number_of_hands=none joker=no") == HouseRules()
    assert rules_from_text("rules") == HouseRules()
