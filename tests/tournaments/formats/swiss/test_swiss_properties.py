"""Whole Swiss events with everything that goes wrong; small fields against all pairings there are."""

from importlib.util import find_spec
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.sizes import SOAK, sample, size
from tests.tournaments.formats.nights import draw_request
from tests.tournaments.formats.swiss.swiss_events import (
    best_round,
    hard_findings,
    is_forfeit,
    random_fields,
    random_history,
    run_event,
)
from tournaments.formats.pairing.matching import Rivals
from tournaments.formats.swiss.config import Order, Score, Swiss, Worth
from tournaments.formats.swiss.draw import draw_round
from tournaments.formats.swiss.floats import Field
from tournaments.formats.swiss.score_bracket import pair_field

pytestmark = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")

CHANCES = {"forfeits": 0.06, "void": 0.03}
OFTEN = {"forfeits": 0.15, "void": 0.05}


def is_the_best(request, drawn, rounds):
    """Whether a draw, or the error in its place, is what going through all pairings finds."""
    best = best_round(request, rounds)
    if isinstance(drawn, RuleError):
        return best is None or len(request.field) < 2
    byes = [bye.entry for bye in drawn.byes]
    pairs = {frozenset(table.entries) for table in drawn.tables}
    return best is not None and (set(map(frozenset, best[0])), [best[1]] * (best[1] is not None)) == (pairs, byes)


@pytest.mark.parametrize("seed", sample(*range(40), of=range(size(200, 5000))))
def test_small_events_are_paired_as_the_rules_say_word_by_word(seed):
    rng = Random(seed)
    config = Swiss(rounds=rng.randrange(3, 8))
    for request, drawn in run_event(config, random_fields(rng, rng.randrange(2, 9), config.rounds), rng, **OFTEN):
        if len(request.field) <= 8 + SOAK:
            assert is_the_best(request, drawn, config.rounds)


@pytest.mark.parametrize("seed", sample(*range(40), of=range(size(200, 5000))))
def test_so_are_fields_with_a_past_that_no_swiss_would_have_given_them(seed):
    rng = Random(seed)
    entries = list(range(1, rng.randrange(2, 9) + 1))
    history = random_history(rng, entries, rng.randrange(1, max(2, len(entries) - 1)))
    config = Swiss(rounds=len(history) + rng.choice((1, 6)))
    request = draw_request(len(history) + 1, entries, *history)
    try:
        drawn = draw_round(config, request)
    except RuleError as refused:
        drawn = refused
    assert is_the_best(request, drawn, config.rounds)


@pytest.mark.parametrize("seed", sample(*range(12), of=range(size(60, 5000))))
def test_whatever_goes_wrong_every_round_is_legal(seed):
    """2 to 200 entrants; late entries, drops, pairs that come back, forfeits, void matches, byes."""
    rng = Random(seed)
    config = Swiss(
        rounds=rng.randrange(3, 10),
        score=rng.choice([*Score, Score.GAMES]),
        order=rng.choice(list(Order)),
        bye=rng.choice(list(Worth)),
        missed=rng.choice(list(Worth)),
        bye_points=rng.choice((None, 0, 5)),
    )
    entrants = rng.choice((rng.randrange(2, 20), rng.randrange(2, 60), rng.randrange(2, 201 if SOAK else 120)))
    had_bye = set()
    for request, drawn in run_event(config, random_fields(rng, entrants, config.rounds), rng, **CHANCES):
        if isinstance(drawn, RuleError):
            assert len(request.field) <= 4 * config.rounds
            assert "Round" in str(drawn) or "2 pairs" in str(drawn)
            continue
        assert hard_findings(request, drawn) == []
        assert len(drawn.byes) == len(request.field) % 2
        winners = {
            table.draw.sides[1 - table.slip.forfeited[0]][0]
            for played in request.history
            for table in played.tables
            if is_forfeit(table) and len(table.slip.forfeited) == 1
        }
        byes = {bye.entry for bye in drawn.byes}
        assert not byes & (had_bye | winners)
        had_bye |= byes


@pytest.mark.slow
@settings(max_examples=2000 if SOAK else 100)
@given(half=st.integers(3, 24), levels=st.sampled_from((2, 3, 5, 50)), clique=st.integers(0, 6), seed=st.integers())
def test_the_short_ways_for_large_groups_change_no_answer(half, levels, clique, seed):
    rng, size = Random(seed), 2 * half
    met = {number: set() for number in range(size)}
    for _ in range(rng.randrange(1, 9)):
        order = sorted(range(size), key=lambda number: (number // rng.choice((4, 100)), rng.random()))
        for one, other in zip(order[::2], order[1::2], strict=True):
            met[one].add(other)
            met[other].add(one)
    friends = set(rng.sample(range(size), clique))
    for one in friends:
        met[one] |= friends - {one}
    level = dict(zip(rng.sample(range(size), size), sorted(rng.randrange(levels) for _ in range(size)), strict=True))
    floated = frozenset(number for number in range(size) if rng.random() < 0.3)
    quick, thorough = Rivals(met), Rivals(met, crowd=10**6)
    assert quick.can_pair(range(size)) == thorough.can_pair(range(size))
    if quick.can_pair(range(size)):
        fields = Field(quick, level, floated), Field(thorough, level, floated)
        assert pair_field(fields[0], range(size)) == pair_field(fields[1], range(size))
