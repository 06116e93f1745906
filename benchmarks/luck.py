"""Hand review beside bots whose strength is known: does accuracy order them, and does taking out luck leave the truth?

    python -m benchmarks luck [--hands NUMBER] [--deals NUMBER] [--samples NUMBER]

Each strength plays hands against itself, and each pair of neighbors plays against each other. A deal is played once,
and the bots take turns at dealing and at the sides. Then:

- accuracy of each strength and points lost a decision, and in how many samples of 200 hands (drawn with repeats) all of
  them come out in order, when each has hands of its own and when all have the same;
- of duels: points a hand as they were scored and without the cards (`games.engine.analysis.luck`), each with its
  standard error, and how much less the second varies. Of equal bots both must be zero within two standard errors;
- whether cards and play are the result in every hand.
"""

import argparse
import sys
from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import mean, variance

from benchmarks.bots.duel import RULES, play
from games.engine.analysis.as_known import review_as_known
from games.engine.analysis.luck import Accuracy, accuracy_of, balance_of
from games.engine.analysis.open_cards import review_open
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import STRENGTHS
from games.engine.seating import side_of_seats

SAMPLE = 200


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks luck")
    asked.add_argument("--hands", type=int, default=400, help="of each strength, and deals of each duel")
    asked.add_argument("--deals", type=int, default=8, help="for each decision")
    asked.add_argument("--samples", type=int, default=100, help="of 200 hands")
    return asked


def main() -> None:
    """Accuracy, then duels."""
    asked = parser().parse_args(sys.argv[1:])
    order(asked.hands, asked.deals, asked.samples)
    names = list(STRENGTHS)
    for one, other in [*((name, name) for name in names[:3]), *((after, before) for before, after in pairwise(names))]:
        duel(one, other, asked.hands)


def order(hands: int, deals: int, samples: int) -> None:
    """Accuracy of each strength on the same deals."""
    by_name: dict[str, list[Accuracy]] = {}
    for name, strength in STRENGTHS.items():
        bot = PlayoutBot(strength)
        reviews = [review_as_known(play(bot, bot, number, None), 1, deals) for number in range(hands)]
        by_name[name] = [sum((accuracy_of(review, seat) for seat in range(4)), Accuracy()) for review in reviews]
        print(f"accuracy of {name:9} {text(by_name[name])} in {hands} hands", flush=True)
    for measure in (share_of, kept_of):
        for is_same in (False, True):
            number = samples_in_order(list(by_name.values()), measure, samples, is_same=is_same)
            whose = "the same hands for all" if is_same else "hands of its own for each"
            print(f"{measure.__doc__} All in order in {number} of {samples} samples of {SAMPLE} hands, {whose}.")


def samples_in_order(
    by_strength: list[list[Accuracy]], measure: Callable[[list[Accuracy]], float], samples: int, *, is_same: bool
) -> int:
    """In how many samples every strength measures at least as much as the one before."""
    chance, in_order, hands = Random(1), 0, range(len(by_strength[0]))
    for _ in range(samples):
        same = chance.choices(hands, k=SAMPLE)
        drawn = [same if is_same else chance.choices(hands, k=SAMPLE) for _ in by_strength]
        found = [measure([own[hand] for hand in sample]) for own, sample in zip(by_strength, drawn, strict=True)]
        in_order += found == sorted(found)
    return in_order


def duel(one: str, other: str, deals: int) -> None:
    """Points a hand of the first bot, as scored and without the cards."""
    first, second = PlayoutBot(STRENGTHS[one]), PlayoutBot(STRENGTHS[other])
    raw, without, cards = [], [], []
    for number in range(deals):
        is_swapped = number // len(side_of_seats(RULES)) % 2 == 1
        hand = play(second, first, number, None) if is_swapped else play(first, second, number, None)
        balance = balance_of(review_open(hand), side_of_seats(RULES))
        assert hand.result is not None
        result = hand.result.points[0] - hand.result.points[1]
        assert balance.result == result, f"deal {number}: {balance} is not {result}"
        sign = -1 if is_swapped else 1
        raw.append(sign * result)
        without.append(sign * (result - balance.cards))
        cards.append(sign * balance.cards)
    ratio = variance(without) / variance(raw)
    print(
        f"{one}-{other}: scored {with_error(raw)}, without cards {with_error(without)}, cards {with_error(cards)}; "
        f"variance {ratio:.2f} times, adds up in all {len(raw)}",
        flush=True,
    )


def share_of(own: list[Accuracy]) -> float:
    """Accuracy."""
    return sum(own, Accuracy()).share or 0.0


def kept_of(own: list[Accuracy]) -> float:
    """Points lost a decision."""
    together = sum(own, Accuracy())
    return -together.lost / together.decisions


def text(own: list[Accuracy]) -> str:
    """In percent."""
    return f"{100 * share_of(own):.1f} %"


def with_error(values: list[int]) -> str:
    """The mean and its standard error."""
    return f"{mean(values):+.3f} ± {sqrt(variance(values) / len(values)):.3f}"


if __name__ == "__main__":
    main()
