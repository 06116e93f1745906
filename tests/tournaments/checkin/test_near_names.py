"""Which names may be one person's."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.checkin.near_names import MAX_NEAR, NameIndex, are_near, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Émilie Tremblay", "TREMBLAY, emilie"),
        ("Jörg Groß", "jorg gross"),
        ("Anne-Marie O’Hara", "Ohara Anne Marie"),
    ],
)
def test_names_are_the_same_in_any_case_and_order(one: str, other: str) -> None:
    assert words_of(one) == words_of(other)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Jon Smith", "John Smith", True),
        ("Tremblay", "Émilie Tremblay-Roy", True),
        ("Émilie Tremblay", "Émilie Tremblay-Roy", True),
        ("J. Smith", "John Smith", True),
        ("Jon Smith", "Jonathan Smith", True),
        ("Kowalksi Dave", "Dave Kowalski", True),
        ("Zawadski Tom", "Tom Zavadsky", True),
        ("Tremblai", "Tremblay", True),
        ("Ann Weber", "Bob Weber", False),
        ("Ann", "Anna Weber", False),
        ("Al Fox", "Ed Fox", False),
        ("Player 1", "Player 2", False),
        ("A", "B", False),
        ("Jon Smyth", "John Smith", False),
        ("", "Ann", False),
    ],
)
def test_near_names(one: str, other: str, near: bool) -> None:
    assert are_near(words_of(one), words_of(other)) == near
    assert are_near(words_of(other), words_of(one)) == near


def test_a_name_near_to_many_is_near_to_none() -> None:
    people = [f"Ann {letter * 5}" for letter in "bcdefg"]
    assert len(NameIndex(people[:MAX_NEAR], str).near("Ann")) == MAX_NEAR
    assert NameIndex(people, str).near("Ann") == []


name = st.lists(st.sampled_from(["ann", "anna", "bob", "bo", "tremblay", "roy", "j", "smith", "smyth", "é", "12"])).map(
    " ".join
)


@given(people=st.lists(name, max_size=8, unique_by=words_of), asked=name)
def test_the_index_finds_what_comparing_with_everyone_finds(people: list[str], asked: str) -> None:
    wanted = [one for one in people if are_near(words_of(asked), words_of(one))]
    shared = [one for one in wanted if set(words_of(one)) & set(words_of(asked)) or len(asked.split()) == 1]
    found = NameIndex(people, str).near(asked)
    assert sorted(found) == (sorted(shared) if len(shared) <= MAX_NEAR else [])
    assert list(NameIndex(people, str).same(asked)) == [one for one in people if words_of(one) == words_of(asked)]


@pytest.mark.slow
@pytest.mark.heavy
def test_a_large_club_and_a_long_list_take_no_time() -> None:
    index = NameIndex([f"Person{n} Family{n % 50}" for n in range(3_000)], str)
    alone = NameIndex([f"Person{n}" for n in range(600)], str)
    begun = time.process_time()
    for number in range(600):
        index.near(f"Persn{number} Family{number % 50}")
        alone.near(f"Somebody{number}")
    assert time.process_time() - begun < 5
