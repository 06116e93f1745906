"""House rules ready to play, one per source document. A preset is only a value; clubs save their own beside these."""

from functools import lru_cache
from types import MappingProxyType
from typing import Any

from games.engine.choices import BidKind, Deck, Direction, TurnedDownSuit, Variant
from games.engine.errors import RuleError
from games.engine.rules import HouseRules, rules_data

PRESETS = MappingProxyType(
    {
        "krengineering": HouseRules(direction=Direction.RIGHT, turned_down_suit=TurnedDownSuit.ALLOWED, go_alone=False),
        "web_classic": HouseRules(stick_the_dealer=True, dealer_may_decline=True, go_under=True),
        "hoyle": HouseRules(deck=Deck.SEVEN, play_to=5),
        "trickster": HouseRules(),
        "trickster_bid": HouseRules(
            variant=Variant.BID, cards_each=6, play_to=32, bid_kind=BidKind.LEVEL_AND_SUIT, bid_winner_leads=True
        ),
        "plain": HouseRules(lone_march=4, call_for_best=False),
        "progressive_night": HouseRules(number_of_hands=8, stick_the_dealer=True),
    }
)
"""krengineering: the in-world table as delivered. web_classic: the web game with bots. hoyle: 32 cards, game of five.
trickster and trickster_bid: the large online site's games as opened; where it states no default for Bid Euchre, the
common single deck game to 32 is used and the winner leads. plain: the how-to page, where asking for the partner's best
is only an extra. progressive_night: eight hands at each table."""

_LENGTH = ("play_to", "number_of_hands")


def _but_for_length(rules: HouseRules) -> tuple[Any, ...]:
    return tuple(value for name, value in rules_data(rules).items() if name not in _LENGTH)


_NAMES = {_but_for_length(rules): name for name, rules in PRESETS.items()}
SETS = tuple(_NAMES.values())
"""The names that games go by: of presets that are the same but for the length of a game only the last."""


@lru_cache(maxsize=256)
def set_name(rules: HouseRules) -> str:
    """Which of SETS these rules are; "" for others. How long a game lasts makes no other rules."""
    return _NAMES.get(_but_for_length(rules), "")


def preset(name: str) -> HouseRules:
    """The preset with that name. Raises RuleError listing the names when there is none."""
    if name not in PRESETS:
        raise RuleError(
            "There’s no preset called {name!r}. Choose from {presets}.", name=name, presets=", ".join(PRESETS)
        )
    return PRESETS[name]
