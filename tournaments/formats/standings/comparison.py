"""Two lines of the standings side by side: every criterion up to the one that decides, with the sums behind it.

Ranks no one: `standings` does that, and this shows how.
"""

from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.messages import Message
from tournaments.formats.numbers import EntryRef
from tournaments.formats.standings.criteria import CRITERIA, Criterion
from tournaments.formats.standings.rows import Contest, Row, everybodys_group, explain, parts, rank
from tournaments.formats.standings.sums import Term


@dataclass(frozen=True)
class Sum:
    """What one entry has on a criterion. terms: the rounds it is made of; () where it is no sum over rounds."""

    value: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Step:
    """One criterion. decides: this is what puts the one above the other."""

    criterion: Criterion
    above: Sum
    below: Sum
    decides: bool


@dataclass(frozen=True)
class Comparison:
    """above, below: two rows of `rank`; of a shared place, in its order. because: the sentence. steps: in order, the
    deciding one is the last; of a shared place all, and none decides."""

    above: Row
    below: Row
    because: Message
    steps: tuple[Step, ...]


def compare(contest: Contest, left: int, right: int) -> Comparison:
    """Why one of two entries is above the other. RuleError unless both are ranked there and are two."""
    if left == right:
        raise RuleError("{entry} can’t be compared with themselves. Choose 2 different entries.", entry=EntryRef(left))
    rows = {row.entry: row for row in rank(*contest)}
    for entry in (left, right):
        if entry not in rows:
            raise RuleError("{entry} isn’t in these standings. Choose someone who is.", entry=EntryRef(entry))
    above, below = (rows[entry] for entry in rows if entry in (left, right))
    return Comparison(above, below, explain(above, below), tuple(_steps(contest, above, below)))


def neighbour(contest: Contest, entry: int) -> int | None:
    """The default entry to compare with: the next one above, or for the first the next one below.

    None when it is ranked alone or not at all.
    """
    order = [row.entry for row in rank(*contest)]
    if entry not in order or len(order) < 2:
        return None
    return order[order.index(entry) - 1] if order.index(entry) else order[1]


def _steps(contest: Contest, above: Row, below: Row) -> list[Step]:
    group, steps = everybodys_group(contest), list[Step]()
    for index, key in enumerate(contest.criteria):
        criterion = CRITERIA[key]
        decides = above.exact[index] != below.exact[index]
        more, less = (Sum(row.values[index], criterion.terms(group, row.entry)) for row in (above, below))
        steps.append(Step(criterion, more, less, decides))
        if decides:
            break
        group = next(part for part in parts(group, criterion.values(group)) if above.entry in part.facts)
    return steps
