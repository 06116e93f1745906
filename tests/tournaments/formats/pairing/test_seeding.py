"""Seeds from pools: by place, then by pool; in a bracket pool mates meet as late as they can."""

from itertools import combinations, permutations

import pytest

from tournaments.formats.brackets.bracket import seed_line
from tournaments.formats.pairing.seeding import seed_tiers


def tiers(pools, places):
    return [list(range(1, pools + 1))] * places


def named(ordered):
    return " ".join(f"{'ABCDEFGHIJKLMNOP'[pool - 1]}{place}" for place, tier in enumerate(ordered, 1) for pool in tier)


def first_meeting(ordered, line):
    """The earliest round in which two of one pool can meet."""
    pools = dict(enumerate((pool for tier in ordered for pool in tier), start=1))
    rows = {seed: row for row, seed in enumerate(line)}
    mates = [(one, other) for one, other in combinations(pools, 2) if pools[one] == pools[other]]
    return min(((rows[one] ^ rows[other]).bit_length() for one, other in mates), default=99)


def test_outside_a_bracket_it_is_by_place_then_by_pool():
    assert named(seed_tiers([[2, 1, 3], [3, 1, 2], [2]])) == "A1 B1 C1 A2 B2 C2 B3"


@pytest.mark.parametrize(
    ("pools", "places", "seeds"),
    [
        (1, 4, "A1 A2 A3 A4"),
        (2, 1, "A1 B1"),
        (2, 2, "A1 B1 A2 B2"),
        (2, 4, "A1 B1 A2 B2 A3 B3 A4 B4"),
        (3, 2, "A1 B1 C1 B2 C2 A2"),
        (4, 2, "A1 B1 C1 D1 B2 A2 D2 C2"),
    ],
)
def test_the_classic_crossings(pools, places, seeds):
    assert named(seed_tiers(tiers(pools, places), seed_line(pools * places))) == seeds


@pytest.mark.parametrize("pools", [2, 4, 8, 16])
def test_the_two_best_of_a_pool_can_meet_in_the_final_only(pools):
    line = seed_line(2 * pools)
    assert first_meeting(seed_tiers(tiers(pools, 2), line), line) == (2 * pools).bit_length() - 1


@pytest.mark.parametrize(("pools", "places"), [(2, 3), (3, 2), (3, 3), (4, 3), (5, 2), (6, 2), (4, 4)])
def test_no_order_of_a_tier_is_better_than_the_crossed_one(pools, places):
    line = seed_line(pools * places)
    ordered = seed_tiers(tiers(pools, places), line)
    for tier in range(1, places):
        others = [[*ordered[:tier], list(order)] for order in permutations(ordered[tier])]
        assert first_meeting(ordered[: tier + 1], line) == max(first_meeting(other, line) for other in others)


def test_in_a_play_in_the_second_and_third_of_three_pools_do_not_meet_at_once():
    line = seed_line(6, survivors=3)
    assert named(seed_tiers(tiers(3, 2), line)) == "A1 B1 C1 A2 C2 B2"
    assert first_meeting(seed_tiers(tiers(3, 2), line), line) > 1


def test_pools_may_send_different_numbers():
    assert named(seed_tiers([[1, 2, 3], [1, 3], [3]], seed_line(6))) == "A1 B1 C1 A2 C2 C3"
    assert seed_tiers([[1], [], [2]], [1, 2]) == [[1], [], [2]]
