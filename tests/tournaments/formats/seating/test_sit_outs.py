"""Whose turn it is to sit out."""

from tests.tournaments.formats.nights import draw_request, played
from tournaments.formats.seating.colours import Card
from tournaments.formats.seating.sit_outs import choose_sit_outs, sit_out_counts

FIVE = range(1, 6)
ONE_TABLE = ("1+2 v 3+4 = 7:5", "2+3 v 4+5 = 7:5", "3+4 v 5+1 = 7:5", "4+5 v 1+2 = 7:5", "5+1 v 2+3 = 7:5")
FIVE_ROUNDS = [played(n, text, byes=[(5, 1, 2, 3, 4)[n - 1]]) for n, text in enumerate(ONE_TABLE, start=1)]


def test_first_those_who_have_sat_out_least_often():
    assert choose_sit_outs(draw_request(5, FIVE, *FIVE_ROUNDS[:4]), 1, {}) == (4,)


def test_then_those_who_have_not_for_the_longest_time():
    assert choose_sit_outs(draw_request(6, FIVE, *FIVE_ROUNDS), 2, {}) == (1, 5)


def test_then_the_lot_decides():
    chosen = {choose_sit_outs(draw_request(1, FIVE, seed=seed), 1, {}) for seed in range(60)}
    assert chosen == {(number,) for number in FIVE}


def test_among_equals_the_colour_that_is_in_surplus_sits_out():
    cards = {1: Card.HIGH, 2: Card.HIGH, 3: Card.HIGH, 4: Card.LOW, 5: Card.LOW}
    assert {choose_sit_outs(draw_request(1, FIVE, seed=seed), 1, cards) for seed in range(40)} == {(1,), (2,), (3,)}
    other = {number: Card.LOW if card is Card.HIGH else Card.HIGH for number, card in cards.items()}
    assert {choose_sit_outs(draw_request(1, FIVE, seed=seed), 1, other) for seed in range(40)} == {(1,), (2,), (3,)}


def test_the_turn_goes_before_the_colour():
    history = [
        played(n, text, byes=[bye]) for (n, text), bye in zip(enumerate(ONE_TABLE[:3], 1), (1, 2, 3), strict=True)
    ]
    cards = {1: Card.HIGH, 2: Card.HIGH, 3: Card.HIGH, 4: Card.LOW, 5: Card.LOW}
    assert choose_sit_outs(draw_request(4, FIVE, *history), 1, cards)[0] in (4, 5)


def test_who_comes_late_starts_with_the_fewest_of_those_who_were_there():
    assert sit_out_counts(FIVE_ROUNDS, [*FIVE, 6]) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def test_who_comes_back_does_not_make_up_for_rounds_not_attended():
    away = [played(n, "1+2 v 3+4 = 7:5", byes=[n - 1]) for n in (2, 3, 4, 5)]
    first = played(1, "1+2 v 3+4 = 7:5", byes=[5])
    assert sit_out_counts([first, *away, *away], FIVE) == {1: 2, 2: 2, 3: 2, 4: 2, 5: 2}
