"""Who met whom in an event, as a page shows it: numbers, a line per person, and the picture of all pairings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.engine.language import say, say_number
from tournaments.entry_names import names_of, short_name
from tournaments.events.models import Stage
from tournaments.formats.audit.fairness import Fairness, Meetings, Pair, fairness
from tournaments.results.history import played_round, rounds_with_seats
from tournaments.rounds.models import Round

MAX_DRAWN = 60
"""With more people than this the picture's squares are too small to distinguish."""
MAX_MARKED = 32
"""With more people than this the numbers in the squares are more noise than help."""
UNITS_PER_REM = 16
CELL, EDGE, NAMES_WIDTH, LETTERS = 18, 24, 176, 22
DARKEST = 4
"""People who met this often or more often share the darkest colour."""


@dataclass(frozen=True)
class Shade:
    """All squares of one colour as one path. times: how often; pairings: how many met that often, none left out."""

    role: str
    times: int
    pairings: int
    path: str

    @property
    def words(self) -> str:
        often = say("{number} times", number=self.times)
        if self.times in (1, 2):
            often = say("once") if self.times == 1 else say("twice")
        if self.times == DARKEST:
            often = say("{number} times or more", number=self.times)
        about = {"role": say("Partners") if self.role == "partners" else say("Opponents"), "often": often}
        return say_number(
            "{role} {often}: {number} pair of players",
            "{role} {often}: {number} pairs of players",
            self.pairings,
            **about,
        )


@dataclass(frozen=True)
class Axis:
    number: int
    name: str
    middle: int


@dataclass(frozen=True)
class Picture:
    """Partners below the diagonal, opponents above it. marks: a place and how often, where it is more than once."""

    size: int
    left: int
    width: int
    height: int
    axis: tuple[Axis, ...]
    shades: tuple[Shade, ...]
    diagonal: str
    marks: tuple[tuple[int, int, int], ...]

    @property
    def width_rem(self) -> str:
        return f"{self.width / UNITS_PER_REM:.2f}"


@dataclass(frozen=True)
class Person:
    """How one entry fared. again: those met more than once in a role, with how often, most often first."""

    number: int
    name: str
    sit_outs: int
    partners: int
    partners_again: tuple[tuple[str, int], ...]
    opponents: int
    opponents_again: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class MeetingBoard:
    """partners, opponents: how many pairings met once, twice …, by times; none for pairs. sit_outs: how many sat out
    each number of times. found: everything in numbers, with how close it is to the best possible."""

    found: Fairness
    partners: Mapping[int, int]
    opponents: Mapping[int, int]
    sit_outs: Mapping[int, int]
    people: tuple[Person, ...]
    picture: Picture | None

    @property
    def most_partners(self) -> int:
        return max(self.partners, default=0)

    @property
    def most_opponents(self) -> int:
        return max(self.opponents, default=0)


def meeting_board_of(stage: Stage) -> MeetingBoard:
    """By the rounds that are published."""
    rounds = rounds_with_seats(stage).exclude(status=Round.Status.DRAFT)
    fair = fairness(tuple(map(played_round, rounds)))
    names = names_of(stage.event)
    sit_outs: dict[int, int] = {}
    for times in sorted(fair.sit_outs.values()):
        sit_outs[times] = sit_outs.get(times, 0) + 1
    return MeetingBoard(
        fair,
        _histogram(fair.partners),
        _histogram(fair.opponents),
        sit_outs,
        tuple(_person(entry, fair, names) for entry in fair.entries),
        _picture(fair, names) if 0 < len(fair.entries) <= MAX_DRAWN else None,
    )


def _histogram(meetings: Meetings | None) -> dict[int, int]:
    """How many pairings met once, twice, three times …, by times."""
    counted = enumerate(meetings.histogram if meetings else ())
    return {times: pairings for times, pairings in counted if times and pairings}


def _times(meetings: Meetings | None) -> Mapping[Pair, int]:
    return meetings.times if meetings else {}


def _person(entry: int, fair: Fairness, names: Mapping[int, str]) -> Person:
    partners, opponents = _met(entry, _times(fair.partners)), _met(entry, fair.opponents.times)
    return Person(
        entry,
        names[entry],
        fair.sit_outs[entry],
        len(partners),
        _again(partners, names),
        len(opponents),
        _again(opponents, names),
    )


def _met(entry: int, meetings: Mapping[Pair, int]) -> dict[int, int]:
    return {other: times for pair, times in meetings.items() if entry in pair for other in pair - {entry}}


def _again(met: Mapping[int, int], names: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
    often = sorted((-times, other) for other, times in met.items() if times > 1)
    return tuple((names[other], -times) for times, other in often)


def _picture(fair: Fairness, names: Mapping[int, str]) -> Picture:
    place = {entry: index for index, entry in enumerate(fair.entries)}
    size = len(place) * CELL
    axis = tuple(
        Axis(entry, short_name(names[entry], LETTERS), index * CELL + CELL // 2) for entry, index in place.items()
    )
    shades = (
        *_shades("opponents", fair.opponents.times, place),
        *_shades("partners", _times(fair.partners), place),
    )
    diagonal = _squares((index, index) for index in place.values())
    marks = _marks(fair, place) if len(place) <= MAX_MARKED else ()
    return Picture(size, NAMES_WIDTH, NAMES_WIDTH + size + 2, EDGE + size + 2, axis, shades, diagonal, marks)


def _shades(role: str, meetings: Mapping[Pair, int], place: Mapping[int, int]) -> Sequence[Shade]:
    squares: dict[int, list[tuple[int, int]]] = {}
    for pair, times in meetings.items():
        squares.setdefault(min(times, DARKEST), []).append(_spot(role, pair, place))
    return [Shade(role, times, len(spots), _squares(sorted(spots))) for times, spots in sorted(squares.items())]


def _marks(fair: Fairness, place: Mapping[int, int]) -> tuple[tuple[int, int, int], ...]:
    spots = [
        (*_spot(role, pair, place), times)
        for role, meetings in (("opponents", fair.opponents.times), ("partners", _times(fair.partners)))
        for pair, times in meetings.items()
        if times > 1
    ]
    return tuple((x * CELL + CELL // 2, y * CELL + CELL - 5, times) for x, y, times in sorted(spots))


def _spot(role: str, pair: Pair, place: Mapping[int, int]) -> tuple[int, int]:
    """Column and row. Opponents stand above the diagonal: the column after the row; partners below it."""
    low, high = sorted(place[entry] for entry in pair)
    return (high, low) if role == "opponents" else (low, high)


def _squares(spots: Iterable[tuple[int, int]]) -> str:
    """Column and row of each square, drawn with a hair of space around it."""
    return "".join(f"M{x * CELL + 1} {y * CELL + 1}h{CELL - 2}v{CELL - 2}h-{CELL - 2}z" for x, y in spots)
