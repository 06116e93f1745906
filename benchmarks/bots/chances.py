"""The chances to win by score and dealer, from self-play: what `games.engine.bots.aim` reads.

A bot that plays every hand for its points plays so many hands against itself. How often a hand ends with each score is
taken to be the same at every score; then the chances follow from the end of the game backwards.
"""

import json
from collections import Counter
from pathlib import Path

from benchmarks.bots.selfplay import hands
from games.engine.bots.aim import CHANCES
from games.engine.bots.bot import Bot
from games.engine.hand import Hand
from games.engine.scoring import Result

LONGEST = 25
"""Points of the longest game that is counted."""
Outcome = tuple[int, int]
"""Points of the dealer's side and of the others."""


def write_chances(name: str, bot: Bot, deals: int, seed: int, path: Path = CHANCES) -> None:
    """Plays, computes and writes the file."""
    outcomes = Counter(outcome(hand) for hand in hands(bot, deals, seed) if is_counted(hand))
    shares = {each: number / outcomes.total() for each, number in outcomes.items()}
    chances = [[round(chance, 4) for chance in row] for row in table(shares)]
    found = {
        "source": f"python -m benchmarks bots --chances {name} --deals {deals} --seed {seed}",
        "outcomes": {f"{dealers}-{others}": number for (dealers, others), number in sorted(outcomes.items())},
        "chances": chances,
    }
    path.write_text(json.dumps(found, separators=(",", ":")).replace("],[", "],\n[") + "\n")
    print(f"{path.name}: {outcomes.total()} hands, at 0-0 the dealer's side wins {chances[9][9]:.4f} to ten")


def is_counted(hand: Hand) -> bool:
    """Whether the deal passes on after this hand."""
    return hand.result is not None and hand.result.result is not Result.MISDEAL


def outcome(hand: Hand) -> Outcome:
    assert hand.result is not None
    side = hand.position.setup.sides[hand.dealer]
    return hand.result.points[side], hand.result.points[1 - side]


def table(shares: dict[Outcome, float]) -> list[list[float]]:
    """The chance of the side that deals, by the points that it and that the others need, each from 1."""
    known: dict[Outcome, float] = {}
    nothing = shares.get((0, 0), 0.0)
    for total in range(2, 2 * LONGEST + 1):
        for own in range(max(1, total - LONGEST), min(LONGEST, total - 1) + 1):
            there, back = (scoring(shares, known, *needs) for needs in ((own, total - own), (total - own, own)))
            known[own, total - own] = (there + nothing * (1 - back) - nothing * nothing) / (1 - nothing * nothing)
    return [[known[own, other] for other in range(1, LONGEST + 1)] for own in range(1, LONGEST + 1)]


def scoring(shares: dict[Outcome, float], known: dict[Outcome, float], own: int, other: int) -> float:
    """What hands in which a side scores add to the chance; after them the others deal."""
    return sum(
        share
        * (float(dealers >= own) if dealers >= own or others >= other else 1 - known[other - others, own - dealers])
        for (dealers, others), share in shares.items()
        if dealers or others
    )
