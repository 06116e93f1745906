"""What a corrected result would change, in every kind of format."""

from random import Random

import pytest

from tests.tournaments.formats.nights import draw_request, play, played
from tournaments.formats.base import DrawRequest, Slip
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.seating.sit_outs import present
from tournaments.formats.standings.consequences import Course, Kind, consequences


def course(key, *rounds, field=None):
    play_format = FORMATS[key]
    present_entries = field or sorted(set().union(*map(present, rounds)))
    request = draw_request(len(rounds) + 1, present_entries, *rounds)
    return Course(play_format, play_format.config(), play_format.criteria, request)


def changed(before, number, table, slip):
    return consequences(before, before.corrected(number, table, slip))


def texts(found, kind):
    return [str(each.text) for each in found if each.kind is kind]


def test_the_same_score_changes_nothing():
    before = course("round_robin", played(1, "1 v 2 = 10:5"))
    assert changed(before, 1, 1, Slip((10, 5))) == ()


def test_totals_and_places_are_listed_with_the_entries():
    before = course("round_robin", played(1, "1 v 2 = 10:5", "3 v 4 = 10:9"), played(2, "1 v 3 = 3:10", "2 v 4 = 10:0"))
    found = changed(before, 1, 1, Slip((5, 10)))
    assert ("No. 1: from 13 to 8 points.", (1,)) in [(str(one.text), one.entries) for one in found]
    assert texts(found, Kind.PLACE) == [
        "No. 2: rank 3 becomes rank 1.",
        "No. 3: rank 1 becomes rank 2.",
        "No. 4: rank 4 becomes rank 3.",
        "No. 1: rank 2 becomes rank 4.",
    ]
    assert texts(found, Kind.ROUND) == []


def test_shared_places_are_called_so():
    before = course("rotation", played(1, "1+2 v 3+4 = 7:5"))
    before = Course(before.play, before.config, ("points",), before.request)
    assert texts(changed(before, 1, 1, None), Kind.PLACE) == [
        "No. 3: rank 3 (tied) becomes rank 1 (tied).",
        "No. 4: rank 3 (tied) becomes rank 1 (tied).",
    ]


def test_a_round_that_followed_the_result_is_named_and_stays():
    first = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 4:9")
    request = draw_request(2, range(1, 9), first)
    second = play(FORMATS["progressive"].draw(FORMATS["progressive"].config(), request), Random(1))
    before = course("progressive", first, second)
    assert texts(changed(before, 1, 1, Slip((5, 7))), Kind.ROUND) == [
        "With this result, round 2 would have been drawn differently. It stays as played."
    ]
    assert texts(changed(before, 2, 1, Slip((0, 1))), Kind.ROUND) == []
    assert texts(changed(before, 1, 1, Slip((8, 5))), Kind.ROUND) == []


def test_a_bracket_match_that_is_still_to_come_gets_other_sides():
    before = course("elimination", played(1, "1 v 4 = 10:5", "2 v 3 = 10:9"))
    found = changed(before, 1, 2, Slip((9, 10)))
    assert texts(found, Kind.BRACKET) == [
        "Match 2: the winner is No. 3, not No. 2.",
        "Match 3: No. 1 against No. 2 becomes No. 1 against No. 3.",
    ]
    assert texts(changed(before, 1, 2, None), Kind.BRACKET) == [
        "Match 2: the winner is no one, not No. 2.",
        "Match 3: No. 1 against No. 2 becomes No. 1 against TBD.",
    ]


def test_a_bracket_match_that_was_played_stays_and_is_named():
    before = course("elimination", played(1, "1 v 4 = 10:5", "2 v 3 = 10:9"), played(2, "1 v 2 = 10:8"))
    found = changed(before, 1, 2, Slip((9, 10)))
    assert "With this result, round 2 would have been drawn differently. It stays as played." in texts(
        found, Kind.ROUND
    )
    assert "Match 3: No. 1 against No. 2 becomes No. 1 against No. 3." in texts(found, Kind.BRACKET)


def test_a_round_that_could_not_have_been_drawn_is_drawn_differently():
    """The two had to meet again because their first meeting was void."""
    before = course("round_robin", played(1, "1 v 2"), played(2, "1 v 2 = 10:3"))
    assert texts(changed(before, 1, 1, Slip((10, 2))), Kind.ROUND) == [
        "With this result, round 2 would have been drawn differently. It stays as played."
    ]


def test_there_must_be_such_a_table():
    with pytest.raises(AssertionError):
        course("round_robin", played(1, "1 v 2 = 10:5")).corrected(1, 7, Slip((1, 2)))


@pytest.mark.parametrize("key", FORMATS)
def test_consequences_are_known_for_any_table_of_an_event(key):
    """Taking a correction back lists the same entries with old and new exchanged."""
    row, rng = FORMATS[key], Random(key)
    request = DrawRequest(1, tuple(range(1, 13)), (), 7)
    for number in range(1, 5):
        drawn = row.draw(row.config(), request)
        history = (*request.history, play(drawn, rng))
        request = DrawRequest(number + 1, request.field, history, 7)
    before = Course(row, row.config(), row.criteria, request)
    for played_round in request.history:
        table = rng.choice(played_round.tables)
        after = before.corrected(played_round.number, table.draw.table, Slip((11, 0)))
        there, back = consequences(before, after), consequences(after, before)
        assert {(one.kind, one.entries) for one in there} == {(one.kind, one.entries) for one in back} or row.bracket
        assert {one.kind for one in there} == {one.kind for one in back}
