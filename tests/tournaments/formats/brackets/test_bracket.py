"""Brackets as data: how many matches, who can meet whom and when, what depends on what."""

from itertools import permutations

import pytest

from tests.sizes import sample
from tournaments.formats.brackets.bracket import (
    DROPS,
    Origin,
    Section,
    double_elimination,
    seed_line,
    seed_order,
    single_elimination,
)

SIZES = sample(*range(2, 34), 64, 100, 127, 128, of=range(2, 129))

PUBLISHED_LOSERS = {
    4: ["L1 v L2", "W4 v L3"],
    8: ["L1 v L2", "L3 v L4", "W7 v L6", "W8 v L5", "W9 v W10", "W12 v L11"],
}
"""The losers' brackets that brackets-manager lays out, in this module's match numbers."""


def text(bracket, section):
    """The matches of a section as "S1 v S8", "W5 v L3"."""
    marks = {Origin.SEED: "S", Origin.WINNER: "W", Origin.LOSER: "L"}
    return [
        " v ".join(f"{marks[place.origin]}{place.number}" for place in match.places)
        for match in bracket.matches
        if match.section is section
    ]


def possible(bracket):
    """Match -> for each side, the seeds that can come there."""
    sides = {}
    for match in bracket.matches:
        sides[match.number] = [
            {place.number} if place.origin is Origin.SEED else set().union(*sides[place.number])
            for place in match.places
        ]
    return sides


def first_rematch(bracket):
    """The earliest stage of the losers' bracket in which two can meet of whom one was beaten by the other before.

    Both sides then come from the same part of the main bracket.
    """
    sides = possible(bracket)
    matches = [match for match in bracket.matches if match.section is Section.LOSERS]
    return min(match.stage for match in matches if sides[match.number][0] & sides[match.number][1])


@pytest.mark.parametrize("seeds", SIZES)
def test_single_elimination_has_a_match_less_than_seeds(seeds):
    assert len(single_elimination(seeds).matches) == seeds - 1
    assert len(single_elimination(seeds, third_place=True).matches) == seeds - 1 + (seeds > 3)


@pytest.mark.parametrize("seeds", SIZES)
def test_double_elimination_has_two_for_all_but_one(seeds):
    assert len(double_elimination(seeds, reset=False).matches) == 2 * seeds - 2
    assert len(double_elimination(seeds).matches) == 2 * seeds - 1


@pytest.mark.parametrize("seeds", SIZES)
def test_the_byes_go_to_the_best_and_no_one_meets_a_bye_twice(seeds):
    bracket = single_elimination(seeds)
    byes = 2 ** bracket.matches[-1].stage - seeds
    first = {place.number for match in bracket.matches if match.stage == 1 for place in match.places}
    assert set(range(1, seeds + 1)) - first == set(range(1, byes + 1))
    assert all(match.stage <= 2 for match in bracket.matches for place in match.places if place.origin is Origin.SEED)


@pytest.mark.parametrize("seeds", SIZES)
@pytest.mark.parametrize("lay_out", [single_elimination, double_elimination])
def test_the_best_two_meet_in_the_last_match_of_the_main_bracket_and_not_before(lay_out, seeds):
    bracket = lay_out(seeds)
    sides = possible(bracket)
    for match in bracket.matches:
        if match.section is Section.MAIN:
            can_meet = any({1, 2} <= {one, other} for one in sides[match.number][0] for other in sides[match.number][1])
            assert can_meet == (match.to_go == 0)


