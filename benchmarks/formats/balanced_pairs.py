"""How equal the pairs of a mixer are: balanced by rating, beside a random draw of partners."""

from random import Random
from statistics import mean

from tournaments.formats.pairing.balanced_pairs import Single, balanced_pairs, variance

MIXERS = 1000
PLAYERS = (8, 16, 32)
MEAN, SPREAD = 1000, 250
"""Of the ratings in a club, about."""


def print_spreads() -> None:
    """One line a size: the standard deviation of the pairs' sums, and the strongest pair's sum less the weakest's."""
    print("players | deviation: random draw | deviation: balanced | widest gap: random draw | widest gap: balanced")
    for players in PLAYERS:
        (drawn, drawn_gap), (made, made_gap) = (spreads(players, is_balanced) for is_balanced in (False, True))
        print(f"{players:7} | {drawn:22.0f} | {made:19.0f} | {drawn_gap:23.0f} | {made_gap:20.0f}")


def spreads(players: int, is_balanced: bool) -> tuple[float, float]:
    """The means over MIXERS nights."""
    deviations, gaps = [], []
    for number in range(MIXERS):
        chance = Random(f"{players}/{number}")
        line = [Single(one, max(0, round(chance.gauss(MEAN, SPREAD)))) for one in range(players)]
        strength = {one.number: one.strength for one in line}
        order = chance.sample(range(players), players)
        pairs = balanced_pairs(line).pairs if is_balanced else tuple(zip(order[::2], order[1::2], strict=True))
        sums = [strength[one] + strength[other] for one, other in pairs]
        deviations.append(float(variance(sums)) ** 0.5)
        gaps.append(max(sums) - min(sums))
    return mean(deviations), mean(gaps)
