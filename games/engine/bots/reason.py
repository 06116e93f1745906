"""Every reason a bot can give, and a reason with its sentence."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why an action is a good one."""

    ONLY_CHOICE = "only_choice"
    POOR_HAND = "poor_hand"
    LOW_CARDS = "low_cards"
    TOO_WEAK = "too_weak"
    MUST_SPEAK = "must_speak"
    STRONG_ENOUGH = "strong_enough"
    STRONG_ALONE = "strong_alone"
    NEEDS_PARTNER = "needs_partner"
    STOPS_MAKERS = "stops_makers"
    LEAVES_CARD = "leaves_card"
    EMPTIES_SUIT = "empties_suit"
    WORTH_LEAST = "worth_least"
    DRAWS_TRUMP = "draws_trump"
    CANNOT_BE_BEATEN = "cannot_be_beaten"
    RISKS_LEAST = "risks_least"
    PARTNER_HAS_IT = "partner_has_it"
    TRUMPS_IT = "trumps_it"
    TAKES_IT = "takes_it"
    CANNOT_TAKE_IT = "cannot_take_it"
    SAVES_BETTER = "saves_better"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason, and the sentence that gives it with the cards at hand."""

    reason: Reason
    sentence: str
