"""What a player may answer, as it lies on the page: buttons, cards to pick, a bid in two steps; how a form is read.

A form sends either an action in the engine's notation, or its verb beside the parts that were picked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.http import QueryDict

from games.engine.actions import EXCHANGED, Action, Verb
from games.engine.card_names import at_the_start
from games.engine.cards import Card, Strain
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.scoring import Loner
from games.engine.view import View
from games.tables import words
from games.tables.expiry import WITH_A_CARD

LONGEST = 60
KEYS = {
    Verb.PASS: "p",
    Verb.ORDER: "o",
    Verb.ALONE: "a",
    Verb.PARTNER: "w",
    Verb.DEFEND: "a",
    Verb.ASSIST: "w",
    Verb.LEAVE: "l",
    Verb.MISDEAL: "m",
}
"""The key of a button where one key can mean nothing else."""
LONE_PICKS: Mapping[Loner, str] = {
    Loner.CALL_2: mark("Alone, get 2 cards"),
    Loner.CALL_1: mark("Alone, get 1 card"),
    Loner.ALONE: mark("Alone"),
}
"""How a lone bid is written in the box, where there is little room."""
STRAIN_PICKS: Mapping[Strain, str] = {Strain.HIGH: mark("No trump"), Strain.LOW: mark("Low no trump")}
DOING: Mapping[Verb, str] = {
    Verb.PLAY: mark("Play this card"),
    Verb.DISCARD: mark("Discard this card"),
    Verb.GIVE: mark("Pass this card"),
}
"""What the button says that plays the card picked first."""


class Choice(NamedTuple):
    """A button. action: in the engine's notation."""

    action: str
    label: str
    key: str


class Pick(NamedTuple):
    """One of several to pick from.

    said: its words within the whole bid. picture: the suit whose picture is shown as the label; empty for none.
    """

    value: str
    label: str
    said: str
    picture: str = ""


@dataclass(frozen=True)
class BidBox:
    """A bid in two steps: how many tricks or how alone, then in what. Any two picks together are a legal bid.

    strains: empty where the winner of the bidding names it later."""

    levels: tuple[Pick, ...]
    lone: tuple[Pick, ...]
    strains: tuple[Pick, ...]

    @property
    def steps(self) -> int:
        """How many picks make a bid."""
        return 2 if self.strains else 1


def choices_of(view: View) -> list[Choice]:
    """Legal actions that are one button each: neither cards of the hand nor bids."""
    choices: list[Choice] = []
    for action in view.legal:
        if action.verb not in WITH_A_CARD and action.verb not in (Verb.BID, Verb.UNDER):
            key = _key(action)
            is_used = any(choice.key == key for choice in choices)
            choices.append(Choice(str(action), words.button(action, view), "" if is_used else key))
    return choices


def bid_box(view: View) -> BidBox | None:
    """The bids that are possible now; None when the bidding isn't for tricks."""
    bids = [action for action in view.legal if action.verb is Verb.BID]
    if not bids:
        return None
    levels = dict.fromkeys(str(bid.level) for bid in bids if bid.level is not None)
    lone = dict.fromkeys(bid.loner for bid in bids if bid.level is None)
    strains = dict.fromkeys(bid.strain for bid in bids if bid.strain)
    return BidBox(
        tuple(Pick(level, level, level) for level in levels),
        tuple(Pick(loner.value, say(LONE_PICKS[loner]), say(words.LONE_BIDS[loner])) for loner in lone),
        tuple(_strain_pick(strain) for strain in strains),
    )


def low_cards(view: View) -> frozenset[Card]:
    """The cards of which three may go under the turned one; empty when going under isn't allowed."""
    return frozenset(card for action in view.legal if action.verb is Verb.UNDER for card in action.cards)


def doing_with_a_card(view: View) -> str:
    """What becomes of the card that is picked; empty when it is about no card."""
    return next((say(DOING[action.verb]) for action in view.legal if action.verb in WITH_A_CARD), "")


def answer_from(form: QueryDict) -> str:
    """The action that a form asks for, in the engine's notation. RuleError where picks are missing."""
    action = form.get("action", "")
    if action == Verb.UNDER:
        cards = form.getlist("card")
        if len(cards) != EXCHANGED:
            raise RuleError("Choose 3 cards to exchange. You chose {number}.", number=len(cards))
        action = " ".join([action, *cards])
    if action == Verb.BID:
        tricks, strain = form.get("tricks", ""), form.get("strain", "")
        if not tricks:
            raise RuleError("Choose how many tricks to bid.")
        parts = [tricks, strain] if tricks.isdecimal() else [strain, tricks]
        action = " ".join([action, *(part for part in parts if part)])
    return action[:LONGEST]


def _strain_pick(strain: Strain) -> Pick:
    name = words.strain_name(strain)
    label = say(STRAIN_PICKS[strain]) if strain in STRAIN_PICKS else at_the_start(name)
    return Pick(strain.value, label, name, words.suit_code(strain))


def _key(action: Action) -> str:
    """Calls by their suit, everything else by its first letter."""
    if action.verb is Verb.CALL and action.strain and not action.loner.value.startswith("a"):
        return action.strain.value.lower()
    if action.verb is Verb.ORDER and str(action) == "order alone":
        return "a"
    return KEYS.get(action.verb, "")
