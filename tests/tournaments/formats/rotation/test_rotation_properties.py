"""Whole rotation nights with people coming and going, wishes and closed tables, checked from outside."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.audit.round_audit import HardRules, audit
from tournaments.formats.constraints import Constraints
from tournaments.formats.rotation import plan as rotation_plan
from tournaments.formats.rotation.draw import Rotation, draw_round

SEEDS = st.integers(0, 2**64)


@pytest.fixture(autouse=True, scope="module")
def quick():
    """Legality does not depend on how long a plan is improved."""
    patch = pytest.MonkeyPatch()
    patch.setattr(rotation_plan, "MOVES", 500)
    patch.setattr(rotation_plan, "MIXING_MOVES", 100)
    yield
    patch.undo()


@st.composite
def attendances(draw):
    """Who is there in each round: 4 to 40 people to start with; some leave, some come, some come back."""
    rng = Random(draw(SEEDS))
    here, newest = set(range(1, draw(st.integers(4, 25)) + 1)), 100
    known, fields = set(here), []
    for leavers, arrivals in draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=5)):
        fields.append(sorted(here))
        here = here - set(rng.sample(sorted(here), min(leavers, len(here) - 4)))
        back = rng.sample(sorted(known - here), min(arrivals // 2, len(known - here)))
        here |= {*back, *range(newest, newest + arrivals)}
        known |= here
        newest += arrivals
    return fields


@st.composite
def wishes(draw):
    people = draw(st.permutations(range(1, 13)))
    return Constraints(
        stationary=tuple(people[: draw(st.integers(0, 2))]),
        together=tuple(zip(people[2:6:2], people[3:6:2], strict=True))[: draw(st.integers(0, 2))],
        apart=tuple(pairwise(people[6:11]))[: draw(st.integers(0, 4))],
        closed_tables=tuple(draw(st.lists(st.integers(1, 5), max_size=2, unique=True))),
    )


def hard_findings(request, drawn):
    return [str(finding.text) for finding in audit(HardRules(), request, drawn) if finding.hard]


@settings(max_examples=20)
@given(fields=attendances(), seed=SEEDS)
def test_every_round_passes_the_audit_and_sit_outs_stay_even(fields, seed):
    config = Rotation(rounds=len(fields))
    night = play_rounds(lambda request: draw_round(config, request), fields, seed, void=0.1)
    out = Counter()
    for number, (request, drawn, _) in enumerate(night, start=1):
        assert hard_findings(request, drawn) == []
        assert draw_round(config, request) == drawn
        out.update(bye.entry for bye in drawn.byes)
        always = set.intersection(*map(set, fields[:number]))
        assert not always or max(out[n] for n in always) - min(out[n] for n in always) <= 1


@settings(max_examples=20)
@given(fields=attendances(), wished=wishes(), seed=SEEDS)
def test_wishes_are_obeyed_or_refused(fields, wished, seed):
    config = Rotation(rounds=len(fields))
    try:
        night = play_rounds(lambda request: draw_round(config, request), fields, seed, constraints=wished)
    except RuleError as refused:
        assert "There’s no way to seat" in str(refused)  # noqa: PT017  # most nights are not refused
        return
    homes = {}
    for request, drawn, _ in night:
        assert hard_findings(request, drawn) == []
        sides = {frozenset(side) for table in drawn.tables for side in table.sides}
        out = {bye.entry for bye in drawn.byes}
        for pair in wished.couples(request.field):
            assert pair in sides or pair <= out
        for table in drawn.tables:
            assert table.table not in wished.closed_tables
            assert not any(set(pair) <= set(table.entries) for pair in wished.apart)
            for entry in set(wished.stationary) & set(table.entries):
                place = table.table, table.entries.index(entry)
                moved = any(f"{entry} moves to table" in reason for reason in said(drawn.reasons))
                assert moved or homes.get(entry, place) == place
                homes[entry] = place


@settings(max_examples=12)
@given(players=st.integers(4, 40), rounds=st.integers(1, 9), seed=SEEDS)
def test_a_night_that_goes_to_plan_follows_one_plan(players, rounds, seed):
    config = Rotation(rounds=rounds)
    night = play_rounds(lambda request: draw_round(config, request), [range(1, players + 1)] * rounds, seed)
    assert {said(row[1].reasons)[-3:] for row in night} == {said(night[0][1].reasons)[-3:]}
    assert "at the start" in said(night[0][1].reasons)[-3]
