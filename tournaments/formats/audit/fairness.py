"""How evenly people met, sat out and got about in a run of rounds, as plain numbers. Draws nothing and asks no rule.

House players are passed over. Who sat at one table has met, even if it was void; pairs have met only if they played.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

from tournaments.formats.base import PlayedRound, PlayedTable, RoundDraw, TableDraw
from tournaments.formats.numbers import GHOST
from tournaments.formats.pairing.bounds import least_from_new

Pair = frozenset[int]
AnyRound = RoundDraw | PlayedRound
CHAIRS = ("North", "South", "East", "West")


@dataclass(frozen=True)
class Meetings:
    """How often each two entries met in one role.

    times: only those who met. pairs: how many could have met because they were there in the same round. bound: no other
    seating of the same people, in which everyone meets as many others, has fewer repeats.
    """

    times: Mapping[Pair, int]
    pairs: int
    bound: int

    @property
    def repeats(self) -> int:
        """Each two who met w times count w(w-1)/2."""
        return sum(comb(times, 2) for times in self.times.values())

    @property
    def excess(self) -> int:
        """How far the repeats are from the bound. Above 0 it may be that none can do better."""
        return self.repeats - self.bound

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that fewer repeats are impossible."""
        return self.excess == 0

    @property
    def most(self) -> int:
        """How often those two met who met most."""
        return max(self.times.values(), default=0)

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many pairs never met, met once, twice and so on."""
        counts = Counter(self.times.values())
        counts[0] = self.pairs - len(self.times)
        return tuple(counts[times] for times in range(self.most + 1))

    def as_data(self) -> dict[str, Any]:
        return {
            "repeats": self.repeats,
            "bound": self.bound,
            "excess": self.excess,
            "optimal": self.is_optimal,
            "most": self.most,
            "histogram": list(self.histogram),
        }


@dataclass(frozen=True)
class Spread:
    """How often each entry was in each of some places: tables, or chairs. counts: entry -> place -> times."""

    counts: Mapping[int, Mapping[int, int]]

    @property
    def of_each(self) -> dict[int, int]:
        """For each entry, how much more often it was in its most frequent place than in its rarest."""
        return {entry: max(times.values()) - min(times.values()) for entry, times in self.counts.items()}

    @property
    def widest(self) -> int:
        return max(self.of_each.values(), default=0)

    @property
    def most(self) -> int:
        """The most times that anyone was in the same place."""
        return max((max(times.values()) for times in self.counts.values()), default=0)

    def as_data(self) -> dict[str, Any]:
        counts = {str(entry): list(times.values()) for entry, times in self.counts.items()}
        return {"spread": self.widest, "most": self.most, "counts": counts}


@dataclass(frozen=True)
class Fairness:
    """A run of rounds in numbers.

    entries: everyone who was there in any of them. partners: None where entries play as they are, in pairs. tables:
    meetings at one table, as partners or as opponents. sit_outs: for each entry. sit_out_spread: among those who were
    there in every round; None when no one was. visits: by table number. chairs: by place in `CHAIRS`, only for tables
    of two against two; None where there are none.
    """

    rounds: int
    entries: tuple[int, ...]
    partners: Meetings | None
    opponents: Meetings
    tables: Meetings
    sit_outs: Mapping[int, int]
    sit_out_spread: int | None
    visits: Spread
    chairs: Spread | None

    def matrix(self, meetings: Meetings) -> tuple[tuple[int, ...], ...]:
        """How often each two entries met, with a row and a column for each of `entries`, in their order."""
        return tuple(
            tuple(meetings.times.get(frozenset((entry, other)), 0) for other in self.entries) for entry in self.entries
        )

    def as_data(self) -> dict[str, Any]:
        """The numbers as plain JSON, without the matrices; entries as text, as keys must be."""
        return {
            "entries": len(self.entries),
            "rounds": self.rounds,
            "partners": self.partners and self.partners.as_data(),
            "opponents": self.opponents.as_data(),
            "same_table": self.tables.as_data(),
            "sit_outs": {
                "spread": self.sit_out_spread,
                "counts": {str(entry): times for entry, times in self.sit_outs.items()},
            },
            "tables": self.visits.as_data(),
            "chairs": self.chairs and self.chairs.as_data(),
        }


def fairness(rounds: Sequence[AnyRound]) -> Fairness:
    """What these rounds, drawn or played, come to. They may have different people in them."""
    here = [_present(each) for each in rounds]
    entries = tuple(sorted(set().union(*here)))
    others = _others(entries, here)
    seated = [table for each in rounds for table in _seated(each)]
    met = [table for each in rounds for table in _met(each)]
    chairs = _chairs(seated)
    sit_outs = Counter(bye.entry for each in rounds for bye in each.byes)
    always = [sit_outs[entry] for entry in entries if all(entry in people for people in here)]
    return Fairness(
        rounds=len(rounds),
        entries=entries,
        partners=_meetings(met, _partners, others) if any(len(side) > 1 for t in met for side in t.sides) else None,
        opponents=_meetings(met, _opponents, others),
        tables=_meetings(met, _tablemates, others),
        sit_outs={entry: sit_outs[entry] for entry in entries},
        sit_out_spread=max(always) - min(always) if always else None,
        visits=_visits(seated),
        chairs=Spread(chairs) if chairs else None,
    )


def _seated(each: AnyRound) -> Iterator[TableDraw]:
    for table in each.tables:
        yield table.draw if isinstance(table, PlayedTable) else table


def _met(each: AnyRound) -> Iterator[TableDraw]:
    for table in each.tables:
        if isinstance(table, TableDraw):
            yield table
        elif len(table.draw.entries) > 2 or (table.slip and not table.slip.forfeited):
            yield table.draw


def _present(each: AnyRound) -> set[int]:
    people = {entry for table in _seated(each) for entry in table.entries} | {bye.entry for bye in each.byes}
    return {entry for entry in people if entry > GHOST}


def _others(entries: Sequence[int], here: Sequence[set[int]]) -> dict[int, int]:
    """How many others each entry has shared a round with."""
    attended = {entry: frozenset(index for index, people in enumerate(here) if entry in people) for entry in entries}
    alike = Counter(attended.values())
    company = {own: sum(count for rounds, count in alike.items() if own & rounds) - 1 for own in alike}
    return {entry: company[attended[entry]] for entry in entries}


def _meetings(
    tables: Iterable[TableDraw], meet: Callable[[TableDraw], Iterable[tuple[int, int]]], others: Mapping[int, int]
) -> Meetings:
    times = Counter(frozenset(pair) for table in tables for pair in meet(table) if min(pair) > GHOST)
    own = dict.fromkeys(others, 0)
    for pair, count in times.items():
        for entry in pair:
            own[entry] += count
    return Meetings(times, sum(others.values()) // 2, least_from_new(own, others))


def _partners(table: TableDraw) -> Iterator[tuple[int, int]]:
    for side in table.sides:
        yield from combinations(side, 2)


def _opponents(table: TableDraw) -> Iterator[tuple[int, int]]:
    for side, other in combinations(table.sides, 2):
        yield from ((a, b) for a in side for b in other)


def _tablemates(table: TableDraw) -> Iterator[tuple[int, int]]:
    return combinations(table.entries, 2)


def _visits(tables: Sequence[TableDraw]) -> Spread:
    numbers = sorted({table.table for table in tables})
    counts: dict[int, dict[int, int]] = {}
    for table in tables:
        for entry in table.entries:
            if entry > GHOST:
                counts.setdefault(entry, dict.fromkeys(numbers, 0))[table.table] += 1
    return Spread(dict(sorted(counts.items())))


def _chairs(tables: Iterable[TableDraw]) -> dict[int, dict[int, int]]:
    counts: dict[int, dict[int, int]] = {}
    for table in tables:
        if [len(side) for side in table.sides] == [2, 2]:
            for chair, entry in enumerate(table.entries):
                if entry > GHOST:
                    counts.setdefault(entry, dict.fromkeys(range(len(CHAIRS)), 0))[chair] += 1
    return dict(sorted(counts.items()))
