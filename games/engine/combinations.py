"""Which house rules cannot be played together, as a table of clashes with the reason in words.

Checks combinations only; the range of a single value is checked by its option.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.choices import (
    AloneBids,
    Deck,
    DefendAlone,
    JokerTurnedUp,
    MisdealClaim,
    NoTrump,
    Sides,
    TurnedDownSuit,
    Variant,
)
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.options import options_in

if TYPE_CHECKING:
    from games.engine.rules import HouseRules

SEATS = {Sides.TWO_V_TWO: 4, Sides.THREE_PAIRS: 6, Sides.FOUR_PAIRS: 8, Sides.THREE_V_THREE: 6}
CARDS = {Deck.NINE: 24, Deck.SEVEN: 32, Deck.EIGHT: 28, Deck.TEN: 20, Deck.JACK: 16}


@dataclass(frozen=True)
class Clash:
    """Two options that cannot be had together when `happens` says so. why: the end of the sentence shown."""

    one: str
    other: str
    happens: Callable[["HouseRules"], bool]
    why: str


def deck_size(rules: "HouseRules") -> int:
    """Cards in the shuffled deck, jokers and both packs counted."""
    return int(rules.packs) * (CARDS[rules.deck] + rules.joker)


def undealt(rules: "HouseRules") -> int:
    """Cards left over after the deal, the turned card among them."""
    return deck_size(rules) - rules.players * rules.cards_each


def is_classic(rules: "HouseRules") -> bool:
    """True for Classic Euchre."""
    return rules.variant is Variant.CLASSIC


def is_solo(rules: "HouseRules") -> bool:
    """Whether all play alone, without partners."""
    return rules.sides is Sides.SOLO


def can_run_out_of_suits(rules: "HouseRules") -> bool:
    """True when every suit can be barred for a dealer who must name one."""
    barred = rules.advance_kitty and rules.turned_down_suit is TurnedDownSuit.BARRED
    return barred and rules.stick_the_dealer and rules.no_trump is NoTrump.NONE


CLASHES = (
    Clash(
        "players",
        "sides",
        lambda r: not is_solo(r) and r.players != SEATS[r.sides],
        mark("these sides don’t fit the number of players (with fewer than 4 or an odd number, everyone plays solo)"),
    ),
    Clash(
        "deck",
        "variant",
        lambda r: is_classic(r) and r.deck is Deck.JACK,
        mark("a J-A deck is only for Bid Euchre"),
    ),
    Clash(
        "deck",
        "players",
        lambda r: is_classic(r) and r.deck is Deck.TEN and r.players > 3,
        mark("in Classic Euchre, a 10-A deck has enough cards for at most 3 players"),
    ),
    Clash("players", "cards_each", lambda r: undealt(r) < 0, mark("the deck doesn’t have enough cards for everyone")),
    Clash("cards_each", "deck", lambda r: is_classic(r) and undealt(r) == 0, mark("no card is left to turn up")),
    Clash(
        "play_to",
        "variant",
        lambda r: is_classic(r) and r.play_to > 25,
        mark("Classic Euchre is played to 25 points at most"),
    ),
    Clash(
        "number_of_hands",
        "win_by_two",
        lambda r: r.number_of_hands is not None and r.win_by_two,
        mark("the game ends after a set number of hands, no matter how close the score is"),
    ),
    Clash(
        "advance_kitty",
        "stick_the_dealer",
        can_run_out_of_suits,
        mark("all 4 suits could end up barred, and the dealer must still call one"),
    ),
    Clash(
        "advance_kitty",
        "go_under",
        lambda r: r.advance_kitty and r.go_under,
        mark("both options use the cards under the upcard"),
    ),
    Clash(
        "advance_kitty",
        "joker_turned_up",
        lambda r: r.advance_kitty and r.joker_turned_up is JokerTurnedUp.DEALER_BLIND,
        mark("the joker could be turned up after the dealer has seen their hand"),
    ),
    Clash(
        "joker_turned_up",
        "joker",
        lambda r: r.joker_turned_up is JokerTurnedUp.DEALER_BLIND and not r.joker,
        mark("there’s no joker to turn up"),
    ),
    Clash(
        "go_alone",
        "sides",
        lambda r: is_classic(r) and r.go_alone and is_solo(r),
        mark("no one has a partner, so turn off “Go alone”"),
    ),
    Clash(
        "canadian_loner",
        "go_alone",
        lambda r: r.canadian_loner and not r.go_alone,
        mark("the dealer’s partner could never order up"),
    ),
    Clash(
        "defend_alone",
        "sides",
        lambda r: r.defend_alone is not DefendAlone.NEVER and is_solo(r),
        mark("no one has a partner, so no one can go alone"),
    ),
    Clash(
        "defend_alone",
        "go_alone",
        lambda r: r.defend_alone is DefendAlone.AGAINST_ALONE and not r.go_alone,
        mark("there’s never a lone maker to defend against"),
    ),
    Clash(
        "call_for_best",
        "go_alone",
        lambda r: r.call_for_best and not r.go_alone,
        mark("cards are passed only when the maker plays alone"),
    ),
    Clash(
        "call_for_best",
        "sides",
        lambda r: r.call_for_best and r.sides is Sides.THREE_V_THREE,
        mark("a lone maker with 2 partners can’t ask just one of them for a card"),
    ),
    Clash(
        "go_under",
        "players",
        lambda r: r.go_under and r.players == 6,
        mark("with 6 players, there are no cards left to exchange"),
    ),
    Clash(
        "go_under",
        "cards_each",
        lambda r: r.go_under and undealt(r) < 4,
        mark("at least 3 cards must be under the upcard"),
    ),
    Clash(
        "misdeal_claim",
        "cards_each",
        lambda r: r.misdeal_claim is not MisdealClaim.NEVER and r.cards_each < 5,
        mark("you need at least 5 cards to claim a misdeal"),
    ),
    Clash(
        "alone_worth_two",
        "lone_march",
        lambda r: r.alone_worth_two and r.lone_march != 4,
        mark("both options set the points for a lone march"),
    ),
    Clash("alone_worth_two", "go_alone", lambda r: r.alone_worth_two and not r.go_alone, mark("no one plays alone")),
    Clash(
        "alone_must_take_all",
        "go_alone",
        lambda r: r.alone_must_take_all and not r.go_alone,
        mark("no one plays alone"),
    ),
    Clash("loner_bonus", "go_alone", lambda r: r.loner_bonus and not r.go_alone, mark("no one plays alone")),
    Clash("euchred_loner", "go_alone", lambda r: r.euchred_loner != 2 and not r.go_alone, mark("no one plays alone")),
    Clash(
        "minimum_bid",
        "cards_each",
        lambda r: not is_classic(r) and r.minimum_bid > r.cards_each,
        mark("a hand doesn’t have that many tricks"),
    ),
    Clash(
        "alone_bids",
        "sides",
        lambda r: r.alone_bids is not AloneBids.NONE and is_solo(r),
        mark("no one has a partner, so no one can go alone"),
    ),
    Clash(
        "alone_bids",
        "sides",
        lambda r: r.alone_bids in (AloneBids.CALL_1, AloneBids.CALL_2) and r.sides is Sides.THREE_V_THREE,
        mark("a lone maker with 2 partners can’t ask just one of them for a card"),
    ),
    Clash(
        "kitty_to_winner", "cards_each", lambda r: r.kitty_to_winner and undealt(r) == 0, mark("there’s no kitty left")
    ),
)


def refuse_impossible(rules: "HouseRules") -> None:
    """Raises RuleError with every clash, each as one sentence that names both options and their values."""
    sentences = [*wrong_variant(rules), *(sentence(rules, clash) for clash in CLASHES if clash.happens(rules))]
    if sentences:
        raise RuleError(" ".join(sentences))


def sentence(rules: "HouseRules", clash: Clash) -> str:
    """The clash in words."""
    return _apart(rules, clash.one, clash.other, say(clash.why))


def wrong_variant(rules: "HouseRules") -> Iterator[str]:
    """A sentence for each option that was set although it has no meaning in this variant."""
    for shown in options_in(type(rules)):
        if shown.only not in (None, rules.variant) and getattr(rules, shown.name) != shown.default:
            is_bid = shown.only == Variant.BID
            kept = say("only Bid Euchre has that option") if is_bid else say("only Classic Euchre has that option")
            yield _apart(rules, shown.name, "variant", kept)


def _apart(rules: "HouseRules", first: str, second: str, why: str) -> str:
    first, second = named(rules, first), named(rules, second)
    return say("{one} and {other} don’t go together: {why}.", one=first, other=second, why=why)


def named(rules: "HouseRules", name: str) -> str:
    """An option with its value, as in “Go alone: no”."""
    shown = next(option for option in options_in(type(rules)) if option.name == name)
    return say("“{option}: {value}”", option=shown.label, value=shown.shown(getattr(rules, name)))
