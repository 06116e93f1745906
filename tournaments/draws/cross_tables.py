"""The cross table of an event for pairs: who met whom with which result, in the order of the standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from games.engine.language import mark_as, say, score_text
from tournaments.events import boards
from tournaments.events.models import Stage
from tournaments.formats.base import PlayedRound
from tournaments.formats.round_facts import Kind, Outcome, RoundFact, facts
from tournaments.formats.standings.rows import Criterion
from tournaments.results.history import played_round, rounds_with_seats
from tournaments.results.models import Standing
from tournaments.rounds.models import Round

MAX_ACROSS = 40
"""With more pairs than this no one reads a table of all against all."""
LETTERS = {
    Outcome.WON: mark_as("cross table", "W"),
    Outcome.TIED: mark_as("cross table", "T"),
    Outcome.LOST: mark_as("cross table", "L"),
}


@dataclass(frozen=True)
class Meeting:
    """What an entry did in one round. line: the opponent's line in the table; None: a bye, or not in the table.

    letter: W, L, T in the reader's language, "–" where nothing counts yet, empty for a bye. note: what else there is
    to say.
    """

    round: int
    line: int | None
    opponent: str
    letter: str
    score: str
    note: str = ""
    is_won: bool = False


@dataclass(frozen=True)
class Line:
    """One entry. across: its meetings with each line of its group; by_round: its meeting in each round, if any."""

    number: int
    standing: Standing
    values: tuple[str, ...]
    across: tuple[tuple[Meeting, ...], ...]
    by_round: tuple[Meeting | None, ...]


@dataclass(frozen=True)
class GroupTable:
    number: int
    lines: tuple[Line, ...]

    @property
    def is_grid(self) -> bool:
        return len(self.lines) <= MAX_ACROSS


@dataclass(frozen=True)
class CrossTable:
    """columns: the criteria that the lines' values are for. rounds: the numbers of the rounds shown."""

    groups: tuple[GroupTable, ...]
    columns: tuple[Criterion, ...]
    rounds: tuple[int, ...]


def has_cross_table(stage: Stage) -> bool:
    return stage.play.entry_size == 2 and stage.play.bracket is None


def cross_table_of(stage: Stage) -> CrossTable:
    """The rounds that are published, in the order of the standings as they were last settled."""
    drawn = rounds_with_seats(stage).exclude(status=Round.Status.DRAFT)
    rounds = tuple(map(played_round, drawn))
    standings = list(boards.standings_of(stage))
    lines = {standing.entry.number: number for number, standing in enumerate(standings, start=1)}
    names = {standing.entry.number: standing.entry.name for standing in standings}
    met = {entry: list[Meeting]() for entry in lines}
    for entry, meeting in _meetings(rounds, lines, names):
        met[entry].append(meeting)
    columns = boards.columns_of(stage)
    numbers = tuple(played.number for played in rounds)
    groups = [
        _group(number, list(members), lines, met, [place for place, _ in columns], numbers)
        for number, members in groupby(standings, key=lambda standing: standing.group)
    ]
    return CrossTable(tuple(groups), tuple(criterion for _, criterion in columns), numbers)


def _group(
    number: int,
    standings: Sequence[Standing],
    lines: dict[int, int],
    met: dict[int, list[Meeting]],
    columns: Sequence[int],
    rounds: Sequence[int],
) -> GroupTable:
    own = [lines[line.entry.number] for line in standings]
    table_lines = []
    for standing in standings:
        meetings = met[standing.entry.number]
        across = tuple(tuple(meeting for meeting in meetings if meeting.line == other) for other in own)
        by_round = {meeting.round: meeting for meeting in meetings}
        values = tuple(standing.values[place] for place in columns)
        table_lines.append(
            Line(lines[standing.entry.number], standing, values, across, tuple(by_round.get(each) for each in rounds))
        )
    return GroupTable(number, tuple(table_lines))


def _meetings(
    rounds: Sequence[PlayedRound], lines: dict[int, int], names: dict[int, str]
) -> Iterable[tuple[int, Meeting]]:
    for fact in facts(rounds, tuple(lines)):
        other = fact.opponents[0] if fact.opponents else 0
        yield (
            fact.entry,
            Meeting(
                fact.round,
                lines.get(other),
                names.get(other, ""),
                _letter(fact),
                _score(fact),
                _note(fact),
                fact.outcome is Outcome.WON,
            ),
        )
    for played in rounds:
        for table in played.tables:
            for entry in table.draw.entries if table.slip is None else ():
                other = next((each for each in table.draw.entries if each != entry), 0)
                if entry in lines:
                    yield (
                        entry,
                        Meeting(played.number, lines.get(other), names.get(other, ""), "–", "", say("no result")),
                    )


def _letter(fact: RoundFact) -> str:
    return say(LETTERS[fact.outcome]) if fact.outcome else ""


def _score(fact: RoundFact) -> str:
    """Own points first; for a bye what it is worth."""
    if fact.kind is Kind.BYE:
        return f"{Fraction(fact.halves, 2)}" if fact.halves % 2 == 0 else "½"
    return score_text((fact.points, fact.points_against))


def _note(fact: RoundFact) -> str:
    return {Kind.BYE: say("bye"), Kind.FORFEITED: say("not played")}.get(fact.kind, "")
