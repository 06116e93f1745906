"""`python -m games.engine.analysis`: reviews of hands in a process of its own, for programs.

Each line that comes in is a JSON object: rules (options that differ from the default), hand (our notation), seed, and
deals for each decision, or 0 for as many as the solver does in good time; or only rules and deal, for its par. Each
line that goes out is the data of the review or of par (hand_review.py), or {"refused": why}.
"""

import json
import os
import sys
from typing import Any

from games.engine.analysis.as_known import DEALS
from games.engine.analysis.hand_review import Data, data_of, par_data, review_hand
from games.engine.analysis.par import par_of
from games.engine.analysis.solvers import has_kernel
from games.engine.errors import RuleError
from games.engine.notation import hand_from
from games.engine.rules import rules_from

FEW_DEALS = 8
"""What plain Python does for a hand in about a second."""


def answer(line: str) -> Data:
    """To one line."""
    asked: dict[str, Any] = json.loads(line)
    try:
        rules = rules_from(asked["rules"])
        if "deal" in asked:
            return par_data(par_of(hand_from(rules, asked["deal"])))
        deals = asked["deals"] or (DEALS if has_kernel() else FEW_DEALS)
        return data_of(review_hand(hand_from(rules, asked["hand"]), asked["seed"], deals))
    except RuleError as error:
        return {"refused": str(error)}


if __name__ == "__main__":
    # Whoever looks at a page comes first. Windows has nothing of the kind.
    getattr(os, "nice", int)(10)
    for each in sys.stdin:
        sys.stdout.write(f"{json.dumps(answer(each))}\n")
        sys.stdout.flush()
