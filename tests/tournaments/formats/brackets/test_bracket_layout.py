"""The drawing of a bracket: every match once, nothing on top of anything, lines that lead where winners go."""

from itertools import combinations, pairwise

import pytest

from tests.sizes import sample
from tournaments.formats.brackets.bracket import Bracket, Origin, Section, double_elimination, single_elimination
from tournaments.formats.brackets.layout import (
    BOX_HEIGHT,
    BOX_WIDTH,
    COLUMN,
    GAP,
    HEAD,
    ROW,
    Band,
    Box,
    bands,
    destinations,
)

SIZES = sample(*range(2, 34), 64, 100, 127, 128, of=range(2, 129))
SOME = [*range(2, 20), 31, 32, 33, 63, 64, 65, 100, 128]


def kinds(seeds: int) -> list[Bracket]:
    return [
        single_elimination(seeds),
        single_elimination(seeds, third_place=True, consolation=True),
        double_elimination(seeds),
        double_elimination(seeds, reset=False),
    ]


def boxes_of(band: Band) -> dict[int, Box]:
    return {box.match: box for column in band.columns for box in column.boxes}


def overlap(one: Box, other: Box) -> bool:
    return abs(one.x - other.x) < BOX_WIDTH and abs(one.y - other.y) < BOX_HEIGHT


def crosses(band: Band, box: Box) -> bool:
    """Whether any line runs through the box."""
    return any(
        min(x, to_x) < box.x + BOX_WIDTH
        and max(x, to_x) > box.x
        and min(y, to_y) < box.y + BOX_HEIGHT
        and max(y, to_y) > box.y
        for line in band.lines
        for (x, y), (to_x, to_y) in pairwise(line.points)
    )


@pytest.mark.parametrize("seeds", SIZES)
def test_every_match_has_one_box_inside_its_band(seeds: int) -> None:
    for bracket in kinds(seeds):
        drawn = bands(bracket.matches)
        assert sorted(number for band in drawn for number in boxes_of(band)) == [
            match.number for match in bracket.matches
        ]
        for band in drawn:
            for box in boxes_of(band).values():
                assert 0 <= box.x <= band.width - BOX_WIDTH
                assert HEAD <= box.y <= band.height - BOX_HEIGHT


@pytest.mark.parametrize("seeds", SOME)
def test_nothing_lies_on_top_of_anything(seeds: int) -> None:
    for bracket in kinds(seeds):
        for band in bands(bracket.matches):
            for column in band.columns:
                assert {box.x for box in column.boxes} == {column.x}
                assert all(other.y - one.y >= ROW for one, other in pairwise(column.boxes))
            assert all(other.x - one.x == COLUMN for one, other in pairwise(band.columns))
            assert not any(crosses(band, box) for box in boxes_of(band).values())


def test_the_check_above_sees_what_overlaps() -> None:
    [band] = bands(single_elimination(8).matches)
    one, other = band.columns[0].boxes[:2]
    assert not any(overlap(*pair) for pair in combinations(boxes_of(band).values(), 2))
    assert overlap(one, Box(9, other.x, one.y + BOX_HEIGHT - 1))
    assert crosses(band, Box(9, one.x + GAP, one.y))


@pytest.mark.parametrize("seeds", SOME)
def test_the_lines_are_the_ways_of_the_winners_inside_a_band(seeds: int) -> None:
    for bracket in kinds(seeds):
        ways = destinations(bracket.matches, Origin.WINNER)
        for band in bands(bracket.matches):
            boxes = boxes_of(band)
            lines = {(line.source, line.target) for line in band.lines}
            assert lines == {(one, to) for one, to in ways.items() if one in boxes and to in boxes}
            for line in band.lines:
                source, target = boxes[line.source], boxes[line.target]
                assert line.points[0] == (source.x + BOX_WIDTH, source.middle)
                assert line.points[-1] == (target.x, target.middle)
                assert all(x == to_x or y == to_y for (x, y), (to_x, to_y) in pairwise(line.points))


def test_a_double_elimination_is_two_bands_with_both_grand_finals_at_the_end_of_the_first() -> None:
    main, losers = bands(double_elimination(8).matches)
    assert [band.section for band in (main, losers)] == [Section.MAIN, Section.LOSERS]
    assert [[box.match for box in column.boxes] for column in main.columns] == [[1, 2, 3, 4], [5, 6], [11], [14, 15]]
    assert [[box.match for box in column.boxes] for column in losers.columns] == [[7, 8], [9, 10], [12], [13]]


def test_the_match_for_third_place_stands_under_the_final() -> None:
    bracket = single_elimination(8, third_place=True, consolation=True)
    main, consolation = bands(bracket.matches)
    final, third = main.columns[-1].boxes
    assert [bracket.match(box.match).section for box in (final, third)] == [Section.MAIN, Section.THIRD]
    assert consolation.section is Section.CONSOLATION


def test_a_winner_with_no_match_between_goes_straight_on() -> None:
    [band] = bands(single_elimination(3).matches)
    assert [line.path for line in band.lines] == ["M231 50L249 50"]


def test_the_way_to_the_second_grand_final_goes_round_the_boxes() -> None:
    main, _ = bands(double_elimination(4).matches)
    first, second = main.columns[-1].boxes
    [way] = [line for line in main.lines if line.target == second.match]
    assert first.y + BOX_HEIGHT < way.points[2][1] == way.points[3][1] < second.y
    assert all(0 <= x <= main.width for x, _ in way.points)


def test_eleven_pairs_fit_a_laptop() -> None:
    """Every round beside the one before, at the size of its letters."""
    drawn = bands(double_elimination(11).matches)
    assert [(band.width, band.height) for band in drawn] == [(1200, 265), (1200, 205)]


def test_the_loser_of_the_first_grand_final_plays_the_second() -> None:
    matches = double_elimination(4).matches
    assert destinations(matches, Origin.LOSER)[6] == destinations(matches, Origin.WINNER)[6] == 7
