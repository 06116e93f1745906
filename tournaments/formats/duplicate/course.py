"""The rounds of a duplicate still to come, as they are before a round. Follows what was played and scores nothing.

Keeps no plan between calls: it lays the plan out again from the seed and follows what was really played, so an arrival,
a drop or a round changed by hand only changes what is still to come. Pairs that were to meet still meet, as long as
both are there.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from games.engine.messages import Message, message
from tournaments.formats.base import DrawRequest, PlayedRound, chance_for
from tournaments.formats.duplicate.balance import Balance, Improver, Seats, level
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.pairing.meeting_plan import MeetingPlan
from tournaments.formats.seating.sit_outs import present, sit_out_counts

_LEFT = message("{entries} left, so we replanned the later rounds.")
_CAME = message("{entries} joined for round {round}, so we replanned the later rounds.")
_OFF_PLAN = message("Round {round} wasn’t played as drawn, so we replanned the later rounds.")


@dataclass
class PlannedRound:
    """One round to come. seats: each table's North/South before its East/West. out: the pair that sits out, if any."""

    seats: Seats
    out: tuple[int, ...] = ()

    @property
    def tables(self) -> list[tuple[int, int]]:
        return list(zip(self.seats[::2], self.seats[1::2], strict=True))


class Course:
    """The plan for the rounds to come: to the last one, or until every two pairs have met. Pairs are numbered from 0.

    balance: of the rounds already played. notes: what changed the plan just before the round, in words.
    """

    def __init__(self, total: int, request: DrawRequest) -> None:
        everybody = set(request.field).union(*map(present, request.history))
        self.total, self.entries = total, sorted(everybody)
        self.pair_of = {entry: pair for pair, entry in enumerate(self.entries)}
        self.balance = Balance(len(self.entries))
        self.rounds: list[PlannedRound] = []
        self.here: frozenset[int] = frozenset()
        self.notes: list[Message] = []
        self.is_off_plan = False
        for position, played in enumerate(request.history):
            field = tuple(sorted(present(played)))
            self._prepare(replace(request, number=played.number, field=field, history=request.history[:position]))
            self._follow(played)
        self._prepare(request)

    @property
    def next_round(self) -> PlannedRound:
        return self.rounds[0]

    @property
    def outlook(self) -> Balance:
        """The balance when these rounds have been played as planned."""
        return self.balance.with_rounds([planned.seats for planned in self.rounds])

    def _prepare(self, request: DrawRequest) -> None:
        """Brings the plan in line with who is there for a round, and with how many rounds there are to be."""
        here = frozenset(self.pair_of[entry] for entry in request.field)
        to_come = max(1, self.total - request.number + 1)
        self.notes = self._changes(request, here) if request.history else []
        if self.is_off_plan or here != self.here or not 0 < len(self.rounds) <= to_come:
            self._plan(request, here, min(to_come, len(here) - 1 + len(here) % 2))
        self.here, self.is_off_plan = here, False

    def _changes(self, request: DrawRequest, here: frozenset[int]) -> list[Message]:
        gone, new = self._named(self.here - here), self._named(here - self.here)
        notes = [_LEFT(entries=gone)] * bool(gone) + [_CAME(entries=new, round=request.number)] * bool(new)
        if self.is_off_plan:
            notes.append(_OFF_PLAN(round=request.history[-1].number))
        return notes

    def _named(self, pairs: Collection[int]) -> tuple[EntryRef, ...]:
        return refs(self.entries[pair] for pair in sorted(pairs))

    def _plan(self, request: DrawRequest, here: frozenset[int], ahead: int) -> None:
        """Plans no further ahead than it takes for all to have met: the search may not put off a meeting beyond
        that."""
        chance = chance_for(request, "plan")
        counts, turns = self._sit_outs(request), self._sit_outs(request)
        order = sorted(sorted(here), key=lambda pair: (counts[pair], chance.random()))
        rounds = [*self.rounds, *_circle(order)][:ahead]
        rounds = [_fitted(planned, order, counts, chance) for planned in rounds]
        better = Improver(self.balance, [planned.seats for planned in rounds], chance).improve()
        level(self.balance, better)
        self.rounds = [replace(planned, seats=seats) for planned, seats in zip(rounds, better, strict=True)]
        self._put_rematches_last(turns)

    def _put_rematches_last(self, turns: dict[int, int]) -> None:
        """Puts rematches as late as the turns of sitting out allow. turns: how often each pair has sat out."""
        now, waiting = self.balance.copy(), self.rounds
        self.rounds = []
        while waiting:
            best = min(waiting, key=lambda planned: (*map(turns.get, planned.out), now.rematches(planned.seats)))
            waiting.remove(best)
            self.rounds.append(best)
            now.add(best.seats)
            for pair in best.out:
                turns[pair] += 1

    def _sit_outs(self, request: DrawRequest) -> dict[int, int]:
        counts = sit_out_counts(request.history, request.field)
        return {self.pair_of[entry]: count for entry, count in counts.items()}

    def _follow(self, played: PlayedRound) -> None:
        """Takes a played round out of the plan, as it was seated. A void table counts: the two have sat together."""
        drawn = [[self.pair_of[entry] for entry in table.draw.entries] for table in played.tables]
        planned = self.rounds.pop(0)
        self.is_off_plan = sorted(planned.tables) != sorted(map(tuple, drawn))
        self.balance.add(list(chain.from_iterable(drawn)))


def _circle(order: Sequence[int]) -> list[PlannedRound]:
    """Every two pairs meet once. With an odd number they sit out in the given order."""
    return [
        PlannedRound([pair for table in sorted(map(sorted, planned.pairs)) for pair in table])
        for planned in MeetingPlan.circle(order).rounds
    ]


def _fitted(planned: PlannedRound, order: Sequence[int], counts: dict[int, int], chance: Random) -> PlannedRound:
    """The round with those who are there: tables whose two pairs are both there stay, the others are put together at
    random.

    Of an odd number, one of those with the fewest turns so far sits out, preferably one without an opponent anyway;
    counts are updated.
    """
    tables = [table for table in planned.tables if set(table) <= set(order)]
    out: tuple[int, ...] = ()
    if len(order) % 2:
        seated = set(chain.from_iterable(tables))
        turn = min(order, key=lambda pair: (counts[pair], pair in seated))
        tables = [table for table in tables if turn not in table]
        counts[turn] += 1
        out = (turn,)
    alone = [pair for pair in order if pair not in {*chain.from_iterable(tables), *out}]
    chance.shuffle(alone)
    return PlannedRound([*chain.from_iterable(tables), *alone], out)
