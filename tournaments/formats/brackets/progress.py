"""The state of a bracket: follows what was played, match by match. Draws nothing.

Keeps nothing between calls. A result that is corrected simply leads elsewhere the next time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.engine.messages import Message, message
from tournaments.formats.base import Phase, PlayedRound, PlayedTable
from tournaments.formats.brackets.bracket import Bracket, Match, Origin, Place, Section
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.seating.sit_outs import present

Sides = tuple[int | None, int | None]

_WALKOVER = message("{entry} wins match {match} by forfeit: {other} isn’t checked in.")
_NOBODY_WINS = {
    1: message("Match {match} has no winner. Not checked in: {entries}."),
    2: message("No one won match {match}. Not checked in: {entries}."),
}


@dataclass
class MatchState:
    """The state of one match.

    name: what people call it. best_of: how many games it has at most. is_known: whether everything that decides who
    plays here is over. sides: who plays; None for a side that is not known yet or stays empty. games: won so far, per
    side. winner, loser: None when no one won, or no one lost. seated: round of the event -> the table at which a game
    of it was played.
    """

    match: Match
    name: str = ""
    best_of: int = 1
    is_known: bool = False
    sides: Sides = (None, None)
    games: list[int] = field(default_factory=lambda: [0, 0])
    is_over: bool = False
    winner: int | None = None
    loser: int | None = None
    is_reopened: bool = False
    seated: dict[int, PlayedTable] = field(default_factory=dict)

    @property
    def is_due(self) -> bool:
        return self.is_known and not self.is_over

    @property
    def on(self) -> PlayedTable | None:
        """The table at which a game of it is being played."""
        return next((table for table in self.seated.values() if table.phase is not Phase.OVER), None)

    def end(self, winner: int | None, loser: int | None) -> None:
        self.is_over, self.winner, self.loser = True, winner, loser


class Progress:
    """A bracket with its entries. entries: seed -> entry. best_of: match -> number of games at most.

    walkovers: in words, the matches that ended without play since the last round that was entered. A table that is not
    of the bracket, seated by hand, is passed over.
    """

    def __init__(self, bracket: Bracket, entries: Mapping[int, int], best_of: Mapping[int, int]) -> None:
        self.bracket, self.entries, self.best_of = bracket, entries, best_of
        self.states = {match.number: MatchState(match, best_of=best_of[match.number]) for match in bracket.matches}
        self.walkovers: list[Message] = []

    def follow(self, history: Sequence[PlayedRound]) -> None:
        for played in history:
            if played.opens_singly:
                # An entry that left has forfeited, so everyone counts as there.
                self.settle(self.entries.values())
                self._enter_all(played)
                continue
            tables = [table.draw.entries for table in played.tables]
            before = {
                number: replace(state, games=[*state.games], seated={**state.seated})
                for number, state in self.states.items()
            }
            self.settle(present(played))
            if not all(map(self._due_by_sides().get, map(frozenset, tables))):
                # Drawn before an earlier result was corrected: who was not placed then was not away.
                self.states = before
                self.settle(present(played), tables)
            self._enter_all(played)
        self.walkovers = []

    def _enter_all(self, played: PlayedRound) -> None:
        due = self._due_by_sides()
        for table in played.tables:
            state = due.get(frozenset(table.draw.entries))
            if state:
                state.seated[played.number] = table
                self._enter(state, table)

    def settle(self, here: Collection[int], tables: Sequence[tuple[int, ...]] = ()) -> None:
        """Moves everyone to the place they won, and ends the matches that cannot be played.

        here: who is there. An entry that is not there when its match comes up loses it; when both are missing, no one
        goes on. tables: who sat together, in a round that was played. If a match was played by other entries because an
        earlier result was corrected afterwards, it still has to be played.
        """
        for state in self.states.values():
            if not state.is_over and all(self.states[number].is_over for number in state.match.sources):
                state.is_known, state.sides = True, self._sides(state.match)
                if state.match.section is Section.RESET and self._is_reset_spared(state):
                    state.end(state.sides[1], state.sides[0])
                    continue
                missing = [side for side in (0, 1) if state.sides[side] not in here]
                if missing and not state.on and not (tables and self._is_reopened(state, tables)):
                    self._end_without_play(state, missing)

    def due(self) -> list[MatchState]:
        """The matches that can be played now, in order. After `settle`."""
        return [state for state in self.states.values() if state.is_due]

    def _due_by_sides(self) -> dict[frozenset[int | None], MatchState]:
        return {frozenset(state.sides): state for state in self.due()}

    def waiting(self) -> dict[int, MatchState]:
        """Entry -> the match it waits for, for those whose opponent is not known yet. After `settle`."""
        states: dict[int, MatchState] = {}
        for state in self.states.values():
            if not state.is_known:
                state.sides = self._sides(state.match)
                states |= {entry: state for entry in state.sides if entry is not None}
        return states

    def inside(self) -> set[int]:
        """Who can still win a match. After `settle`."""
        playing = {entry for state in self.due() for entry in state.sides if entry is not None}
        return playing | self.waiting().keys()

    def _sides(self, match: Match) -> Sides:
        first, second = map(self._entry, match.places)
        return first, second

    def _entry(self, place: Place) -> int | None:
        if place.origin is Origin.SEED:
            return self.entries[place.number]
        state = self.states[place.number]
        return state.winner if place.origin is Origin.WINNER else state.loser

    def _is_reset_spared(self, state: MatchState) -> bool:
        """The second grand final is for the case that the side from the main bracket lost the first."""
        first = self.states[state.match.sources[0]]
        return first.winner == first.sides[0]

    def _is_reopened(self, state: MatchState, tables: Sequence[tuple[int, ...]]) -> bool:
        first, second = (self._could_come(place) for place in state.match.places)
        own = [{*self._sides(each.match)} for each in self.states.values() if each is not state and not each.is_over]
        together = [{*entries} for entries in tables if {*entries} not in own]
        state.is_reopened = state.is_reopened or any(pair & first and pair & second for pair in together)
        return state.is_reopened

    def _could_come(self, place: Place) -> set[int | None]:
        if place.origin is Origin.SEED:
            return {self.entries[place.number]}
        return {entry for entry in self.states[place.number].sides if entry is not None}

    def _end_without_play(self, state: MatchState, missing: Sequence[int]) -> None:
        absent = [entry for side in missing if (entry := state.sides[side]) is not None]
        if len(missing) == 2:
            state.end(None, None)
        else:
            state.end(state.sides[1 - missing[0]], state.sides[missing[0]])
        if absent:
            self.walkovers.append(walkover(state, absent))

    def _enter(self, state: MatchState, table: PlayedTable) -> None:
        slip, entries = table.slip, table.draw.entries
        if slip and slip.forfeited:
            self._forfeit(state, [entries[side] for side in slip.forfeited])
        elif slip and slip.winner is not None:
            self._count_game(state, state.sides.index(entries[slip.winner]))

    def _forfeit(self, state: MatchState, absent: Sequence[int]) -> None:
        if len(absent) == 2:
            state.end(None, None)
        else:
            state.end(state.sides[1 - state.sides.index(absent[0])], absent[0])

    def _count_game(self, state: MatchState, side: int) -> None:
        state.games[side] += 1
        if 2 * state.games[side] > self.best_of[state.match.number]:
            state.end(state.sides[side], state.sides[1 - side])


def walkover(state: MatchState, absent: Sequence[int]) -> Message:
    """The message about a match that no one plays. absent: who is not there, one side or both."""
    others = [entry for entry in state.sides if entry is not None and entry not in absent]
    if not others:
        return _NOBODY_WINS[len(absent)](match=state.match.number, entries=refs(absent))
    return _WALKOVER(entry=EntryRef(others[0]), match=state.match.number, other=refs(absent))
