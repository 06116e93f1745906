"""A section's table: facts of fixtures in, places out, with a sentence on why a squad is above another."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.language import mark, spoken
from games.engine.messages import NOTHING, Joined, Message, message
from tournaments.formats.base import Points
from tournaments.formats.numbers import EntryRef, Named, Number
from tournaments.formats.round_facts import HALVES, Kind, Outcome, RoundFact
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.formats.standings.criteria import CRITERIA, HEAD_TO_HEAD
from tournaments.formats.standings.rows import ABOVE, ABOVE_AFTER
from tournaments.formats.standings.sums import Group

_SHARED = message("{entry} and {other} share a place: they are level on all that counts.")


@dataclass(frozen=True)
class Side:
    """What one squad made of a fixture. halves: half games won. scored: points at its tables. points: for the table."""

    squad: int
    halves: int
    scored: int
    points: Fraction


@dataclass(frozen=True)
class FixtureFact:
    """A fixture that counts. week: its number, for the order. at_fault: the side that did not play, in a walkover."""

    week: int
    sides: tuple[Side, Side]
    at_fault: int | None = None

    def outcome(self, side: int) -> Outcome:
        if self.at_fault is not None:
            return Outcome.LOST if self.at_fault == side else Outcome.WON
        own, other = self.sides[side].halves, self.sides[1 - side].halves
        return Outcome.TIED if own == other else Outcome.WON if own > other else Outcome.LOST


@dataclass(frozen=True)
class TableRow:
    """One line. halves: half games won and lost. scored: points at tables, own and others'. adjusted: points taken or
    given by ruling, already in `points`. because: why the line before is above this one."""

    place: int
    squad: int
    is_shared: bool
    points: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    halves: tuple[int, int]
    scored: tuple[int, int]
    adjusted: int
    because: Message = NOTHING


@spoken("name", "explanation")
@dataclass(frozen=True, eq=False)
class _Criterion:
    """reason: as of any criterion."""

    value: "Callable[[_Table, Sequence[int]], Mapping[int, Points]]"
    reason: Message
    name: str
    explanation: str

    @property
    def in_sentence(self) -> Named:
        return Named(self.__dict__["name"])


@dataclass(frozen=True)
class _Table:
    lines: Mapping[int, TableRow]
    facts: Sequence[FixtureFact]
    seed: int


def played_fact(week: int, home: int, away: int, games: Iterable[tuple[int, int]], rules: SeasonRules) -> FixtureFact:
    """A fixture from the points of its games, home first. A level game is half a game won for both."""
    scores = list(games)
    halves = [sum(2 if a > b else a == b for a, b in scores), sum(2 if b > a else a == b for a, b in scores)]
    scored = sum(a for a, _ in scores), sum(b for _, b in scores)
    bonus = [rules.for_draw] * 2
    if halves[0] != halves[1]:
        bonus = [rules.for_win if own == max(halves) else 0 for own in halves]
    worth = [Fraction(rules.for_game * own, 2) + more for own, more in zip(halves, bonus, strict=True)]
    return FixtureFact(week, (Side(home, halves[0], scored[0], worth[0]), Side(away, halves[1], scored[1], worth[1])))


def walkover_fact(week: int, home: int, away: int, at_fault: int, rules: SeasonRules) -> FixtureFact:
    """The side at fault (0 home, 1 away) gets nothing, the other what the rules give; no game counts for anybody."""
    worth = [Fraction(0 if side == at_fault else rules.unplayed) for side in (0, 1)]
    return FixtureFact(week, (Side(home, 0, 0, worth[0]), Side(away, 0, 0, worth[1])), at_fault)


def rank(
    squads: Sequence[int],
    facts: Sequence[FixtureFact],
    adjustments: Mapping[int, int],
    seed: int,
    criteria: Sequence[str],
) -> tuple[TableRow, ...]:
    """The table by its criteria in order; who is level on all of them shares a place. RuleError for an unknown one."""
    check_criteria(criteria)
    table = _Table({squad: _line(squad, facts, adjustments.get(squad, 0)) for squad in sorted(squads)}, facts, seed)
    values: dict[int, list[Points | None]] = {squad: [] for squad in squads}
    groups = [list(table.lines)]
    for key in criteria:
        groups = [part for group in groups for part in _separate(table, key, group, values)]
    rows: list[TableRow] = []
    above: int | None = None
    for group in groups:
        place = len(rows) + 1
        for squad in group:
            why = NOTHING if above is None else _because(above, squad, criteria, values)
            line = table.lines[squad]
            rows.append(_placed(line, place, len(group) > 1, why))
            above = squad
    return tuple(rows)


def _placed(line: TableRow, place: int, is_shared: bool, because: Message) -> TableRow:
    values = {name: getattr(line, name) for name in line.__dataclass_fields__}
    return TableRow(**values | {"place": place, "is_shared": is_shared, "because": because})


def _separate(table: _Table, key: str, group: list[int], values: dict[int, list[Points | None]]) -> list[list[int]]:
    if len(group) == 1:
        values[group[0]].append(None)
        return [group]
    worth = SECTION_CRITERIA[key].value(table, group)
    for squad in group:
        values[squad].append(worth[squad])
    return [[squad for squad in group if worth[squad] == step] for step in sorted(set(worth.values()), reverse=True)]


def _because(above: int, below: int, criteria: Sequence[str], values: Mapping[int, Sequence[Points | None]]) -> Message:
    level: list[Named] = []
    for key, more, less in zip(criteria, values[above], values[below], strict=True):
        criterion = SECTION_CRITERIA[key]
        if more is not None and less is not None and more != less:
            difference = criterion.reason(entry=EntryRef(above), more=Number(more), less=Number(less))
            about = {"entry": EntryRef(above), "other": EntryRef(below), "difference": difference}
            on = Joined(tuple(level)) if len(level) > 1 else level
            return ABOVE_AFTER(**about, criteria=on) if level else ABOVE(**about)
        level.append(criterion.in_sentence)
    return _SHARED(entry=EntryRef(above), other=EntryRef(below))


def _line(squad: int, facts: Sequence[FixtureFact], adjusted: int) -> TableRow:
    own = [(fact, index) for fact in facts for index in (0, 1) if fact.sides[index].squad == squad]
    outcomes = [fact.outcome(index) for fact, index in own]

    def added(read: Callable[[Side], int]) -> tuple[int, int]:
        return sum(read(f.sides[i]) for f, i in own), sum(read(f.sides[1 - i]) for f, i in own)

    return TableRow(
        place=0,
        squad=squad,
        is_shared=False,
        points=sum((fact.sides[index].points for fact, index in own), Fraction(0)) + adjusted,
        played=len(own),
        won=outcomes.count(Outcome.WON),
        drawn=outcomes.count(Outcome.TIED),
        lost=outcomes.count(Outcome.LOST),
        halves=added(lambda side: side.halves),
        scored=added(lambda side: side.scored),
        adjusted=adjusted,
    )


def _of_line(read: Callable[[TableRow], Points]) -> Callable[[_Table, Sequence[int]], Mapping[int, Points]]:
    return lambda table, group: {squad: read(table.lines[squad]) for squad in group}


def _as_event(key: str) -> Callable[[_Table, Sequence[int]], Mapping[int, Points]]:
    """A tie-break of single events among squads that are level: a fixture is then a game between two entries."""

    def values(table: _Table, group: Sequence[int]) -> Mapping[int, Points]:
        found: dict[int, list[RoundFact]] = {squad: [] for squad in table.lines}
        for number, fact in enumerate(sorted(table.facts, key=lambda fact: fact.week), start=1):
            for index, side in enumerate(fact.sides):
                outcome, other = fact.outcome(index), fact.sides[1 - index].squad
                if side.squad in found:
                    halves, met = HALVES[outcome], (other,)
                    found[side.squad].append(
                        RoundFact(side.squad, number, Kind.PLAYED, side.points, halves, outcome, opponents=met)
                    )
        everybody = Group({squad: tuple(rows) for squad, rows in found.items()}, table.seed)
        return CRITERIA[key].values(everybody.only(sorted(group)))

    return values


SECTION_CRITERIA: dict[str, _Criterion] = {
    "points": _Criterion(
        _of_line(lambda line: line.points),
        message("{more} to {less} points"),
        mark("Points"),
        mark("Points for games and fixtures, with what was ruled."),
    ),
    "fixtures_won": _Criterion(
        _of_line(lambda line: Fraction(2 * line.won + line.drawn, 2)),
        message("{more} to {less} fixtures won"),
        mark("Fixtures won"),
        mark("A level fixture counts half."),
    ),
    "game_difference": _Criterion(
        _of_line(lambda line: Fraction(line.halves[0] - line.halves[1], 2)),
        message("{more} to {less} on game difference"),
        mark("Game difference"),
        mark("Games won less games lost."),
    ),
    "point_difference": _Criterion(
        _of_line(lambda line: line.scored[0] - line.scored[1]),
        message("{more} to {less} on point difference"),
        mark("Point difference"),
        mark("Points made at tables less those of the others."),
    ),
    "head_to_head": _Criterion(
        _as_event("head_to_head"),
        message("{entry} won more of their meetings"),
        mark("Head to head"),
        HEAD_TO_HEAD,
    ),
    "lot": _Criterion(
        _as_event("lot"), message("the lot decided"), mark("Lot"), mark("A lot, drawn from the season's seed.")
    ),
}
USUAL = ("points", "fixtures_won", "game_difference", "head_to_head", "point_difference", "lot")


def check_criteria(keys: Sequence[str]) -> None:
    for key in keys:
        if key not in SECTION_CRITERIA:
            raise RuleError(
                "“{key}” ranks no squads. Choose from: {criteria}.",
                key=key,
                criteria=", ".join(SECTION_CRITERIA),
            )
    if not keys or len(set(keys)) < len(keys):
        raise RuleError("Name what ranks the squads, each criterion once.")
