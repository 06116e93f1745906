"""Standings: facts in, places out, and a sentence on why somebody is above somebody. Reads nothing but the facts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from games.engine.errors import RuleError
from tournaments.formats.base import Points
from tournaments.formats.criteria import CRITERIA, Criterion, Facts, Group, number_text, points
from tournaments.formats.numbers import called
from tournaments.formats.round_facts import RoundFact, facts

__all__ = ["CRITERIA", "Criterion", "RoundFact", "Row", "explain", "facts", "rank"]


@dataclass(frozen=True)
class Row:
    """One line of the standings.

    place: 1, 2, 2, 4 where two share. rounds: points per round from round 1 on, as text, empty where there is none.
    criteria: keys, in order; exact: the value for each, None where the entry was no longer level with anybody and the
    criterion only separates who is (head to head, lot); values: the same as text. because: why the row before is above
    this one, empty for the first row.
    """

    place: int
    entry: int
    is_shared: bool
    points: Points
    rounds: tuple[str, ...]
    criteria: tuple[str, ...]
    exact: tuple[Points | None, ...]
    values: tuple[str, ...]
    because: str = ""


def rank(
    entries: Sequence[int],
    facts: Sequence[RoundFact],
    criteria: Sequence[str],
    seed: int = 0,
    placing: Sequence[Sequence[int]] = (),
) -> tuple[Row, ...]:
    """The standings of these entries by the criteria in order, best first; within a shared place by entry number.

    Who is level after all criteria shares a place. The order of `entries` and `facts` does not matter. seed: for the
    lot. placing: what a knock-out has decided already, best first; who is in none of it is still in. RuleError for a
    criterion that does not exist.
    """
    unknown = [key for key in criteria if key not in CRITERIA]
    if unknown:
        raise RuleError(f"“{unknown[0]}” ranks nothing. Choose from: {', '.join(CRITERIA)}.")
    own = {entry: tuple(fact for fact in facts if fact.entry == entry) for entry in sorted(entries)}
    exact: dict[int, list[Points | None]] = {entry: [] for entry in own}
    further = {entry: -index for index, group in enumerate(placing) for entry in group}
    groups = [list(own)]
    for key in criteria:
        groups = [
            part
            for group in groups
            for part in _separate(CRITERIA[key], Group({entry: own[entry] for entry in group}, seed, further), exact)
        ]
    last = max((fact.round for fact in facts), default=0)
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(place, entry, len(group) > 1, own[entry], last, criteria, exact[entry]) for entry in group]
    return tuple(_with_because(rows))


def explain(above: Row, below: Row) -> str:
    """Why one row is above the other, in one sentence; or that they share a place. Both from the same `rank`."""
    names = {"above": called(above.entry), "below": called(below.entry)}
    level: list[str] = []
    for key, more, less in zip(above.criteria, above.exact, below.exact, strict=True):
        criterion = CRITERIA[key]
        if more is not None and less is not None and more != less:
            reason = criterion.reason.format(**names, more=criterion.text(more), less=criterion.text(less))
            return f"{names['above']} is above {names['below']}: {_level_on(level)}{reason}."
        level.append(criterion.name.lower())
    return f"{names['above']} and {names['below']} share place {above.place}: they are level on all that counts."


def _separate(criterion: Criterion, group: Group, exact: dict[int, list[Points | None]]) -> list[list[int]]:
    """The parts of a group, best first. Writes down each entry's value on the way."""
    worth = criterion.values(group)
    for entry in group.facts:
        exact[entry].append(worth.get(entry))
    steps = sorted(set(worth.values()), reverse=True)
    return [[entry for entry in group.facts if worth[entry] == step] for step in steps] or [list(group.facts)]


def _row(
    place: int,
    entry: int,
    is_shared: bool,
    own: Facts,
    last: int,
    criteria: Sequence[str],
    exact: Sequence[Points | None],
) -> Row:
    by_round = {fact.round: number_text(fact.points) for fact in own}
    texts = ["" if value is None else CRITERIA[key].text(value) for key, value in zip(criteria, exact, strict=True)]
    rounds = tuple(by_round.get(number, "") for number in range(1, last + 1))
    return Row(place, entry, is_shared, points(own), rounds, tuple(criteria), tuple(exact), tuple(texts))


def _with_because(rows: list[Row]) -> list[Row]:
    reasons = ["", *(explain(above, below) for above, below in pairwise(rows))][: len(rows)]
    return [replace(row, because=reason) for row, reason in zip(rows, reasons, strict=True)]


def _level_on(names: list[str]) -> str:
    """At most three criteria by name, so that the sentence stays one."""
    if not names:
        return ""
    if len(names) > 3:
        names = [*names[:2], f"{len(names) - 2} more"]
    return f"level on {', '.join(names[:-1])}{' and ' * (len(names) > 1)}{names[-1]}, but "
