"""Where the matches of a bracket stand in a drawing: boxes and the lines between them, in whole units.

Knows no names, no results and no page. The drawing depends on the bracket alone, so nothing moves while it is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.brackets.bracket import Match, Origin, Section

UNITS_PER_REM = 16
"""How many units of the drawing are one rem wide; style sheets know COLUMN and HEAD as rems."""
BOX_WIDTH, BOX_HEIGHT = 222, 52
GAP, ROW = 18, 60
COLUMN = BOX_WIDTH + GAP
"""Five of them, which eleven pairs need in a double elimination, fit a screen of 1280."""
HEAD = 24
"""Room above the boxes, for the names of the rounds."""
MARGIN = GAP // 2

SECTION_OF_BAND = {
    Section.GRAND_FINAL: Section.MAIN,
    Section.RESET: Section.MAIN,
    Section.THIRD: Section.MAIN,
}
"""What is drawn in the band of another section: the grand finals as its last column, third place under the final."""
UNDER_ANOTHER = (Section.THIRD, Section.RESET)
"""The match for third place is drawn under the final, the second grand final under the first."""
Point = tuple[int, int]


@dataclass(frozen=True)
class Box:
    """One match. x, y: the upper left corner; all boxes are BOX_WIDTH by BOX_HEIGHT."""

    match: int
    x: int
    y: int

    @property
    def middle(self) -> int:
        return self.y + BOX_HEIGHT // 2


@dataclass(frozen=True)
class Line:
    """How the winner of a match goes on: corners of a path that only turns at right angles."""

    source: int
    target: int
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """As SVG reads it."""
        return "M" + "L".join(f"{x} {y}" for x, y in self.points)


@dataclass(frozen=True)
class Column:
    """The boxes of one round, from top to bottom."""

    x: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Band:
    """One part of a bracket with a drawing of its own. columns: its rounds, first to last."""

    section: Section
    width: int
    height: int
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]


def bands(matches: Sequence[Match]) -> tuple[Band, ...]:
    """The drawings of a bracket, from top to bottom: main bracket, losers' bracket, consolation bracket.

    matches: all matches of one bracket, by number.
    """
    parts: dict[Section, list[Match]] = {}
    for match in matches:
        parts.setdefault(SECTION_OF_BAND.get(match.section, match.section), []).append(match)
    return tuple(_band(section, part) for section, part in parts.items())


def destinations(matches: Sequence[Match], origin: Origin) -> dict[int, int]:
    """Match -> the match to which its winner, or its loser, goes."""
    return {place.number: match.number for match in matches for place in match.places if place.origin is origin}


def _band(section: Section, matches: Sequence[Match]) -> Band:
    steps = sorted({_step(match, matches) for match in matches})
    columns = {match.number: steps.index(_step(match, matches)) for match in matches}
    middles = _middles(matches)
    boxes = {
        number: Box(number, MARGIN + columns[number] * COLUMN, HEAD + middle - BOX_HEIGHT // 2)
        for number, middle in middles.items()
    }
    return Band(
        section,
        2 * MARGIN + len(steps) * COLUMN - GAP,
        HEAD + max(middles.values()) + BOX_HEIGHT // 2 + MARGIN,
        tuple(_column(place, boxes) for place in range(len(steps))),
        tuple(_line(boxes[source], boxes[match.number]) for match in matches for source in _feeders(match, boxes)),
    )


def _step(match: Match, matches: Sequence[Match]) -> tuple[bool, int]:
    """What comes in which column: rounds in their order, then both grand finals."""
    if match.section is Section.THIRD:
        return False, max(other.stage for other in matches)
    if match.section in (Section.GRAND_FINAL, Section.RESET):
        return True, 0
    return False, match.stage


def _column(place: int, boxes: dict[int, Box]) -> Column:
    x = MARGIN + place * COLUMN
    return Column(x, tuple(sorted((box for box in boxes.values() if box.x == x), key=lambda box: box.y)))


def _feeders(match: Match, known: dict[int, Box] | dict[int, Match]) -> list[int]:
    """The matches of the same band whose winners come here, upper side first."""
    return [place.number for place in match.places if place.origin is Origin.WINNER and place.number in known]


def _middles(matches: Sequence[Match]) -> dict[int, int]:
    """The height of each match: a row of its own if no other match leads to it, otherwise halfway between those that
    do."""
    tree = {match.number: match for match in matches if match.section not in UNDER_ANOTHER}
    middles: dict[int, int] = {}
    rows = 0

    def put(number: int) -> int:
        nonlocal rows
        below = [put(feeder) for feeder in _feeders(tree[number], tree)]
        if not below:
            below = [rows * ROW + BOX_HEIGHT // 2]
            rows += 1
        middles[number] = sum(below) // len(below)
        return middles[number]

    last = put(max(tree))
    under = [match.number for match in matches if match.section in UNDER_ANOTHER]
    return middles | dict.fromkeys(under, last + ROW + ROW // 2)


def _line(source: Box, target: Box) -> Line:
    start, end = source.x + BOX_WIDTH, target.x
    if start > end:
        return Line(source.match, target.match, _round_to_below(source, target))
    bend = end - GAP // 2
    corners = ((start, source.middle), (bend, source.middle), (bend, target.middle), (end, target.middle))
    is_level = source.middle == target.middle
    return Line(source.match, target.match, (corners[0], corners[3]) if is_level else corners)


def _round_to_below(source: Box, target: Box) -> tuple[Point, ...]:
    """Out at the right, between the two, and in from the left."""
    right, left = source.x + BOX_WIDTH + GAP // 2, target.x - GAP // 2
    between = (source.y + BOX_HEIGHT + target.y) // 2
    way_out = ((source.x + BOX_WIDTH, source.middle), (right, source.middle), (right, between))
    return (*way_out, (left, between), (left, target.middle), (target.x, target.middle))
