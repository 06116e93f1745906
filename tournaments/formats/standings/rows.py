"""Standings: facts in, places out, and a sentence on why one entry is above another. Reads nothing but the facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine.messages import NOTHING, Message, message
from tournaments.formats.base import Points
from tournaments.formats.numbers import EntryRef, Named
from tournaments.formats.round_facts import Kind, RoundFact, facts
from tournaments.formats.standings.counts import points
from tournaments.formats.standings.criteria import CRITERIA, Criterion, check_known
from tournaments.formats.standings.sums import Group, number_text
from tournaments.formats.standings.unplayed import NEWEST, UnplayedRule

__all__ = ["CRITERIA", "Contest", "Criterion", "RoundFact", "Row", "explain", "facts", "rank"]

ABOVE = message("{entry} is above {other}: {difference}.")
ABOVE_AFTER = message("{entry} is above {other}: tied on {criteria}, but {difference}.")
_SHARED = message("{entry} and {other} share rank {place}: they’re tied on every criterion.")
_MORE = message("{number} more criteria")


class Contest(NamedTuple):
    """Everything that places depend on: what `rank` takes, in its order.

    entries: who is ranked together. facts: of all entries of the stage; the order of both does not matter. criteria:
    keys, the first counts most. seed: for the random draw. placing: what a knockout has decided already, best first; an
    entry in none of it is still in. unplayed: what a round without a game is worth to those who count their opponents.
    """

    entries: Sequence[int]
    facts: Sequence[RoundFact]
    criteria: Sequence[str]
    seed: int = 0
    placing: Sequence[Sequence[int]] = ()
    unplayed: UnplayedRule = NEWEST


@dataclass(frozen=True)
class Row:
    """One line of the standings.

    place: 1, 2, 2, 4 where two share. rounds: points per round from round 1 on, as text, empty where there is none.
    criteria: keys, in order; exact: the value for each, None where the entry was no longer tied with another and the
    criterion only separates tied entries (head to head, random draw); values: the same as text. because: why the row
    before is above this one, NOTHING for the first row.
    """

    place: int
    entry: int
    is_shared: bool
    points: Points
    rounds: tuple[str, ...]
    criteria: tuple[str, ...]
    exact: tuple[Points | None, ...]
    values: tuple[str, ...]
    because: Message = NOTHING


def rank(
    entries: Sequence[int],
    facts: Sequence[RoundFact],
    criteria: Sequence[str],
    seed: int = 0,
    placing: Sequence[Sequence[int]] = (),
    unplayed: UnplayedRule = NEWEST,
) -> tuple[Row, ...]:
    """The standings of a contest by its criteria in order, best first; within a shared place by entry number.

    Entries that are tied after all criteria share a place. RuleError for a criterion that does not exist.
    """
    groups, exact = _ranked(Contest(entries, facts, criteria, seed, placing, unplayed))
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(place, entry, group, criteria, exact[entry]) for entry in group.facts]
    return tuple(_with_because(rows))


def levels(contest: Contest) -> list[tuple[int, ...]]:
    """The entry numbers as `rank` has them, best first; those who share a place are together. RuleError as there."""
    return [tuple(group.facts) for group in _ranked(contest)[0] if group.facts]


def _ranked(contest: Contest) -> tuple[list[Group], dict[int, list[Points | None]]]:
    """Who is tied after all criteria, best first, and by entry its value in each criterion that compared it."""
    check_known(contest.criteria)
    everybody = everybodys_group(contest)
    exact: dict[int, list[Points | None]] = {entry: [] for entry in everybody.facts}
    groups = [everybody]
    for key in contest.criteria:
        groups = [part for group in groups for part in _separate(CRITERIA[key], group, exact)]
    return groups, exact


def everybodys_group(contest: Contest) -> Group:
    """All who are ranked together, with no tie broken yet, by entry number."""
    by_entry: dict[int, list[RoundFact]] = {}
    for fact in sorted(contest.facts, key=lambda fact: (fact.entry, fact.round)):
        by_entry.setdefault(fact.entry, []).append(fact)
    everybody = {entry: tuple(round_facts) for entry, round_facts in by_entry.items()}
    further = {entry: -index for index, group in enumerate(contest.placing) for entry in group}
    last = max((fact.round for fact in contest.facts), default=0)
    own = {entry: everybody.get(entry, ()) for entry in sorted(contest.entries)}
    return Group(own, contest.seed, further, everybody, last, contest.unplayed)


def explain(above: Row, below: Row) -> Message:
    """Why one row is above the other, in one sentence; or that they share a place. Both from the same `rank`."""
    entry, other = EntryRef(above.entry), EntryRef(below.entry)
    level: list[Named] = []
    for key, more, less in zip(above.criteria, above.exact, below.exact, strict=True):
        criterion = CRITERIA[key]
        if more is not None and less is not None and more != less:
            difference = criterion.reason(
                entry=entry, other=other, more=criterion.figure(more), less=criterion.figure(less)
            )
            if level:
                return ABOVE_AFTER(entry=entry, other=other, criteria=_level_on(level), difference=difference)
            return ABOVE(entry=entry, other=other, difference=difference)
        level.append(criterion.in_sentence)
    return _SHARED(entry=entry, other=other, place=above.place)


def parts(group: Group, worth: Mapping[int, Points]) -> list[Group]:
    """The group split by what each entry is worth, best first; the group itself when all are worth the same."""
    steps = sorted(set(worth.values()), reverse=True)
    return [group.only(entry for entry in group.facts if worth[entry] == step) for step in steps] or [group]


def _separate(criterion: Criterion, group: Group, exact: dict[int, list[Points | None]]) -> list[Group]:
    """The parts of a group. Writes down each entry's value on the way."""
    worth = criterion.values(group)
    for entry in group.facts:
        exact[entry].append(worth.get(entry))
    return parts(group, worth)


def _row(place: int, entry: int, group: Group, criteria: Sequence[str], exact: Sequence[Points | None]) -> Row:
    own, shown = group.facts[entry], zip(criteria, exact, strict=True)
    by_round = {fact.round: number_text(fact.points) for fact in own if fact.kind is not Kind.MISSED}
    texts = tuple("" if value is None else CRITERIA[key].text(value) for key, value in shown)
    rounds = tuple(by_round.get(number, "") for number in range(1, group.rounds + 1))
    return Row(place, entry, len(group.facts) > 1, points(own), rounds, tuple(criteria), tuple(exact), texts)


def _with_because(rows: list[Row]) -> list[Row]:
    reasons = [NOTHING, *(explain(above, below) for above, below in pairwise(rows))][: len(rows)]
    return [replace(row, because=reason) for row, reason in zip(rows, reasons, strict=True)]


def _level_on(names: Sequence[Any]) -> Sequence[Any]:
    """At most three criteria by name, so that the sentence stays one."""
    return names if len(names) <= 3 else [*names[:2], _MORE(number=len(names) - 2)]
