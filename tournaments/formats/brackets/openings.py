"""Which matches of a bracket can open now, where each opens as soon as its sides are known: with whom, at which table.

The rule is list scheduling by the longest way (T. C. Hu, "Parallel Sequencing and Assembly Line Problems", 1961): a
free table gets the match from which most games are still to come, one after the other. Draws no rounds.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import count, islice

from games.engine.messages import NOTHING, Message
from tournaments.formats.base import ByeDraw, DrawRequest, Phase, TableDraw
from tournaments.formats.brackets.bracket import Origin, Place
from tournaments.formats.brackets.progress import MatchState, Progress


@dataclass(frozen=True)
class Opening:
    """A game that can begin.

    match: of the bracket. round: of the event, in which it counts. forfeited: the sides of the table that have left;
    then no one plays, and the table only shows where the forfeit is recorded. reason: what opens, in words.
    """

    match: int
    round: int
    table: TableDraw
    forfeited: tuple[int, ...] = ()
    reason: Message = NOTHING


@dataclass(frozen=True)
class Stray:
    """A table that is being played by two who, since a result was corrected, do not meet in the bracket."""

    round: int
    table: TableDraw
    phase: Phase


@dataclass(frozen=True)
class Openings:
    """opening: in the order in which they are called. waiting: the matches whose sides are known and free and for which
    there is no table, the next one first. strays: in order of rounds and tables. byes: before the first round, those of
    it."""

    opening: tuple[Opening, ...]
    waiting: tuple[int, ...]
    strays: tuple[Stray, ...] = ()
    byes: tuple[ByeDraw, ...] = ()


def openings_of(progress: Progress, request: DrawRequest, tables: int | None, busy: Collection[int] = ()) -> Openings:
    """Returns what can open now. progress: after everything played so far, with everyone in the bracket counted as
    still here.

    A match opens when its sides are known, neither is at another table, and a table is free. Matches with a game
    already played come first and stay at their table. Then come those with the longest way to the end, and among these
    those whose sides have waited longest. A side that is not in the field has forfeited, which needs no table.

    A game counts in the lowest round that comes after the games that led to it, after the last place of its sides and
    after the last game at its table, so no round has a table or an entry twice.

    request.number: the first round that may still take matches. tables: the highest number of a table, None for as many
    as needed. busy: entries whose people sit in at another table. The answer depends on these arguments alone.
    """
    return _Board(progress, request, tables, busy).openings()


class _Board:
    def __init__(self, progress: Progress, request: DrawRequest, tables: int | None, busy: Collection[int]) -> None:
        self.progress, self.request = progress, request
        self.last_used = {table.draw.table: played.number for played in request.history for table in played.tables}
        self.last_place = {entry: played.number for played in request.history for entry in played.present}
        self.on = [
            Stray(played.number, table.draw, table.phase)
            for played in request.history
            for table in played.tables
            if table.phase is not Phase.OVER
        ]
        closed = {*request.constraints.closed_tables, *(stray.table.table for stray in self.on)}
        numbers = count(1) if tables is None else range(1, tables + 1)
        free = (number for number in numbers if number not in closed)
        self.free = list(islice(free, len(progress.states)))
        self.busy = {*busy, *(entry for stray in self.on for entry in stray.table.entries)}
        self.to_end = _games_to_the_end(progress)

    def openings(self) -> Openings:
        opening, waiting = list[Opening](), list[int]()
        for state in sorted(self._due(), key=self._turn):
            sides = tuple((entry,) for entry in state.sides if entry is not None)
            absent = tuple(side for side, entry in enumerate(state.sides) if entry not in self.request.field)
            table = self._paper_table(state) if absent else self._table(state)
            if table is None:
                waiting.append(state.match.number)
            else:
                number = max(self._first_round(state), self.last_used.get(table, 0) + 1)
                self.last_used[table] = number
                opening.append(Opening(state.match.number, number, TableDraw(table, sides), absent))
        return Openings(tuple(opening), tuple(waiting), self._strays())

    def _due(self) -> list[MatchState]:
        return [state for state in self.progress.due() if not self.busy.intersection(state.sides)]

    def _turn(self, state: MatchState) -> tuple[bool, int, int, int]:
        number = state.match.number
        return not state.seated, -self.to_end[number], _last_round(self.progress, state), number

    def _first_round(self, state: MatchState) -> int:
        places = (self.last_place.get(entry, 0) for entry in state.sides if entry is not None)
        return max(self.request.number, _last_round(self.progress, state) + 1, *(number + 1 for number in places))

    def _table(self, state: MatchState) -> int | None:
        """Takes a free table, the match's own before others."""
        own = [table.draw.table for _, table in sorted(state.seated.items()) if table.draw.table in self.free]
        number = own[-1] if own else self.free[0] if self.free else None
        if number is not None:
            self.free.remove(number)
        return number

    def _paper_table(self, state: MatchState) -> int:
        """Where a forfeit is written down: the lowest number that no other game of its round has."""
        return next(number for number in count(1) if self.last_used.get(number, 0) < self._first_round(state))

    def _strays(self) -> tuple[Stray, ...]:
        states = self.progress.states.values()
        known = {(number, table.draw) for state in states for number, table in state.seated.items()}
        return tuple(stray for stray in self.on if (stray.round, stray.table) not in known)


def _last_round(progress: Progress, state: MatchState) -> int:
    """The latest round with a game of the match, or else of those that led to it; 0: none."""
    before = (_last_round(progress, progress.states[number]) for number in state.match.sources)
    return max(state.seated, default=max(before, default=0))


def _games_to_the_end(progress: Progress) -> dict[int, int]:
    """Match -> how many games come one after the other, at most, from its first to the end, by the longest way."""
    goes_to = {place: match.number for match in progress.bracket.matches for place in match.places}
    games: dict[int, int] = {}
    for match in reversed(progress.bracket.matches):
        exits = (goes_to.get(Place(origin, match.number)) for origin in (Origin.WINNER, Origin.LOSER))
        after = max((games[number] for number in exits if number is not None), default=0)
        games[match.number] = progress.best_of[match.number] + after
    return games
