"""Makes the rounds of a duplicate to come even: who meets whom, who is compared with whom, who sits which way.

Two pairs are compared in every round in which both sit in the same direction, for then they hold the same cards.
Pairs are numbered from 0 here; the seats of a round are one row, each table's North/South before its East/West.
"""

from collections.abc import Sequence
from math import log
from operator import mul, sub
from random import Random

from tournaments.formats.pairing.meetings import Matrix

Seats = list[int]

REMATCH = 100_000
"""The cost of meeting again: no evenness ever pays it."""
LEAN, MAX_LEAN = 6, 2
"""The cost of leaning further: so high that it hardly ever happens in the end, low enough for the search to pass
through it. Leaning by 2, as in five rounds of eight, is free: if everyone sat half and half, any two pairs would be
compared an even number of times, and far less evenly."""
HOTTEST, COLDEST = 8, 0.5
MAX_MOVES, MAX_WORK = 6_000, 150_000


class Balance:
    """Counts of what was and will be played. met, same: how often two met, and sat in the same direction.

    lean: rounds in North/South less rounds in East/West.
    """

    def __init__(self, pairs: int) -> None:
        self.met: Matrix = [[0] * pairs for _ in range(pairs)]
        self.same: Matrix = [[0] * pairs for _ in range(pairs)]
        self.lean = [0] * pairs

    def copy(self) -> "Balance":
        twin = Balance(0)
        twin.met, twin.same = [row.copy() for row in self.met], [row.copy() for row in self.same]
        twin.lean = self.lean.copy()
        return twin

    def add(self, seats: Seats) -> None:
        norths, easts = seats[::2], seats[1::2]
        for north, east in zip(norths, easts, strict=True):
            self.met[north][east] += 1
            self.met[east][north] += 1
            self.lean[north] += 1
            self.lean[east] -= 1
        for side in (norths, easts):
            for player in side:
                for other in side:
                    self.same[player][other] += player != other

    def rematches(self, seats: Seats) -> int:
        """How many tables of a round would be rematches."""
        return sum(self.met[north][east] > 0 for north, east in zip(seats[::2], seats[1::2], strict=True))

    def with_rounds(self, rounds: Sequence[Seats]) -> "Balance":
        """This balance and these rounds, as a new one."""
        twin = self.copy()
        for seats in rounds:
            twin.add(seats)
        return twin

    @property
    def cost(self) -> int:
        """Squares, so that one pair of pairs with many repeats costs more than many with few."""
        met, same = (sum(count * count for row in rows for count in row) // 2 for rows in (self.met, self.same))
        return REMATCH * met + same + sum(map(_lean_cost, self.lean))


class Improver:
    """Swaps pairs within rounds for as long as it is allowed to (simulated annealing), and keeps the best.

    Work is counted in swaps looked at, never in seconds, so the same dice always give the same rounds.
    """

    def __init__(self, before: Balance, rounds: Sequence[Seats], chance: Random) -> None:
        self.rounds = [seats.copy() for seats in rounds]
        self.now = before.with_rounds(self.rounds)
        self.chance = chance
        self.cost = self.now.cost
        self.sides = [_sides(seats, len(self.now.lean)) for seats in self.rounds]

    def improve(self) -> list[Seats]:
        """The best rounds that were found."""
        least, best = self.cost, [seats.copy() for seats in self.rounds]
        moves = min(MAX_MOVES, MAX_WORK // len(self.now.lean))
        for done in range(moves):
            heat = HOTTEST * (COLDEST / HOTTEST) ** (done / moves)
            self._try_swap(int(-heat * log(1 - self.chance.random())))
            if self.cost < least:
                least, best = self.cost, [seats.copy() for seats in self.rounds]
        return best

    def _try_swap(self, limit: int) -> None:
        """Swaps two pairs of a round, every other time two who meet, unless that costs more than the limit."""
        number = self.chance.randrange(len(self.rounds))
        seats, side = self.rounds[number], self.sides[number]
        here = self.chance.randrange(len(seats))
        there = here ^ 1 if self.chance.random() < 0.5 else self.chance.randrange(len(seats))
        north, other = (there, here) if here % 2 else (here, there)
        if north == other:
            return
        price = self._meeting_price(seats, north, other) + self._side_price(seats, side, north, other)
        if price <= limit:
            self._swap(seats, side, north, other)
            self.cost += price

    def _meeting_price(self, seats: Seats, here: int, there: int) -> int:
        if here ^ there == 1:
            return 0
        met, player, other, against_player, against_other = self.now.met, *_four(seats, here, there)
        more = (
            met[player][against_other]
            + met[other][against_player]
            - met[player][against_player]
            - met[other][against_other]
        )
        return 2 * REMATCH * (more + 2)

    def _side_price(self, seats: Seats, side: Seats, north: int, east: int) -> int:
        """The cost of swapping two pairs' directions: each other pair of the round is then compared with one instead of
        the other."""
        if (north ^ east) % 2 == 0:
            return 0
        player, other = seats[north], seats[east]
        same_player, same_other = self.now.same[player], self.now.same[other]
        more: int = sum(map(mul, side, map(sub, same_other, same_player))) - 2 * same_player[other]
        lean_player, lean_other = self.now.lean[player], self.now.lean[other]
        before, after = (lean_player, lean_other), (lean_player - 2, lean_other + 2)
        return sum(map(_lean_cost, after)) - sum(map(_lean_cost, before)) + 2 * (more + len(seats) - 2)

    def _swap(self, seats: Seats, side: Seats, here: int, there: int) -> None:
        player, other, against_player, against_other = _four(seats, here, there)
        if here ^ there != 1:
            for a, b, change in (
                (player, against_player, -1),
                (other, against_other, -1),
                (player, against_other, 1),
                (other, against_player, 1),
            ):
                self.now.met[a][b] += change
                self.now.met[b][a] += change
        if (here ^ there) % 2:
            self._turn(player, other, side)
        seats[here], seats[there] = other, player

    def _turn(self, north: int, east: int, side: Seats) -> None:
        """The pair in North/South and the one in East/West change directions."""
        same, lean = self.now.same, self.now.lean
        side[north] = side[east] = 0
        for third, direction in enumerate(side):
            if direction:
                same[north][third] = same[third][north] = same[north][third] - direction
                same[east][third] = same[third][east] = same[east][third] + direction
        side[north], side[east] = -1, 1
        lean[north] -= 2
        lean[east] += 2


def _lean_cost(lean: int) -> int:
    excess = max(0, abs(lean) - MAX_LEAN)
    return LEAN * excess * excess


def _sides(seats: Seats, pairs: int) -> Seats:
    """For every pair 1 in North/South, -1 in East/West, 0 when it sits out."""
    side = [0] * pairs
    for position, pair in enumerate(seats):
        side[pair] = -1 if position % 2 else 1
    return side


def _four(seats: Seats, here: int, there: int) -> tuple[int, int, int, int]:
    """Who sits in two places, and against whom."""
    return seats[here], seats[there], seats[here ^ 1], seats[there ^ 1]


def level(before: Balance, rounds: Sequence[Seats]) -> None:
    """Turns tables of these rounds until no pair has one direction much oftener than the other, if that is possible.

    A chain of tables leads from a pair that leans to North/South, each time from the pair in North/South to the one in
    East/West, to a pair that leans less by more than two. Turning them all passes the surplus on.
    """
    while chain := _chain(before.with_rounds(rounds).lean, rounds):
        for seats, position in chain:
            seats[position], seats[position + 1] = seats[position + 1], seats[position]


def _chain(lean: Sequence[int], rounds: Sequence[Seats]) -> list[tuple[Seats, int]]:
    """The tables to be turned, as a round and a place in it; [] when there is nothing to gain."""
    for start in sorted(range(len(lean)), key=lean.__getitem__, reverse=True):
        ways: dict[int, list[tuple[Seats, int]]] = {start: []}
        queue = [start]
        for pair in queue:
            for seats, position in _norths(pair, rounds):
                if seats[position + 1] not in ways:
                    ways[seats[position + 1]] = [*ways[pair], (seats, position)]
                    queue.append(seats[position + 1])
            if lean[start] - lean[pair] > 2 and max(lean[start], -lean[pair]) > MAX_LEAN:
                return ways[pair]
    return []


def _norths(pair: int, rounds: Sequence[Seats]) -> list[tuple[Seats, int]]:
    """Where a pair sits in North/South."""
    return [(seats, 2 * seats[::2].index(pair)) for seats in rounds if pair in seats[::2]]
