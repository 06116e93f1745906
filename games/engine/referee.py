"""Replays hands written by another euchre program as JSON lines and lists every difference to this engine.

The lines are those of OpenSpiel's `euchre`: deal, every action with its complete legal set, tricks and points. It
judges records only and trusts nothing in them: a line that cannot be replayed is a difference too.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action, Verb
from games.engine.cards import STRAINS, Strain, card_from
from games.engine.choices import AloneSaid, DealerDiscard, DefendAlone, DefendAsked
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.rules import HouseRules
from games.engine.scoring import Loner

FIXED_TOKENS = {
    "pass": Action(Verb.PASS),
    "order_up": Action(Verb.ORDER),
    "alone": Action(Verb.ALONE),
    "partner": Action(Verb.PARTNER),
    "defend_alone": Action(Verb.DEFEND),
    "defend_with_partner": Action(Verb.ASSIST),
}
TOKEN_OF = {action: token for token, action in FIXED_TOKENS.items()}
CARD_VERBS = {"play": Verb.PLAY, "discard": Verb.DISCARD}


@dataclass(frozen=True)
class Difference:
    """One disagreement: the line's number (from 1), what is compared, what the record says and what the engine says."""

    line: int
    what: str
    recorded: Any
    ours: Any

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}: recorded {self.recorded}, here {self.ours}"


def rules_of_record(record: dict[str, Any]) -> HouseRules:
    """The house rules OpenSpiel plays: the turned card is kept, alone is said after the discard, any maker can be
    defended alone, asked from the dealer's left."""
    return HouseRules(
        stick_the_dealer=record["stick_the_dealer"],
        defend_alone=DefendAlone.ANYTIME if record["allow_lone_defender"] else DefendAlone.NEVER,
        defend_asked=DefendAsked.DEALER_LEFT,
        dealer_discard=DealerDiscard.NOT_TURNED,
        alone_said=AloneSaid.AFTER_DISCARD,
    )


def action_from_token(token: str) -> Action:
    """The action of a record's token. Raises RuleError for an unknown token."""
    if token in FIXED_TOKENS:
        return FIXED_TOKENS[token]
    word, _, rest = token.partition(":")
    if word == "call" and rest in "CDHS":
        return Action(Verb.CALL, strain=Strain(rest))
    if word in CARD_VERBS:
        return Action(CARD_VERBS[word], (card_from(rest),))
    raise RuleError("{token!r} isn’t an action. Check the record.", token=token)


def token_of(action: Action) -> str:
    """The record's word for an action."""
    if action.verb is Verb.CALL:
        return f"call:{action.strain}"
    if action in TOKEN_OF:
        return TOKEN_OF[action]
    return f"{action.verb}:{action.card}"


def differences(lines: Iterable[str]) -> Iterator[Difference | None]:
    """For every line its differences, and None for each line without one, so that hands can be counted."""
    for number, line in enumerate(lines, 1):
        unequal = [Difference(number, *each) for each in differences_of_line(line)]
        yield from unequal
        if not unequal:
            yield None


def differences_of_line(line: str) -> list[tuple[str, Any, Any]]:
    """What differs in one record."""
    try:
        record = json.loads(line)
        return list(compare(record))
    except (RuleError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        return [("record", "a hand that can be replayed", f"{type(error).__name__}: {error}")]


def compare(record: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Replays one record, comparing seats and legal sets before every action and all results at the end."""
    cards = [[card_from(text) for text in hand] for hand in record["hands"]]
    rest = [card_from(text) for text in (record["upcard"], *record["kitty"])]
    hand = Hand.deal_to(rules_of_record(record), record["dealer"], cards, rest)
    for step, recorded in enumerate(record["actions"], 1):
        if recorded["seat"] != hand.turn:
            yield f"seat at step {step}", recorded["seat"], hand.turn
        legal = sorted(token_of(action) for action in hand.legal_actions)
        if "legal" in recorded and recorded["legal"] != legal:
            yield f"legal set at step {step}", recorded["legal"], legal
        hand = hand.apply(action_from_token(recorded["token"]))
    yield from ((what, record[what], ours) for what, ours in end_of(hand).items() if record[what] != ours)


def end_of(hand: Hand) -> dict[str, Any]:
    """Everything a record says about a finished hand, as this engine sees it."""
    result, at = hand.result, hand.position
    if result is None:
        return {"tricks": f"the hand is not over; {hand.turn} is to act"}
    tricks = [
        {
            "leader": trick.plays[0][0],
            "cards": [[seat, str(card)] for seat, card in trick.plays],
            "winner": trick.winner,
        }
        for trick in hand.tricks
    ]
    is_made = at.strain >= 0
    return {
        "trump": str(STRAINS[at.strain]) if is_made else None,
        "maker": at.maker if is_made else None,
        "ordered_up": at.ordered,
        "discard": next((str(card) for _, card in hand.laid_away), None),
        "alone": result.loner is not Loner.NO if is_made else None,
        "lone_defender": result.defender,
        "sitting_out": list(hand.sitting_out),
        "tricks": tricks,
        "tricks_won": [sum(result.tricks[side::2]) for side in range(2)],
        "points": list(result.points),
        "passed_out": not is_made,
    }
