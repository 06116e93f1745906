"""How this many players can play under a table's house rules: the sides their number allows, and what has to change.

It leads from the rules that a table was made for to rules for the players who came. Knows no seats and no people.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.engine.choices import AloneBids, Deck, Packs, Sides
from games.engine.combinations import CARDS, SEATS, is_classic, is_solo
from games.engine.errors import RuleError
from games.engine.rules import HouseRules, option_of

LONE = (
    "canadian_loner",
    "defend_alone",
    "call_for_best",
    "alone_worth_two",
    "alone_must_take_all",
    "loner_bonus",
    "euchred_loner",
    "alone_bids",
)
"""What no one can do, or be paid for, without a partner to play without."""
MIN_CARDS = option_of("cards_each").low or 1


@lru_cache(maxsize=1024)
def ways_to_play(rules: HouseRules, players: int) -> tuple[HouseRules, ...]:
    """The house rules for that many players that differ from these as little as possible, one for each choice of sides.

    Two, three, five or seven play alone. Four may be two teams, six three teams of two or two of three, eight four
    teams; or everyone alone. In each:

    - cards: as many each as before, from the pack with the fewest changes and then the fewest cards left over; fewer
      each only where even two of the largest packs don't suffice;
    - without partners no one goes alone, and what belongs to that goes; where a table of loners gets partners again,
      going alone is allowed as usual;
    - an option that clashes with the new number of seats or cards has its default.

    Empty for fewer than two players and for more than eight.
    """
    low, high = option_of("players").low or 0, option_of("players").high or 0
    if not low <= players <= high:
        return ()
    return tuple(_way(rules, players, sides) for sides in Sides if SEATS.get(sides, players) == players)


def _way(rules: HouseRules, players: int, sides: Sides) -> HouseRules:
    company = {"players": players, "sides": sides, **_partners(rules, sides)}
    for cards in _cards(rules, players):
        try:
            return replace(rules, **company, **cards, **_what_cards_allow(rules, players, cards))
        except RuleError:
            continue  # a pack that this game or this number of players does not use
    raise AssertionError(f"Three cards each suffice for {players}.")


def _partners(rules: HouseRules, sides: Sides) -> dict[str, Any]:
    """The options that depend on who plays with whom."""
    if sides is Sides.SOLO:
        usual = {name: option_of(name).default for name in LONE}
        return usual | {"go_alone": False} if is_classic(rules) else usual
    changed: dict[str, Any] = {}
    if is_solo(rules) and is_classic(rules):
        changed["go_alone"] = True
    if sides is Sides.THREE_V_THREE:
        changed["call_for_best"] = False
        if rules.alone_bids is not AloneBids.NONE:
            changed["alone_bids"] = AloneBids.ALONE
    return changed


def _cards(rules: HouseRules, players: int) -> Iterator[dict[str, Any]]:
    """Packs and cards each that suffice, the nearest to those of the rules first."""
    for each in range(rules.cards_each, MIN_CARDS - 1, -1):
        combinations = [
            (deck, packs) for packs in Packs for deck in Deck if _left(rules, players, deck, packs, each) >= 0
        ]
        for deck, packs in sorted(combinations, key=lambda deck_and_packs: _distance(rules, players, *deck_and_packs)):
            yield {"deck": deck, "packs": packs, "cards_each": each}


def _distance(rules: HouseRules, players: int, deck: Deck, packs: Packs) -> tuple[int, int]:
    changes = (deck is not rules.deck) + (packs is not rules.packs)
    return changes, _left(rules, players, deck, packs, rules.cards_each)


def _left(rules: HouseRules, players: int, deck: Deck, packs: Packs, each: int) -> int:
    """Cards left over after the deal; Classic Euchre wants one to turn up."""
    return packs * (CARDS[deck] + rules.joker) - players * each - is_classic(rules)


def _what_cards_allow(rules: HouseRules, players: int, cards: dict[str, Any]) -> dict[str, Any]:
    """The options that depend on how many cards there are."""
    left, each = _left(rules, players, cards["deck"], cards["packs"], cards["cards_each"]), cards["cards_each"]
    changed: dict[str, Any] = {"minimum_bid": min(rules.minimum_bid, each)}
    if players == 6 or left < 3:  # too few lie under the turned one
        changed["go_under"] = False
    if each < 5:
        changed["misdeal_claim"] = option_of("misdeal_claim").default
    if left == 0:
        changed["kitty_to_winner"] = False
    return changed
