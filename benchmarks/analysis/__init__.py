"""Hand review: CPU time of a hand both ways, and solves a second beside a solver in C, plain and with the kernel.

    python -m benchmarks analysis [--hands NUMBER] [--deals NUMBER]

Without the extra `kernel` or a C compiler their columns are left out. All solvers get the same positions in one run,
and their answers are compared. Hands are played by the rules of thumb. Compiling isn't counted.
"""

import argparse
import sys
import time
from collections.abc import Callable

from benchmarks.analysis.referee import Referee, library
from games.engine.analysis.as_known import review_as_known
from games.engine.analysis.open_cards import review_open
from games.engine.analysis.par import par_of
from games.engine.analysis.solvers import MakeSolver, PlainSolver, has_kernel
from games.engine.bots.policy import choose
from games.engine.hand import LEGAL, OVER, PLAY, Hand, do, next_stage
from games.engine.position import Position, deal_position
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.engine.shuffle import key_words, seed_from_number, shuffled_kinds

RULES = ("krengineering", "web_classic", "hoyle", "plain", "trickster_bid", "progressive_night")
SOLVED, FIRST_TRICKS = 200, 5


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks analysis")
    asked.add_argument("--hands", type=int, default=10, help="of each rule set")
    asked.add_argument("--deals", type=int, default=40, help="for each decision, where estimates are made")
    return asked


def main() -> None:
    """Both ways of review, then the solvers alone."""
    asked = parser().parse_args(sys.argv[1:])
    solvers = known_solvers()
    for make in solvers.values():
        review_open(hand_of(PRESETS["plain"], 0), make)
    for preset in RULES:
        hands = [hand_of(PRESETS[preset], number) for number in range(asked.hands)]
        for name, make in solvers.items():
            if name != "C":
                print(f"{preset:18} {name:7}", review_times(hands, make, asked.deals))
    solve_rates(solvers)


def known_solvers() -> dict[str, MakeSolver]:
    """Those that can be had here."""
    solvers: dict[str, MakeSolver] = {"plain": PlainSolver}
    if has_kernel():
        from games.engine.analysis.kernel import KernelSolver

        solvers["kernel"] = KernelSolver
    if library() is not None:
        solvers["C"] = Referee
    return solvers


def deal_of(rules: HouseRules, number: int) -> Position:
    """A deal before its first action."""
    setup = setup_of(rules)
    at = deal_position(setup, shuffled_kinds(setup.deck, key_words(seed_from_number(number))), number % setup.seats)
    next_stage(at)
    return at


def hand_of(rules: HouseRules, number: int) -> Hand:
    """A hand played by the rules of thumb."""
    at = deal_of(rules, number)
    while at.phase != OVER:
        do(at, choose(at))
    return Hand(at)


def review_times(hands: list[Hand], make: MakeSolver, deals: int) -> str:
    """CPU seconds a hand of each part."""
    open_cards = [cpu(lambda hand=hand: review_open(hand, make)) for hand in hands]  # type: ignore[misc]
    par = [cpu(lambda hand=hand: par_of(hand, make)) for hand in hands]  # type: ignore[misc]
    few = [cpu(lambda hand=hand: review_as_known(hand, 1, 8, make)) for hand in hands]  # type: ignore[misc]
    known = [cpu(lambda hand=hand: review_as_known(hand, 1, deals, make)) for hand in hands]  # type: ignore[misc]
    parts = {"open cards": open_cards, "par": par, "as known, 8 deals": few, f"as known, {deals} deals": known}
    return "   ".join(f"{part}: {sum(own) / len(own):.3f} s, most {max(own):.3f}" for part, own in parts.items())


def cpu(work: Callable[[], object]) -> float:
    """Seconds of this process."""
    before = time.process_time()
    work()
    return time.process_time() - before


def solve_rates(solvers: dict[str, MakeSolver]) -> None:
    """Positions before the first card of five tricks, each solved on its own, in turn by every solver."""
    setup, positions = setup_of(PRESETS["plain"]), list[Position]()
    number = 0
    while len(positions) < SOLVED:
        at = deal_of(PRESETS["plain"], number)
        while at.phase < PLAY:
            do(at, LEGAL[at.phase](at)[number % len(LEGAL[at.phase](at))])
        positions += [at] if at.phase == PLAY and at.tricks_left == FIRST_TRICKS else []
        number += 1
    seconds, answers = dict.fromkeys(solvers, 0.0), {name: list[int]() for name in solvers}
    makers = {name: make(setup) for name, make in solvers.items()}
    for at in positions:
        for name, make in solvers.items():
            solver = makers[name] if name == "C" else make(setup)
            seconds[name] += cpu(lambda solver=solver, at=at, name=name: answers[name].append(solver.tricks(at)))  # type: ignore[misc]
    assert all(own == answers["plain"] for own in answers.values())
    print("solves a second:", ", ".join(f"{name} {SOLVED / spent:,.0f}" for name, spent in seconds.items()))
