"""Bots: points per hand against each other over duplicate deals, and what a decision costs.

    python -m benchmarks bots [--deals NUMBER] [--seed NUMBER] [--only DUEL ...]

Each deal is played twice with the sides swapped; the interval is 95 % over deals. The rules are those that OpenSpiel
plays, and where it is installed (pip install open_spiel) it referees every hand.
"""

import argparse
import sys
from collections.abc import Callable
from statistics import median, quantiles

from benchmarks.bots.duel import RandomBot, Score, Timed, play_duel
from benchmarks.bots.openspiel import referee_or_none
from games.engine.bots.bot import Bot
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import BEGINNER, CASUAL, STRONG

Duel = tuple[Callable[[], Bot], Callable[[], Bot], float, str]
DUELS: dict[str, Duel] = {
    "rule-random": (RuleBot, RandomBot, 10, ""),
    "expert-random": (PlayoutBot, RandomBot, 0.5, "goal: at least 1.2"),
    "expert-rule": (PlayoutBot, RuleBot, 1, "goal: at least 0.09 and its interval"),
    "strong-rule": (lambda: PlayoutBot(STRONG), RuleBot, 1, ""),
    "casual-rule": (lambda: PlayoutBot(CASUAL), RuleBot, 1, ""),
    "beginner-rule": (lambda: PlayoutBot(BEGINNER), RuleBot, 1, ""),
}
"""Name: one bot, the other, its share of the deals asked for (cheap duels get more), and what is wanted."""


def main() -> None:
    """All duels, or those named, and the cost of the playout bots' decisions."""
    asked = parser().parse_args(sys.argv[1:])
    referee = referee_or_none()
    print("Refereed by OpenSpiel." if referee else "OpenSpiel is not installed: no referee.")
    for name in asked.only:
        one, other, share, goal = DUELS[name]
        timed = Timed(one())
        score = play_duel(timed, other(), max(2, int(asked.deals * share)), asked.seed, referee)
        print(f"{name:<15}{words_of(score)}  {goal}")
        print(f"{'':<15}{cost_words(timed)}")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks bots")
    top.add_argument("--deals", type=int, default=200, help="deals per duel, each played twice")
    top.add_argument("--seed", type=int, default=1)
    top.add_argument("--only", nargs="+", choices=DUELS, default=list(DUELS), help="some duels")
    return top


def words_of(score: Score) -> str:
    return f"{score.mean:+.3f} ± {score.interval:.3f} points per hand over {score.deals} deals played twice"


def cost_words(timed: Timed) -> str:
    """Milliseconds of CPU and of wall clock per decision between two or more legal actions."""
    cpu, wall = (sorted(1000 * each[place] for each in timed.seconds) for place in (0, 1))
    late = quantiles(cpu, n=20)[-1]
    return (
        f"{len(cpu)} decisions: median {median(cpu):.1f} ms CPU, {median(wall):.1f} ms on this machine as loaded; "
        f"one in twenty above {late:.0f} ms CPU"
    )