@pytest.mark.parametrize("seeds", SIZES)
@pytest.mark.parametrize("lay_out", [single_elimination, double_elimination])
def test_every_match_comes_after_those_it_depends_on(lay_out, seeds):
    bracket = lay_out(seeds)
    places = [place for match in bracket.matches if match.section is not Section.RESET for place in match.places]
    assert len(places) == len(set(places))
    for number, match in enumerate(bracket.matches, start=1):
        assert match.number == number
        assert bracket.match(number) is match
        assert all(bracket.match(source).round < match.round for source in match.sources)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, [1, 2]),
        (4, [1, 4, 2, 3]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
        (
            32,
            [
                *(1, 32, 16, 17, 8, 25, 9, 24, 4, 29, 13, 20, 5, 28, 12, 21),
                *(2, 31, 15, 18, 7, 26, 10, 23, 3, 30, 14, 19, 6, 27, 11, 22),
            ],
        ),
    ],
)
def test_the_seeds_stand_as_in_published_brackets(size, order):
    assert seed_order(size) == order
    first = [f"S{one} v S{other}" for one, other in zip(order[::2], order[1::2], strict=True)]
    assert text(single_elimination(size), Section.MAIN)[: size // 2] == first


@pytest.mark.parametrize("size", PUBLISHED_LOSERS)
def test_small_losers_brackets_are_the_published_ones(size):
    assert text(double_elimination(size), Section.LOSERS) == PUBLISHED_LOSERS[size]


def test_that_of_32_drops_reversed_then_with_halves_swapped_then_as_it_is():
    bracket = double_elimination(32)
    drops = [
        [match.places[1].number for match in bracket.matches if (match.section, match.stage) == (Section.LOSERS, stage)]
        for stage in (2, 4, 6, 8)
    ]
    mains = [
        [match.number for match in bracket.matches if (match.section, match.stage) == (Section.MAIN, stage)]
        for stage in (2, 3, 4, 5)
    ]
    assert drops == [mains[0][::-1], mains[1][2:] + mains[1][:2], mains[2], mains[3]]


@pytest.mark.parametrize(("size", "stage"), [(4, 2), (8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_those_who_have_met_stay_apart_in_the_losers_bracket(size, stage):
    assert first_rematch(double_elimination(size)) == stage


def earliest_overlap(orders):
    """The stage of the first possible rematch in a bracket of 16 when those beaten in rounds 2 and 3 drop like this."""
    lower = [{0, 1}, {2, 3}, {4, 5}, {6, 7}]
    for stage, (order, dropped) in enumerate(zip(orders, (lower, [{0, 1, 2, 3}, {4, 5, 6, 7}]), strict=True), start=1):
        drops = [dropped[place] for place in order]
        if any(one & other for one, other in zip(lower, drops, strict=True)):
            return 2 * stage
        lower = [one | other for one, other in zip(lower, drops, strict=True)]
        if lower[0] & lower[1] or (len(lower) > 2 and lower[2] & lower[3]):
            return 2 * stage + 1
        lower = [lower[0] | lower[1], lower[2] | lower[3]] if len(lower) > 2 else lower
    return 6


def test_in_a_bracket_of_16_no_other_order_keeps_them_apart_longer():
    orders = [(one, two) for one in permutations(range(4)) for two in permutations(range(2))]
    assert max(map(earliest_overlap, orders)) == 4


def test_two_have_a_final_and_may_meet_three_times():
    assert text(double_elimination(2), Section.GRAND_FINAL) == ["W1 v L1"]
    assert text(double_elimination(2), Section.RESET) == ["L2 v W2"]


def test_the_consolation_bracket_is_for_those_who_lose_in_the_first_round():
    bracket = single_elimination(8, consolation=True)
    assert text(bracket, Section.CONSOLATION) == ["L1 v L2", "L3 v L4", "W8 v W9"]
    assert text(single_elimination(6, consolation=True), Section.CONSOLATION) == ["L1 v L2"]
    assert text(single_elimination(2, consolation=True), Section.CONSOLATION) == []


def test_no_one_is_in_the_consolation_bracket_and_in_the_match_for_third_place():
    bracket = single_elimination(4, third_place=True, consolation=True)
    assert (text(bracket, Section.THIRD), text(bracket, Section.CONSOLATION)) == (["L1 v L2"], [])
    assert text(single_elimination(4, consolation=True), Section.CONSOLATION) == ["L1 v L2"]


def test_the_losers_of_the_semi_finals_meet_for_third_place():
    assert text(single_elimination(5, third_place=True), Section.THIRD) == ["L2 v L3"]


def test_a_place_can_be_read():
    assert [str(place) for place in double_elimination(4).match(5).places] == ["winner of match 4", "loser of match 3"]
    assert [str(place) for place in double_elimination(4).match(1).places] == ["seed 1", "seed 4"]


def test_each_order_of_drops_loses_no_one():
    for drop in DROPS:
        assert sorted(drop(list(range(8)))) == list(range(8))


@pytest.mark.parametrize("survivors", [1, 2, 3, 4, 5, 6, 8, 12, 16])
@pytest.mark.parametrize("seeds", sample(*range(2, 17), 40, of=range(2, 41)))
def test_a_play_in_stops_when_so_many_are_left(seeds, survivors):
    bracket = single_elimination(seeds, survivors=survivors)
    assert len(bracket.matches) == max(0, seeds - survivors)
    if seeds > survivors:
        depth = max(match.stage for match in bracket.matches)
        assert survivors * 2 ** (depth - 1) < seeds <= survivors * 2**depth
        first = [{place.number for place in match.places} for match in bracket.matches if match.stage == 1]
        byes = survivors * 2**depth - seeds
        assert set().union(*first) == set(range(byes + 1, seeds + 1))
        assert all(sum(pair) == survivors * 2**depth + 1 for pair in first)


@pytest.mark.parametrize("survivors", [2, 4, 8])
@pytest.mark.parametrize("seeds", sample(*range(2, 17), 40, of=range(2, 41)))
def test_a_play_in_to_a_power_of_two_is_the_full_bracket_without_its_end(seeds, survivors):
    full, part = single_elimination(seeds).matches, single_elimination(seeds, survivors=survivors).matches
    assert [match.places for match in part] == [match.places for match in full[: len(part)]]


@pytest.mark.parametrize("survivors", [2, 3, 4, 5, 6, 8])
def test_in_a_play_in_the_best_seeds_cannot_put_each_other_out(survivors):
    for seeds in range(survivors + 1, 41):
        sides = possible(single_elimination(seeds, survivors=survivors))
        for one, other in sides.values():
            assert len((one | other) & set(range(1, survivors + 1))) <= 1


def test_the_line_of_a_bracket_played_to_the_end_is_that_of_its_seeds():
    for size in (2, 4, 8, 16, 32):
        assert seed_line(size) == seed_order(size)
    assert seed_line(3, survivors=4) == [1, 0, 2, 3]
