"""Random events of every format: late entries, leavers, absences, void and forfeited tables, corrected results."""

import dataclasses
from collections import Counter
from dataclasses import replace
from random import Random
from typing import get_type_hints

import pytest

from games.engine.errors import RuleError
from tests.sizes import SOAK, sample
from tests.tournaments.formats.swiss.swiss_events import is_forfeit
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import DrawRequest
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.config import Choice
from tournaments.formats.rotation import plan as rotation_plan
from tournaments.formats.simulation import Attendance, Chances, Event, play

EVENTS = 1000 if SOAK else 15
MAX_ENTRIES = 40
TURNS = {"progressive", "rotation", "seat_movement", "grand_prix"}
"""The formats in which whose turn it is decides who sits out, and nothing else."""


@pytest.fixture(autouse=True, scope="module")
def quick():
    """Whether a round is legal does not depend on how long a plan is improved."""
    patch = pytest.MonkeyPatch()
    patch.setattr(rotation_plan, "MOVES", 500)
    patch.setattr(rotation_plan, "MIXING_MOVES", 100)
    yield
    patch.undo()


def random_config(cls, rng, rounds):
    """Any settings a club may choose; those that contradict each other are chosen again."""
    kinds = get_type_hints(cls)
    while True:
        chosen = {"rounds": rounds} if "rounds" in kinds else {}
        for field in dataclasses.fields(cls):
            kind = kinds[field.name]
            if kind is bool:
                chosen[field.name] = rng.random() < 0.5
            elif isinstance(kind, type) and issubclass(kind, Choice):
                chosen[field.name] = rng.choice(list(kind))
            elif field.name.startswith("best_of"):
                chosen[field.name] = rng.choice((1, 1, 3))
        try:
            return cls(**chosen)
        except RuleError:
            continue


def random_attendance(rng, rounds):
    """Most are there all the time; at least six are."""
    entries = rng.choice((rng.randrange(6, 14), rng.randrange(6, MAX_ENTRIES)))
    late, left, absent = {}, {}, {}
    for entry in rng.sample(range(7, entries + 1), k=min(rng.randrange(9), entries - 6)):
        when = rng.randrange(2, rounds + 1)
        fate = rng.randrange(3)
        if fate == 0:
            late[entry] = when
        elif fate == 1:
            left[entry] = when
        else:
            absent.setdefault(rng.randrange(1, rounds + 1), set()).add(entry)
    return Attendance(entries, absent, late, left)


def random_event(key, seed):
    rng = Random(f"{key}/{seed}")
    rounds = rng.randrange(3, 9)
    config = random_config(FORMATS[key].config, rng, rounds)
    chances = Chances(forfeit=0.05, void=0.05, level=0.1, correction=0.3)
    limit = None if FORMATS[key].bracket else 20
    return Event(key, config, random_attendance(rng, rounds), seed, limit, chances)


def rounds_of(event):
    """The rounds until the event ends, and the format's words if it refused one."""
    rows, rounds = [], play(event)
    try:
        rows.extend(rounds)
    except RuleError as refused:
        return rows, str(refused)
    return rows, ""


def hard_findings(event, row):
    """What the audit has against a round. In a Swiss a match without play is no meeting."""
    rules, request = hard_rules(event.key, event.config), row.request
    if not rules.forfeits_meet:
        history = tuple(
            replace(
                played,
                tables=tuple(replace(table, slip=None) if is_forfeit(table) else table for table in played.tables),
            )
            for played in request.history
        )
        request = replace(request, history=history)
    return [str(finding.text) for finding in audit(rules, request, row.draw) if finding.hard]


def uneven_sit_outs(rows):
    """The first round after which, of those there all along, some have sat out two times more than others."""
    times = Counter()
    always = set(rows[0].request.field)
    for row in rows:
        times.update(bye.entry for bye in row.draw.byes)
        always &= set(row.request.field)
        counts = [times[entry] for entry in always]
        if max(counts) - min(counts) > 1:
            return row.draw.number
    return None


QUICK = {(key, seed) for key in FORMATS for seed in range(3)}
SEEDS = [(key, seed) for key in FORMATS for seed in range(EVENTS)]
FOUND_WANTING = [("elimination", 143), ("elimination", 262), ("elimination", 295), ("elimination", 811)]
"""Corrections after which the audit once took matches beside the bracket for lost ones."""


@pytest.mark.parametrize(("key", "seed"), sample(*QUICK, of=sorted({*SEEDS, *FOUND_WANTING})))
def test_whatever_happens_every_round_is_legal_and_can_be_drawn_again(key, seed):
    event = random_event(key, seed)
    rows, refusal = rounds_of(event)
    for row in rows:
        assert hard_findings(event, row) == []
        assert FORMATS[key].draw(event.config, row.request) == row.draw
    assert not refusal or key == "swiss", refusal
    if key in TURNS:
        assert uneven_sit_outs(rows) is None


@pytest.mark.parametrize("seed", sample(*range(4), of=range(EVENTS)))
@pytest.mark.parametrize("key", [key for key, row in FORMATS.items() if row.placing])
def test_in_a_knockout_losers_stay_out_and_in_the_end_everyone_has_a_place(key, seed):
    event = random_event(key, seed)
    rows, _ = rounds_of(event)
    placing = FORMATS[key].placing
    for row in rows:
        out = {entry for group in placing(event.config, row.request) for entry in group}
        placed = [entry for table in row.draw.tables for entry in table.entries] + [bye.entry for bye in row.draw.byes]
        assert not out.intersection(placed)
    last = rows[-1]
    history = (*last.request.history, last.played)
    end = DrawRequest(len(rows) + 1, event.attendance.here(len(rows) + 1), history, event.seed)
    if FORMATS[key].rounds_left(event.config, end) == 0:
        ranked = [entry for group in placing(event.config, end) for entry in group]
        assert sorted(ranked) == list(rows[0].request.field)
