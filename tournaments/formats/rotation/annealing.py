"""Improves the seatings of the rounds to come by swapping people within a round (simulated annealing).

A repeated partnership weighs three repeated oppositions; `mixed` also counts partners who were opponents, and the
reverse. Work is counted in moves looked at, never in seconds, so the same dice always give the same seatings.
"""

from collections.abc import Iterable, Sequence
from math import log
from random import Random

from tournaments.formats.pairing.meetings import (
    Matrix,
    Meetings,
    Pair,
    Repeats,
    Seating,
    Tally,
    opponents_at,
    partners_at,
)

PARTNERS = 3
"""What a repeated partnership costs, in repeated oppositions."""
NEVER = 1_000_000
"""The cost of parting a couple or seating two at one table who must not meet: no swap ever pays it."""
HOTTEST, COLDEST = 0.3, 0.17


class Annealer:
    """Seatings that get better. They must obey `together` and `apart` from the start, and do so ever after.

    before: the meetings of the rounds already played. together: pairs that stay partners. apart: pairs that never
    share a table. mixed: whether meeting the same people in the other role counts as a repeat, too.
    """

    def __init__(
        self,
        before: Tally,
        seatings: Sequence[Seating],
        chance: Random,
        together: Iterable[Pair] = (),
        apart: Iterable[Pair] = (),
        mixed: bool = False,
    ) -> None:
        self.before, self.chance = before, chance
        self.rounds = [list(seating) for seating in seatings]
        self.best = [round_.copy() for round_ in self.rounds]
        self.cross = int(mixed)
        self.couples = [tuple(pair) for pair in together]
        tally = before.with_rounds(self.rounds)
        self.as_partners = self._prices(tally.partners, PARTNERS, tally.opponents)
        self.as_opponents = self._prices(tally.opponents, 1, tally.partners)
        self._weigh_wishes(apart)
        repeats = tally.repeats
        self.cost = self.least = PARTNERS * repeats.partners + repeats.opponents + self._crossed(tally)

    @property
    def repeats(self) -> Repeats:
        """The repeats after the best seatings so far."""
        return self.before.with_rounds(self.best).repeats

    def improve(self, bound: Repeats, moves: int, picked: bool) -> int:
        """Swaps until the bound is reached or the moves are used up; returns how many were looked at.

        picked: swap only people who meet someone again, which is faster when no one has to. Otherwise anyone.
        """
        goal = PARTNERS * bound.partners + bound.opponents + self._crossed(self.before)
        done = 0
        while done < moves and self.least > goal:
            heat = HOTTEST * (COLDEST / HOTTEST) ** (done / moves)
            limits = [int(-heat * log(1 - self.chance.random())) for _ in range(200)]
            for round_ in self.rounds:
                done += len(round_) // 4 + self._visit(round_, limits, picked)
            if self.cost < self.least:
                self.least, self.best = self.cost, [seating.copy() for seating in self.rounds]
        return done

    def _prices(self, met: Meetings, weight: int, otherwise: Meetings) -> Matrix:
        """What it costs to have two people meet in a role once more. otherwise: their meetings in the other role."""
        prices = [[0] * len(met) for _ in met]
        for costs, times_met in zip(prices, met, strict=True):
            for other, times in times_met.items():
                costs[other] = weight * times
        if self.cross:
            for costs, times_met in zip(prices, otherwise, strict=True):
                for other, times in times_met.items():
                    costs[other] += times
        return prices

    def _weigh_wishes(self, apart: Iterable[Pair]) -> None:
        for person, other in self.couples:
            _add(self.as_partners, person, other, -NEVER)
        for person, other in map(tuple, apart):
            _add(self.as_partners, person, other, NEVER)
            _add(self.as_opponents, person, other, NEVER)

    def _crossed(self, tally: Tally) -> int:
        return tally.overlap if self.cross else 0

    def _visit(self, seating: list[int], limits: list[int], picked: bool) -> int:
        """One round's turn; returns the number of moves looked at."""
        seats = range(len(seating))
        first = self._repeaters(seating) * 2 if picked else self.chance.choices(seats, k=len(seating))
        if not first:
            return 0
        self._swap(seating, first, self.chance.choices(seats, k=len(first)), self.chance.choices(limits, k=len(first)))
        for seat in range(0, len(seating), 4):
            self._split(seating, seat, self.chance.choice(limits))
        for person, _ in self.couples:
            if person in seating:
                self._swap_sides(
                    seating, seating.index(person) & ~1, self.chance.choice(seats[::2]), self.chance.choice(limits)
                )
        return len(first) + len(seating) // 4 + len(self.couples)

    def _repeaters(self, seating: list[int]) -> list[int]:
        """The seats whose people have a partner or an opponent again."""
        partners, opponents = self.as_partners, self.as_opponents
        return [
            seat
            for seat, person in enumerate(seating)
            if partners[person][seating[seat ^ 1]] > PARTNERS
            or opponents[person][seating[seat ^ 2]] > 1
            or opponents[person][seating[seat ^ 3]] > 1
        ]

    def _swap(self, seating: list[int], first: list[int], second: list[int], limits: list[int]) -> None:
        """Swaps two people of different tables wherever that costs no more than the limit. The loop that takes the
        time: everything is local and nothing is called before a swap is made."""
        partners, opponents = self.as_partners, self.as_opponents
        fixed = 2 * PARTNERS + 4
        for i, j, limit in zip(first, second, limits, strict=True):
            if i ^ j < 4:
                continue
            a, p, x, y = seating[i], seating[i ^ 1], seating[i ^ 2], seating[i ^ 3]
            b, q, z, w = seating[j], seating[j ^ 1], seating[j ^ 2], seating[j ^ 3]
            with_a, with_b, against_a, against_b = partners[a], partners[b], opponents[a], opponents[b]
            change = (
                with_a[q]
                + with_b[p]
                - with_a[p]
                - with_b[q]
                + fixed
                + against_a[z]
                + against_a[w]
                + against_b[x]
                + against_b[y]
                - against_a[x]
                - against_a[y]
                - against_b[z]
                - against_b[w]
            )
            if change <= limit:
                seating[i], seating[j] = b, a
                self.cost += change
                self._meet(((a, p), (b, q)), ((a, x), (a, y), (b, z), (b, w)), -1)
                self._meet(((a, q), (b, p)), ((a, z), (a, w), (b, x), (b, y)), 1)

    def _split(self, seating: list[int], seat: int, limit: int) -> None:
        """Changes who partners whom at one table."""
        table = seating[seat : seat + 4]
        partner, rest = (2, (1, 3)) if self.chance.random() < 0.5 else (3, (1, 2))
        self._reseat(seating, {seat: (table, [table[index] for index in (0, partner, *rest)])}, limit)

    def _swap_sides(self, seating: list[int], seat: int, other: int, limit: int) -> None:
        """Swaps two whole sides of different tables: the only way a couple gets about."""
        if seat ^ other < 4:
            return
        swapped = seating.copy()
        swapped[seat : seat + 2], swapped[other : other + 2] = seating[other : other + 2], seating[seat : seat + 2]
        self._reseat(
            seating, {at: (seating[at : at + 4], swapped[at : at + 4]) for at in (seat & ~3, other & ~3)}, limit
        )

    def _reseat(self, seating: list[int], tables: dict[int, tuple[list[int], list[int]]], limit: int) -> None:
        """Puts whole tables in the place of others, unless that costs more than the limit. tables: seat -> old, new."""
        before = self.cost
        for old, _ in tables.values():
            self._price(old, -1)
        for _, new in tables.values():
            self._price(new, 1)
        if self.cost - before <= limit:
            for seat, (_, new) in tables.items():
                seating[seat : seat + 4] = new
            return
        for _, new in tables.values():
            self._meet(partners_at(new), opponents_at(new), -1)
        for old, _ in tables.values():
            self._meet(partners_at(old), opponents_at(old), 1)
        self.cost = before

    def _price(self, table: Seating, sign: int) -> None:
        """Takes a table away (-1) or adds it (1), and the cost with it."""
        if sign < 0:
            self._meet(partners_at(table), opponents_at(table), sign)
        price = sum(self.as_partners[person][other] for person, other in partners_at(table))
        self.cost += sign * (price + sum(self.as_opponents[person][other] for person, other in opponents_at(table)))
        if sign > 0:
            self._meet(partners_at(table), opponents_at(table), sign)

    def _meet(self, partners: Iterable[tuple[int, int]], opponents: Iterable[tuple[int, int]], sign: int) -> None:
        """Counts meetings (1) or takes them back (-1) in both tables of prices."""
        with_them, against_them = self.as_partners, self.as_opponents
        weight, cross = sign * PARTNERS, sign * self.cross
        for person, other in partners:
            with_them[person][other] += weight
            with_them[other][person] += weight
            if cross:
                against_them[person][other] += cross
                against_them[other][person] += cross
        for person, other in opponents:
            against_them[person][other] += sign
            against_them[other][person] += sign
            if cross:
                with_them[person][other] += cross
                with_them[other][person] += cross


def _add(matrix: Matrix, person: int, other: int, amount: int) -> None:
    matrix[person][other] += amount
    matrix[other][person] += amount
