"""The games that people can look for. A few: each further one makes everyone wait longer."""

from collections.abc import Callable, Collection, Mapping

from games.engine.choices import Variant
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.house_rules.presets import BUILT_IN

KINDS = ("plain", "web_classic", "trickster_bid")
NEWCOMER = 1000
"""The strength of a player without a game."""
Strengths = Callable[[Collection[int], Variant], Mapping[int, int]]
_known: list[Strengths] = []


def register_strengths(known: Strengths) -> None:
    """Call from AppConfig.ready(). known: how strong players play, as ratings of which a newcomer has 1000; who has
    none is not in it."""
    _known.append(known)


def strengths_of(players: Collection[int], rules: HouseRules) -> dict[int, int]:
    """How strong each of them plays under such rules, as a rating: by player, and there for everyone."""
    strengths = dict.fromkeys(players, NEWCOMER)
    for known in _known:
        strengths |= known(players, rules.variant)
    return strengths


def rules_of(kind: str) -> HouseRules:
    """RuleError for one that is not offered."""
    if kind not in KINDS:
        raise RuleError("Choose a kind of game from the list.")
    return preset(kind)


def name_of(kind: str) -> str:
    return say(BUILT_IN[kind])
