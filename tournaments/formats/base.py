"""The words every format shares: a draw, its byes and reasons, and what was played before.

Formats work on entry *numbers* (1, 2, 3 … as written on the sign-up sheet) and know no names and no models.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine.language import spoken
from games.engine.messages import Message
from games.engine.slip import HandScore
from tournaments.formats.constraints import NO_WISHES, Constraints, Wish

if TYPE_CHECKING:
    from tournaments.formats.brackets.openings import Openings
    from tournaments.formats.brackets.progress import MatchState
    from tournaments.formats.outlook import Outlook
    from tournaments.formats.round_facts import RoundFact


@dataclass(frozen=True)
class Slip:
    """What one table reported.

    points: per side, in side order. hands: one by one, if they were tapped. tie_winner: the side that moves as the
    winner when points are tied (the side that reached the score first, won the extra hand, won the cut). forfeited:
    sides that did not play; the points then are what the organizer awarded.
    """

    points: tuple[int, ...]
    hands: tuple[HandScore, ...] = ()
    tie_winner: int | None = None
    forfeited: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that won the table, or None when it is tied and no tie-break was recorded."""
        best = max(self.points)
        leaders = [side for side, points in enumerate(self.points) if points == best]
        return leaders[0] if len(leaders) == 1 else self.tie_winner


@dataclass(frozen=True)
class TableDraw:
    """One table of a round. sides: entry numbers that score together, ((1, 4), (2, 3)); a pair's side holds one."""

    table: int
    sides: tuple[tuple[int, ...], ...]

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(number for side in self.sides for number in side)


@dataclass(frozen=True)
class ByeDraw:
    """An entry that does not play this round.

    points None: its own average per round played (see `standings`). halves: what it counts in half games won.
    """

    entry: int
    points: int | None
    reason: Message
    halves: int = 0


@dataclass(frozen=True)
class RoundDraw:
    """One computed round. reasons: why it looks as it does, for the organizer, most important first."""

    number: int
    tables: tuple[TableDraw, ...]
    byes: tuple[ByeDraw, ...] = ()
    reasons: tuple[Message, ...] = ()


class Phase(Enum):
    """How far a table is. OPEN: nothing was reported yet. REPORTED: a score waits to be agreed. OVER: it is decided."""

    OPEN = auto()
    REPORTED = auto()
    OVER = auto()


@dataclass(frozen=True)
class PlayedTable:
    """A table of an earlier round with its standing result; slip None: void, or not played. phase: of one that may
    still be played, while others of later rounds are."""

    draw: TableDraw
    slip: Slip | None
    phase: Phase = Phase.OVER


@dataclass(frozen=True)
class PlayedRound:
    """An earlier round as it was really seated, substitutes included in the entry they played for. opens_singly: its
    tables were called one by one, so who has no place in it was not away."""

    number: int
    tables: tuple[PlayedTable, ...]
    byes: tuple[ByeDraw, ...] = ()
    opens_singly: bool = False

    @property
    def present(self) -> frozenset[int]:
        """Who had a place: at a table, house players included, or sitting out."""
        seated = {entry for table in self.tables for entry in table.draw.entries}
        return frozenset(seated | {bye.entry for bye in self.byes})


@dataclass(frozen=True)
class DrawRequest:
    """Everything a format may look at.

    number: the round to draw, from 1. field: entry numbers to be placed in this round, ascending, without anyone who is
    late, gone or sitting out on purpose. history: all earlier rounds, ascending. seed: the stage's own 256-bit number;
    the same request always gives the same draw. constraints: what people asked for. seeding: entry numbers, best first,
    where an earlier stage or an organizer decided them; otherwise the numbers themselves are the seeds.
    """

    number: int
    field: tuple[int, ...]
    history: tuple[PlayedRound, ...]
    seed: int
    constraints: Constraints = NO_WISHES
    seeding: tuple[int, ...] = ()

    def by_seed(self, entries: Iterable[int]) -> list[int]:
        """The entries, best seed first; who has none comes last, by number."""
        rank = {entry: place for place, entry in enumerate(self.seeding)}
        return sorted(entries, key=lambda entry: (rank.get(entry, len(rank)), entry))


