"""Table numbers and chairs for people whose partners and opponents are settled, so that everyone changes places.

The chairs of a table are North, South, East and West; North and South are the first side.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random

from games.engine.messages import Message, message
from tournaments.formats.base import DrawRequest, PlayedRound, TableDraw
from tournaments.formats.numbers import EntryRef

_NEEDED = message("{entry} moves to table {table} for this round, because other people’s requests take the seat.")
_NOT_IN_USE = message("{entry} moves to table {table} for this round, because table {home} isn’t in use.")
_OTHER_CHAIR = message(
    "{entry} stays at table {home} but changes seats this round, because no other arrangement works."
)

Group = tuple[int, ...]
"""Four people of one table, partners side by side."""

_ARRANGEMENTS = [order for order in permutations(range(4)) if {order[0], order[1]} in ({0, 1}, {2, 3})]


def last_places(history: Sequence[PlayedRound]) -> dict[int, tuple[int, int]]:
    """Where everyone sat last: table number and chair, 0 to 3."""
    return {
        entry: (table.draw.table, chair)
        for played in history
        for table in played.tables
        for chair, entry in enumerate(table.draw.entries)
    }


def kept_places(request: DrawRequest) -> dict[int, tuple[int, int]]:
    """Table number and chair of those who keep their place, are here and have had one."""
    places = last_places(request.history)
    return {entry: places[entry] for entry in request.constraints.stationary if entry in {*request.field} & {*places}}


def moved_keepers(request: DrawRequest, tables: Sequence[TableDraw]) -> Iterator[Message]:
    """One sentence for each player who keeps a place and does not have it in this round."""
    seats = {entry: (table.table, chair) for table in tables for chair, entry in enumerate(table.entries)}
    for entry, (home, chair) in sorted(kept_places(request).items()):
        table, new = seats.get(entry, (home, chair))
        if table != home:
            moves = _NEEDED if home in {each.table for each in tables} else _NOT_IN_USE
            yield moves(entry=EntryRef(entry), table=table, home=home)
        elif new != chair:
            yield _OTHER_CHAIR(entry=EntryRef(entry), home=home)


def seat_groups(
    groups: Sequence[Group],
    tables: Sequence[int],
    history: Sequence[PlayedRound],
    keepers: Collection[int],
    chance: Random,
) -> tuple[TableDraw, ...]:
    """A table number from `tables` for each group, and a chair for everyone, each used by them as seldom as possible.

    keepers: people who get their last table and chair again, or, if that table is not there, a free one.
    """
    places = last_places(history)
    homes = {person: places[person] for person in keepers if person in places}
    visits = Counter(
        visit
        for played in history
        for table in played.tables
        for chair, entry in enumerate(table.draw.entries)
        for visit in ((entry, "table", table.draw.table), (entry, "chair", chair))
    )
    order = list(groups)
    chance.shuffle(order)
    fixed = _go_home(order, tables, homes)
    _even_out(order, tables, visits, fixed)
    table_draws = []
    for number, group in zip(tables, order, strict=True):
        chairs = {person: chair for person, (table, chair) in homes.items() if table == number}
        a, b, c, d = _arrange(group, visits, chairs, chance)
        table_draws.append(TableDraw(number, ((a, b), (c, d))))
    return tuple(table_draws)


def _go_home(order: list[Group], tables: Sequence[int], homes: Mapping[int, tuple[int, int]]) -> set[int]:
    """Puts the groups of those who keep their place where they belong; returns the indexes that may not change."""
    fixed = set()
    for group in list(order):
        home = next((homes[person][0] for person in group if person in homes), None)
        if home in tables and tables.index(home) not in fixed:
            here, there = order.index(group), tables.index(home)
            order[here], order[there] = order[there], order[here]
            fixed.add(there)
    return fixed


def _even_out(
    order: list[Group], tables: Sequence[int], visits: Counter[tuple[int, str, int]], fixed: set[int]
) -> None:
    """Swaps the tables of two groups as long as that lowers the number of earlier visits."""
    costs = {
        group: [sum(visits[person, "table", number] ** 2 for person in group) for number in tables] for group in order
    }
    free = [index for index in range(len(order)) if index not in fixed]
    is_better = True
    while is_better:
        is_better = False
        for a, b in combinations(free, 2):
            first, second = costs[order[a]], costs[order[b]]
            if first[b] + second[a] < first[a] + second[b]:
                order[a], order[b] = order[b], order[a]
                is_better = True


def _arrange(group: Group, visits: Counter[tuple[int, str, int]], chairs: Mapping[int, int], chance: Random) -> Group:
    """Of the eight ways to sit down with the same partner the one with the fewest earlier uses of a chair."""

    def cost(people: Group) -> tuple[int, int, float]:
        moved = sum(chairs.get(person, chair) != chair for chair, person in enumerate(people))
        used = sum(visits[person, "chair", chair] ** 2 for chair, person in enumerate(people))
        return moved, used, chance.random()

    return min((tuple(group[index] for index in order) for order in _ARRANGEMENTS), key=cost)
