"""The lower bounds of repeats, against hand counts and against all there is to try."""

from itertools import permutations, product

import pytest

from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.pairing.bounds import least_repeats
from tournaments.formats.pairing.meetings import Repeats, Tally
from tournaments.formats.rotation.draw import Rotation, draw_round


def all_play(people, rounds):
    return [range(people)] * rounds


@pytest.mark.parametrize(
    ("people", "rounds", "partners", "opponents"),
    [
        (8, 6, 0, 20),
        (8, 12, 20, 120),
        (12, 12, 6, 90),
        (16, 8, 0, 8),
        (20, 10, 0, 10),
        (24, 12, 0, 12),
        (200, 20, 0, 0),
    ],
)
def test_bounds_of_known_sizes(people, rounds, partners, opponents):
    assert least_repeats(Tally(people), all_play(people, rounds)) == Repeats(partners, opponents)


def test_one_persons_own_bound_can_be_higher_than_that_of_the_field():
    seated = [set(range(10)) - out for out in ({0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {0, 1})]
    assert least_repeats(Tally(10), seated) == Repeats(0, 4)


def test_earlier_meetings_count():
    before = Tally(4)
    before.add((0, 1, 2, 3))
    assert least_repeats(before, all_play(4, 2)) == Repeats(0, 4 + 2)
    assert least_repeats(before, []) == before.repeats


def test_a_couple_repeats_and_takes_no_part_in_the_exchange():
    couple = [frozenset((0, 1))]
    assert least_repeats(Tally(4), all_play(4, 3), together=couple).partners == 3 + 3
    assert least_repeats(Tally(8), all_play(8, 3), together=couple).partners == 3


def test_people_to_be_kept_apart_cannot_meet():
    apart = [frozenset((0, other)) for other in range(3, 8)]
    assert least_repeats(Tally(8), all_play(8, 3), apart=apart).partners == 1
    with_no_one = [frozenset((0, n)) for n in (1, 2, 3)]
    assert least_repeats(Tally(4), all_play(4, 1), apart=with_no_one) == Repeats(0, 1)


def all_splits(rounds):
    return product([(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)], repeat=rounds)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6])
def test_with_one_table_the_bound_is_what_trying_everything_finds(rounds):
    found = [Tally(4).with_rounds(plan).repeats for plan in all_splits(rounds)]
    bound = least_repeats(Tally(4), all_play(4, rounds))
    assert min(repeats.partners for repeats in found) == bound.partners
    assert min(repeats.opponents for repeats in found) == bound.opponents


def test_with_two_tables_no_two_rounds_are_below_the_bound():
    bound = least_repeats(Tally(8), all_play(8, 2))
    seconds = (Tally(8).with_rounds([range(8), (0, *rest)]).repeats for rest in permutations(range(1, 8)))
    assert min((repeats.partners, repeats.opponents) for repeats in seconds) >= (bound.partners, bound.opponents)


def test_a_night_never_ends_below_its_bound():
    for people, rounds in [(5, 4), (6, 5), (7, 7), (9, 5), (11, 6)]:
        night = play_rounds(
            lambda request, n=rounds: draw_round(Rotation(rounds=n), request), [range(1, people + 1)] * rounds
        )
        seated = [[n - 1 for table in row[1].tables for n in table.entries] for row in night]
        tally = Tally(people).with_rounds(seated)
        bound = least_repeats(Tally(people), seated)
        assert tally.repeats.partners >= bound.partners
        assert tally.repeats.opponents >= bound.opponents
