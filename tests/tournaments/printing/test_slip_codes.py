"""The code on a slip: its own for every table and seating, and no slip of the finger turns it into another."""

import itertools

import pytest

from games.engine.errors import RuleError
from tournaments.printing.slip_codes import LETTERS, MAX_TABLES, SEATINGS, Place, code_of, place_of

PLACES = [Place(seating, table) for seating in range(SEATINGS) for table in range(1, MAX_TABLES + 1)]


@pytest.fixture(scope="module")
def codes() -> dict[str, Place]:
    return {code_of(7, place): place for place in PLACES}


def test_every_table_of_every_seating_has_its_own_and_it_leads_back(codes: dict[str, Place]) -> None:
    assert len(codes) == len(PLACES)
    assert all(place_of(7, code) == place for code, place in codes.items())


@pytest.mark.slow
def test_every_single_wrong_letter_is_found(codes: dict[str, Place]) -> None:
    for code in list(codes)[::40]:
        for at, letter in itertools.product(range(4), LETTERS):
            if letter != code[at]:
                with pytest.raises(RuleError, match=r"No slip has the code .*Compare each letter"):
                    place_of(7, code[:at] + letter + code[at + 1 :])


@pytest.mark.slow
def test_every_two_letters_that_changed_places_are_found(codes: dict[str, Place]) -> None:
    for code in codes:
        for one, other in itertools.combinations(range(4), 2):
            if code[one] != code[other]:
                swapped = list(code)
                swapped[one], swapped[other] = code[other], code[one]
                with pytest.raises(RuleError, match=r"No slip has the code .*Compare each letter"):
                    place_of(7, "".join(swapped))


def test_neighbouring_tables_do_not_look_alike() -> None:
    for seating, table in itertools.product(range(8), range(1, 60)):
        one, other = code_of(7, Place(seating, table)), code_of(7, Place(seating, table + 1))
        assert sum(a != b for a, b in zip(one, other, strict=True)) >= 2


def test_it_spells_no_word_and_nothing_that_could_be_a_digit(codes: dict[str, Place]) -> None:
    assert not set("".join(codes)) & set("AEIOULQ0123456789")


def test_a_slip_of_another_event_names_another_place(codes: dict[str, Place]) -> None:
    assert not [code for code, place in codes.items() if place_of(8, code) == place]


@pytest.mark.parametrize("typed", ["", "BCD", "BCDFG", "B1DF", "éèêë", "B\0DF", "12"])
def test_what_is_no_code_is_refused_in_words(typed: str) -> None:
    with pytest.raises(RuleError, match="Enter the 4 letters on the slip, or the table number"):
        place_of(7, typed)


def test_four_letters_that_no_slip_has_are_not_known() -> None:
    with pytest.raises(RuleError, match="No slip has the code QUIT: codes never contain I, Q, U"):
        place_of(7, "quit")


def test_case_and_blanks_do_not_matter() -> None:
    code = code_of(7, Place(3, 12))
    assert place_of(7, f" {code[:2].lower()} {code[2:]}\n") == Place(3, 12)


def test_a_table_beyond_the_last_has_none() -> None:
    assert code_of(7, Place(0, MAX_TABLES + 1)) == ""


def test_after_the_last_seating_they_come_round_again() -> None:
    assert code_of(7, Place(SEATINGS, 5)) == code_of(7, Place(0, 5))
