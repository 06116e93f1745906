"""A section's table: facts of fixtures in, places out, with a sentence on why a squad is above another."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.language import mark, spoken
from games.engine.messages import NOTHING, Joined, Message, message
from tournaments.formats.base import Points
from tournaments.formats.numbers import EntryRef, Named, Number, Share
from tournaments.formats.round_facts import HALVES, Kind, Outcome, RoundFact
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.formats.standings.criteria import CRITERIA, HEAD_TO_HEAD
from tournaments.formats.standings.rows import ABOVE, ABOVE_AFTER
from tournaments.formats.standings.sums import Group

_SHARED = message("{entry} and {other} share a rank: they’re tied on every criterion.")
_GONE = message("{entry} left the season, so it ranks below the teams that stayed.")


@dataclass(frozen=True)
class Side:
    """What one squad made of a fixture. halves: half games won. scored: points at its tables. points: for the table."""

    squad: int
    halves: int
    scored: int
    points: Fraction


@dataclass(frozen=True)
class FixtureFact:
    """A fixture that counts. week: its number, for the order. at_fault: the side that did not play, in a forfeit."""

    week: int
    sides: tuple[Side, Side]
    at_fault: int | None = None

    def outcome(self, side: int) -> Outcome:
        if self.at_fault is not None:
            return Outcome.LOST if self.at_fault == side else Outcome.WON
        own, other = self.sides[side].halves, self.sides[1 - side].halves
        return Outcome.TIED if own == other else Outcome.WON if own > other else Outcome.LOST


@dataclass(frozen=True)
class Decision:
    """How a place that exactly these squads shared was decided. order: their numbers, the best first. by_match: they
    played a deciding match; else the organizers decided."""

    order: tuple[int, ...]
    by_match: bool


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
    """reason: as of any criterion. figure: how a value is written in it."""

    value: "Callable[[_Table, Sequence[int]], Mapping[int, Points]]"
    reason: Message
    name: str
    explanation: str
    figure: Callable[[Points], Number | Share] = Number

    @property
    def in_sentence(self) -> Named:
        return Named(self.__dict__["name"])


@dataclass(frozen=True)
class _Table:
    lines: Mapping[int, TableRow]
    facts: Sequence[FixtureFact]
    seed: int
    decisions: Sequence[Decision] = ()


def played_fact(
    week: int,
    home: int,
    away: int,
    games: Iterable[tuple[int, int]],
    rules: SeasonRules,
    starts: tuple[int, int] = (0, 0),
) -> FixtureFact:
    """A fixture from the points of its games, home first. A tied game is half a game won for both.

    starts: half games that a handicap gives each side. They count as games won, and add no points at tables.
    """
    scores = list(games)
    won = [sum(2 if a > b else a == b for a, b in scores), sum(2 if b > a else a == b for a, b in scores)]
    scored = sum(a for a, _ in scores), sum(b for _, b in scores)
    return counted_fact(week, home, away, (won[0] + starts[0], won[1] + starts[1]), scored, rules)


def counted_fact(
    week: int, home: int, away: int, halves: tuple[int, int], scored: tuple[int, int], rules: SeasonRules
) -> FixtureFact:
    """A fixture whose games are added up already: half games won, and points, home first."""
    bonus = [rules.for_draw] * 2
    if halves[0] != halves[1]:
        bonus = [rules.for_win if own == max(halves) else 0 for own in halves]
    worth = [rules.game_worth * own / 2 + more for own, more in zip(halves, bonus, strict=True)]
    return FixtureFact(week, (Side(home, halves[0], scored[0], worth[0]), Side(away, halves[1], scored[1], worth[1])))


def walkover_fact(week: int, home: int, away: int, at_fault: int, rules: SeasonRules) -> FixtureFact:
    """The side at fault (0 home, 1 away) gets nothing, the other what the rules give; no game counts for any player."""
    worth = [Fraction(0 if side == at_fault else rules.unplayed) for side in (0, 1)]
    return FixtureFact(week, (Side(home, 0, 0, worth[0]), Side(away, 0, 0, worth[1])), at_fault)


def rank(
    squads: Sequence[int],
    facts: Sequence[FixtureFact],
    adjustments: Mapping[int, int],
    seed: int,
    criteria: Sequence[str],
    decisions: Sequence[Decision] = (),
    gone: Collection[int] = (),
) -> tuple[TableRow, ...]:
    """The table by its criteria in order.

    Squads that are tied on all of them share a place, until a decision about exactly these separates them. gone: those
    that left the season, who come last. No line has a reason before anything counts.
    """
    lines = {squad: _line(squad, facts, adjustments.get(squad, 0)) for squad in sorted(squads)}
    table = _Table(lines, facts, seed, decisions)
    has_begun = bool(facts) or any(adjustments.values())
    keys = (*criteria, DECIDED)
    values: dict[int, list[Points | None]] = {squad: [] for squad in squads}
    groups = [[squad for squad in lines if squad not in gone]]
    for key in keys:
        groups = [part for group in groups for part in _separate(table, key, group, values)]
    table_rows: list[TableRow] = []
    above: int | None = None
    for group in groups:
        place = len(table_rows) + 1
        for squad in group:
            why = _because(above, squad, keys, values) if has_begun and above is not None else NOTHING
            table_rows.append(_placed(lines[squad], place, len(group) > 1, why))
            above = squad
    for squad in (line for line in lines if line in gone):
        table_rows.append(_placed(lines[squad], len(table_rows) + 1, False, _GONE(entry=EntryRef(squad))))
    return tuple(table_rows)


def _placed(line: TableRow, place: int, is_shared: bool, because: Message) -> TableRow:
    values = {name: getattr(line, name) for name in line.__dataclass_fields__}
    return TableRow(**values | {"place": place, "is_shared": is_shared, "because": because})


def _separate(table: _Table, key: str, group: list[int], values: dict[int, list[Points | None]]) -> list[list[int]]:
    if len(group) < 2:
        for squad in group:
            values[squad].append(None)
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
            figures = {"more": criterion.figure(more), "less": criterion.figure(less)}
            difference = criterion.reason(entry=EntryRef(above), **figures)
            about = {"entry": EntryRef(above), "other": EntryRef(below), "difference": difference}
            on = Joined(tuple(level)) if len(level) > 1 else level
            return ABOVE_AFTER(**about, criteria=on) if level else ABOVE(**about)
        if key not in LAST:
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


def _percentage(line: TableRow) -> Fraction:
    """Games won out of all, a tied one as half; 0 for a squad that has not played."""
    return Fraction(line.halves[0], sum(line.halves)) if sum(line.halves) else Fraction(0)


def games_behind(halves: Sequence[tuple[int, int]]) -> list[Fraction]:
    """How many games each is behind the best of them, by half games won and lost: half of what their differences of
    games are apart."""
    best = max((won - lost for won, lost in halves), default=0)
    return [Fraction(best - (won - lost), 4) for won, lost in halves]


def _less_behind(table: "_Table", group: Sequence[int]) -> Mapping[int, Points]:
    everybody = list(table.lines)
    behind = games_behind([table.lines[squad].halves for squad in everybody])
    return {squad: -games for squad, games in zip(everybody, behind, strict=True) if squad in group}


def _decided(*, by_match: bool) -> "Callable[[_Table, Sequence[int]], Mapping[int, Points]]":
    def values(table: _Table, group: Sequence[int]) -> Mapping[int, Points]:
        about = [
            decision
            for decision in table.decisions
            if decision.by_match == by_match and set(decision.order) == set(group)
        ]
        return {squad: -about[-1].order.index(squad) if about else 0 for squad in group}

    return values


def _as_event(key: str) -> Callable[[_Table, Sequence[int]], Mapping[int, Points]]:
    """A tie-break of single events among tied squads: a fixture is then a game between two entries."""

    def values(table: _Table, group: Sequence[int]) -> Mapping[int, Points]:
        facts: dict[int, list[RoundFact]] = {squad: [] for squad in table.lines}
        for number, fact in enumerate(sorted(table.facts, key=lambda fact: fact.week), start=1):
            for index, side in enumerate(fact.sides):
                outcome, other = fact.outcome(index), fact.sides[1 - index].squad
                if side.squad in facts:
                    halves, met = HALVES[outcome], (other,)
                    facts[side.squad].append(
                        RoundFact(side.squad, number, Kind.PLAYED, side.points, halves, outcome, opponents=met)
                    )
        everybody = Group({squad: tuple(round_facts) for squad, round_facts in facts.items()}, table.seed)
        return CRITERIA[key].values(everybody.only(sorted(group)))

    return values


DECIDING_MATCH, DECIDED, LOT = "deciding_match", "decided", "lot"
SECTION_CRITERIA: dict[str, _Criterion] = {
    "points": _Criterion(
        _of_line(lambda line: line.points),
        message("{more} to {less} on points"),
        mark("Points"),
        mark("Points for games and matches, including rulings."),
    ),
    "fixtures_won": _Criterion(
        _of_line(lambda line: Fraction(2 * line.won + line.drawn, 2)),
        message("{more} to {less} on matches won"),
        mark("Matches won"),
        mark("A tied match counts half."),
    ),
    "games_won": _Criterion(
        _of_line(lambda line: Fraction(line.halves[0], 2)),
        message("{more} to {less} on games won"),
        mark("Games won"),
        mark("All games in all matches. A tied game counts half."),
    ),
    "games_percentage": _Criterion(
        _of_line(_percentage),
        message("{more} to {less} on percentage of games won"),
        mark("Percentage of games won"),
        mark("Games won out of games played, so teams with fewer matches are compared fairly."),
        Share.of,
    ),
    "games_behind": _Criterion(
        _less_behind,
        message("{more} to {less} on games behind"),
        mark("Games behind"),
        mark("Games behind the leader: half the combined gap in games won and lost."),
        lambda value: Number(-value),
    ),
    "game_difference": _Criterion(
        _of_line(lambda line: Fraction(line.halves[0] - line.halves[1], 2)),
        message("{more} to {less} on game difference"),
        mark("Game difference"),
        mark("Games won minus games lost."),
    ),
    "head_to_head": _Criterion(
        _as_event("head_to_head"),
        message("{entry} has the better head-to-head record"),
        mark("Head to head"),
        HEAD_TO_HEAD,
    ),
    "point_difference": _Criterion(
        _of_line(lambda line: line.scored[0] - line.scored[1]),
        message("{more} to {less} on point difference"),
        mark("Point difference"),
        mark("Points scored at the team’s tables minus its opponents’ points."),
    ),
    DECIDING_MATCH: _Criterion(
        _decided(by_match=True),
        message("{entry} won the deciding match"),
        mark("Deciding match"),
        mark("Teams play one more match when a tie affects the title, the playoffs or who goes up or down."),
    ),
    DECIDED: _Criterion(
        _decided(by_match=False),
        message("the organizers decided"),
        mark("Organizers’ decision"),
        mark("The organizers decide and give their reason."),
    ),
    LOT: _Criterion(
        _as_event(LOT),
        message("decided by random draw"),
        mark("Random draw"),
        mark("A random draw that anyone can check."),
    ),
}
LAST = (DECIDING_MATCH, DECIDED)
"""What is decided where nothing counted parts the squads."""
OFFERED = tuple(key for key in SECTION_CRITERIA if key not in (DECIDED, LOT))
"""What a season can be ranked by. The random draw is kept for the closed seasons of older releases."""
USUAL = ("points", "fixtures_won", "game_difference", "head_to_head", "point_difference")


def check_criteria(keys: Sequence[str]) -> None:
    """RuleError unless a new season can be ranked by these, in this order."""
    for key in keys:
        if key not in OFFERED:
            raise RuleError(
                "“{key}” isn’t a way to rank teams. Choose from: {criteria}.", key=key, criteria=", ".join(OFFERED)
            )
    if not keys or len(set(keys)) < len(keys):
        raise RuleError("Choose how to rank the teams. Use each criterion only once.")
    if keys[0] == DECIDING_MATCH:
        raise RuleError("A deciding match must come last. Add another criterion before it.")
    if DECIDING_MATCH in keys[:-1]:
        raise RuleError("A deciding match must come last. Move it to the end.")
