"""Whole events from a seed."""

from itertools import pairwise

import pytest

from games.engine.errors import RuleError
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.progressive.config import Progressive, ShortTable, Tied
from tournaments.formats.simulation import Attendance, Chances, Event, play
from tournaments.formats.swiss.config import Swiss


def event(key, entries=10, config=None, rounds=None, seed=1, **chances):
    return Event(key, config or FORMATS[key].config(), Attendance(entries), seed, rounds, Chances(**chances))


def slips(rounds):
    return [table.slip for row in rounds for table in row.played.tables]


@pytest.mark.parametrize("key", FORMATS)
def test_the_same_event_is_played_the_same_way_and_another_seed_another(key):
    first, again, other = ([*play(event(key, rounds=3, seed=seed))] for seed in (1, 1, 2))
    assert first == again
    assert slips(first) != slips(other)


@pytest.mark.parametrize(
    ("key", "rounds"),
    [
        ("progressive", 8),
        ("rotation", 8),
        ("seat_movement", 10),
        ("grand_prix", 8),
        ("round_robin", 9),
        ("swiss", 5),
        ("elimination", 4),
    ],
)
def test_it_goes_on_until_the_format_ends(key, rounds):
    night = [*play(event(key))]
    assert [row.draw.number for row in night] == [*range(1, rounds + 1)]
    assert [row.request.history for row in night][-1] == tuple(row.played for row in night[:-1])
    assert not any(finding.hard for row in night for finding in row.findings)


def test_it_stops_when_it_was_asked_to():
    assert len([*play(event("round_robin", rounds=4))]) == 4
    assert len([*play(event("elimination", entries=8, rounds=20))]) == 3


def test_who_is_absent_late_or_gone_is_not_in_the_field():
    attendance = Attendance(6, absent={2: {1, 2}}, late={3: 2}, left={4: 3})
    assert [attendance.here(number) for number in (1, 2, 3)] == [(1, 2, 4, 5, 6), (3, 4, 5, 6), (1, 2, 3, 5, 6)]
    night = [*play(Event("swiss", Swiss(rounds=3), attendance))]
    assert [row.request.field for row in night] == [attendance.here(number) for number in (1, 2, 3)]


def test_without_a_chance_of_anything_else_every_table_has_a_winner():
    assert all(slip and slip.winner is not None and not slip.forfeited for slip in slips(play(event("progressive"))))
    pairs = slips(play(event("swiss")))
    assert {max(slip.points) for slip in pairs} == {10}
    assert all(slip.points[0] != slip.points[1] for slip in pairs)


def test_tables_may_be_void_forfeited_or_level():
    assert slips(play(event("rotation", void=1))) == [None] * 16
    assert all(len(set(slip.points)) == 1 for slip in slips(play(event("rotation", level=1))))
    forfeits = slips(play(event("swiss", entries=60, rounds=1, forfeit=1)))
    assert {slip.forfeited for slip in forfeits} == {(0,), (1,), (0, 1)}
    assert {slip.points for slip in forfeits} == {(0, 10), (10, 0), (0, 0)}


def test_who_wins_a_level_table_is_said_where_the_format_asks():
    assert {slip.tie_winner for slip in slips(play(event("round_robin", level=1)))} == {None}
    assert {slip.tie_winner for slip in slips(play(event("elimination", level=1)))} == {0, 1}
    config = Progressive(tied=Tied.CUT, short_table=ShortTable.THREE_HANDED)
    assert {slip.tie_winner for slip in slips(play(event("progressive", config=config, level=1)))} == {0, 1, 2}


def test_of_three_at_a_table_one_may_not_have_played():
    config = Progressive(short_table=ShortTable.THREE_HANDED)
    forfeits = slips(play(event("progressive", entries=6, config=config, rounds=8, forfeit=1)))
    assert {len(slip.forfeited) for slip in forfeits} == {1, 3}
    assert {sum(slip.points) for slip in forfeits} == {0, 10}


def test_a_correction_changes_an_earlier_result_and_no_seat():
    night = [*play(event("rotation", correction=1))]
    after = [row.request.history for row in night]
    changed = [one != other[: len(one)] for one, other in pairwise(after)]
    assert any(changed)
    for row in night:
        assert [played.tables[0].draw for played in row.request.history] == [
            other.draw.tables[0] for other in night[: len(row.request.history)]
        ]


def test_matches_of_several_games_take_as_many_rounds_as_they_need():
    config = Elimination(kind=Kind.DOUBLE, best_of=3, best_of_final=5)
    night = [*play(event("elimination", entries=5, config=config))]
    assert len(night) > len([*play(event("elimination", entries=5, config=Elimination(kind=Kind.DOUBLE)))])


def test_an_event_that_does_not_end_is_given_up():
    with pytest.raises(RuleError, match=r"isn’t over after 40 rounds\. Make void tables less likely"):
        [*play(event("elimination", void=1))]
    with pytest.raises(RuleError, match="isn’t over after 30 rounds"):
        [*play(event("round_robin", entries=4, void=1))]


def test_a_round_that_the_format_refuses_ends_it():
    night, rounds = [], play(event("swiss", entries=4, config=Swiss(rounds=5)))
    with pytest.raises(RuleError, match="Round 4"):
        night.extend(rounds)
    assert len(night) == 3
