"""The named values that house rules choose from, one enum per option. No behaviour lives here."""

from enum import IntEnum, StrEnum


class Variant(StrEnum):
    """Which of the two games is played."""

    CLASSIC = "classic"
    BID = "bid"


class Sides(StrEnum):
    """Who scores with whom; partners always sit as far apart as the table allows."""

    TWO_V_TWO = "2v2"
    THREE_PAIRS = "2v2v2"
    FOUR_PAIRS = "2v2v2v2"
    THREE_V_THREE = "3v3"
    SOLO = "solo"


class Deck(StrEnum):
    """The ranks in one pack."""

    NINE = "9-A"
    SEVEN = "7-A"
    EIGHT = "8-A"
    TEN = "10-A"
    JACK = "J-A"


class Packs(IntEnum):
    """How many identical packs are shuffled together."""

    ONE = 1
    TWO = 2


class Direction(StrEnum):
    """The way round the table that deal, bidding and play go; left is clockwise."""

    LEFT = "left"
    RIGHT = "right"


class TurnedDownSuit(StrEnum):
    """Whether a suit that was turned down may be named in the second round."""

    BARRED = "barred"
    ALLOWED = "allowed"


class DefendAlone(StrEnum):
    """When a defender may play without partner."""

    NEVER = "never"
    AGAINST_ALONE = "against_alone"
    ANYTIME = "anytime"


class CallNeeds(StrEnum):
    """What the caller of the turned suit must hold."""

    ANYTHING = "anything"
    ANY_TRUMP = "any_trump"
    NATURAL = "natural"


class MisdealClaim(StrEnum):
    """Which poor hands may be thrown in."""

    NEVER = "never"
    ACE_NO_FACE = "ace_no_face"
    NO_ACE_NO_FACE = "no_ace_no_face"
    EITHER = "either"


class NoTrump(StrEnum):
    """Which games without trump may be called."""

    NONE = "none"
    HIGH = "high"
    HIGH_LOW = "high_low"


class JokerTurnedUp(StrEnum):
    """What happens when the joker is the turned card."""

    SPADES = "spades"
    DEALER_BLIND = "dealer_blind"


class DealerDiscard(StrEnum):
    """Which card the dealer may discard after picking up."""

    ANY = "any"
    NOT_TURNED = "not_turned"


class AloneSaid(StrEnum):
    """When the maker says that he plays alone."""

    WITH_CALL = "with_call"
    AFTER_DISCARD = "after_discard"


class DefendAsked(StrEnum):
    """Where the question about defending alone starts."""

    MAKER_LEFT = "maker_left"
    DEALER_LEFT = "dealer_left"


class LeadTrump(StrEnum):
    """When trump may be led."""

    ANYTIME = "anytime"
    AFTER_FIRST_TRICK = "after_first_trick"
    AFTER_BROKEN = "after_broken"


class AloneLead(StrEnum):
    """Who leads first against a lone maker."""

    DEALER_LEFT = "dealer_left"
    MAKER_LEFT = "maker_left"


class Bidding(StrEnum):
    """Whether everyone bids once or until the others have passed."""

    SINGLE = "single"
    AUCTION = "auction"


class BidKind(StrEnum):
    """Whether a bid names tricks only, or tricks and suit together."""

    LEVEL_AND_SUIT = "level_and_suit"
    LEVEL = "level"


class AloneBids(StrEnum):
    """The strongest help a lone bidder may ask for; each value includes the ones before it."""

    NONE = "none"
    ALONE = "alone"
    CALL_1 = "call_1"
    CALL_2 = "call_2"
