"""Bots: points per hand against each other over duplicate deals, what they do as makers, and what a decision costs.

    python -m benchmarks bots [--deals NUMBER] [--seed NUMBER] [--only NAME ...] [--old TREE]
    python -m benchmarks bots --chances rule --deals 3000

Each deal is played twice with the sides swapped; the interval is 95 % over deals. The rules of duels are those that
OpenSpiel plays, and where it is installed (pip install open_spiel) it referees every hand. Makers are counted under the
rules of a game that begins at once, every seat played by the same bot. With an older tree of this project (`git
worktree add TREE COMMIT`) its bots are opponents, too. --chances computes the chances to win by score and dealer anew,
from that bot's play against itself, and writes them where the bots read them.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from benchmarks.bots.at_the_score import play_at_scores
from benchmarks.bots.chances import write_chances
from benchmarks.bots.duel import RandomBot, Referee, Score, Timed, play_duel
from benchmarks.bots.old_tree import OldBot
from benchmarks.bots.openspiel import referee_or_none
from benchmarks.bots.selfplay import Makers, makers
from games.engine.bots.bot import Bot
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import BEGINNER, CASUAL, STRENGTHS, STRONG

BOTS: dict[str, Callable[[], Bot]] = {
    "rule": RuleBot,
    "beginner": lambda: PlayoutBot(BEGINNER),
    "casual": lambda: PlayoutBot(CASUAL),
    "strong": lambda: PlayoutBot(STRONG),
    "expert": PlayoutBot,
    "random": RandomBot,
}
DUELS = {
    "rule-random": (10, ""),
    "expert-random": (0.5, "goal: at least 1.2"),
    "expert-rule": (1, "goal: at least 0.09 and its interval"),
    "strong-rule": (1, ""),
    "casual-rule": (1, ""),
    "beginner-rule": (1, ""),
}
"""Name: one bot and the other; its share of the deals asked for (cheap duels get more), and what is wanted."""
OLD = {
    "strong-casual": "the default against the default before bots played to the score",
    "strong-strong": "",
    "strong-rule": "",
}
"""This tree's bot against the older tree's."""
MAKERS = ("rule", *STRENGTHS)
SCORES = "at-the-score"
NAMES = [*DUELS, *(f"old-{name}" for name in OLD), *(f"makers-{name}" for name in MAKERS), SCORES]


def main() -> None:
    """All that is named, or everything, and the cost of the playout bots' decisions."""
    asked = parser().parse_args(sys.argv[1:])
    if asked.chances:
        write_chances(asked.chances, BOTS[asked.chances](), asked.deals, asked.seed)
        return
    referee = referee_or_none()
    print("Refereed by OpenSpiel." if referee else "OpenSpiel is not installed: no referee.")
    for name in asked.only:
        kind, _, rest = name.partition("-")
        if kind == "makers":
            print(f"{name:<18}{makers_words(makers(BOTS[rest](), asked.deals, asked.seed))}", flush=True)
        elif name == SCORES:
            print(f"{name:<18}{score_words(play_at_scores(STRONG, asked.deals, asked.seed))}", flush=True)
        elif kind == "old":
            if asked.old:
                duel(name, OldBot(asked.old, rest.partition("-")[2]), asked, 1, OLD[rest], None)
        else:
            share, goal = DUELS[name]
            duel(name, BOTS[rest](), asked, share, goal, referee)


def duel(
    name: str, other: Bot | OldBot, asked: argparse.Namespace, share: float, goal: str, referee: Referee | None
) -> None:
    """Play and print one: the first bot is named by the second last word of its name."""
    timed = Timed(BOTS[name.split("-")[-2]]())
    score = play_duel(timed, other, max(2, int(asked.deals * share)), asked.seed, referee)
    print(f"{name:<18}{words_of(score)}  {goal}")
    print(f"{'':<18}{cost_words(timed)}", flush=True)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks bots")
    top.add_argument("--deals", type=int, default=200, help="deals per duel, each played twice")
    top.add_argument("--seed", type=int, default=1)
    top.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME", help=", ".join(NAMES))
    top.add_argument("--old", type=Path, metavar="TREE", help="an older tree, for the duels that begin with old")
    top.add_argument("--chances", choices=BOTS, metavar="BOT", help="compute the chances to win from this bot's play")
    return top


def words_of(score: Score) -> str:
    return f"{score.mean:+.3f} ± {score.interval:.3f} points per hand over {score.deals} deals played twice"


def score_words(score: Score) -> str:
    return (
        f"{100 * score.mean:+.2f} ± {100 * score.interval:.2f} percent of the game per hand for who knows the score, "
        f"over {score.deals} deals played twice late in a game"
    )


def makers_words(found: Makers) -> str:
    """How often makers were euchred, and on how many trumps an opponent was ordered up."""
    orders = ", ".join(f"{number} with {trumps} trumps" for trumps, number in sorted(found.orders.items()))
    return (
        f"{100 * found.euchred:.1f} ± {100 * found.interval:.1f} % of {found.made} hands euchred; "
        f"orders into the opponents' dealer: {found.orders.total()} ({orders or 'none'})"
    )


def cost_words(timed: Timed) -> str:
    """Milliseconds of CPU and of wall clock per decision between two or more legal actions."""
    cpu, wall = (sorted(1000 * each[place] for each in timed.seconds) for place in (0, 1))
    late = quantiles(cpu, n=20)[-1]
    return (
        f"{len(cpu)} decisions: mean {sum(cpu) / len(cpu):.1f}, median {median(cpu):.1f} ms CPU, "
        f"{median(wall):.1f} ms on this machine as loaded; one in twenty above {late:.0f} ms CPU"
    )
