"""A knockout as pages show it: every match with names, games and what becomes of it, and where it is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.engine.language import say, score_text
from tournaments.entry_names import names_of, short_name, with_initials
from tournaments.events.models import Stage
from tournaments.formats.base import PlayedTable
from tournaments.formats.brackets.bracket import Match, Origin, Place, Section
from tournaments.formats.brackets.layout import UNDER_ANOTHER, UNITS_PER_REM, Band, Box, bands, destinations
from tournaments.formats.brackets.progress import MatchState
from tournaments.formats.seating.sit_outs import present
from tournaments.results.history import field_of, played_round, request_after, rounds_with_seats
from tournaments.rounds.models import Round

ONE_LINE = 16
"""So many letters stand in one line of a box; a longer name has two, in smaller letters."""
A_LINE = 26
"""So many letters of a person read well in such a line; of a longer name of a pair, the last word is an initial."""
MAX_LETTERS = 40
"""More are cut off."""
LOOSE = 18
"""A line of this many letters is set to a width, so no font can make it longer than the box."""
WIDTH = 149
"""Of a name in a box, in units of the drawing."""
LETTER = 6.9
"""Width of a smaller letter, in the same units."""


@dataclass(frozen=True)
class NameLine:
    """A line of a name in a box. length: the width that it is set to; None: its own."""

    text: str
    length: int | None


@dataclass(frozen=True)
class Side:
    """One side of a match. seed: where it is known. score: points of a single game, else games won; empty: none."""

    name: str
    short: str
    is_known: bool
    seed: int | None
    score: str
    is_winner: bool

    @property
    def said(self) -> str:
        """Its name within a sentence."""
        return self.name if self.is_known else self.name[:1].lower() + self.name[1:]

    @property
    def lines(self) -> tuple[NameLine, ...]:
        """The short name as a box shows it: one line, or two with half of the people in each."""
        if len(self.short) <= ONE_LINE or not self.is_known:
            return (NameLine(self.short, None),)
        people = self.short.split(" & ")
        half = (len(people) + 1) // 2
        texts = [" & ".join(people[:half]), " & ".join(people[half:])] if people[1:] else _halves(self.short)
        return tuple(_line(text, has_more=text is texts[0] and bool(people[1:])) for text in texts if text)


@dataclass(frozen=True)
class BracketMatch:
    """One match. status: over, playing, ready or waiting. table: where it is being played. points: of each game, in the
    order of the sides.

    entries: the numbers of its sides, None where one is not known. said: its state, in words. round: of its section,
    from 1. caption: its name, where its column has that of another. winner_to, loser_to: the numbers of other matches.
    """

    number: int
    name: str
    sides: tuple[Side, Side]
    status: str
    table: int | None
    points: tuple[tuple[int, int], ...]
    entries: tuple[int | None, int | None]
    said: str
    section: Section
    round: int
    caption: str
    winner_to: int | None
    loser_to: int | None
    sources: tuple[int, ...]

    @property
    def is_third(self) -> bool:
        """Whether it is for third place."""
        return self.section is Section.THIRD

    @property
    def games(self) -> tuple[str, ...]:
        """As people write them: "10–6"."""
        return tuple(map(score_text, self.points))

    @property
    def pairing(self) -> str:
        """Who meets whom, a side that is known first."""
        first, second = sorted(self.sides, key=lambda side: not side.is_known)
        return say("{one} against {other}", one=first.name, other=second.said)

    @property
    def label(self) -> str:
        """The whole match in one sentence, for who does not see the drawing."""
        sides = ", ".join(f"{side.name} {side.score}".strip() for side in self.sides)
        about = {"name": self.name, "number": self.number, "sides": sides, "said": self.said, "next": self.winner_to}
        if self.winner_to:
            return say("{name}, match {number}: {sides}, {said}. The winner goes to match {next}.", **about)
        return say("{name}, match {number}: {sides}, {said}", **about)


@dataclass(frozen=True)
class DrawnColumn:
    """A round of a band: its name and its boxes, top to bottom."""

    name: str
    x: int
    boxes: tuple[tuple[Box, BracketMatch], ...]


@dataclass(frozen=True)
class DrawnBand:
    """part: what to call it beside a round of it in a list; empty where that says it already."""

    name: str
    part: str
    band: Band
    columns: tuple[DrawnColumn, ...]
    decided: tuple[str, ...]
    open: tuple[str, ...]

    @property
    def width_rem(self) -> str:
        return f"{self.band.width / UNITS_PER_REM:.2f}"

    @property
    def is_tall(self) -> bool:
        """Whether it fits better on paper that stands upright."""
        return self.band.height > self.band.width


@dataclass(frozen=True)
class Way:
    """To a match of the drawing."""

    name: str
    number: int


@dataclass(frozen=True)
class BracketBoard:
    """winner: the name, once the last match is over. over, of: matches. ways: a big drawing goes beyond the screen, so
    to the first match of each of its parts, and to the last."""

    bands: tuple[DrawnBand, ...]
    ways: tuple[Way, ...]
    winner: str
    over: int
    of: int


def has_bracket(stage: Stage) -> bool:
    return stage.play.bracket is not None


def bracket_of(stage: Stage, names: Mapping[int, str] | None = None) -> BracketBoard | None:
    """The bracket by the rounds that are published; None before the first.

    names: entry number → what to call it, where that is not what the event's pages do.
    """
    states, playing = states_of(stage)
    names = names_of(stage.event) if names is None else names
    return _Drawing(states, names, playing, is_singly=stage.opens_singly).board() if states else None


def states_of(stage: Stage) -> tuple[Sequence[MatchState], int]:
    """Every match of the bracket, none before the first published round, and the round that is being played, or 0."""
    drawn = list(rounds_with_seats(stage).exclude(status=Round.Status.DRAFT))
    if stage.play.bracket is None or not drawn:
        return (), 0
    rounds = tuple(map(played_round, drawn))
    playing = drawn[-1].number if drawn[-1].status == Round.Status.PUBLISHED else 0
    here = tuple(sorted(present(rounds[-1]))) if playing and not drawn[-1].opens_singly else field_of(stage)
    return stage.play.bracket(stage.settings, request_after(stage, rounds, here)), playing


class _Drawing:
    """The matches of a bracket on their way to a page. playing: the number of the open round, 0: none. is_singly:
    whether matches open one by one."""

    def __init__(
        self, states: Sequence[MatchState], names: Mapping[int, str], playing: int, *, is_singly: bool = False
    ) -> None:
        self.names, self.playing, self.is_singly = names, playing, is_singly
        self.states = {state.match.number: state for state in states}
        self.plan: list[Match] = [state.match for state in states]
        self.winner_to = destinations(self.plan, Origin.WINNER)
        self.loser_to = destinations(self.plan, Origin.LOSER)
        self.seeds = {
            entry: place.number
            for state in states
            for entry, place in zip(state.sides, state.match.places, strict=True)
            if entry is not None and place.origin is Origin.SEED
        }

    def board(self) -> BracketBoard:
        over = [state for state in self.states.values() if state.is_over]
        drawn = tuple(map(self._band, bands(self.plan)))
        return BracketBoard(drawn, tuple(self._ways(drawn)), self._winner(), len(over), len(self.states))

    def _ways(self, drawn: Sequence[DrawnBand]) -> Iterator[Way]:
        for band in drawn if len(drawn) > 1 else ():
            yield Way(band.name, band.columns[0].boxes[0][1].number)
        last = Section.GRAND_FINAL if self._is_double() else Section.MAIN
        final = max((state for state in self.states.values() if state.match.section is last), key=_number)
        yield Way(_column_name(final, self._is_double()), final.match.number)

    def _winner(self) -> str:
        """Of the last match of the main bracket, or of the grand finals."""
        ending = (Section.MAIN, Section.GRAND_FINAL, Section.RESET)
        last = max((state for state in self.states.values() if state.match.section in ending), key=_number)
        return self.names.get(last.winner, "") if last.winner else ""

    def _band(self, band: Band) -> DrawnBand:
        columns = tuple(
            DrawnColumn(
                _column_name(self.states[column.boxes[0].match], self._is_double()),
                column.x,
                tuple((box, self._match(self.states[box.match])) for box in column.boxes),
            )
            for column in band.columns
        )
        decided = tuple(line.path for line in band.lines if self.states[line.source].winner)
        waiting = tuple(line.path for line in band.lines if not self.states[line.source].winner)
        name = self._band_name(band.section)
        return DrawnBand(name, self._part(band.section, name), band, columns, decided, waiting)

    def _band_name(self, section: Section) -> str:
        if section is Section.LOSERS:
            return say("Losers’ bracket")
        if section is Section.MAIN and self._is_double():
            return say("Winners’ bracket")
        return section.label.capitalize()

    def _part(self, section: Section, name: str) -> str:
        others = {match.section for match in self.plan} & {Section.LOSERS, Section.CONSOLATION}
        return name if others and section is not Section.LOSERS else ""

    def _is_double(self) -> bool:
        return any(match.section is Section.GRAND_FINAL for match in self.plan)

    def _match(self, state: MatchState) -> BracketMatch:
        number = state.match.number
        played = state.on or state.seated.get(self.playing)
        table = played.draw.table if played and played.slip is None and not state.is_over else None
        return BracketMatch(
            number=number,
            name=state.name[0].upper() + state.name[1:],
            sides=(self._side(state, 0), self._side(state, 1)),
            status="over" if state.is_over else "playing" if table else "ready" if state.is_due else "waiting",
            table=table,
            points=tuple(points for played in state.seated.values() if (points := _points(state, played))),
            entries=state.sides,
            said=self._said(state, table),
            section=state.match.section,
            round=state.match.stage,
            caption=state.match.section.label.capitalize() if state.match.section in UNDER_ANOTHER else "",
            winner_to=self.winner_to.get(number),
            loser_to=self.loser_to.get(number),
            sources=state.match.sources,
        )

    def _side(self, state: MatchState, side: int) -> Side:
        entry, place = state.sides[side], state.match.places[side]
        name = self._placeholder(place) if entry is None else self.names.get(entry, f"No. {entry}")
        return Side(
            name=name,
            short=self._short_placeholder(place) if entry is None else _short(name),
            is_known=entry is not None,
            seed=self.seeds.get(entry) if entry is not None else None,
            score=_score(state, side),
            is_winner=state.is_over and entry is not None and entry == state.winner,
        )

    def _placeholder(self, place: Place) -> str:
        is_decided = place.origin is not Origin.SEED and self.states[place.number].is_over
        return say("No one") if is_decided else str(place).capitalize()

    def _short_placeholder(self, place: Place) -> str:
        """The same, of which a box can always show the number."""
        if place.origin is Origin.SEED or self.states[place.number].is_over:
            return self._placeholder(place)
        if place.origin is Origin.WINNER:
            return say("Winner of #{number}", number=place.number)
        return say("Loser of #{number}", number=place.number)

    def _said(self, state: MatchState, table: int | None) -> str:
        if table:
            return say("being played at table {table}", table=table)
        if not state.is_over:
            if state.is_due and self.is_singly:
                return say("waiting for a free table")
            return say("up next") if state.is_due else say("waiting for earlier results")
        if state.match.section is Section.RESET and not state.seated and state.winner:
            return say("not needed")
        if state.winner is None:
            return say("no winner")
        name = self.names.get(state.winner, "")
        if any(state.games):
            return say("won by {name}", name=name)
        return say("won by {name} without playing", name=name)


def _short(name: str) -> str:
    """As long as each of the people has room in a line."""
    people = name.split(" & ")
    return " & ".join(with_initials(person, A_LINE) for person in people) if people[1:] else name


def _halves(name: str) -> list[str]:
    """At the space nearest to the middle; a single word in one piece."""
    spaces = [place for place, letter in enumerate(name) if letter == " "]
    middle = min(spaces, key=lambda place: abs(place - len(name) / 2), default=len(name))
    return [name[:middle], name[middle + 1 :]]


def _line(text: str, *, has_more: bool) -> NameLine:
    text = short_name(text, MAX_LETTERS) + (" &" if has_more else "")
    return NameLine(text, None if len(text) < LOOSE else min(WIDTH, round(LETTER * len(text))))


def _number(state: MatchState) -> int:
    return state.match.number


def _column_name(state: MatchState, is_double: bool) -> str:
    match = state.match
    if match.section in (Section.GRAND_FINAL, Section.RESET):
        return match.section.label.capitalize()
    if match.section is Section.LOSERS:
        return say("Losers’ final") if match.to_go == 0 else say("Losers’ round {number}", number=match.stage)
    if match.to_go == 0:
        return say("Final")
    if match.section is Section.MAIN and not is_double and match.to_go < 3:
        return say("Semifinals") if match.to_go == 1 else say("Quarterfinals")
    return say("Round {number}", number=match.stage)


def _score(state: MatchState, side: int) -> str:
    if state.best_of > 1:
        return str(state.games[side]) if state.seated else ""
    counted = [points for played in state.seated.values() if (points := _points(state, played))]
    return str(counted[-1][side]) if counted else ""


def _points(state: MatchState, played: PlayedTable) -> tuple[int, int] | None:
    """The points of a game in the order of the match's sides; None where none counts."""
    if played.slip is None:
        return None
    by_entry = dict(zip(played.draw.entries, played.slip.points, strict=True))
    first, second = (by_entry[entry] for entry in state.sides if entry is not None)
    return first, second
