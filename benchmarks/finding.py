"""Finding a game: evenings of people who come by chance, seated by the site's own arithmetic (`games.finding.fair`).

    python -m benchmarks finding [--evenings NUMBER] [--rates NUMBER ...]

People come as they do in life, one by one and without a plan, for four hours. Their ratings are spread as in a club
that has played for a year. They either wait for people however long it takes, or start with bots as soon as they are
offered and are joined while the game is young; some leave before. Waits are seconds until a player sits with three
people, or in the second case with at least one. Spread: between the best and the worst at a table; beside it the same
people at tables in the order of their coming.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from games.finding.fair import OpenTable, Seeker, bots_after, expected_wait, group_of, table_for

EVENING, TICK, SEATS = 4 * 3600, 3, 4
MIDDLE, SPREAD = 1150, 220
YOUNG = 300
"""Seconds for which people are put into a game with bots."""
LATELY = 3600


@dataclass
class Person:
    number: int
    strength: int
    came: float
    wait: float | None = None
    bots: float | None = None


@dataclass
class AtTable:
    since: float
    people: list[Person]


@dataclass
class Evening:
    """takes_bots: as soon as they are offered."""

    takes_bots: bool
    waiting: list[Person] = field(default_factory=list)
    tables: list[AtTable] = field(default_factory=list)
    over: list[tuple[float, float | None]] = field(default_factory=list)

    def tick(self, now: float) -> None:
        self._join_tables(now)
        while group := group_of((self._seeker(one, now) for one in self.waiting), SEATS):
            seated = [one for one in self.waiting if one.number in group]
            self.tables.append(AtTable(now, seated))
            for one in seated:
                self._seat(one, now)
        if self.takes_bots:
            expected = expected_wait([wait for at, wait in self.over if at > now - LATELY])
            while late := [one for one in self.waiting if now - one.came >= bots_after(expected)]:
                self._seat(late[0], now, with_people=False)
                self.tables.append(AtTable(now, late[:1]))
                self._join_tables(now)

    def _join_tables(self, now: float) -> None:
        for one in list(self.waiting):
            young = [table for table in self.tables if now - table.since < YOUNG and len(table.people) < SEATS]
            offered = [
                OpenTable(number, tuple((other.number, other.strength) for other in table.people))
                for number, table in enumerate(young)
            ]
            for number in table_for(self._seeker(one, now), offered)[:1]:
                for other in young[number].people:
                    if other.wait is None:
                        other.wait = now - other.came
                young[number].people.append(one)
                self._seat(one, now)

    def _seeker(self, one: Person, now: float) -> Seeker:
        return Seeker(one.number, one.strength, now - one.came)

    def _seat(self, one: Person, now: float, *, with_people: bool = True) -> None:
        if with_people:
            one.wait = now - one.came
        else:
            one.bots = now - one.came
        self.waiting.remove(one)
        self.over.append((one.came, now - one.came if with_people else None))


def evening(rate: float, takes_bots: bool, chance: Random) -> tuple[list[Person], list[AtTable]]:
    """rate: people in an hour."""
    came, people = 0.0, list[Person]()
    while (came := came + chance.expovariate(rate / 3600)) < EVENING:
        people.append(Person(len(people), round(chance.gauss(MIDDLE, SPREAD)), came))
    site, coming = Evening(takes_bots), list(people)
    for now in range(0, EVENING, TICK):
        while coming and coming[0].came <= now:
            site.waiting.append(coming.pop(0))
        site.tick(now)
    return people, site.tables


def spread(strengths: Iterable[int]) -> int:
    found = list(strengths)
    return max(found) - min(found)


def in_order(people: Sequence[Person]) -> list[int]:
    """The spread of tables of those who came one after the other."""
    tables = [people[start : start + SEATS] for start in range(0, len(people) - SEATS + 1, SEATS)]
    return [spread(one.strength for one in table) for table in tables]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--evenings", type=int, default=50)
    asked.add_argument("--rates", type=float, nargs="+", default=[6, 30, 120], help="people in an hour")
    options = asked.parse_args(sys.argv[1:])
    heads = ("an hour", "way", "people", "with people", "median s", "p95 s", "to bots s", "spread", "at random")
    print("".join(f"{head:>13}" for head in heads))
    for rate in options.rates:
        for takes_bots in (False, True):
            _measure(rate, takes_bots, options.evenings)


def _measure(rate: float, takes_bots: bool, evenings: int) -> None:
    chance = Random(f"{rate} {takes_bots}")
    waits, bots, spreads, by_chance, number = list[float](), list[float](), list[int](), list[int](), 0
    for _ in range(evenings):
        people, tables = evening(rate, takes_bots, chance)
        number += len(people)
        waits += [one.wait for one in people if one.wait is not None]
        bots += [one.bots for one in people if one.bots is not None]
        spreads += [spread(one.strength for one in table.people) for table in tables if len(table.people) == SEATS]
        by_chance += in_order(people)
    late = quantiles(waits, n=20)[-1] if len(waits) > 1 else float("nan")
    figures = (
        f"{rate:g}",
        "takes bots" if takes_bots else "waits",
        f"{number}",
        f"{100 * len(waits) / number:.0f}%",
        f"{median(waits or [0]):.0f}",
        f"{late:.0f}",
        f"{median(bots):.0f}" if bots else "-",
        f"{median(spreads):.0f}" if spreads else "-",
        f"{median(by_chance):.0f}",
    )
    print("".join(f"{figure:>13}" for figure in figures), flush=True)
