"""Puzzles from played hands: how many there are, and with --write the file that the site shows.

    python -m benchmarks puzzles [--hands NUMBER] [--deals NUMBER] [--write]

Bots of casual strength play hands against each other. A decision becomes a puzzle when its best choice is clearly
better than every other (games/puzzles/collection.py) and the rules of thumb choose another. It's weighed once more over
many more deals with another seed. Bots of all strengths then try it, and those who fail say how hard it is. Wants
the kernel.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.analysis.as_known import KnownMoment, review_as_known, weigh
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import BEGINNER, CASUAL, EXPERT, STRONG
from games.engine.hand import Hand
from games.engine.notation import hand_text
from games.engine.presets import preset
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import view_for
from games.puzzles.collection import ERRORS, FILE, MIN_EDGE, YOU

RULES = "plain"
TRIES = 3
EASIEST, HARDER = 900, 75


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks puzzles")
    asked.add_argument("--hands", type=int, default=20, help="that are played")
    asked.add_argument("--deals", type=int, default=200, help="for the second weighing")
    asked.add_argument("--write", action="store_true", help="the file that the site shows")
    return asked


def main() -> None:
    """Count them, or write them."""
    asked = parser().parse_args(sys.argv[1:])
    found = [puzzle for number in range(asked.hands) for puzzle in puzzles_in(number, asked.deals)]
    Random(7).shuffle(found)
    for number, puzzle in enumerate(found, 1):
        puzzle["key"] = f"p{number:03}"
    print(f"{len(found)} puzzles in {asked.hands} hands")
    if asked.write:
        FILE.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def puzzles_in(number: int, deals: int) -> Iterator[dict[str, Any]]:
    """At most one of a hand, the one with the largest edge."""
    hand = played(number)
    moments = [moment for moment in review_as_known(hand, number, 40).moments if is_clear(moment)]
    best = max(moments, key=edge, default=None)
    if best is None:
        return
    state = turned(hand, best.number, best.seat)
    view = view_for(state, YOU)
    chance = Random(number).random
    choices, drawn, misfits = weigh(view, 77_000_000 + number, deals)
    again = KnownMoment(best.number, YOU, state.phase, choices[0], choices, drawn, misfits)
    if not is_clear(again) or misfits or RuleBot().choose(view, chance) == again.best.action:
        return
    bots = [PlayoutBot(strength) for strength in (BEGINNER, CASUAL, STRONG, EXPERT)]
    failed = sum(bot.choose(view, chance) != again.best.action for bot in bots for _ in range(TRIES))
    yield {
        "key": "",
        "rules": RULES,
        "hand": hand_text(state),
        "choices": [
            [str(one.action), *(rounded(value) for value in (one.worth, one.error, one.tricks))]
            + [rounded(value) for value in (one.loss, one.loss_error, one.tricks_lost)]
            for one in choices
        ],
        "deals": drawn,
        "rating": EASIEST + HARDER * failed,
    }


def played(number: int) -> Hand:
    """A hand of bots."""
    rules, bot, chance = preset(RULES), PlayoutBot(CASUAL), Random(number).random
    hand = Hand.deal(rules, deck_of(rules, seed_from_number(500_000 + number)), number % 4)
    while (seat := hand.turn) is not None:
        hand = hand.apply(bot.choose(view_for(hand, seat), chance))
    return hand


def turned(hand: Hand, actions: int, seat: int) -> Hand:
    """The hand before that action, with everyone moved on round the table so that the seat is the first."""
    rules = hand.rules
    hands = [*hand.dealt[seat:], *hand.dealt[:seat]]
    state = Hand.deal_to(rules, (hand.dealer - seat) % rules.players, hands, hand.undealt)
    for _, action in hand.history[:actions]:
        state = state.apply(action)
    return state


def is_clear(moment: KnownMoment) -> bool:
    """Whether one choice is better than all others, by enough and for certain."""
    others = [choice for choice in moment.choices if choice.action != moment.best.action]
    return all(choice.loss >= MIN_EDGE and choice.loss > ERRORS * choice.loss_error for choice in others)


def edge(moment: KnownMoment) -> float:
    """Points to the second best."""
    return min(choice.loss for choice in moment.choices if choice.action != moment.best.action)


def rounded(value: float | None) -> float | None:
    """As much as means something."""
    return None if value is None else round(value, 3)
