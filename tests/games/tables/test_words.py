"""What the table says for an action: on its button, and as it is told."""

import pytest

from games.engine.choices import Deck, Direction, Sides
from games.engine.rules import HouseRules
from games.engine.view import view_for
from games.tables import words
from tests.games.engine.setting import act, dealt

PLAIN = HouseRules()


def buttons_of(hand):
    view = view_for(hand, hand.turn)
    return [words.button(action, view) for action in view.legal]


@pytest.mark.parametrize("direction", Direction)
def test_the_dealers_partner_assists(direction):
    rules = HouseRules(direction=direction)
    hand = act(dealt(rules, rest="9H"), "pass")
    assert buttons_of(hand) == ["Pass", "Assist", "Go alone"]
    for action, told in (("order", "assists"), ("order alone", "assists and plays alone")):
        view = view_for(act(hand, action), 0)
        assert str(words.phrase(view.history[-1], view)) == told


@pytest.mark.parametrize(
    ("passes", "button", "told"),
    [(0, "Order up", "orders it up"), (2, "Order up", "orders it up"), (3, "Pick up", "picks it up")],
)
def test_opponents_order_up_and_the_dealer_picks_up(passes, button, told):
    hand = act(dealt(PLAIN, rest="9H"), *["pass"] * passes)
    assert buttons_of(hand) == ["Pass", f"{button} the nine of hearts", "Go alone"]
    for action, words_after in (("order", told), ("order alone", f"{told} and plays alone")):
        view = view_for(act(hand, action), 0)
        assert str(words.phrase(view.history[-1], view)) == words_after


def test_no_one_assists_where_a_side_has_more_than_two_or_one():
    three = HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN)
    solo = HouseRules(players=3, sides=Sides.SOLO, go_alone=False)
    for rules in (three, solo):
        hand = dealt(rules, rest="9H", dealer=2)
        while not hand.is_over and hand.phase.name == "ORDER":
            assert not any("ssist" in one for one in buttons_of(hand))
            hand = act(hand, "pass")
