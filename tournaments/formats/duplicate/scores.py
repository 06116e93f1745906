"""Scores a duplicate: what a pair made of its cards compared with the others who held the same. Draws and ranks
nothing.

Two tables of a round are compared deal by deal, on the deals that both wrote down. When one of them wrote down only the
total, the totals are compared instead, as if the round had been one deal: less is known, so it weighs less. A pair gets
2 matchpoints for each pair in its direction that it beats, 1 for each that did as well. Void tables and forfeits aren't
compared; the others simply have fewer tables to be compared with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.base import PlayedRound, PlayedTable, Points, Slip
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.round_facts import Kind, Outcome, RoundFact

Made = tuple[int, int]
"""Matchpoints, and how many were possible."""
Scored = dict[tuple[int, int], Made]
"""(Round, entry) -> what it made."""


@dataclass(frozen=True)
class Line:
    """One table's result of a deal. points: of North/South, of East/West; matchpoints: theirs, possible: for each."""

    table: int
    north: int
    east: int
    points: tuple[int, int]
    matchpoints: tuple[int, int]
    possible: int


def traveller(played: PlayedRound, deal: int) -> tuple[Line, ...]:
    """What every table made of one deal, by table; tables that did not write it down are not in it."""
    scores = {table: _deal_points(slip) for table, slip in _counted(played)}
    net = {table: points[deal][0] - points[deal][1] for table, points in scores.items() if deal in points}
    lines = []
    for table in net:
        others = [net[other] for other in net if other is not table]
        made = sum(_matchpoints(net[table], theirs) for theirs in others)
        most = 2 * len(others)
        north, east = table.draw.entries
        lines.append(Line(table.draw.table, north, east, scores[table][deal], (made, most - made), most))
    return tuple(lines)


def round_totals(played: PlayedRound) -> tuple[Line, ...]:
    """Every table's points and matchpoints in the whole round, by table."""
    lines = []
    for table, slip in _counted(played):
        compared = [
            two for other, theirs in _counted(played) if other is not table for two in _comparisons(slip, theirs)
        ]
        made, most = sum(_matchpoints(*two) for two in compared), 2 * len(compared)
        north, east = table.draw.entries
        points = (slip.points[0], slip.points[1])
        lines.append(Line(table.draw.table, north, east, points, (made, most - made), most))
    return tuple(lines)


def compare(config: Duplicate, rounds: Sequence[PlayedRound], facts: Sequence[RoundFact]) -> tuple[RoundFact, ...]:
    """The facts with matchpoints and how many were possible.

    Who sits out, or whose opponents did not play, gets the configured share of what the others could make in that
    round, or its own average share where that is more; who did not play gets nothing of it.
    """
    lines = {played.number: round_totals(played) for played in rounds}
    most = {number: max((line.possible for line in deal_lines), default=0) for number, deal_lines in lines.items()}
    scored = {
        (number, entry): own
        for number, deal_lines in lines.items()
        for line in deal_lines
        for entry, own in _each(line)
    }
    averages = _averages(scored)
    return tuple(
        _with_matchpoints(fact, scored, most[fact.round], _bye_share(config, averages, fact)) for fact in facts
    )


def _counted(played: PlayedRound) -> list[tuple[PlayedTable, Slip]]:
    """The tables that are compared."""
    return [(table, table.slip) for table in played.tables if table.slip is not None and not table.slip.forfeited]


def _deal_points(slip: Slip) -> dict[int, tuple[int, int]]:
    """Deal -> points of both sides; a deal without a number is the one after that before it on the slip."""
    points: dict[int, tuple[int, int]] = {}
    number = 0
    for hand in slip.hands:
        number = number + 1 if hand.hand is None else hand.hand
        north, east = points.get(number, (0, 0))
        points[number] = (north + hand.points, east) if hand.side == 0 else (north, east + hand.points)
    return points


def _net(slip: Slip) -> dict[int, int]:
    """Deal -> points of North/South less those of East/West."""
    return {deal: north - east for deal, (north, east) in _deal_points(slip).items()}


def _comparisons(own: Slip, other: Slip) -> Iterator[tuple[int, int]]:
    """North/South's points less East/West's at one table, and at the other, for everything that is compared."""
    mine, theirs = _net(own), _net(other)
    if not mine or not theirs:
        yield own.points[0] - own.points[1], other.points[0] - other.points[1]
    for deal in mine.keys() & theirs.keys():
        yield mine[deal], theirs[deal]


def _matchpoints(own: int, other: int) -> int:
    return 2 if own > other else int(own == other)


def _each(line: Line) -> Iterator[tuple[int, Made]]:
    for entry, made in zip((line.north, line.east), line.matchpoints, strict=True):
        yield entry, (made, line.possible)


def _averages(scored: Scored) -> dict[int, Fraction]:
    """Entry -> the share of what was possible in the rounds it played."""
    sums: dict[int, Made] = {}
    for (_, entry), (made, possible) in scored.items():
        before = sums.get(entry, (0, 0))
        sums[entry] = before[0] + made, before[1] + possible
    return {entry: Fraction(made, possible) for entry, (made, possible) in sums.items() if possible}


def _bye_share(config: Duplicate, averages: dict[int, Fraction], fact: RoundFact) -> Points | None:
    """What a round not played through no fault is worth; None: nothing to go by, so the round does not count."""
    average = averages.get(fact.entry)
    if config.bye_percent is None:
        return average
    least = Fraction(config.bye_percent, 100)
    return least if average is None else max(least, average)


def _with_matchpoints(fact: RoundFact, scored: Scored, most: int, bye_share: Points | None) -> RoundFact:
    if fact.kind is Kind.PLAYED:
        made, possible = scored[fact.round, fact.entry]
        return replace(fact, matchpoints=made, possible=possible)
    if fact.outcome is Outcome.LOST:
        return replace(fact, possible=most)
    return fact if bye_share is None else replace(fact, matchpoints=bye_share * most, possible=most)
