"""What people may ask for, and what cannot be granted together."""

import json
from dataclasses import asdict

import pytest

from games.engine.errors import RuleError
from tournaments.formats.constraints import NO_WISHES, Constraints, constraints_from


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"together": ((3, 3),)}, "No. 3 can’t be paired with themselves"),
        ({"apart": ((4, 4),)}, "No. 4 can’t be paired with themselves"),
        ({"together": ((1, 2), (2, 3))}, "No. 2 asked to stay with No. 1 and No. 3, but only 2 people can be"),
        ({"together": ((2, 1), (2, 3))}, "No. 2 asked to stay with No. 1 and No. 3, but only 2 people can be"),
        ({"together": ((1, 2),), "apart": ((2, 1),)}, "No. 1 and No. 2 asked both to stay together and never to meet"),
    ],
)
def test_wishes_that_contradict_each_other_are_refused(wishes, message):
    with pytest.raises(RuleError, match=message):
        Constraints(**wishes)


def test_a_couple_may_be_named_twice():
    assert Constraints(together=((1, 2), (2, 1))).couples(range(1, 5)) == {frozenset((1, 2))}


def test_wishes_about_people_who_are_not_here_say_nothing():
    wishes = Constraints(stationary=(1, 9), together=((2, 3), (4, 9)), apart=((5, 6), (7, 9)))
    assert wishes.couples(range(1, 9)) == {frozenset((2, 3))}
    assert wishes.strangers(range(1, 9)) == {frozenset((5, 6))}


def test_two_who_keep_their_place_cannot_share_a_table_unless_they_are_a_couple():
    wishes = Constraints(stationary=(1, 2, 3), together=((1, 2),))
    assert wishes.strangers(range(1, 9)) == {frozenset((1, 3)), frozenset((2, 3))}


def test_no_wishes_ask_for_nothing():
    assert NO_WISHES.couples([1, 2]) == NO_WISHES.strangers([1, 2]) == frozenset()


def test_wishes_are_read_back_from_what_was_stored():
    wishes = Constraints(stationary=(1,), together=((2, 3),), apart=((4, 5), (6, 7)), closed_tables=(3,))
    assert constraints_from(json.loads(json.dumps(asdict(wishes)))) == wishes
    assert constraints_from({}) == NO_WISHES
