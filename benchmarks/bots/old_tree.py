"""A bot of another tree of this project, asked in a process of its own: the same view by the same rules, older play.

It is told the rules, the deal, the actions so far and a number for its chances, and builds the hand with its own code.
Run as a script, this file is that process; it uses nothing that the older tree might not have.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from games.engine.actions import Action
from games.engine.bots.bot import Chance
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import STRENGTHS
from games.engine.hand import Hand
from games.engine.notation import action_from, cards_from
from games.engine.rules import rules_data, rules_from
from games.engine.view import view_for


class OldBot:
    """Asked with hands, not with views: the other process makes the view."""

    def __init__(self, tree: Path, name: str) -> None:
        self.process = subprocess.Popen(  # noqa: S603  # this file, in the tree that was named
            [sys.executable, __file__, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tree)},
            cwd=tree,
        )

    def choose_in(self, hand: Hand, chance: Chance) -> Action:
        """What it does in the seat to act."""
        assert self.process.stdin
        assert self.process.stdout
        asked = {
            "rules": rules_data(hand.rules),
            "dealer": hand.dealer,
            "dealt": [" ".join(map(str, cards)) for cards in hand.dealt],
            "undealt": " ".join(map(str, hand.undealt)),
            "actions": [str(action) for _, action in hand.history],
            "number": int(chance() * 2**32),
        }
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        return action_from(self.process.stdout.readline().strip())


def answer(name: str, asked: dict[str, Any]) -> str:
    """What this tree's bot does."""
    hands = [cards_from(text) for text in asked["dealt"]]
    hand = Hand.deal_to(rules_from(asked["rules"]), asked["dealer"], hands, cards_from(asked["undealt"]))
    for text in asked["actions"]:
        hand = hand.apply(action_from(text))
    assert hand.turn is not None
    bot = RuleBot() if name == "rule" else PlayoutBot(STRENGTHS[name])
    return str(bot.choose(view_for(hand, hand.turn), Random(asked["number"]).random))


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(sys.argv[1], json.loads(line)), flush=True)
