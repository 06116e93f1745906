"""The stages of a hand in order, and the house rules under which each can come at all."""

from collections.abc import Callable
from enum import IntEnum

from games.engine.choices import AloneSaid, DefendAlone, JokerTurnedUp, Variant
from games.engine.rules import HouseRules


class Phase(IntEnum):
    """The stages of a hand, in the order in which they come when they come at all."""

    BLIND = 0
    ORDER = 1
    CALL = 2
    AUCTION = 3
    NAME = 4
    BURY = 5
    TAKE = 6
    ALONE = 7
    DEFEND = 8
    GIVE = 9
    BEST = 10
    PLAY = 11
    OVER = 12


def is_classic(rules: HouseRules) -> bool:
    """Classic Euchre has a turned card."""
    return rules.variant is Variant.CLASSIC


def is_bid(rules: HouseRules) -> bool:
    """Bid Euchre has an auction."""
    return rules.variant is Variant.BID


def passes_cards(rules: HouseRules) -> bool:
    """A lone maker may get cards from his partner."""
    return rules.call_for_best or rules.alone_bids.value.startswith("call")


CONCERNS: dict[Phase, Callable[[HouseRules], bool]] = {
    Phase.BLIND: lambda rules: rules.joker_turned_up is JokerTurnedUp.DEALER_BLIND,
    Phase.ORDER: is_classic,
    Phase.CALL: is_classic,
    Phase.AUCTION: is_bid,
    Phase.NAME: is_bid,
    Phase.BURY: lambda rules: rules.kitty_to_winner,
    Phase.TAKE: is_classic,
    Phase.ALONE: lambda rules: rules.alone_said is AloneSaid.AFTER_DISCARD,
    Phase.DEFEND: lambda rules: rules.defend_alone is not DefendAlone.NEVER,
    Phase.GIVE: passes_cards,
    Phase.BEST: passes_cards,
    Phase.PLAY: lambda rules: True,
}


def later_phases(rules: HouseRules) -> dict[int, tuple[int, ...]]:
    """After each phase, and before the first (-1), the phases that can still come under these rules."""
    possible = [phase.value for phase, concerns in CONCERNS.items() if concerns(rules)]
    return {now: tuple(phase for phase in possible if phase > now) for now in range(-1, Phase.OVER)}
