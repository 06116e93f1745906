"""What the points of a hand are worth: for themselves, or for how much nearer they bring a side to winning the game.

The chances to win are in `chances.json`, by the points that the dealer's side and the others still need. They come from
self-play: `python -m benchmarks bots --chances` works them out, and the file says of how many deals.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from games.engine.setup import Setup

CHANCES = Path(__file__).with_name("chances.json")
ONE_HAND = 4
"""Points that one hand can bring."""
Table = tuple[tuple[float, ...], ...]


class Aim(Protocol):
    """What bots play for. is_late: one hand may decide the game, so that the score matters as much as the cards."""

    is_late: bool

    def value(self, points: Sequence[int], side: int, dealing: int) -> float:
        """What these points of the finished hand, by side, are worth to one side; `dealing` deals the next hand."""
        ...


class ForPoints:
    """As many points more than the average other side as possible."""

    is_late = False

    def value(self, points: Sequence[int], side: int, dealing: int) -> float:
        return points[side] - (sum(points) - points[side]) / (len(points) - 1)


class ForTheGame:
    """The best chance of winning the game. Counted in points, so that one at 0-0 is worth 1."""

    def __init__(self, needs: tuple[int, int], length: int) -> None:
        self.needs = needs
        gain = chance_to_win(length - 1, length) - chance_to_win(length, length - 1)
        self.scale = 2 / gain
        self.is_late = min(needs) <= ONE_HAND
        self.known: dict[tuple[int, ...], float] = {}

    def value(self, points: Sequence[int], side: int, dealing: int) -> float:
        key = (*points, side, dealing)
        if key not in self.known:
            left = [max(0, need - won) for need, won in zip(self.needs, points, strict=True)]
            own, other = left[side], left[1 - side]
            chance = chance_to_win(own, other) if dealing == side else 1 - chance_to_win(other, own)
            self.known[key] = self.scale * (chance - 0.5)
        return self.known[key]


def aim_at(setup: Setup, score: tuple[int, ...] | None) -> Aim:
    """The game where its score is known and the table fits: two sides, Classic Euchre, a number of points to reach."""
    rules = setup.rules
    has_table = not (setup.is_bid or setup.side_count != 2 or rules.number_of_hands or rules.win_by_two)
    if score is None or not has_table:
        return ForPoints()
    ours, theirs = (rules.play_to - points for points in score)
    longest = len(chances())
    if not (0 < ours <= longest and 0 < theirs <= longest and rules.play_to <= longest):
        return ForPoints()
    return ForTheGame((ours, theirs), rules.play_to)


@lru_cache(maxsize=1)
def chances() -> Table:
    """By the points that the dealer's side needs and those that the others need, each from 1."""
    return tuple(tuple(row) for row in json.loads(CHANCES.read_text())["chances"])


def chance_to_win(dealers: int, others: int) -> float:
    """The chance of the side that deals next, when it needs so many points and the others so many; 0: has won."""
    if dealers <= 0 or others <= 0:
        return float(dealers <= 0)
    return chances()[dealers - 1][others - 1]
