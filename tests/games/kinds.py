"""Every kind of game that is played over HTTP in the tests: all presets, and tables of two to six."""

from dataclasses import replace

from games.engine.choices import Deck, Sides
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules

KINDS = dict(PRESETS) | {
    "two players": HouseRules(players=2, sides=Sides.SOLO, go_alone=False),
    "three players": HouseRules(players=3, sides=Sides.SOLO, go_alone=False),
    "four alone": HouseRules(sides=Sides.SOLO, go_alone=False),
    "five alone": HouseRules(players=5, sides=Sides.SOLO, go_alone=False, deck=Deck.SEVEN),
    "six in pairs": HouseRules(players=6, sides=Sides.THREE_PAIRS, deck=Deck.SEVEN),
    "six in two sides": HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN),
}


def short(rules: HouseRules) -> HouseRules:
    """One hand is the game."""
    return replace(rules, number_of_hands=1)
