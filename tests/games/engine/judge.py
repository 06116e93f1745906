"""What can stand on a slip, judged by the second scorer (scorer.py) and plain steps. Shares no code with the engine.

It calls impossible only what certainly is: with many sides or many hands it knows bounds, not every total.
"""

from functools import cached_property
from itertools import product

from tests.games.engine.scorer import PARTNERSHIPS, bid_points, classic_points

FEW_HANDS = 8
Line = tuple[tuple[int, ...], bool]
"""Points per side for one hand, and whether the maker played alone."""
SEVERAL = {"none": (), "alone": ("alone",), "call_1": ("alone", "call_1"), "call_2": ("alone", "call_1", "call_2")}


class Judge:
    """Of slips under these rules. rules: as plain values, by name."""

    def __init__(self, rules: dict) -> None:
        self.rules = rules
        self.sides = PARTNERSHIPS.get(rules["sides"], rules["players"])
        self.agreed = rules["number_of_hands"]

    @cached_property
    def lines(self) -> set[Line]:
        """Everything that one hand can score."""
        made = self._bid() if self.rules["variant"] == "bid" else self._classic()
        passed = set() if self.rules["stick_the_dealer"] else {((0,) * self.sides, False)}
        return {(tuple(points), alone) for points, alone in made} | passed

    @cached_property
    def scores(self) -> set[tuple[int, ...]]:
        return {points for points, _ in self.lines}

    def _classic(self):
        for side, got in product(range(self.sides), range(self.rules["cards_each"] + 1)):
            tricks = [0] * self.sides
            tricks[side] = got
            for alone in (False, True) if self.rules["go_alone"] else (False,):
                for defender in self._lone_defenders(side, alone):
                    yield classic_points(self.rules, tricks, side, alone, defender), alone

    def _lone_defenders(self, maker, alone):
        asked = self.rules["defend_alone"] == "anytime" or (self.rules["defend_alone"] == "against_alone" and alone)
        return [None, *(side for side in range(self.sides) if asked and side != maker)]

    def _bid(self):
        every = self.rules["cards_each"]
        bids = [(level, "") for level in range(self.rules["minimum_bid"], every + 1)]
        bids += [(every, loner) for loner in SEVERAL[self.rules["alone_bids"]]]
        for tricks in shares(every, self.sides):
            for side, (level, loner) in product(range(self.sides), bids):
                yield bid_points(self.rules, tricks, side, level, loner), bool(loner)

    def is_over(self, points, hands=0) -> bool:
        """Whether the game ends at these points; with an agreed number, after so many hands."""
        if self.agreed:
            return hands >= self.agreed
        leader, next_best = sorted(points)[-1], sorted(points)[-2]
        return leader >= self.rules["play_to"] and (leader >= next_best + 2 or not self.rules["win_by_two"])

    def rules_out(self, points) -> bool:
        """Whether no game ends at these points."""
        if self.agreed:
            return self._is_out_of_bounds(points)
        if self._ends is not None:
            return tuple(points) not in self._ends
        return not self.is_over(points) or not any(self._may_stand(minus(points, line)) for line in self.scores)

    def _may_stand(self, points) -> bool:
        return not self.is_over(points) and (self.rules["variant"] == "bid" or min(points) >= 0)

    def _is_out_of_bounds(self, points) -> bool:
        if self._totals is not None:
            return tuple(points) not in self._totals
        sums = [sum(line) for line in self.scores]
        if not self.agreed * min(sums) <= sum(points) <= self.agreed * max(sums):
            return True
        columns = list(zip(*self.scores, strict=True))
        return any(
            not self.agreed * min(own) <= made <= self.agreed * max(own)
            for made, own in zip(points, columns, strict=True)
        )

    @cached_property
    def _totals(self) -> set[tuple[int, ...]] | None:
        """Every total of few hands between two sides."""
        if self.sides > 2 or self.agreed > FEW_HANDS:
            return None
        totals = {(0, 0)}
        for _ in range(self.agreed):
            totals = {plus(before, line) for before in totals for line in self.scores}
        return totals

    @cached_property
    def _ends(self) -> set[tuple[int, ...]] | None:
        """Every end of a classic game between two sides, by walking all of them; by two not endlessly."""
        if self.sides > 2 or self.rules["variant"] == "bid":
            return None
        far = self.rules["play_to"] + 40
        open_, seen, ends = [(0, 0)], {(0, 0)}, set()
        while open_:
            before = open_.pop()
            for after in {plus(before, line) for line in self.scores} - seen - ends:
                if self.is_over(after):
                    ends.add(after)
                elif max(after) < far:
                    seen.add(after)
                    open_.append(after)
        return ends


def shares(tricks, sides):
    """Every way to divide tricks among sides."""
    if sides == 1:
        yield [tricks]
        return
    for first in range(tricks + 1):
        for rest in shares(tricks - first, sides - 1):
            yield [first, *rest]


def plus(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one, other):
    return tuple(a - b for a, b in zip(one, other, strict=True))
