"""Table numbers and chairs."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.formats.nights import played
from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.rotation.draw import Rotation, draw_round
from tournaments.formats.seating.places import last_places, seat_groups


def seated(groups, tables, *history, keepers=(), seed=1):
    return {table.table: table.entries for table in seat_groups(groups, tables, history, keepers, Random(seed))}


def test_partners_stay_partners():
    for seed in range(10):
        (people,) = seated([(1, 2, 3, 4)], [1], seed=seed).values()
        assert {frozenset(people[:2]), frozenset(people[2:])} == {frozenset((1, 2)), frozenset((3, 4))}


def test_lots_decide_who_sits_where_first():
    seatings = {tuple(seated([(1, 2, 3, 4), (5, 6, 7, 8)], [1, 2], seed=seed).items()) for seed in range(40)}
    assert len(seatings) > 20


def test_no_one_stays_at_a_table_or_on_a_chair_without_need():
    before = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    after = seated([(1, 2, 3, 4), (5, 6, 7, 8)], [1, 2], before)
    assert set(after[2]) == {1, 2, 3, 4}
    assert all(
        last_places([before])[person][1] != after[table].index(person) for table in (1, 2) for person in after[table]
    )


def test_who_keeps_a_place_has_table_and_chair_again():
    before = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    for seed in range(10):
        after = seated([(1, 5, 3, 7), (2, 6, 8, 4)], [1, 2], before, keepers=(3, 6), seed=seed)
        assert after[1][2] == 3
        assert after[2][1] == 6


def test_who_cannot_have_the_table_again_takes_a_free_one():
    before = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    after = seated([(1, 2, 3, 4), (5, 6, 7, 8)], [1, 3], before, keepers=(1, 6))
    assert 1 in after[1]
    assert 6 in after[3]


def test_of_two_who_would_have_the_same_table_one_gets_it():
    before = played(1, "1+2 v 3+4 = 7:5", "5+6 v 7+8 = 7:5")
    after = seated([(1, 5, 6, 7), (2, 3, 4, 8)], [1, 2], before, keepers=(1, 2))
    assert set(after) == {1, 2}


@pytest.mark.parametrize(("players", "rounds"), [(16, 8), (24, 8), (13, 10), (40, 8)])
def test_over_a_night_chairs_and_tables_come_round(players, rounds):
    config = Rotation(rounds=rounds)
    night = play_rounds(lambda request: draw_round(config, request), [range(1, players + 1)] * rounds)
    tables = [table for row in night for table in row[1].tables]
    chairs = Counter((entry, chair) for table in tables for chair, entry in enumerate(table.entries))
    visits = Counter((entry, table.table) for table in tables for entry in table.entries)
    for entry in range(1, players + 1):
        used = [chairs[entry, chair] for chair in range(4)]
        assert max(used) - min(used) <= 2
        assert max(visits[entry, table] for table in range(1, players // 4 + 1)) <= -(-rounds * 4 // players) + 2
