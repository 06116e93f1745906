"""Perfect whist schedules, counted out."""

from itertools import combinations

import pytest

from tournaments.formats.pairing.meetings import Tally
from tournaments.formats.rotation.whist import has_whist, perfect_whist, whist_rounds

SIZES = [players for players in range(4, 54) if players % 4 in (0, 1)]


@pytest.mark.parametrize("players", SIZES)
def test_every_two_partner_once_and_oppose_twice(players):
    schedule = perfect_whist(players)
    tally = Tally(players).with_rounds(schedule)
    pairs = list(combinations(range(players), 2))
    assert {tally.partners[one][other] for one, other in pairs} == {1}
    assert {tally.opponents[one][other] for one, other in pairs} == {2}
    assert len(schedule) == whist_rounds(players)


@pytest.mark.parametrize("players", SIZES)
def test_no_one_sits_twice_in_a_round_and_all_sit_out_equally_often(players):
    schedule = perfect_whist(players)
    missing = [set(range(players)).difference(seating) for seating in schedule]
    assert {len(set(seating)) for seating in schedule} == {players // 4 * 4}
    assert sorted(person for people in missing for person in people) == (list(range(players)) if players % 4 else [])


@pytest.mark.parametrize("players", [3, 6, 7, 10, 54, 56])
def test_there_is_none_for_other_numbers(players):
    assert not has_whist(players)
    with pytest.raises(ValueError, match=f"for {players} players"):
        perfect_whist(players)
