"""Our bots against strategies of others: each deal twice with the sides exchanged, and matches to ten points.

    python -m benchmarks duels [--deals NUMBER] [--matches NUMBER] [--minutes NUMBER] [--seed NUMBER] [--only NAME ...]
    python -m benchmarks duels --probe BOT [--deals NUMBER] [--seed NUMBER]

The opponents are OpenSpiel's random player and its search (`openspiel_players`, left out without `pip install
open_spiel`), Monte Carlo with open cards in 50 deals (`monte_carlo`), and bidding by counterfactual regret with Monte
Carlo for the cards (`regrets`). OpenSpiel also referees every hand. Points are a hand's lead, with a 95 % interval over
deals. In matches, the same deals come in both games, and bots that know the score are told it. A duel stops after so
many minutes of CPU time and says how many deals it had by then. The deals are always the same from the first one on,
so --deals with that number repeats it.

--probe looks for rules of thumb that beat a bot of ours (`probe`).
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from benchmarks.bots.duel import Player, Score, play_twice, score_of
from benchmarks.bots.openspiel import referee_or_none
from benchmarks.duels.matches import MakePlayer, play_match_twice
from benchmarks.duels.monte_carlo import MonteCarlo
from benchmarks.duels.openspiel_players import random_or_none, search_or_none
from benchmarks.duels.probe import probe
from benchmarks.duels.regrets import RegretBot
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import STRENGTHS


def ours() -> dict[str, MakePlayer]:
    """Our bots by name."""
    rule = RuleBot()
    return {"rule": lambda score: rule} | {name: partial(PlayoutBot, strength) for name, strength in STRENGTHS.items()}


@cache
def learned() -> RegretBot:
    """It learns once for all duels."""
    return RegretBot()


THEIRS: dict[str, Callable[[int], Player | None]] = {
    "random": random_or_none,
    "regrets": lambda seed: learned(),
    "search": search_or_none,
    "montecarlo": lambda seed: MonteCarlo(),
}
"""By seed. None is not installed."""
ENOUGH = 30
"""Matches, to say anything."""
DUELS = [f"{own}-{other}" for other in THEIRS for own in ("rule", "strong", "expert")]


@dataclass(frozen=True)
class Duel:
    """What one came to. seconds: of CPU, for both."""

    points: Score
    matches: Score
    seconds: float


def main() -> None:
    """A line for each duel, as a table."""
    asked = parser().parse_args(sys.argv[1:])
    if asked.probe:
        print(probe(ours()[asked.probe](None), asked.deals, asked.seed))
        return
    print("| duel | points a hand | deals, each twice | matches won | matches, each twice | CPU |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in asked.only:
        own, _, other = name.partition("-")
        their = THEIRS[other](asked.seed)
        if their is None:
            print(f"| {name} | OpenSpiel is not installed | | | | |", flush=True)
            continue
        print(words_of(name, play(ours()[own], their, asked)), flush=True)


def play(own: MakePlayer, other: Player, asked: argparse.Namespace) -> Duel:
    """Hands, and then matches."""
    began, referee = time.process_time(), referee_or_none()
    first = asked.seed * 1_000_000
    points = [play_twice(own(None), other, first + number, referee) for number in within(asked.minutes, asked.deals)]
    won = [
        play_match_twice(own, lambda score: other, first + number)
        for number in within(asked.minutes / 2, asked.matches)
    ]
    return Duel(score_of(points), score_of(won), time.process_time() - began)


def within(minutes: float, most: int) -> Iterator[int]:
    """Numbers from 0, as long as there is time; two at least."""
    end = time.process_time() + 60 * minutes
    for number in range(most):
        if number > 1 and time.process_time() > end:
            return
        yield number


def words_of(name: str, duel: Duel) -> str:
    points, matches = duel.points, duel.matches
    won = f"{100 * matches.mean:.1f} ± {100 * matches.interval:.1f} %" if matches.deals >= ENOUGH else "too few"
    return (
        f"| {name} | {points.mean:+.3f} ± {points.interval:.3f} | {points.deals:,} "
        f"| {won} | {matches.deals:,} | {duel.seconds:.0f} s |"
    )


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks duels")
    top.add_argument("--deals", type=int, default=100)
    top.add_argument("--matches", type=int, default=5)
    top.add_argument("--minutes", type=float, default=60, help="of CPU time for the deals of a duel, half for matches")
    top.add_argument("--seed", type=int, default=1)
    top.add_argument("--only", nargs="+", choices=DUELS, default=DUELS, metavar="NAME", help=", ".join(DUELS))
    top.add_argument("--probe", choices=ours(), metavar="BOT", help="look for rules of thumb that beat it")
    return top
