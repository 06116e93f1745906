"""Whole nights of duplicate with pairs coming and going, and how even the comparisons are beside what can be."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.said import said
from tests.sizes import SOAK, sample, size
from tests.tournaments.formats.nights import draw_request, play
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.duplicate import balance as duplicate_balance
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.duplicate.course import Course
from tournaments.formats.duplicate.draw import draw_round


@pytest.fixture
def quick(monkeypatch):
    """Legality does not depend on how long a plan is improved."""
    if not SOAK:
        monkeypatch.setattr(duplicate_balance, "MAX_MOVES", 300)


def fields_of(rng):
    """Who is there in each round: 4 to 14 pairs to start with; some leave, some come, some come back."""
    here, newest = set(range(1, rng.randint(4, 14) + 1)), 100
    known, fields = set(here), []
    for _ in range(rng.randint(2, 8)):
        fields.append(sorted(here))
        if rng.random() < 0.4:
            here -= set(rng.sample(sorted(here), min(rng.randint(0, 2), len(here) - 4)))
            back = rng.sample(sorted(known - here), min(rng.randint(0, 1), len(known - here)))
            here |= {*back, *range(newest, newest + rng.randint(0, 2))}
            known |= here
            newest += 2
    return fields


@pytest.mark.parametrize("seed", sample(*range(6), of=range(size(25, 1000))))
def test_with_arrivals_and_drops_every_round_is_legal_and_sit_outs_stay_even(quick, seed):
    rng = Random(seed)
    fields, history = fields_of(rng), []
    config = Duplicate(rounds=len(fields))
    out, met = Counter(), Counter()
    for number, field in enumerate(fields, start=1):
        request = draw_request(number, field, *history, seed=seed)
        draw = draw_round(config, request)
        assert not any(finding.hard for finding in audit(hard_rules("duplicate", config), request, draw))
        assert len(draw.byes) == len(field) % 2
        out.update(bye.entry for bye in draw.byes)
        always = set.intersection(*map(set, fields[:number]))
        assert not always or max(out[n] for n in always) - min(out[n] for n in always) <= 1
        again = [table for table in draw.tables if met[frozenset(table.entries)]]
        assert len(again) == sum("meet again" in reason for reason in said(draw.reasons))
        met.update(frozenset(table.entries) for table in draw.tables)
        history.append(play(draw, rng, void=0.1))


@pytest.mark.parametrize("seed", sample(*range(3), of=range(size(10, 300))))
def test_with_arrivals_and_drops_in_a_large_field_no_two_meet_twice(quick, seed):
    rng = Random(seed)
    here, history = set(range(1, 25)), []
    for number in range(1, 7):
        draw = draw_round(Duplicate(rounds=6), draw_request(number, sorted(here), *history, seed=seed))
        assert not any("meet again" in reason for reason in said(draw.reasons))
        history.append(play(draw, rng))
        here = here - set(rng.sample(sorted(here), rng.randint(0, 2))) | {100 + number} - {100 + 3}


@pytest.mark.slow
@settings(max_examples=200 if SOAK else 15)
@given(pairs=st.integers(4, 20), rounds=st.integers(1, 12), seed=st.integers(0, 2**64))
def test_every_pair_has_one_place_a_round_and_no_early_rematch(pairs, rounds, seed):
    course = Course(rounds, draw_request(1, range(1, pairs + 1), seed=seed))
    assert len(course.rounds) == min(rounds, pairs - 1 + pairs % 2)
    met = Counter()
    for planned in course.rounds:
        assert sorted([*planned.seats, *planned.out]) == list(range(pairs))
        met.update(map(frozenset, planned.tables))
    assert set(met.values()) == {1}
    assert max(map(abs, course.outlook.lean)) <= 2


def surplus(course):
    """How uneven the comparisons are: for any two pairs, rounds in the same direction less rounds in opposite ones,
    squared and summed; and what it cannot be less than.

    The bound: with every round a column of 1, -1 and 0, the sum of squares of all products of rows is that of all
    products of columns. Those of a column with itself are fixed, and the others have a sum that is fixed by how far
    each pair leans, so their squares are least when all are alike. Besides, an odd number of rounds together makes an
    odd difference.
    """
    sides = [duplicate_balance._sides(planned.seats, len(course.entries)) for planned in course.rounds]
    rows = list(zip(*sides, strict=True))
    products = [sum(map(int.__mul__, one, other)) for one, other in combinations(rows, 2)]
    seated, count = len(course.rounds[0].seats), len(sides)
    rest = count * seated - sum(lean * lean for lean in course.outlook.lean)
    columns = count * seated**2 + Fraction(rest**2, count * (count - 1))
    played = sum(sum(map(abs, row)) ** 2 for row in rows)
    return sum(product**2 for product in products), max((columns - played) / 2, sum(p % 2 for p in products))


@pytest.mark.parametrize("count", [4, 6, 8])
@pytest.mark.parametrize("pairs", range(4, 21))
def test_comparisons_are_nearly_as_even_as_can_be(pairs, count):
    made, least = surplus(Course(count, draw_request(1, range(1, pairs + 1))))
    assert least <= made <= least * (Fraction(14, 10) if pairs > 10 else Fraction(27, 10))
