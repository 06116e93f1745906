"""Rotation nights whose rounds the organizer changes by hand."""

from dataclasses import replace

import pytest

from tests.said import said
from tests.tournaments.formats.nights import draw_request
from tournaments.formats.audit.fairness import fairness
from tournaments.formats.base import PlayedRound, PlayedTable, Slip, TableDraw
from tournaments.formats.rotation import course as rotation_course
from tournaments.formats.rotation import plan as rotation_plan
from tournaments.formats.rotation.annealing import Annealer
from tournaments.formats.rotation.draw import Rotation, draw_round


def seated(table, a, b, c, d):
    return TableDraw(table, ((a, b), (c, d)))


def changed_by_hand(players, rounds, changes, seed=1):
    """A night in which the organizer swaps two people of tables 1 and 2 in some rounds."""
    history = []
    for number in range(1, rounds + 1):
        draw = draw_round(Rotation(rounds=rounds), draw_request(number, range(1, players + 1), *history, seed=seed))
        tables = list(draw.tables)
        if number in changes:
            (a, *b), (c, *d) = tables[0].entries, tables[1].entries
            tables[:2] = (
                TableDraw(table, ((w, x), (y, z))) for table, (w, x, y, z) in enumerate(([c, *b], [a, *d]), 1)
            )
        history.append(PlayedRound(number, tuple(PlayedTable(table, Slip((7, 5))) for table in tables), draw.byes))
    return history, draw


@pytest.mark.parametrize(("changes", "opponents"), [((1,), 19), ((1, 3, 5), 26)])
def test_after_rounds_changed_by_hand_the_rest_is_as_good_as_a_new_plan(changes, opponents):
    """The figures are those of a whole new plan after every change."""
    judged = fairness(changed_by_hand(20, 10, changes)[0])
    assert judged.partners.repeats <= len(changes) - 1
    assert judged.opponents.repeats <= opponents


def test_however_many_rounds_were_changed_a_draw_takes_less_than_two_plans(monkeypatch):
    history, draw = changed_by_hand(16, 8, range(1, 8))
    effort = []
    monkeypatch.setattr(Annealer, "improve", lambda self, bound, moves, picked: effort.append(moves))
    rotation_course._plan.cache_clear()
    draw_round(Rotation(rounds=8), draw_request(8, range(1, 17), *history[:7]))
    assert len(effort) > 4
    assert sum(effort) < 2 * (rotation_plan.MOVES + rotation_plan.MIXING_MOVES)
    assert said(draw.reasons)[-3].startswith("Round 7 didn’t follow the plan, so we replanned rounds 8 to 8.")


def test_who_was_made_to_sit_out_by_hand_does_not_do_so_again_before_the_others():
    draw, config = draw_round(Rotation(rounds=4), draw_request(1, range(1, 6))), Rotation(rounds=4)
    (bye,), out = draw.byes, draw.tables[0].entries[0]
    sides = tuple(tuple(bye.entry if entry == out else entry for entry in side) for side in draw.tables[0].sides)
    history = [PlayedRound(1, (PlayedTable(TableDraw(1, sides), Slip((7, 5))),), (replace(bye, entry=out),))]
    for number in (2, 3, 4):
        row = draw_round(config, draw_request(number, range(1, 6), *history))
        history.append(PlayedRound(number, tuple(PlayedTable(table, Slip((7, 5))) for table in row.tables), row.byes))
    assert len({each.entry for row in history for each in row.byes}) == 4
