"""Who floats up: the pairs with less that complete the group with the highest score (C.04.6, article 3.5).

In descending priority: a pairing must exist for this group and for all below it, the fewest upfloaters, the smallest
differences of score, the fewest upfloaters for the group that follows, the fewest who floated the round before, the
smallest pairing numbers. Entrants are pairing numbers here.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.pairing.matching import Rivals, least_cost

PLACEHOLDER = -1
"""Numbers from here down are placeholders: they may meet anyone and stand for as many of a crowd as are needed."""


@dataclass(frozen=True)
class Field:
    """Everyone to be paired. level: entrant -> 0 for the highest score, then 1, 2 ….

    floated: who floated the round before, empty when that no longer counts (the last two rounds).
    """

    rivals: Rivals
    level: Mapping[int, int]
    floated: frozenset[int] = frozenset()

    def in_order(self, entrants: Iterable[int]) -> list[int]:
        """By score, then by number."""
        return sorted(entrants, key=lambda entrant: (self.level[entrant], entrant))

    def split(self, ordered: Sequence[int]) -> tuple[list[int], list[int]]:
        """The group with the highest score, and the others."""
        count = 0
        while count < len(ordered) and self.level[ordered[count]] == self.level[ordered[0]]:
            count += 1
        return list(ordered[:count]), list(ordered[count:])


def choose_upfloaters(field: Field, residents: Sequence[int], lower: Sequence[int]) -> list[int]:
    """The upfloaters, in order of score and number.

    residents: the group with the highest score. lower: everyone below, in order of score and number; together they must
    be pairable.
    """
    rivals = field.rivals
    if rivals.can_pair(residents) and rivals.can_pair(lower):
        return []
    upfloater = _single(field, residents, lower)
    return _several(field, residents, lower) if upfloater is None else [upfloater]


def fewest_upfloaters(field: Field, residents: Sequence[int], lower: Sequence[int]) -> int:
    """The fewest upfloaters that a group needs when everyone below has to be paired as well."""
    rivals = field.rivals
    if rivals.can_pair(residents) and rivals.can_pair(lower):
        return 0
    if min(len(residents), len(lower) - 1) >= rivals.crowd:
        return 1
    floats = Floats(field, residents, lower)
    return floats.least(dict.fromkeys(floats.candidates, 1))


def _single(field: Field, residents: Sequence[int], lower: Sequence[int]) -> int | None:
    """The upfloater, if one is enough."""
    if field.rivals.can_pair([*residents, PLACEHOLDER]):
        for _, group in groupby(lower, key=field.level.__getitem__):
            best = _best_single(field, residents, lower, list(group))
            if best is not None:
                return best
    return None


def _best_single(field: Field, residents: Sequence[int], lower: Sequence[int], group: list[int]) -> int | None:
    """The best upfloater out of a group of equal score; None when none of them leaves a pairing for all."""
    rivals, following = field.rivals, field.split(lower)[0]
    options: list[tuple[int, int]] = []
    for entrant in sorted(group, key=lambda each: (each in field.floated, each)):
        others = [other for other in lower if other != entrant]
        if rivals.can_pair([*residents, entrant]) and rivals.can_pair(others):
            count = len(following) - (entrant in following)
            more = fewest_upfloaters(field, others[:count], others[count:])
            if more == count % 2:
                return entrant
            options.append((more, entrant))
    return min(options, key=lambda option: option[0])[1] if options else None


class Floats:
    """The choice of upfloaters as one matching: who meets a resident from below has floated up.

    Crowds are cut down without changing the answer: residents of whom every even group can be paired to placeholders,
    and the lower entrants to those that could be chosen at all, with a rest of placeholders to take in who is left.
    """

    def __init__(self, field: Field, residents: Sequence[int], lower: Sequence[int]) -> None:
        self.field = field
        self.residents = list(residents)
        self.candidates, self.rest, self.looks_ahead = list(lower), list[int](), True
        self.following, further = field.split(lower)
        if len(residents) >= field.rivals.crowd:
            count = len(lower) + (len(lower) + len(residents)) % 2
            self.residents = [PLACEHOLDER - index for index in range(count)]
        else:
            self._cut(further)
        self.nodes = [*self.residents, *self.candidates, *self.rest]
        self._lay_edges()

    def _cut(self, further: list[int]) -> None:
        """Cuts the lower entrants down where enough of them are left to be paired, whichever of them float up.

        With large groups below, the following group does not depend on who floats up, so there is no need to look
        ahead.
        """
        enough = self.field.rivals.crowd + len(self.residents)
        eligible = self._eligible() if len(self.candidates) >= enough else []
        if len(self.following) >= enough and (len(further) >= enough or set(eligible) <= set(self.following)):
            self.candidates, self.looks_ahead = eligible, False
        elif len(further) >= 2 * enough and len(self.following) < enough:
            self.candidates = self.field.in_order({*eligible, *self.following})
        else:
            return
        count = len(self.candidates) + len(self.residents) % 2
        self.rest = [PLACEHOLDER - index for index in range(count)]

    def _eligible(self) -> list[int]:
        """Who could be chosen: of each score, the first ones, until as many of them as there are residents may meet all
        residents.

        Entrants who floated the round before are counted apart from the others.
        """
        residents, eligible, free = set(self.residents), list[int](), 0
        for _, group in groupby(self.candidates, key=self.field.level.__getitem__):
            unknown = {False: 0, True: 0}
            for entrant in group:
                has_floated = entrant in self.field.floated
                if unknown[has_floated] < len(residents):
                    eligible.append(entrant)
                    unknown[has_floated] += residents.isdisjoint(self.field.rivals.of(entrant))
            free += sum(unknown.values())
            if free >= len(residents):
                break
        return eligible

    def _lay_edges(self) -> None:
        rivals, following = self.field.rivals, [entrant for entrant in self.candidates if entrant in self.following]
        further = [entrant for entrant in self.candidates if entrant not in self.following]
        self.up = [
            (resident, other)
            for resident in self.residents
            for other in self.candidates
            if rivals.may_meet(resident, other)
        ]
        below = [*(further if not self.rest else ()), *self.rest]
        crossing = [(entry, other) for entry in following for other in below if rivals.may_meet(entry, other)]
        apart = [(entry, other) for entry in further for other in self.rest]
        groups = [self.residents, following, below]
        within = [(entry, other) for group in groups for entry, other, _ in rivals.legal_edges(group)]
        self.up_next = crossing if self.looks_ahead else []
        self.free = within + apart + ([] if self.looks_ahead else crossing)

    def least(self, cost: Mapping[int, int], next_cost: int = 0, floating: Collection[int] = ()) -> int:
        """The least cost of a pairing for all. cost: candidate -> for floating up; who is not in it may not.

        next_cost: for each upfloater of the following group. floating: who has to float up.
        """
        edges = [(entry, other, cost[other]) for entry, other in self.up if other in cost]
        edges += [(*pair, next_cost) for pair in self.up_next if not set(pair) & set(floating)]
        edges += [(*pair, 0) for pair in self.free if not set(pair) & set(floating)]
        total = least_cost(edges, self.nodes)
        return IMPOSSIBLE if total is None else total


IMPOSSIBLE = -1


def _several(field: Field, residents: Sequence[int], lower: Sequence[int]) -> list[int]:
    """Any number of upfloaters: criterion by criterion, then number by number."""
    floats = Floats(field, residents, lower)
    by_level, count = _level_costs(floats)
    unit = count + 1
    next_cost, step = unit, unit * (len(floats.nodes) + 1)
    cost = {
        entrant: by_level[field.level[entrant]] * step + (entrant in field.floated)
        for entrant in floats.candidates
        if field.level[entrant] in by_level
    }
    best = floats.least(cost, next_cost)
    chosen: list[int] = []
    for entrant in list(cost):
        if len(chosen) < count and floats.least(cost, next_cost, [*chosen, entrant]) == best:
            chosen.append(entrant)
        else:
            del cost[entrant]
    return chosen


def _level_costs(floats: Floats) -> tuple[dict[int, int], int]:
    """(level -> cost of an upfloater from there, how many there must be).

    First as few as possible, then as few as possible from the lowest level, and so on; levels that need no upfloater
    are left out. The total cost of a pairing is least when all of that is so.
    """
    level = floats.field.level
    costs = dict.fromkeys((level[entrant] for entrant in floats.candidates), 1)

    def least(trial: Mapping[int, int]) -> int:
        return floats.least({each: trial[level[each]] for each in floats.candidates if level[each] in trial})

    count = best = still = least(costs)
    for lowest in sorted(costs, reverse=True):
        unit = still + 1
        trial = {each: cost * unit + (each == lowest) for each, cost in costs.items()}
        total = least(trial) if still else 0
        used = total - best * unit if still else 0
        if used:
            costs, best, still = trial, total, still - used
        else:
            del costs[lowest]
    return costs, count
