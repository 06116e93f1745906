"""The draw of a cup's round: whatever the field, everyone is in it once, byes and seeds are right, and it repeats."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.engine.errors import RuleError
from tournaments.formats.cups.draw import MAX_ENTRANTS, Bye, Drawn, Entrant, Method, Opening, byes_in, draw_round
from tournaments.formats.cups.names import round_name

SEEDS = some.integers(0, 2**256 - 1)
METHODS = some.sampled_from(list(Method))


@some.composite
def fields(draw: some.DrawFn, least: int = 2, most: int = 40) -> list[Entrant]:
    """Numbers with gaps, as after some rounds, seeds in another order, and up to five regions."""
    numbers = draw(some.lists(some.integers(1, 200), min_size=least, max_size=most, unique=True))
    seeds = draw(some.permutations(range(1, len(numbers) + 1)))
    regions = draw(some.lists(some.sampled_from("NESWX"), min_size=len(numbers), max_size=len(numbers)))
    return [Entrant(*one) for one in zip(numbers, seeds, regions, strict=True)]


def sides(drawn: tuple[Drawn, ...]) -> list[int]:
    return [number for one in drawn for number in (one.home, one.away) if number is not None]


@given(METHODS, fields(), SEEDS)
def test_everyone_is_drawn_once(method: Method, field: list[Entrant], seed: int) -> None:
    drawn = draw_round(method, field, seed)
    assert sorted(sides(drawn)) == sorted(one.number for one in field)
    assert all((one.away is None) == (one.bye is not None) for one in drawn)
    is_bye = [one.away is None for one in drawn]
    assert is_bye == sorted(is_bye)
    assert not all(is_bye)


@given(METHODS, fields(), SEEDS, some.randoms())
def test_the_seed_repeats_it_whatever_the_order(method: Method, field: list[Entrant], seed: int, dice: Random) -> None:
    shuffled = list(field)
    dice.shuffle(shuffled)
    assert draw_round(method, shuffled, seed) == draw_round(method, field, seed)


@given(fields(), SEEDS)
def test_from_the_hat_a_power_of_two_is_left(field: list[Entrant], seed: int) -> None:
    drawn = draw_round(Method.HAT, field, seed)
    assert len(drawn).bit_count() == 1
    assert {one.bye for one in drawn if one.bye} <= {Bye.LOT}
    assert sum(one.bye is not None for one in drawn) == byes_in(len(field)) < len(field)


@given(fields(), SEEDS)
def test_the_better_half_never_meets_itself(field: list[Entrant], seed: int) -> None:
    drawn = draw_round(Method.SEEDED, field, seed)
    rank = {one.number: place for place, one in enumerate(sorted(field, key=lambda one: one.seed))}
    free = [rank[one.home] for one in drawn if one.bye]
    assert sorted(free) == list(range(byes_in(len(field))))
    assert {one.bye for one in drawn if one.bye} <= {Bye.SEED}
    matches = [one for one in drawn if one.away is not None]
    middle = len(free) + len(matches)
    for one in matches:
        assert one.away is not None
        assert (rank[one.home] < middle) != (rank[one.away] < middle)


@given(fields(), SEEDS)
def test_regions_meet_only_when_each_has_one_left(field: list[Entrant], seed: int) -> None:
    drawn = draw_round(Method.REGIONAL, field, seed)
    region = {one.number: one.region for one in field}
    left = {name: sum(one.region == name for one in field) for name in region.values()}
    if max(left.values()) == 1:
        assert {one.bye for one in drawn if one.bye} <= {Bye.LOT}
        return
    assert all(region[one.home] == region[one.away] for one in drawn if one.away is not None)
    for name, number in left.items():
        own = [one for one in drawn if region[one.home] == name]
        assert len(own).bit_count() == 1
        free = [one.bye for one in own if one.bye]
        assert free == ([Bye.REGION] if number == 1 else [Bye.LOT] * byes_in(number))


@given(METHODS, fields(), SEEDS)
def test_a_complete_cup_ends_with_one_entrant(method: Method, field: list[Entrant], seed: int) -> None:
    dice, left, rounds = Random(seed), list(field), 0
    while len(left) > 1:
        drawn = draw_round(method, left, dice.getrandbits(256))
        on = {one.home if one.away is None else dice.choice((one.home, one.away)) for one in drawn}
        assert len(on) == len(drawn) < len(left)
        left = [one for one in left if one.number in on]
        rounds += 1
    if method is not Method.REGIONAL:
        assert rounds == (len(field) - 1).bit_length()


def test_either_side_can_be_at_home() -> None:
    field = [Entrant(1, 1), Entrant(2, 2)]
    for method in Method:
        assert {draw_round(method, field, seed)[0].home for seed in range(20)} == {1, 2}


def test_another_seed_is_another_draw() -> None:
    field = [Entrant(number, number) for number in range(1, 17)]
    assert len({draw_round(Method.HAT, field, seed) for seed in range(50)}) == 50


@pytest.mark.parametrize("size", [0, 1, MAX_ENTRANTS + 1])
def test_a_field_that_cannot_be_drawn_is_refused(size: int) -> None:
    with pytest.raises(RuleError, match=r"at least 2|at most"):
        draw_round(Method.HAT, [Entrant(number, number) for number in range(1, size + 1)], 1)


@pytest.mark.parametrize(
    ("number", "matches", "byes", "late", "opening", "name"),
    [
        (1, 3, 5, False, Opening.PRELIMINARY, "Preliminary round"),
        (1, 3, 5, False, Opening.BYES, "Round 1"),
        (2, 8, 0, True, Opening.PRELIMINARY, "Round 1"),
        (2, 8, 0, False, Opening.BYES, "Round 2"),
        (2, 4, 0, False, Opening.BYES, "Quarterfinals"),
        (1, 1, 1, False, Opening.BYES, "Semifinals"),
        (3, 2, 0, True, Opening.PRELIMINARY, "Semifinals"),
        (4, 1, 0, True, Opening.PRELIMINARY, "Final"),
    ],
)
def test_rounds_have_their_names(number, matches, byes, late, opening, name) -> None:
    found = round_name(number, matches, byes, after_preliminary=late, opening=opening)
    assert str(found) == name