def one_group(config: Any, request: DrawRequest) -> tuple[tuple[int, ...], ...]:
    """Ranks everyone in one table."""
    return (request.field,)


def no_name(config: Any, number: int) -> str:
    """The only group needs no name."""
    return ""


def nothing_missed(config: Any) -> int:
    """Counts nothing for the rounds before an entry came in."""
    return 0


def no_tie(config: Any) -> str | None:
    """Asks nothing about a tied score, because it moves no one."""
    return None


def no_seeds(config: Any) -> bool:
    """The order of the entries decides nothing."""
    return False


def in_rounds(config: Any) -> bool:
    """A round begins when the one before it is over."""
    return False


@spoken("name", "blurb")
@dataclass(frozen=True, eq=False)
class Format:
    """A format as the rest of the project sees it: one row of `catalogue.FORMATS`.

    entry_size: players per entry (1 or 2). draw: raises RuleError when no legal round exists, naming the rule in the
    way. rounds: how many rounds a full run takes for a field of that size. rounds_left: how many are still to come, the
    requested one included, after what was really played. outlook: what an event of this many entries will be like;
    RuleError where no first round can be drawn. tie_question: what to ask the table when the slip is tied and someone
    has to win it, otherwise None; tie_label: the same as a short question beside the score, before it is known whether
    it is tied. criteria: default standings order. grants: the wishes it can respect.
    hands: how many hands a table plays unless the club says otherwise; None: a game to points.
    groups: who is ranked together, by pools; group_name: how people call group 1, 2, 3 …, "" for the only one.
    missed: half games won for each round before a late entry came in.
    bracket, placing: only for knockouts; every match as it is now, and who has won and who is out, best first.
    is_seeded: whether seeds decide anything with these settings.
    opens_singly: whether, with these settings, each match opens as soon as its sides are known; openings: then, which
    matches can open now, at this many tables, without entries that are busy.
    seed_order: only for knockouts; the seeds from top to bottom for that many entries, 0 for an empty place.
    compare: only where every table of a round plays the same deals; the facts with what each pair made beside the
    others who held its cards. ahead: then, the requested round and those after it, if everyone stays.
    """

    key: str
    name: str
    blurb: str
    entry_size: int
    config: type[Any]
    draw: Callable[[Any, DrawRequest], RoundDraw]
    rounds: Callable[[Any, int], int]
    rounds_left: Callable[[Any, DrawRequest], int]
    outlook: "Callable[[Any, int], Outlook]"
    tie_question: Callable[[Any, Slip], str | None]
    criteria: tuple[str, ...]
    hands: int | None = None
    tie_label: Callable[[Any], str | None] = no_tie
    grants: frozenset[Wish] = frozenset({Wish.CLOSED_TABLES})
    groups: Callable[[Any, DrawRequest], tuple[tuple[int, ...], ...]] = one_group
    group_name: Callable[[Any, int], str] = no_name
    missed: Callable[[Any], int] = nothing_missed
    bracket: Callable[[Any, DrawRequest], "tuple[MatchState, ...]"] | None = None
    placing: Callable[[Any, DrawRequest], tuple[tuple[int, ...], ...]] | None = None
    is_seeded: Callable[[Any], bool] = no_seeds
    seed_order: Callable[[Any, int], tuple[int, ...]] | None = None
    opens_singly: Callable[[Any], bool] = in_rounds
    openings: "Callable[[Any, DrawRequest, int | None, Collection[int]], Openings] | None" = None
    compare: "Callable[[Any, Sequence[PlayedRound], Sequence[RoundFact]], tuple[RoundFact, ...]] | None" = None
    ahead: Callable[[Any, DrawRequest], tuple[RoundDraw, ...]] | None = None

    @property
    def has_same_deals(self) -> bool:
        """Whether every table of a round plays the same sealed deals."""
        return self.compare is not None


Points = Fraction | int


def chance_for(request: DrawRequest, purpose: str) -> Random:
    """The dice for one purpose in one round: the same seed, round and purpose always roll the same."""
    return Random(f"{request.seed}/{request.number}/{purpose}")  # noqa: S311  # replayable draws, nothing secret
