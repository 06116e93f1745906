"""Whole individual nights with wishes of every kind: each round passes the audit, or is refused with the ways out."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.sizes import SOAK
from tests.tournaments.formats.rotation.rotation_nights import play_rounds
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.constraints import Constraints
from tournaments.formats.movement.draw import SeatMovement
from tournaments.formats.progressive.config import Colours, HeadTable, Moves, Progressive, ShortTable
from tournaments.formats.rotation import plan as rotation_plan
from tournaments.formats.rotation.draw import Rotation

EXAMPLES = settings(max_examples=200 if SOAK else 20)
SEEDS = st.integers(0, 2**64)

PROGRESSIVES = st.builds(
    Progressive,
    moves=st.sampled_from(Moves),
    colours=st.sampled_from(Colours),
    both_same_way=st.booleans(),
    wrap=st.booleans(),
    head_table=st.sampled_from(HeadTable),
    short_table=st.sampled_from(ShortTable),
)
STEPS = st.integers(-2, 2)
MOVEMENTS = st.builds(SeatMovement, north=STEPS, south=STEPS, east=STEPS, west=STEPS)


@pytest.fixture(autouse=True, scope="module")
def quick():
    """Legality does not depend on how long a rotation's plan is improved."""
    patch = pytest.MonkeyPatch()
    patch.setattr(rotation_plan, "MOVES", 500)
    patch.setattr(rotation_plan, "MIXING_MOVES", 100)
    yield
    patch.undo()


@st.composite
def attendances(draw):
    """Who is there in each of up to six rounds: 6 to 40 to start with, people come, leave and come back."""
    rng = Random(draw(SEEDS))
    here, newest = set(range(1, draw(st.integers(6, 40)) + 1)), 100
    gone, fields = set(), []
    for leavers, arrivals in draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=6)):
        fields.append(sorted(here))
        leaving = set(rng.sample(sorted(here), min(leavers, len(here) - 6)))
        back = set(rng.sample(sorted(gone), min(arrivals // 2, len(gone))))
        here = here - leaving | back | set(range(newest, newest + arrivals))
        gone, newest = gone - back | leaving, newest + arrivals
    return fields


@st.composite
def wishes(draw):
    """About the first twenty on the list: some who keep their place, some of them couples, chains of strangers."""
    people = draw(st.permutations(range(1, 21)))
    couples = tuple(zip(people[0:6:2], people[1:6:2], strict=True))[: draw(st.integers(0, 3))]
    foes = tuple(pair for pair in pairwise(people[5:12]) if {*pair} not in map(set, couples))
    return Constraints(
        stationary=tuple(people[draw(st.integers(0, 6)) :][: draw(st.integers(0, 4))]),
        together=couples,
        apart=foes[: draw(st.integers(0, 6))],
        closed_tables=tuple(draw(st.lists(st.integers(1, 8), max_size=2, unique=True))),
    )


def night_of(key, config, fields, wished, seed):
    """The night up to where a round is refused; refusals have to say what can be done."""
    for rounds in range(len(fields), 0, -1):
        try:
            return play_rounds(lambda request: FORMATS[key].draw(config, request), fields[:rounds], seed, 0.1, wished)
        except RuleError as refused:
            refusal = str(refused)
        assert "Remove a request" in refusal or "can’t be split into tables" in refusal
    return []


def check(key, config, fields, wished, seed):
    for request, drawn, _ in night_of(key, config, fields, wished, seed):
        findings = audit(hard_rules(key, config), request, drawn)
        assert [str(finding.text) for finding in findings if finding.hard] == []
        assert FORMATS[key].draw(config, request) == drawn


@EXAMPLES
@given(config=PROGRESSIVES, fields=attendances(), wished=wishes(), seed=SEEDS)
def test_a_progressive_grants_every_wish(config, fields, wished, seed):
    check("progressive", config, fields, wished, seed)


@pytest.mark.slow
@EXAMPLES
@given(config=MOVEMENTS, fields=attendances(), wished=wishes(), seed=SEEDS)
def test_a_fixed_movement_grants_every_wish(config, fields, wished, seed):
    check("seat_movement", config, fields, wished, seed)


@pytest.mark.slow
@EXAMPLES
@given(fields=attendances(), wished=wishes(), seed=SEEDS)
def test_a_rotation_grants_every_wish(fields, wished, seed):
    check("rotation", Rotation(rounds=len(fields)), fields, wished, seed)
