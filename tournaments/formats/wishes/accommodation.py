"""At which tables those sit whose wishes a movement has to give way to, so that as few as possible depart from it.

Decides tables, by position in the row (1 is the first), and who sits out; chairs are the movement's own. Searches for a
fixed number of steps: what it finds grants every wish, but in a very tangled night others may depart without need.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from tournaments.formats.base import DrawRequest, chance_for
from tournaments.formats.seating.legal import Unit, Wishes, seat
from tournaments.formats.seating.places import kept_places, last_places
from tournaments.formats.seating.sit_outs import sit_out_counts
from tournaments.formats.seating.table_numbers import table_numbers
from tournaments.formats.wishes.refusal import SIT_OUT, no_seating

MAX_STEPS = 50_000

Cost = tuple[int, int, int]
"""People who lose a place they keep, people who depart from the movement, tables they are away from their goals."""


@dataclass(frozen=True)
class Room:
    """The tables of a round, and where the movement leads.

    sizes: chairs per table, largest first. numbers: of the tables. goals: person -> position the movement leads to, who
    it leads nowhere left out. before: person -> position in the last round. house: house players, who fill chairs.
    numbers_before: of the tables of the last round.
    """

    sizes: Sequence[int]
    numbers: Sequence[int]
    goals: Mapping[int, int]
    before: Mapping[int, int]
    house: Sequence[int]
    numbers_before: Sequence[int]

    @classmethod
    def of(
        cls, request: DrawRequest, sizes: Sequence[int], goals: Mapping[int, int], house: Sequence[int] = ()
    ) -> Self:
        kept = {table for table, _ in kept_places(request).values()}
        last = sorted(
            (each.draw for played in request.history[-1:] for each in played.tables), key=lambda each: each.table
        )
        before = {entry: position for position, table in enumerate(last, start=1) for entry in table.entries}
        numbers = table_numbers(request, len(sizes), kept)
        return cls(sizes, numbers, goals, before, house, [table.table for table in last])

    def number(self, position: int) -> int:
        """The number of the table there; of a table that is no longer used, as it was in the last round."""
        return self.numbers[position - 1] if position <= len(self.numbers) else self.numbers_before[position - 1]

    def homes(self, request: DrawRequest) -> dict[int, int]:
        """Person -> position of the table that person keeps, where it is in use."""
        kept = kept_places(request)
        return {person: self.numbers.index(table) + 1 for person, (table, _) in kept.items() if table in self.numbers}


@dataclass(frozen=True)
class Accommodation:
    """out: who sits out, ascending. units: those who made wishes and play, alone or as a couple. tables: where."""

    out: tuple[int, ...] = ()
    units: tuple[Unit, ...] = ()
    tables: Mapping[int, int] = field(default_factory=dict)


def has_wishes(request: DrawRequest) -> bool:
    """Whether anyone here asked for something that a movement has to give way to."""
    wished, here = request.constraints, request.field
    return bool(wished.couples(here) or wished.strangers(here) or set(wished.stationary) & set(here))


def accommodate(request: DrawRequest, room: Room) -> Accommodation:
    """Finds tables for everyone who made a wish; the others may then sit anywhere.

    Who sits out is settled first: fewest so far, then longest since, then at random; couples together. RuleError: there
    is no legal seating.
    """
    wished = request.constraints
    people = (*request.field, *room.house)
    wishes = Wishes(people, wished.couples(request.field), wished.strangers(request.field))
    tables = seat(wishes, room.sizes, _turns(request, room), chance_for(request, "legal seating"))
    if tables is None:
        more = SIT_OUT if 3 in room.sizes else None
        raise no_seating(request, room.sizes, more)
    seated = {person: position for position, table in enumerate(tables, start=1) for person in table}
    playing = [unit for unit in wishes.units if unit[0] in seated]
    stays = set(wished.stationary)
    units = [unit for unit in playing if len(unit) == 2 or wishes.is_shy(unit) or stays.intersection(unit)]
    others = {unit[0] for unit in playing if unit not in units}
    search = _Search(request, room, wishes, units, [room.goals[person] for person in others & {*room.goals}])
    search.run(0, (0, 0, 0))
    out = tuple(sorted(set(people).difference(seated)))
    return Accommodation(
        out, tuple(units), search.best or {person: seated[person] for unit in units for person in unit}
    )


def in_turn(people: Sequence[int], request: DrawRequest, room: Room, care: Accommodation) -> list[int]:
    """The others in the order in which they take chairs: last those who go instead of someone with a wish.

    They come from the same table as the person who stays there; the very last is the counterpart, on the same chair of
    a side.
    """
    places = last_places(request.history[-1:])
    unmoved = [person for person, at in care.tables.items() if room.goals.get(person, at) != at]

    def rank(person: int) -> int:
        table, chair = places.get(person, (0, 0))
        goal = room.goals.get(person)
        rivals = [other for other in unmoved if care.tables[other] == goal and places[other][0] == table]
        return max((1 + (places[rival][1] % 2 == chair % 2) for rival in rivals), default=0)

    return sorted(set(people).difference(care.tables), key=lambda person: (rank(person), people.index(person)))


def _turns(request: DrawRequest, room: Room) -> dict[int, tuple[float, ...]]:
    counts, chance = sit_out_counts(request.history, request.field), chance_for(request, "sit-outs")
    last = {bye.entry: played.number for played in request.history for bye in played.byes}
    turns: dict[int, tuple[float, ...]] = {
        person: (counts[person], last.get(person, 0), chance.random()) for person in request.field
    }
    return turns | dict.fromkeys(room.house, (0, 0, 0))


class _Search:
    """Tries tables for one unit after the other, the best first, and turns back where it cannot get better."""

    def __init__(
        self, request: DrawRequest, room: Room, wishes: Wishes, units: Iterable[Unit], goals: Iterable[int]
    ) -> None:
        """goals: the positions that everyone else is led to."""
        self.room, self.wishes = room, wishes
        self.homes = room.homes(request)

        def difficulty(unit: Unit) -> tuple[bool, int, int]:
            return self.homes.keys().isdisjoint(unit), -len(unit), -wishes.strangers_of(unit)

        self.units = sorted(units, key=difficulty)
        self.coming = Counter(goals)
        self.rows: dict[int, list[int]] = {position: [] for position in range(1, len(room.sizes) + 1)}
        self.order = list(self.rows)
        chance_for(request, "wishes").shuffle(self.order)
        self.best: dict[int, int] = {}
        self.least: Cost | None = None
        self.steps = 0

    def run(self, index: int, cost: Cost) -> None:
        if index == len(self.units):
            self.best, self.least = {person: at for at, table in self.rows.items() for person in table}, cost
            return
        unit = self.units[index]
        self.steps += len(self.rows)
        options = [(self._add(cost, unit, at), at) for at in self.order if self._may_sit(unit, at)]
        for total, at in sorted(options, key=lambda option: option[0]):
            if (self.least is None or total < self.least) and self.steps <= MAX_STEPS:
                self.rows[at].extend(unit)
                self.run(index + 1, total)
                del self.rows[at][-len(unit) :]

    def _may_sit(self, unit: Unit, at: int) -> bool:
        size, table = self.room.sizes[at - 1], self.rows[at]
        is_room = len(table) + len(unit) <= size and (len(unit) == 1 or size == 4)
        return is_room and self.wishes.may_meet(unit, table)

    def _add(self, cost: Cost, unit: Unit, at: int) -> Cost:
        led = [person for person in unit if person in self.room.goals]
        free = self.room.sizes[at - 1] - len(self.rows[at])
        pushed = max(0, self.coming[at] - free + len(unit)) - max(0, self.coming[at] - free)
        return (
            cost[0] + sum(self.homes.get(person, at) != at for person in unit),
            cost[1] + sum(self.room.goals[person] != at for person in led) + pushed,
            cost[2] + (abs(at - self.room.goals[min(led, key=self._way)]) if led else 0),
        )

    def _way(self, person: int) -> tuple[int, int]:
        """How far someone goes: of a couple the one with the shorter way decides."""
        goal = self.room.goals[person]
        return abs(goal - self.room.before.get(person, goal)), person
