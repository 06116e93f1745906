"""Lays out all rounds of a rotation that are still to come, so that they make one good plan with those played.

A perfect whist schedule or a stored chart where one fits a night from its start; annealing otherwise. Knows entry
numbers and meetings only, no tables and no results.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from random import Random

from tournaments.formats.pairing.bounds import least_repeats
from tournaments.formats.pairing.meetings import Pair, Repeats, Seating, Tally
from tournaments.formats.rotation.annealing import Annealer
from tournaments.formats.rotation.charts import chart
from tournaments.formats.rotation.whist import has_whist, perfect_whist, whist_rounds
from tournaments.formats.seating.legal import Wishes, seat

MOVES = 150_000
"""Moves looked at when the bound is not reached before: about half a second. Small nights need fewer."""
MOVES_PER_CHAIR = 500
MIXING_MOVES = 60_000

People = tuple[int, ...]


@dataclass(frozen=True)
class Night:
    """What is known before the rounds to come.

    people: who takes part in all of them. rounds: how many. tables: in each. meetings: earlier meetings as (one,
    other, times as partners, times as opponents). turns: for each of `people`, how often and in which round last it
    sat out. draft: seatings to begin with, one a round, if any. effort: how many of the usual moves to look at.
    """

    people: People
    rounds: int
    tables: int
    meetings: tuple[tuple[int, int, int, int], ...] = ()
    turns: tuple[tuple[int, int], ...] = ()
    together: frozenset[Pair] = frozenset()
    apart: frozenset[Pair] = frozenset()
    draft: tuple[People, ...] = ()
    effort: float = 1


@dataclass(frozen=True)
class Plan:
    """rounds: a row of people each, four to a table, partners side by side. repeats: after the last round, earlier ones
    included, those of couples who wished it left out. bound: no plan with these sit-outs can have fewer."""

    rounds: tuple[People, ...]
    repeats: Repeats
    bound: Repeats


@dataclass
class _Outlook:
    """A night in the making; people are numbered from 0 here."""

    wishes: Wishes
    tables: int
    chance: Random
    before: Tally
    together: list[Pair]
    apart: list[Pair]
    counts: list[int]
    last: list[int]
    draft: list[list[int]]
    effort: float

    def sit_out(self, seating: Iterable[int], number: int) -> None:
        for person in set(range(self.before.people)).difference(seating):
            self.counts[person] += 1
            self.last[person] = number


def plan_night(night: Night, chance: Random) -> Plan | None:
    """The rounds to come; None when one of them cannot be seated legally.

    Who sits out is settled first: fewest so far, then longest since, then at random; so it is fair after every round.
    """
    outlook = _outlook(night, chance)
    is_late = night.meetings or night.draft or any(times for times, _ in night.turns)
    whole = not (is_late or night.together or night.apart)
    ready = _ready_made(len(night.people), night.rounds) if whole and night.tables == len(night.people) // 4 else ()
    order = list(range(len(night.people)))
    chance.shuffle(order)
    rounds = [tuple(order[person] for person in seating) for seating in ready]
    if len(rounds) < night.rounds:
        more = _anneal(outlook, rounds, night.rounds - len(rounds))
        if more is None:
            return None
        rounds += more
    after = outlook.before.with_rounds(rounds)
    bound = least_repeats(outlook.before, rounds, outlook.together, outlook.apart)
    wished = sum(comb(after.partners[person][other], 2) for person, other in map(tuple, outlook.together))
    return Plan(
        rounds=tuple(tuple(night.people[person] for person in seating) for seating in rounds),
        repeats=Repeats(after.repeats.partners - wished, after.repeats.opponents),
        bound=Repeats(bound.partners - wished, bound.opponents),
    )


def _outlook(night: Night, chance: Random) -> _Outlook:
    index = {number: person for person, number in enumerate(night.people)}
    before = Tally(len(index))
    for player, other, partners, opponents in night.meetings:
        before.note(index[player], index[other], partners, opponents)
    together = [frozenset(index[number] for number in pair) for pair in sorted(night.together, key=sorted)]
    apart = [frozenset(index[number] for number in pair) for pair in sorted(night.apart, key=sorted)]
    counts, last = zip(*(night.turns or [(0, 0)] * len(index)), strict=True)
    wishes = Wishes(range(len(index)), together, apart)
    draft = [[index[number] for number in seating] for seating in night.draft]
    turns = list(counts), list(last)
    return _Outlook(wishes, night.tables, chance, before, together, apart, *turns, draft, night.effort)


def _ready_made(people: int, rounds: int) -> Sequence[Seating]:
    """The first rounds, or all of them, of a night without special wishes or history."""
    stored = chart(people, rounds)
    if stored or not has_whist(people):
        return stored or ()
    schedule = perfect_whist(people)
    surplus = whist_rounds(people) - rounds
    if surplus == 2:
        return _without_two(schedule)
    if surplus == 1:
        return schedule[:-1]
    cycles, more = divmod(rounds, len(schedule))
    return [*schedule * cycles, *(schedule[:more] if cycles and _is_best_again(schedule, more) else ())]


def _is_best_again(schedule: tuple[Seating, ...], more: int) -> bool:
    """Whether this many rounds of a schedule, after all of them, are as good as any others would be."""
    before = Tally(len(schedule[0]) + 1).with_rounds(schedule)
    return before.with_rounds(schedule[:more]).repeats == least_repeats(before, schedule[:more])


def _without_two(schedule: Sequence[Seating]) -> Sequence[Seating]:
    """A whist schedule without its last round and the one with the fewest opponents in common with it.

    Two rounds less leave one meeting out twice for each pair that would have met in both.
    """
    last = _opponents(schedule[-1])
    common = [len(last & _opponents(seating)) for seating in schedule[:-1]]
    gone = common.index(min(common))
    return [seating for number, seating in enumerate(schedule[:-1]) if number != gone]


def _opponents(seating: Seating) -> set[Pair]:
    tally = Tally(max(seating) + 1)
    tally.add(seating)
    return {frozenset(pair) for pair in combinations(range(tally.people), 2) if tally.opponents[pair[0]][pair[1]]}


def _anneal(outlook: _Outlook, ready: Sequence[Seating], more: int) -> list[tuple[int, ...]] | None:
    """The rounds that are missing after some ready ones."""
    for number, seating in enumerate(ready):
        outlook.sit_out(seating, number + 1)
    before = outlook.before.with_rounds(ready)
    starts = outlook.draft
    first = max([len(ready), *outlook.last]) + 1
    for number in range(first, first + more - len(starts)):
        draws = [outlook.chance.random() for _ in outlook.counts]
        turn = dict(enumerate(zip(outlook.counts, outlook.last, draws, strict=True)))
        tables = seat(outlook.wishes, [4] * outlook.tables, turn, outlook.chance)
        if tables is None:
            return None
        start = list(chain(*tables))
        outlook.sit_out(start, number)
        starts.append(start)
    bound = least_repeats(before, starts, outlook.together, outlook.apart)
    picked = bound.opponents == before.repeats.opponents
    wishes = (outlook.together, outlook.apart)
    annealer = Annealer(before, starts, outlook.chance, *wishes)
    moves = min(MOVES, MOVES_PER_CHAIR * sum(map(len, starts)))
    annealer.improve(bound, int(outlook.effort * moves), picked)
    best = annealer.best
    if picked and annealer.repeats == bound:
        annealer = Annealer(before, best, outlook.chance, *wishes, mixed=True)
        annealer.improve(bound, int(outlook.effort * MIXING_MOVES), picked=True)
        best = min(annealer.best, best, key=lambda rounds: _quality(before.with_rounds(rounds)))
    return [tuple(order) for order in best]


def _quality(tally: Tally) -> tuple[int, int, int]:
    return tally.repeats.partners, tally.repeats.opponents, tally.table_repeats
